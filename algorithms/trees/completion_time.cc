#include "algorithms/trees/completion_time.h"

#include <algorithm>

#include "algorithms/trees/pair_costs.h"
#include "emu/base/check.h"

namespace orrery::trees {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// time + fixed + rate * units, with a check.
Cost later(Cost time, Cost fixed, Cost rate, std::int64_t units) {
  Cost flow = 0;
  const bool too_much = __builtin_mul_overflow(rate, units, &flow) ||
                        __builtin_add_overflow(flow, fixed, &flow) ||
                        __builtin_add_overflow(time, flow, &time);
  EMU_CHECK(!too_much, "the time of the tree is 2^63 or more");
  return time;
}

/// What every subtree sends.
std::vector<std::int64_t> subtree_sizes(const Tree& tree, const Blocks& blocks,
                                        const std::vector<int>& bottom_up) {
  std::vector<std::int64_t> sizes = blocks.sizes();
  if (blocks.shared()) return sizes;
  for (const int r : bottom_up)
    if (r != tree.root()) sizes[at(tree.parent(r))] += sizes[at(r)];
  return sizes;
}

/// Alpha, beta (child, parent) and gamma (rank) of a message and a copy.
template <class Alpha, class Beta, class Gamma>
std::vector<Cost> ready_with(const Tree& tree, const Blocks& blocks, Alpha alpha, Beta beta,
                             Gamma gamma) {
  EMU_CHECK(tree.ranks() == blocks.ranks(), "a tree of ", tree.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  const std::vector<int> bottom_up = tree.bottom_up();
  const std::vector<std::int64_t> sizes = subtree_sizes(tree, blocks, bottom_up);
  std::vector<Cost> ready(at(tree.ranks()), 0);
  for (const int r : bottom_up) {
    Cost time = 0;
    const auto copy = [&] { time = later(time, 0, gamma(r), blocks.size(r)); };
    int taken = 0;
    for (const int c : tree.children(r)) {
      if (taken++ == tree.copy_place(r)) copy();
      time = std::max(time, ready[at(c)]);
      if (sizes[at(c)] > 0) time = later(time, alpha(c, r), beta(c, r), sizes[at(c)]);
    }
    if (!tree.leaf(r) && taken == tree.copy_place(r)) copy();
    ready[at(r)] = time;
  }
  return ready;
}

}  // namespace

std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const Costs& costs) {
  return ready_with(
      tree, blocks, [&](int, int) { return costs.alpha; }, [&](int, int) { return costs.beta; },
      [&](int) { return costs.gamma; });
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const Costs& costs) {
  return ready_times(tree, blocks, costs)[at(tree.root())];
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const PairCosts& costs) {
  EMU_CHECK(costs.ranks() == blocks.ranks(), "costs of ", costs.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  const std::vector<Cost> ready = ready_with(
      tree, blocks, [&](int from, int to) { return costs.alpha(from, to); },
      [&](int from, int to) { return costs.beta(from, to); },
      [&](int r) { return costs.gamma(r); });
  return ready[at(tree.root())];
}

Cost lower_bound(const Blocks& blocks, const Costs& costs, int root) {
  if (blocks.ranks() == 1) return 0;
  const std::int64_t others = blocks.shared() ? blocks.total() : blocks.total() - blocks.size(root);
  return costs.message(others) + costs.copy(blocks.size(root));
}

}  // namespace orrery::trees
