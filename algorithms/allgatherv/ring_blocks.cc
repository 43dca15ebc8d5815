// Pipelined ring allgather of contributions of any sizes: a large one is passed on block by block.
// Ref      J. L. Träff, A. Ripke, C. Siebert, P. Balaji, R. Thakur, W. Gropp, "A pipelined algorithm for large,
//          irregular all-gather problems", Int. J. High Perform. Comput. Appl. 24(1), 2010.
// Letters  p ranks, m_j elements of rank j's contribution, m of all, n blocks, s = ceil(m/n), b_j = max(1, ceil(m_j/s))
//          blocks that contribution j is cut into, B their sum, i round.
// Rounds   B - min b_j, at most n + p - 2 unless m = 0. Every rank sends its own blocks to the right, then those of its
//          left neighbour, of the one before, and so on but for the right neighbour's, a block in each round, while it
//          receives what the left neighbour sends. An empty contribution takes a round, in which it is not sent.
// Sent     by every rank all contributions but that of its right neighbour.
// Time     (p-1)(b α + m/p β) when all contributions are equal, b = ceil(n/p); at most (n+p-2)(α + s β).
#include <algorithm>
#include <ranges>
#include <vector>

#include "algorithms/common/pipeline.h"
#include "algorithms/cost_models/best_tuning.h"
#include "algorithms/phases/ring.h"

namespace orrery::allgatherv_ring_blocks {

extern const Algorithm allgatherv_ring_blocks;

namespace {

/// Contributions cut into blocks. Three of 5, 0 and 3 elements, n = 4: s = 2, blocks of 2, 2, 1; 0;
/// and 2, 1.
class CutRing {
 public:
  CutRing(const Partition& parts, int n) {
    const std::int64_t s = std::max<std::int64_t>(1, (parts.count() + n - 1) / n);
    for (int j = 0; j < parts.blocks(); ++j) {
      const std::int64_t m = parts.size(j), b = std::max<std::int64_t>(1, (m + s - 1) / s);
      cuts_.emplace_back(m, static_cast<int>(b));
      all_ += b;
    }
  }

  int ranks() const { return static_cast<int>(cuts_.size()); }
  /// Returns contribution j, the larger blocks first.
  const Partition& cut(int j) const { return cuts_[static_cast<std::size_t>(j)]; }
  std::int64_t rounds() const {
    return all_ - std::ranges::min(
                      cuts_ | std::views::transform([](const Partition& c) { return c.blocks(); }));
  }
  /// Returns the rounds in which rank r sends: all blocks but those of its right neighbour.
  std::int64_t sends(int r) const { return all_ - cut(mod(r + 1, ranks())).blocks(); }
  std::int64_t largest() const {
    return std::ranges::max(cuts_, {}, &Partition::largest).largest();
  }

 private:
  std::vector<Partition> cuts_;
  std::int64_t all_ = 0;
};

/// The next block from a rank to its right neighbour.
class NextBlock {
 public:
  NextBlock(const CutRing& cut, int rank) : cut_(cut), j_(rank), left_(cut.sends(rank)) {}

  bool ended() const { return left_ == 0; }
  std::int64_t elements() const { return ended() ? 0 : cut_.cut(j_).size(block_); }
  /// Returns its place in the vector; empty after the last.
  Slice slice_of(const Call& call) const {
    return ended() ? Slice() : cut_.cut(j_).block(call.block(j_), block_);
  }
  void advance() {
    if (ended()) return;
    --left_;
    if (++block_ < cut_.cut(j_).blocks()) return;
    block_ = 0;
    j_ = mod(j_ - 1, cut_.ranks());
  }

 private:
  const CutRing& cut_;
  int j_, block_ = 0;
  std::int64_t left_;
};

void run(Comm& c, const Call& call) {
  const int p = c.size(), left = mod(c.rank() - 1, p);
  if (p == 1) return;
  const CutRing cut(call.partition, call.blocks);
  NextBlock out(cut, c.rank()), in(cut, left);
  for (int i = 0; !out.ended() || !in.ended(); ++i, out.advance(), in.advance()) {
    // The rank passes the next block on to the right, its own ones first, then those that have come from the left.
    c.round(i);
    c.sendrecv(out.slice_of(call), mod(c.rank() + 1, p), in.slice_of(call), left);
  }
}

constexpr int kExactUpTo = 128;  // ranks

/// Returns the completion time with a port each: the message of a round begins when both its ranks
/// have ended the round before.
double exact_time(const Problem& x, const CutRing& cut) {
  std::vector<NextBlock> next;
  next.reserve(static_cast<std::size_t>(x.p));
  for (int r = 0; r < x.p; ++r) next.emplace_back(cut, r);
  std::vector<double> clock(next.size(), 0), before;
  for (std::int64_t i = 0; i < cut.rounds(); ++i) {
    before = clock;
    for (std::size_t r = 0; r < next.size(); ++r) {
      const std::size_t right = r + 1 == next.size() ? 0 : r + 1;
      if (const std::int64_t elements = next[r].elements(); elements > 0) {
        const double end = std::max(before[r], before[right]) + block_time(x, elements, false);
        clock[r] = std::max(clock[r], end);
        clock[right] = std::max(clock[right], end);
      }
      next[r].advance();
    }
  }
  return *std::ranges::max_element(clock);
}

int best(const Problem& x) {
  if (x.p == 1) return 1;
  const Partition parts = x.partition(x.count);
  return fastest_blocks(allgatherv_ring_blocks, x, pipeline_limit(x, 1, x.p - 1), [&](int n) {
    const CutRing cut(parts, n);
    return x.p <= kExactUpTo
               ? exact_time(x, cut)
               : static_cast<double>(cut.rounds()) * block_time(x, cut.largest(), false);
  });
}

CutRing cut_of(const Problem& x) {
  return {x.partition(x.count), pipeline_blocks(x, best)};
}

/// Returns the time for equal contributions: in every round all ranks send blocks of the same
/// length.
Time time(const Problem& x) {
  const CutRing cut = cut_of(x);
  Time sum{0};
  for (int b = 0; b < cut.cut(0).blocks() && cut.largest() > 0; ++b)
    sum += x.cost.message(x.elements(cut.cut(0).size(b)));
  const bool equal = x.sizes.empty() && x.count % x.p == 0;
  return equal ? (x.p - 1) * sum : cut.rounds() * x.cost.message(x.elements(cut.largest()));
}

}  // namespace

extern const Algorithm allgatherv_ring_blocks{
    .collective = "allgatherv",
    .name = "ring-blocks",
    .summary = "As ring, but large contributions are passed on block by block.",
    .reference = "Träff, Ripke, Siebert, Balaji, Thakur, Gropp, IJHPCA 24(1), 2010",
    .formula = "at most (n+p-2)(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return x.p == 1 ? 0 : cut_of(x).rounds(); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = all_but_smallest,
    .time = time,
};

}  // namespace orrery::allgatherv_ring_blocks
