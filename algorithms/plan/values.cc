#include "algorithms/plan/values.h"

#include <utility>

#include "emu/base/check.h"
#include "emu/base/random.h"

namespace orrery::inline algorithms {
namespace {

std::uint64_t joined(std::int32_t a, std::int32_t b) {
  return std::uint64_t{static_cast<std::uint32_t>(a)} << 32 | static_cast<std::uint32_t>(b);
}

}  // namespace

Values::Fingerprint Values::fingerprint(Contribution c) {
  const std::uint64_t x = joined(c.rank, c.index);
  return {mixed(x), mixed(~x * 0xd1342543de82ef95u + 0xc4f46be25a6a6404u)};
}

Values::Id Values::leaf(Contribution c) {
  nodes_.push_back({-1 - c.rank, c.index, fingerprint(c)});
  return static_cast<Id>(nodes_.size() - 1);
}

/// Returns the sum. Operands are ordered, so that equal sums of two values are one value.
Values::Id Values::sum(Id a, Id b) {
  if (a == kNothing || b == kNothing) return kNothing;
  if (a > b) std::swap(a, b);
  const auto [at, added] = sums_.try_emplace(joined(a, b), static_cast<Id>(nodes_.size()));
  if (added) {
    const Fingerprint &x = fingerprint(a), &y = fingerprint(b);
    nodes_.push_back({a, b, {x[0] + y[0], x[1] + y[1]}});
  }
  return at->second;
}

/// Expands from the value down: parts have smaller numbers.
std::map<Contribution, std::uint64_t> Values::contributions(Id id) const {
  std::map<Contribution, std::uint64_t> all;
  std::map<Id, std::uint64_t, std::greater<>> open;
  if (id != kNothing) open[id] = 1;
  while (!open.empty()) {
    const auto [at, times] = *open.begin();
    open.erase(open.begin());
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (node.a < 0) {
      all[{-1 - node.a, node.b}] += times;
    } else {
      open[node.a] += times;
      open[node.b] += times;
    }
  }
  return all;
}

std::string text_of_contributions(const std::map<Contribution, std::uint64_t>& all, int parts) {
  constexpr std::size_t kMost = 6;
  std::string text;
  std::size_t n = 0;
  for (const auto& [c, times] : all) {
    if (n++ == kMost) break;
    const std::string often = times == 1 ? "" : text_of(times, "x");
    text += text_of(text.empty() ? "" : " + ", often, "(", c.rank, ",", c.index / parts, ")");
  }
  if (all.size() > kMost) text += text_of(" + ", all.size() - kMost, " more");
  return text.empty() ? "nothing" : text;
}

}  // namespace orrery::inline algorithms
