#include "algorithms/phases/ring.h"

#include <algorithm>

namespace orrery {

void ring_reduce_scatter(Comm& c, const CyclicBlocks& B, int own, int round) {
  const int p = c.size(), right = mod(c.rank() + 1, p), left = mod(c.rank() - 1, p);
  if (p == 1) return;
  std::int64_t largest = 0;
  for (int i = 0; i < p; ++i) largest = std::max(largest, B(i).count());
  const Slice T = c.scratch(largest);
  for (int k = 0; k < p - 1; ++k) {
    const Slice into = B(own - 2 - k), t = T.part(0, into.count());
    c.round(round + k);
    c.sendrecv(B(own - 1 - k), right, t, left);
    c.reduce_front(into, t);
  }
}

void ring_allgather(Comm& c, const CyclicBlocks& B, int own, int round) {
  const int p = c.size(), right = mod(c.rank() + 1, p), left = mod(c.rank() - 1, p);
  for (int k = 0; k < p - 1; ++k) {
    c.round(round + k);
    c.sendrecv(B(own - k), right, B(own - k - 1), left);
  }
}

std::int64_t all_but_smallest(const Partition& partition) {
  std::int64_t smallest = partition.count();
  for (int i = 0; i < partition.blocks(); ++i) smallest = std::min(smallest, partition.size(i));
  return partition.count() - smallest;
}

}  // namespace orrery
