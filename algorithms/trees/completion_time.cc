#include "algorithms/trees/completion_time.h"

#include <algorithm>

#include "algorithms/trees/pair_costs.h"
#include "emu/base/check.h"

namespace orrery::trees {

namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

constexpr const char* kTooLong = "the time of the tree is 2^63 or more";

Cost later(Cost time, Cost step) {
  EMU_CHECK(!__builtin_add_overflow(time, step, &time), kTooLong);
  return time;
}

/// fixed + rate * units.
Cost linear(Cost fixed, Cost rate, std::int64_t units) {
  Cost cost = 0;
  EMU_CHECK(!__builtin_mul_overflow(rate, units, &cost), kTooLong);
  return later(cost, fixed);
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

/// message(child, parent, size) and copy(rank, size).
template <class Message, class Copy>
std::vector<Cost> ready_with(const Tree& tree, const Blocks& blocks, Message message, Copy copy) {
  EMU_CHECK(tree.ranks() == blocks.ranks(), "a tree of ", tree.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  const std::vector<int> bottom_up = tree.bottom_up();
  const std::vector<std::int64_t> sizes = subtree_sizes(tree, blocks, bottom_up);
  std::vector<Cost> ready(at(tree.ranks()), 0);
  for (const int r : bottom_up) {
    Cost time = 0;
    const auto copy_own = [&] { time = later(time, copy(r, blocks.size(r))); };
    int taken = 0;
    for (const int c : tree.children(r)) {
      if (taken++ == tree.copy_place(r)) copy_own();
      time = std::max(time, ready[at(c)]);
      if (sizes[at(c)] > 0) time = later(time, message(c, r, sizes[at(c)]));
    }
    if ((!tree.leaf(r) || r == tree.root()) && taken == tree.copy_place(r)) copy_own();
    ready[at(r)] = time;
  }
  return ready;
}

}  // namespace

std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const Costs& costs) {
  return ready_with(
      tree, blocks,
      [&](int, int, std::int64_t size) { return linear(costs.alpha, costs.beta, size); },
      [&](int, std::int64_t size) { return linear(0, costs.gamma, size); });
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const Costs& costs) {
  return ready_times(tree, blocks, costs)[at(tree.root())];
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const PairCosts& costs) {
  EMU_CHECK(costs.ranks() == blocks.ranks(), "costs of ", costs.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  const std::vector<Cost> ready = ready_with(
      tree, blocks,
      [&](int from, int to, std::int64_t size) {
        return linear(costs.alpha(from, to), costs.beta(from, to), size);
      },
      [&](int r, std::int64_t size) { return linear(0, costs.gamma(r), size); });
  return ready[at(tree.root())];
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const CostOf& message,
                     const CostOf& copy) {
  const std::vector<Cost> ready = ready_with(
      tree, blocks, [&](int, int, std::int64_t size) { return message(size); },
      [&](int, std::int64_t size) { return copy(size); });
  return ready[at(tree.root())];
}

Cost lower_bound(const Blocks& blocks, const Costs& costs, int root) {
  const std::int64_t sent =
      blocks.shared() && blocks.ranks() > 1 ? blocks.total() : blocks.total() - blocks.size(root);
  return costs.message(sent) + costs.copy(blocks.size(root));
}

}  // namespace orrery::trees
