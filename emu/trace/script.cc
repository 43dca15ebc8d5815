#include "emu/trace/script.h"

#include <algorithm>
#include <numeric>

namespace orrery {

void Script::lose() {
  known_ = false;
  calls_ = {};
}

void Script::post(const Call& call, Handle request) {
  if (!known_) return;
  if (request.index >= numbers_.size()) numbers_.resize(2 * std::size_t{request.index} + 64);
  numbers_[request.index] = posted_[static_cast<std::size_t>(call.rank)]++;
  add(call);
}

void Script::await(int rank, std::span<const Handle> requests) {
  if (!known_) return;
  for (const Handle h : requests)
    if (h.index != Handle::kNothing) add({Call::Kind::kAwait, rank, numbers_[h.index]});
  add({Call::Kind::kWait, rank});
}

/// The places of all calls, those of one rank after the other.
std::vector<std::uint32_t> Script::by_rank() const {
  std::vector<std::uint32_t> next(posted_.size() + 1);  // of every rank, the place of its next one
  for (const Call& c : calls_) ++next[static_cast<std::size_t>(c.rank) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> places(calls_.size());
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    places[next[static_cast<std::size_t>(calls_[i].rank)]++] = i;
  return places;
}

bool Script::is_like(const Script& other, std::int64_t from, std::int64_t to) const {
  __extension__ using Wide = __int128;
  if (!known_ || !other.known_) return false;
  return std::ranges::equal(by_rank(), other.by_rank(), [&](std::uint32_t i, std::uint32_t j) {
    const Call &a = calls_[i], &b = other.calls_[j];
    return a.kind == b.kind && a.rank == b.rank && a.what == b.what && a.tag == b.tag &&
           Wide{a.bytes} * to == Wide{b.bytes} * from;
  });
}

std::int64_t Script::unit() const {
  std::int64_t unit = 0;
  for (const Call& c : calls_) unit = std::gcd(unit, c.bytes);
  return unit;
}

}  // namespace orrery
