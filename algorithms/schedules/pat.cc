#include "algorithms/schedules/pat.h"

#include <algorithm>

#include "algorithms/common/arithmetic.h"
#include "emu/payload/slice.h"

namespace orrery::pat {

namespace {

/// A step: offsets first, first + stride, .. below p move over a distance.
struct Hop {
  int first, stride, distance;
};

void walk(int s, int d, std::vector<int>& order) {
  for (int e = d - 1; e >= 0; --e) {
    order.push_back(s + (1 << e));
    walk(s + (1 << e), e, order);
  }
}

/// Returns the offsets 1 .. D-1 of the near part in preorder, the larger child first.
std::vector<int> preorder(int D) {
  std::vector<int> order;
  walk(0, floor_log2(D), order);
  return order;
}

int lowest_bit(int x) {
  return x & -x;
}

Hop near(int x, int D) {
  return {x, D, lowest_bit(x)};
}

/// Returns the hops over distances 2^d, beginning with the distance of D.
std::vector<Hop> far_part(int p, int D) {
  std::vector<Hop> hops;
  for (int d = D; d < p; d *= 2) hops.push_back({d, 2 * d, d});
  return hops;
}

/// Returns the hops in the order of the allgather. Offsets from p on do not exist.
std::vector<Hop> allgather_hops(int p, int A) {
  const int D = (1 << ceil_log2(p)) / A;
  std::vector<Hop> hops = far_part(p, D);
  std::ranges::reverse(hops);
  for (const int x : preorder(D))
    if (x < p) hops.push_back(near(x, D));
  return hops;
}

std::vector<Hop> reduce_scatter_hops(int p, int A) {
  const int D = (1 << ceil_log2(p)) / A;
  std::vector<Hop> hops;
  for (int x = std::min(D, p) - 1; x > 0; --x) hops.push_back(near(x, D));
  for (const Hop& hop : far_part(p, D)) hops.push_back(hop);
  return hops;
}

/// Returns the blocks at the offsets of the hop at rank r, ascending.
std::vector<int> blocks_at(int r, const Hop& hop, int p) {
  std::vector<int> blocks;
  for (int s = hop.first; s < p; s += hop.stride) blocks.push_back(mod(std::int64_t{r} + s, p));
  std::ranges::sort(blocks);
  return blocks;
}

}  // namespace

int aggregation(int p, int wanted) {
  const int most = p > 1 ? 1 << (ceil_log2(p) - 1) : 1;
  return wanted == 0 ? most : std::min(most, 1 << floor_log2(std::max(wanted, 1)));
}

int rounds(int p, int A) {
  return static_cast<int>(allgather_hops(p, A).size());
}

/// Builds the allgather: the receiver is at the offset of the hop.
BlockPlan allgather(int p, int r, int A) {
  BlockPlan plan;
  int round = 0;
  for (const Hop& hop : allgather_hops(p, A)) {
    const int to = mod(std::int64_t{r} - hop.distance, p);
    plan.send(round, to, blocks_at(to, hop, p));
    plan.receive(round++, mod(std::int64_t{r} + hop.distance, p), blocks_at(r, hop, p));
  }
  return plan;
}

/// Builds the reduce-scatter: the sender is at the offset of the hop.
BlockPlan reduce_scatter(int p, int r, int A) {
  BlockPlan plan;
  int round = 0;
  for (const Hop& hop : reduce_scatter_hops(p, A)) {
    const int from = mod(std::int64_t{r} - hop.distance, p);
    plan.send(round, mod(std::int64_t{r} + hop.distance, p), blocks_at(r, hop, p));
    plan.receive(round++, from, blocks_at(from, hop, p), in_rank_order(from, r));
  }
  return plan;
}

}  // namespace orrery::pat
