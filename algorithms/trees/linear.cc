#include "algorithms/trees/construct.h"

namespace orrery::trees {

namespace {

/// Returns the time of all messages and the copy, one after the other, in any order.
Cost star_time(const Blocks& blocks, const TreeCosts& costs, Cost messages, int root) {
  return messages - costs.message(blocks.size(root)) + costs.copy(blocks.size(root));
}

}  // namespace

TimedTree linear_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  check_input(blocks, costs, root, kMostLinear);
  const int p = blocks.ranks();
  Cost messages = 0;
  for (int i = 0; i < p; ++i) messages += costs.message(blocks.size(i));
  int r = root == kFreeRoot ? 0 : root;
  for (int i = 1; i < p && root == kFreeRoot; ++i)
    if (star_time(blocks, costs, messages, i) < star_time(blocks, costs, messages, r)) r = i;

  TreeBuilder builder(p);
  for (int i = 0; i < p; ++i) {
    if (i == r)
      builder.copy_now(r);
    else
      builder.take(r, i);
  }
  return {builder.finish(), star_time(blocks, costs, messages, r)};
}

}  // namespace orrery::trees
