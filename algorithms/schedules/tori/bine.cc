#include "algorithms/schedules/tori/bine.h"

#include <algorithm>
#include <cstdint>

#include "algorithms/common/arithmetic.h"
#include "algorithms/common/power_of_two.h"
#include "algorithms/schedules/trees/pairing.h"
#include "emu/payload/slice.h"

namespace orrery::bine {

namespace {

/// The integers of s negabinary digits.
struct Span {
  std::int64_t lo = 0, hi = 0;
  explicit Span(int s) {
    for (int i = 0; i < s; ++i) (i % 2 == 0 ? hi : lo) += (i % 2 == 0 ? 1 : -1) * (1LL << i);
  }
};

constexpr unsigned kNegative = 0xAAAAAAAA;  // the digits of negabinary that count less than 0

unsigned negabinary(std::int64_t n) {
  return (static_cast<unsigned>(n) + kNegative) ^ kNegative;
}
int number(unsigned digits) {
  return static_cast<int>((digits ^ kNegative) - kNegative);
}

/// Returns the lowest `bits` bits of x backwards.
int reversed(unsigned x, int bits) {
  int back = 0;
  for (int i = 0; i < bits; ++i) back = 2 * back + static_cast<int>(x >> i & 1);
  return back;
}

int position_of_number(std::int64_t n, int q) {
  const unsigned digits = negabinary(n);
  return reversed(digits ^ (digits >> 1), q);
}

/// Returns T: the step of a reduce-scatter, distances doubling, in which rank r's sum of block b !=
/// r leaves.
int departure(int r, int b, int p) {
  const int d = mod(r % 2 == 0 ? std::int64_t{b} - r : std::int64_t{r} - b, p);
  return ceil_log2(p) - 1 - floor_log2(position(d, p));
}

std::vector<int> blocks_leaving(int r, int j, int p) {
  std::vector<int> blocks;
  for (int b = 0; b < p; ++b)
    if (b != r && departure(r, b, p) == j) blocks.push_back(b);
  return blocks;
}

/// Returns the positions that agree with that of rank x in the top j + 1 bits.
std::vector<int> positions_near(int x, int j, int p) {
  const int w = p >> (j + 1), lo = position(x, p) / w * w;
  return numbers(lo, lo + w);
}

/// Converts a plan on virtual ranks for a collective with a root; pieces numbered by virtual ranks
/// are then numbered by ranks.
BlockPlan turned(BlockPlan plan, int root, int p, Distances scatter) {
  const auto turn = [&](int& v) { v = mod(std::int64_t{v} + root, p); };
  for_each_message(plan, [&](BlockMessage& m) {
    turn(m.peer);
    if (scatter == Distances::kHalving) std::ranges::for_each(m.blocks, turn);
  });
  return plan;
}

/// Returns the pieces from the parent to virtual rank t, reached over distance j: the pieces that t
/// passes on.
std::vector<int> handed(int t, int j, int p, Distances scatter) {
  return scatter == Distances::kDoubling ? positions_near(t, j, p) : interval(t, j, p);
}

/// Builds the plan of virtual rank v in a scatter of pieces down the tree.
BlockPlan scatter(const RootedTree& tree, int v, Distances order) {
  const int p = tree.size(), q = ceil_log2(p);
  const auto distance = [&](int round) {
    return order == Distances::kDoubling ? round : q - 1 - round;
  };
  BlockPlan plan;
  plan.pieces = p;
  if (v != 0)
    plan.receive(tree.round(v), tree.parent(v), handed(v, distance(tree.round(v)), p, order));
  for (const int t : tree.children(v))
    plan.send(tree.round(t), t, handed(t, distance(tree.round(t)), p, order));
  return plan;
}

/// Builds the plan of virtual rank v in the allgather after a scatter of that order: steps in
/// opposite order.
BlockPlan allgather_after(int p, int v, Distances scatter) {
  const int q = ceil_log2(p);
  BlockPlan plan;
  plan.pieces = p;
  for (int i = 0; i < q; ++i) {
    const int j = scatter == Distances::kDoubling ? q - 1 - i : i, t = partner(v, j, p);
    plan.send(i, t, handed(v, j, p, scatter));
    plan.receive(i, t, handed(t, j, p, scatter));
  }
  return plan;
}

/// Removes the messages to the rank's parent, which has all pieces, and from its children.
void leave_out_edges(BlockPlan& allgather, const RootedTree& tree, int v) {
  for (BlockStep& step : allgather.steps) {
    std::erase_if(step.out, [&](const BlockMessage& m) { return m.peer == tree.parent(v); });
    std::erase_if(step.in, [&](const BlockMessage& m) { return tree.parent(m.peer) == v; });
  }
}

/// Returns the ranks from which r has received blocks for other ranks in steps 0 .. j-1.
std::vector<int> sources(int r, int j, int p) {
  std::vector<int> all{r};
  for (int i = j - 1; i >= 0; --i)
    for (std::size_t n = all.size(), k = 0; k < n; ++k) all.push_back(partner(all[k], i, p));
  std::ranges::sort(all);
  return all;
}

/// Returns the blocks that rank `from` sends to its partner `to` in step j.
std::vector<int> sent_on(int from, int to, int j, int p) {
  std::vector<int> destinations;
  for (const int k : positions_near(to, j, p)) destinations.push_back(rank_at(k, p));
  std::ranges::sort(destinations);
  std::vector<int> blocks;
  for (const int s : sources(from, j, p))
    for (const int d : destinations) blocks.push_back(s * p + d);
  return blocks;
}

}  // namespace

int partner(int r, int j, int p) {
  return Pairs{Pairing::kSwing}.partner(r, j, p);
}

int position(int v, int p) {
  const int q = ceil_log2(p);
  const Span span(q);
  const std::int64_t n = v % 2 == 0 ? -v : v;
  int best = 1 << q;
  for (std::int64_t m = n - (n - span.lo) / p * p; m <= span.hi; m += p)
    if (m >= span.lo) best = std::min(best, position_of_number(m, q));
  return best;
}

int rank_at(int position, int p) {
  const auto gray = static_cast<unsigned>(reversed(static_cast<unsigned>(position), ceil_log2(p)));
  unsigned digits = gray;
  for (int shift = 1; shift < 32; shift *= 2) digits ^= digits >> shift;
  const int n = number(digits);
  return mod(n % 2 == 0 ? -n : n, p);
}

RootedTree tree(int p, Distances order) {
  const int even = p - p % 2, q = ceil_log2(std::max(even, 1));
  RootedTree tree(p);
  std::vector<int> reached{0};
  for (int i = 0; i < q; ++i) {
    const int j = order == Distances::kDoubling ? i : q - 1 - i;
    for (std::size_t k = 0, n = reached.size(); k < n; ++k) {
      const int t = partner(reached[k], j, even);
      if (tree.has(t)) continue;
      tree.attach(t, reached[k], i);
      reached.push_back(t);
    }
  }
  if (even < p && p > 1) tree.attach(p - 1, 0, q);
  return tree;
}

std::vector<int> interval(int r, int s, int p) {
  const Span span(s);
  return cyclic_numbers(static_cast<int>(r % 2 == 0 ? r + span.lo : r - span.hi), 1 << s, p);
}

BlockPlan allgather_near(int p, int r) {
  const int q = ceil_log2(p);
  BlockPlan plan;
  for (int i = 0; i < q; ++i) {
    const int j = q - 1 - i, t = partner(r, j, p);
    plan.send(i, t, blocks_leaving(t, j, p));
    plan.receive(i, t, blocks_leaving(r, j, p));
  }
  return plan;
}

BlockPlan allgather_far(int p, int r) {
  BlockPlan plan;
  for (int s = 0; s < ceil_log2(p); ++s) {
    const int t = partner(r, s, p);
    const std::vector<int> mine = interval(r, s, p), theirs = interval(t, s, p);
    std::vector<int> out, in;
    std::ranges::set_difference(mine, theirs, std::back_inserter(out));
    std::ranges::set_difference(theirs, mine, std::back_inserter(in));
    plan.send(s, t, out);
    plan.receive(s, t, in);
  }
  return plan;
}

BlockPlan allgather_near_sent(int p, int r) {
  BlockPlan plan;
  if (position(r, p) != r) {
    plan.send(0, rank_at(r, p), {r});
    plan.receive(0, position(r, p), {position(r, p)});
  }
  BlockPlan exchange = allgather_after(p, r, Distances::kDoubling);
  return in_sequence(plan, 1, exchange);
}

BlockPlan reduce_scatter_near_sent(int p, int r) {
  const int q = ceil_log2(p);
  const BlockPlan sums = backwards_adding(allgather_after(p, r, Distances::kDoubling), q, r);
  BlockPlan plan = in_sequence({}, 0, sums);
  if (position(r, p) != r) {
    plan.send(q, position(r, p), {position(r, p)});
    plan.receive(q, rank_at(r, p), {r});
  }
  return plan;
}

BlockPlan allreduce(int p, int r) {
  const Participants all(p);
  const int q = floor_log2(p), fold = all.extra > 0 ? 1 : 0;
  const bool paired = r < 2 * all.extra;
  const std::vector<int> everything = numbers(0, all.count);
  BlockPlan plan;
  plan.pieces = all.count;
  if (paired && r % 2 == 0) {
    plan.send(0, r + 1, everything);
    plan.receive(2 * q + 1, r + 1, everything);
    return plan;
  }
  if (paired) plan.receive(0, r - 1, everything, Arrival::kAddInFront);
  const int a = all.participant_of(r);
  const BlockPlan allgather = allgather_after(all.count, a, Distances::kDoubling);
  BlockPlan both = in_sequence(backwards_adding(allgather, q, a), q, allgather);
  for_each_message(both, [&](BlockMessage& m) { m.peer = all.rank_of(m.peer); });
  plan = in_sequence(plan, fold, both);
  if (paired) plan.send(2 * q + 1, r - 1, everything);
  return plan;
}

BlockPlan segmented_allreduce(int p, int r, int n) {
  BlockPlan plan = allreduce(p, r);
  for (BlockStep& step : plan.steps) {
    if (step.out.empty() || step.in.empty() || step.in[0].arrival == Arrival::kStore) continue;
    for (BlockMessage* m : {&step.out[0], &step.in[0]}) m->segments = n;
    n = (n + 1) / 2;
  }
  return plan;
}

BlockPlan broadcast(int p, int root, int r, Distances order) {
  const RootedTree tree = bine::tree(p, order);
  const int v = mod(std::int64_t{r} - root, p);
  BlockPlan allgather = allgather_after(p, v, order);
  leave_out_edges(allgather, tree, v);
  return turned(in_sequence(scatter(tree, v, order), tree.rounds(), allgather), root, p, order);
}

BlockPlan reduce(int p, int root, int r, Distances order) {
  const RootedTree tree = bine::tree(p, order);
  const int v = mod(std::int64_t{r} - root, p), q = tree.rounds();
  const BlockPlan reduce_scatter = backwards_adding(allgather_after(p, v, order), q, v);
  return turned(in_sequence(reduce_scatter, q, backwards(scatter(tree, v, order), q)), root, p,
                order);
}

BlockPlan alltoall(int p, int r) {
  BlockPlan plan;
  plan.pieces = BlockPlan::kForAll;
  for (int j = 0; j < ceil_log2(p); ++j) {
    const int t = partner(r, j, p);
    plan.send(j, t, sent_on(r, t, j, p));
    plan.receive(j, t, sent_on(t, r, j, p));
  }
  return plan;
}

}  // namespace orrery::bine
