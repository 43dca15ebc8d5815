#include "algorithms/phases/ring.h"

#include <algorithm>

namespace orrery::inline algorithms {

namespace {

Ring ring_of_all(Comm& c) {
  return {c.size(), mod(c.rank() - 1, c.size()), mod(c.rank() + 1, c.size())};
}

}  // namespace

void ring_reduce_scatter(Comm& c, const CyclicBlocks& B, int own, int round) {
  ring_reduce_scatter(c, ring_of_all(c), B, B.longest(), own, round);
}

void ring_allgather(Comm& c, const CyclicBlocks& B, int own, int round) {
  ring_allgather(c, ring_of_all(c), B, own, round);
}

Bytes all_but_smallest(const Problem& x) {
  const Partition partition = x.partition(x.count);
  std::int64_t smallest = partition.count();
  for (int i = 0; i < partition.blocks(); ++i) smallest = std::min(smallest, partition.size(i));
  return x.elements(partition.count() - smallest);
}

}  // namespace orrery::inline algorithms
