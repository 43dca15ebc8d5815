#include "algorithms/common/skips.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "emu/base/check.h"

namespace orrery::circulant {

std::vector<int> halving_skips(int p) {
  std::vector<int> skips;
  for (int s = p; s > 1;) skips.push_back(s = s / 2 + s % 2);
  return skips;
}

std::vector<int> power_of_two_skips(int p) {
  std::vector<int> skips;
  for (unsigned s = std::bit_floor(static_cast<unsigned>(p > 1 ? p - 1 : 0)); s > 0; s /= 2)
    skips.push_back(static_cast<int>(s));
  return skips;
}

std::vector<int> linear_skips(int p) {
  std::vector<int> skips;
  for (int s = p - 1; s > 0; --s) skips.push_back(s);
  return skips;
}

std::vector<int> sqrt_skips(int p) {
  int root = 1;
  while (root < p / root + (p % root > 0 ? 1 : 0)) ++root;  // ceil(sqrt p)
  std::vector<int> skips;
  int s = p;
  while (s - root > root) skips.push_back(s -= root);
  while (s > 1) skips.push_back(s = s / 2 + s % 2);
  return skips;
}

std::optional<std::vector<int>> named_skips(std::string_view name, int p) {
  if (name == "halving") return halving_skips(p);
  if (name == "power-of-two") return power_of_two_skips(p);
  if (name == "linear") return linear_skips(p);
  if (name == "sqrt") return sqrt_skips(p);
  return std::nullopt;
}

std::optional<int> first_unreachable(const std::vector<int>& skips, int p) {
  if (p == 1 && skips.empty()) return std::nullopt;
  int previous = p;
  for (const int s : skips) {
    EMU_CHECK(s >= 1 && s < previous, "skips must decrease from below p = ", p, " to 1; ", s,
              " is not below ", previous);
    previous = s;
  }
  EMU_CHECK(previous == 1, "the last skip is ", previous, "; expected 1");
  std::vector<bool> reachable(static_cast<std::size_t>(p));
  reachable[0] = true;
  for (const int s : skips)  // every skip at most once: from the top down
    for (int i = p - 1; i >= s; --i)
      if (reachable[static_cast<std::size_t>(i - s)]) reachable[static_cast<std::size_t>(i)] = true;
  for (int i = 1; i < p; ++i)
    if (!reachable[static_cast<std::size_t>(i)]) return i;
  return std::nullopt;
}

bool is_right_as_printed(std::span<const int> skips, int p) {
  int before = p;
  return std::ranges::all_of(skips, [&](int s) { return std::exchange(before, s) <= 2 * s; });
}

std::vector<ReductionRound> steps(std::span<const int> skips, int p) {
  std::vector<ReductionRound> rounds;
  int hi = p - 1;
  for (const int s : skips) {
    const int lo = std::max(s, hi - s + 1);
    rounds.push_back({s, lo, hi});
    hi = lo - 1;
  }
  return rounds;
}

}  // namespace orrery::circulant
