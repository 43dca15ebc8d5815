#include <algorithm>
#include <vector>

#include "algorithms/trees/construct.h"

namespace orrery::trees {

TimedTree two_stage_tree(const Blocks& blocks, const Costs& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  const int p = blocks.ranks();
  const auto& sizes = blocks.sizes();
  const int r =
      root == kFreeRoot ? static_cast<int>(std::ranges::max_element(sizes) - sizes.begin()) : root;
  TreeBuilder builder(p);
  if (p == 1) return {builder.finish(), costs.copy(blocks.size(0))};

  std::vector<std::int64_t> others = sizes;
  others.erase(others.begin() + r);
  const Blocks rest =
      blocks.shared() ? Blocks::one_vector(p - 1, blocks.total()) : Blocks(std::move(others));
  const TimedTree first = adaptive_tree(rest, costs, kFreeRoot);
  const auto rank = [r](int v) { return v < r ? v : v + 1; };
  for (int v = 0; v < p - 1; ++v) {
    const auto children = first.tree.children(v);
    for (int i = 0; i < first.tree.degree(v); ++i) {
      if (i == first.tree.copy_place(v)) builder.copy_now(rank(v));
      builder.take(rank(v), rank(children[static_cast<std::size_t>(i)]));
    }
    if (first.tree.copy_place(v) == first.tree.degree(v)) builder.copy_now(rank(v));
  }
  builder.take(r, rank(first.tree.root()));
  const Cost gathered = p == 2 ? 0 : first.time;  // a leaf does not copy
  const Cost ready = std::max(costs.copy(blocks.size(r)), gathered);
  return {builder.finish(), ready + costs.message(rest.total())};
}

}  // namespace orrery::trees
