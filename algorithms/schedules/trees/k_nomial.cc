#include "algorithms/schedules/trees/k_nomial.h"

#include <algorithm>
#include <cstdint>

#include "algorithms/common/arithmetic.h"

namespace orrery::inline algorithms {

namespace {

/// Returns the largest power of k below p, or 1.
std::int64_t highest_power(int p, int k) {
  std::int64_t power = 1;
  while (power * k < p) power *= k;
  return power;
}

/// Numbers the ranks below `parent`: they follow it and end before `end`.
void lay_out(RootedTree& tree, int parent, int end, std::int64_t size, int k, int round) {
  int next = parent + 1;
  for (; size > 0; size /= k, ++round)
    for (int i = 1; i < k && next < end; ++i) {
      const int stop = static_cast<int>(std::min<std::int64_t>(end, next + size));
      tree.attach(next, parent, round);
      lay_out(tree, next, stop, size / k, k, round + 1);
      next = stop;
    }
}

}  // namespace

RootedTree binomial_tree_doubling(int p) {
  RootedTree tree(p);
  for (int i = 0; i < ceil_log2(p); ++i)
    for (int v = 0; v < 1 << i && v + (1 << i) < p; ++v) tree.attach(v + (1 << i), v, i);
  return tree;
}

RootedTree at_once(const RootedTree& tree) {
  RootedTree posted(tree.size());
  for (int v = 0; v < tree.size(); ++v)
    for (const int child : tree.children(v)) posted.attach(child, v, posted.round(v) + 1);
  return posted;
}

RootedTree k_nomial_tree(int p, int k) {
  RootedTree tree(p);
  int round = 0;
  for (std::int64_t d = p > 1 ? highest_power(p, k) : 0; d > 0; d /= k, ++round)
    for (std::int64_t v = 0; v < p; v += k * d)
      for (std::int64_t i = 1; i < k && v + i * d < p; ++i)
        tree.attach(static_cast<int>(v + i * d), static_cast<int>(v), round);
  return tree;
}

RootedTree k_nomial_preorder_tree(int p, int k) {
  RootedTree tree(p);
  if (p > 1) lay_out(tree, 0, p, highest_power(p, k), k, 0);
  return tree;
}

RootedTree k_ary_tree(int p, int k) {
  RootedTree tree(p);
  for (int child = 1; child < p; ++child) {
    const int parent = (child - 1) / k;
    tree.attach(child, parent, tree.round(parent) + 1);
  }
  return tree;
}

RootedTree flat_tree(int p) {
  RootedTree tree(p);
  for (int child = 1; child < p; ++child) tree.attach(child, 0, 0);
  return tree;
}

}  // namespace orrery::inline algorithms
