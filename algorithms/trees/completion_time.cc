#include "algorithms/trees/completion_time.h"

#include <algorithm>

#include "algorithms/trees/clocks.h"
#include "algorithms/trees/pair_costs.h"
#include "algorithms/trees/ports.h"
#include "emu/base/check.h"
#include "emu/base/index.h"

namespace orrery::trees {

namespace {

/// Returns fixed + rate * units.
Cost linear(Cost fixed, Cost rate, std::int64_t units) {
  Cost cost = 0;
  EMU_CHECK(!__builtin_mul_overflow(rate, units, &cost), "a message takes 2^63 or more");
  return later(cost, fixed);
}

/// Returns all ready times, from message(child, parent, size) and copy(rank, size); every rank has
/// a copy of `fresh`.
template <class Clock, class Message, class Copy>
std::vector<Cost> ready_with(const Tree& tree, const Blocks& blocks, const Clock& fresh,
                             Message message, Copy copy) {
  EMU_CHECK(tree.ranks() == blocks.ranks(), "a tree of ", tree.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  const std::vector<std::int64_t> sizes = subtree_sizes(tree, blocks);
  std::vector<Cost> ready(at(tree.ranks()), 0);
  for (const int r : tree.bottom_up()) {
    if (tree.leaf(r) && r != tree.root()) continue;
    Clock clock = fresh;
    int taken = 0;
    for (const int c : tree.children(r)) {
      if (taken++ == tree.copy_place(r)) clock.copy(copy(r, blocks.size(r)));
      clock.take(ready[at(c)], sizes[at(c)] > 0 ? message(c, r, sizes[at(c)]) : 0);
    }
    if (taken == tree.copy_place(r)) clock.copy(copy(r, blocks.size(r)));
    ready[at(r)] = clock.done();
  }
  return ready;
}

template <class Clock>
std::vector<Cost> ready_linear(const Tree& tree, const Blocks& blocks, const TreeCosts& costs,
                               const Clock& fresh) {
  return ready_with(
      tree, blocks, fresh,
      [&](int, int, std::int64_t size) { return linear(costs.alpha, costs.beta, size); },
      [&](int, std::int64_t size) { return linear(0, costs.gamma, size); });
}

}  // namespace

std::vector<std::int64_t> subtree_sizes(const Tree& tree, const Blocks& blocks) {
  std::vector<std::int64_t> sizes = blocks.sizes();
  if (blocks.shared()) return sizes;
  for (const int r : tree.bottom_up())
    if (r != tree.root()) sizes[at(tree.parent(r))] += sizes[at(r)];
  return sizes;
}

std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const TreeCosts& costs) {
  return ready_linear(tree, blocks, costs, OnePort());
}

std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const TreeCosts& costs,
                              int ports) {
  EMU_CHECK(ports >= 1, ports, " ports; expected at least 1");
  return ready_linear(tree, blocks, costs, SeveralPorts(std::min(ports, tree.ranks())));
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const TreeCosts& costs, int ports) {
  return ready_times(tree, blocks, costs, ports)[at(tree.root())];
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const TreeCosts& costs) {
  return ready_times(tree, blocks, costs)[at(tree.root())];
}

std::vector<Cost> ready_times(const Tree& tree, const Blocks& blocks, const PairCosts& costs) {
  EMU_CHECK(costs.ranks() == blocks.ranks(), "costs of ", costs.ranks(), " ranks for ",
            blocks.ranks(), " blocks");
  return ready_with(
      tree, blocks, OnePort(),
      [&](int from, int to, std::int64_t size) {
        return linear(costs.alpha(from, to), costs.beta(from, to), size);
      },
      [&](int r, std::int64_t size) { return linear(0, costs.gamma(r), size); });
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const PairCosts& costs) {
  return ready_times(tree, blocks, costs)[at(tree.root())];
}

Cost completion_time(const Tree& tree, const Blocks& blocks, const CostOf& message,
                     const CostOf& copy) {
  const std::vector<Cost> ready = ready_with(
      tree, blocks, OnePort(), [&](int, int, std::int64_t size) { return message(size); },
      [&](int, std::int64_t size) { return copy(size); });
  return ready[at(tree.root())];
}

namespace {

/// Returns the size that the root takes from the others.
std::int64_t taken_by(int root, const Blocks& blocks) {
  if (blocks.shared() && blocks.ranks() > 1) return blocks.total();
  return blocks.total() - blocks.size(root);
}

}  // namespace

Cost lower_bound(const Blocks& blocks, const TreeCosts& costs, int root) {
  return costs.message(taken_by(root, blocks)) + costs.copy(blocks.size(root));
}

Cost lower_bound(const Blocks& blocks, const TreeCosts& costs, int root, int ports) {
  EMU_CHECK(ports >= 1, ports, " ports; expected at least 1");
  const std::int64_t taken = taken_by(root, blocks);
  const std::int64_t share = blocks.shared() ? taken : taken / ports + (taken % ports > 0 ? 1 : 0);
  return costs.message(share) + costs.copy(blocks.size(root));
}

Cost lower_bound(const Blocks& blocks, const PairCosts& costs, int root) {
  const std::int64_t taken = taken_by(root, blocks);
  Cost least = blocks.ranks() > 1 ? INT64_MAX : 0;
  for (int i = 0; i < blocks.ranks(); ++i)
    if (i != root) least = std::min(least, costs.message(i, root, taken));
  return least + costs.gamma(root) * blocks.size(root);
}

}  // namespace orrery::trees
