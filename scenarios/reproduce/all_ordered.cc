#include "scenarios/reproduce/all_ordered.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace orrery {

namespace {

using trees::Cost;

class AllOrdered {
 public:
  AllOrdered(const trees::Blocks& blocks, const trees::Costs& costs)
      : blocks_(blocks), costs_(costs) {}

  Cost best(int root) const { return best(0, blocks_.ranks() - 1, root); }

 private:
  Cost best(int i, int j, int root) const {
    if (i == j) return 0;
    Cost least = INT64_MAX;
    for (int r = i; r <= j; ++r)
      if (root == trees::kFreeRoot || root == r) least = std::min(least, from(i, j, r, 0));
    return least;
  }

  /// What is left for r to take in rank order, at `time`: i .. j.
  Cost from(int i, int j, int r, Cost time) const {
    if (i > j) return time;
    if (i == r) return from(i + 1, j, r, time + costs_.copy(blocks_.size(r)));
    Cost least = INT64_MAX;
    for (int k = i; k <= (i < r ? r - 1 : j); ++k) {
      const Cost taken =
          std::max(time, best(i, k, trees::kFreeRoot)) + costs_.message(blocks_.sum(i, k));
      least = std::min(least, from(k + 1, j, r, taken));
    }
    return least;
  }

  const trees::Blocks& blocks_;
  const trees::Costs& costs_;
};

}  // namespace

Cost best_of_all_ordered(const trees::Blocks& blocks, const trees::Costs& costs, int root) {
  return AllOrdered(blocks, costs).best(root);
}

std::string described(const trees::Tree& tree) {
  std::string text;
  for (const int r : tree.top_down())
    if (!tree.leaf(r))
      text += fmt::format("{}{} takes {}", text.empty() ? "" : ", ", r,
                          fmt::join(tree.children(r), " "));
  return text;
}

}  // namespace orrery
