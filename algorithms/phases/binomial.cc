#include "algorithms/phases/binomial.h"

#include <algorithm>

#include "algorithms/common/arithmetic.h"

namespace orrery::inline algorithms {

namespace {

/// Calls f(round, d) for the distances of a scatter.
template <class F>
void for_each_distance(int p, F&& f) {
  const int q = ceil_log2(p);
  for (int k = 0; k < q; ++k) f(k, std::int64_t{1} << (q - 1 - k));
}

int subtree(std::int64_t v, std::int64_t d, int p) {
  return static_cast<int>(std::min<std::int64_t>(d, p - v));
}

/// Returns the elements in the blocks of the subtree of virtual rank v.
std::int64_t subtree_elements(const Problem& x, const Partition& partition, std::int64_t v,
                              std::int64_t d) {
  std::int64_t sum = 0;
  for (int i = 0; i < subtree(v, d, x.p); ++i) sum += partition.size(mod(v + i + x.root, x.p));
  return sum;
}

}  // namespace

void binomial_scatter(Comm& c, const CyclicBlocks& B, int root, int round) {
  const int p = c.size();
  const std::int64_t v = mod(c.rank() - root, p);
  for_each_distance(p, [&](int k, std::int64_t d) {
    // A rank that has the blocks of a subtree sends the upper half of them d ranks on; that rank is
    // then the root of a subtree of its own.
    c.round(round + k);
    if (v % (2 * d) == 0 && v + d < p)
      c.send(B(v + d + root, subtree(v + d, d, p)), mod(v + d + root, p));
    if (v % (2 * d) == d) c.recv(B(v + root, subtree(v, d, p)), mod(v - d + root, p));
  });
}

void binomial_gather(Comm& c, const CyclicBlocks& B, int root, int round) {
  const int p = c.size(), q = ceil_log2(p);
  const std::int64_t v = mod(c.rank() - root, p);
  for (int k = 0; k < q; ++k) {
    const std::int64_t d = std::int64_t{1} << k;
    // A rank whose subtree is complete sends all its blocks d ranks down the tree; the others
    // receive the subtree beside theirs.
    c.round(round + k);
    if (v % (2 * d) == 0 && v + d < p)
      c.recv(B(v + d + root, subtree(v + d, d, p)), mod(v + d + root, p));
    if (v % (2 * d) == d) c.send(B(v + root, subtree(v, d, p)), mod(v - d + root, p));
  }
}

Bytes binomial_bytes(const Problem& x, const Partition& partition) {
  std::int64_t sum = 0;
  for_each_distance(x.p, [&](int, std::int64_t d) {
    for (std::int64_t v = d; v < x.p; v += 2 * d) sum += subtree_elements(x, partition, v, d);
  });
  return x.elements(sum);
}

Bytes binomial_bytes_root(const Problem& x, const Partition& partition) {
  return x.elements(partition.count() - partition.size(x.root));
}

Bytes binomial_bytes_child(const Problem& x, const Partition& partition) {
  std::int64_t most = 0;
  for_each_distance(x.p, [&](int, std::int64_t d) {
    for (std::int64_t v = d; v < x.p; v += 2 * d)
      most = std::max(most, subtree_elements(x, partition, v, d));
  });
  return x.elements(most);
}

Time binomial_time(const Problem& x, Bytes block) {
  Time sum{0};
  for_each_distance(
      x.p, [&](int, std::int64_t d) { sum += x.cost.message(subtree(d, d, x.p) * block); });
  return sum;
}

}  // namespace orrery::inline algorithms
