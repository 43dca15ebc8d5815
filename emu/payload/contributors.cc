#include "emu/payload/contributors.h"

#include <algorithm>

#include "emu/base/check.h"

namespace orrery::inline payload {

ContributorSets::ContributorSets() {
  sets_ = {nullptr, nullptr};  // kUndefined, kMixed: no set stands behind them
}

ContributorSets::Id ContributorSets::intern(Set set) {
  const auto [it, added] = ids_.try_emplace(std::move(set), static_cast<Id>(sets_.size()));
  if (added) sets_.push_back(&it->first);
  return it->second;
}

ContributorSets::Id ContributorSets::of_rank(int rank) {
  return intern({{rank, rank, 1}});
}
ContributorSets::Id ContributorSets::of_ranks(int first, int last) {
  return intern({{first, last, 1}});
}

namespace {

/// Adds the run [first, last] x times to a set that is built from left to right.
void append(std::vector<Contributors>& set, Contributors run) {
  if (!set.empty() && set.back().last + 1 == run.first && set.back().times == run.times)
    set.back().last = run.last;
  else
    set.push_back(run);
}

}  // namespace

ContributorSets::Id ContributorSets::combine(Id a, Id b) {
  if (a <= kMixed || b <= kMixed) return kMixed;
  const auto key = std::minmax(a, b);
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  // Sweep over the ranks where the multiplicity changes.
  std::map<std::int32_t, std::int32_t> change;
  for (const Id id : {a, b})
    for (const Contributors& run : *sets_[static_cast<std::size_t>(id)]) {
      change[run.first] += run.times;
      change[run.last + 1] -= run.times;
    }
  Set set;
  std::int32_t times = 0;
  for (auto it = change.begin(); std::next(it) != change.end(); ++it) {
    times += it->second;
    if (times > 0) append(set, {it->first, std::next(it)->first - 1, times});
  }
  return unions_[key] = intern(std::move(set));
}

std::span<const Contributors> ContributorSets::operator[](Id id) const {
  if (id <= kMixed) return {};
  return *sets_[static_cast<std::size_t>(id)];
}

std::string ContributorSets::text(Id id) const {
  if (id == kUndefined) return "nothing";
  if (id == kMixed) return "a reduction of different elements";
  std::string out;
  for (const Contributors& run : *sets_[static_cast<std::size_t>(id)]) {
    out += out.empty() ? "" : ", ";
    out += run.first == run.last ? text_of(run.first) : text_of(run.first, "..", run.last);
    if (run.times > 1) out += text_of(" x", run.times);
  }
  return "{" + out + "}";
}

}  // namespace orrery::inline payload
