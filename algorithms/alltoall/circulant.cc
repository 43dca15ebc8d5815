// All-to-all on the circulant graph: the reduce-scatter with concatenation as the operator.
// Ref      J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
//          rev. 2025), Sec. 2 (all-to-all).
// Letters  p ranks, q rounds (ceil(log2 p) with halving skips), r own rank, m bytes for each peer,
//          s skip, R[i] the sequence of blocks collected for rank r + i. The sources of R[i],
//          relative to r, are the same on every rank: those of R[i] and, s further, of R[s + i].
// Rounds   q. In the round of s the sequences R[lo .. hi] go to rank r + s as one message and are
//          appended to its R[lo-s .. hi-s] (see circulant::steps). R[0] ends with all p blocks.
// Sent     every block once for each skip in its distance, at most q p/2 m in all, by every rank.
// Time     q α + (blocks sent) m β, and m γ for copying the rank's own block.
#include "algorithms/phases/circulant.h"

#include <vector>

#include "algorithms/common/symmetry_hint.h"

namespace orrery::alltoall_circulant {

namespace {

/// A block of a sequence: its place, and the distance from its source to r.
struct Collected {
  Slice at;
  int distance;
};
using Sequences = std::vector<std::vector<Collected>>;

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const std::int64_t m = call.v.count() / (std::int64_t{2} * p);
  const auto out = [&](std::int64_t i) { return call.v.block(mod(r + i, p), std::int64_t{2} * p); };
  const auto in = [&](std::int64_t distance) {
    return call.v.block(p + mod(r - distance, p), std::int64_t{2} * p);
  };
  Sequences R(static_cast<std::size_t>(p));
  for (int i = 0; i < p; ++i) R[static_cast<std::size_t>(i)].push_back({out(i), 0});

  int round = 0;
  for (const auto& [s, lo, hi] : circulant::steps(call.skips, p)) {
    std::vector<Slice> sent, received;
    for (int i = lo; i <= hi; ++i)
      for (const Collected& block : R[static_cast<std::size_t>(i)]) {
        sent.push_back(block.at);
        // Blocks for r itself arrive at their final place.
        const Slice to = i == s ? in(block.distance + s) : c.scratch(m);
        received.push_back(to);
        R[static_cast<std::size_t>(i - s)].push_back({to, block.distance + s});
      }
    // The rank sends all blocks that have to travel this far in one message to the rank s further
    // on; they are collected there for later steps.
    c.round(round++);
    c.sendrecv(c.join(sent), mod(std::int64_t{r} + s, p), c.join(received), mod(r - s, p));
  }
  c.copy(in(0), out(0));
}

/// Returns the number of blocks that a rank sends in each round.
std::vector<std::int64_t> blocks_by_round(const Problem& x) {
  std::vector<std::int64_t> length(static_cast<std::size_t>(x.p), 1), rounds;
  for (const auto& [s, lo, hi] : circulant::steps(skips_of(x), x.p)) {
    std::int64_t sent = 0;
    for (int i = lo; i <= hi; ++i) {
      sent += length[static_cast<std::size_t>(i)];
      length[static_cast<std::size_t>(i - s)] += length[static_cast<std::size_t>(i)];
    }
    rounds.push_back(sent);
  }
  return rounds;
}

Bytes sent_by_each(const Problem& x) {
  std::int64_t sum = 0;
  for (const std::int64_t blocks : blocks_by_round(x)) sum += blocks;
  return sum * x.bytes();
}

Time time(const Problem& x) {
  Time sum = x.cost.reduction(x.bytes());
  for (const std::int64_t blocks : blocks_by_round(x)) sum += x.cost.message(blocks * x.bytes());
  return sum;
}

}  // namespace

extern const Algorithm alltoall_circulant{
    .collective = "alltoall",
    .name = "circulant",
    .summary =
        "Blocks for the same rank are collected on a circulant graph, in ceil(log2 p) rounds.",
    .reference = "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025)",
    .formula = "at most ceil(log2 p)(α + p/2 mβ) + mγ",
    .skipped = true,
    .run = run,
    .unsupported = bad_skips,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .words = [](const Problem& x, int round,
                int) { return RoundWords{circulant_words(x, round, true).letters}; },
    .rounds = [](const Problem& x) { return static_cast<std::int64_t>(skips_of(x).size()); },
    .bytes_total = [](const Problem& x) { return x.p * sent_by_each(x); },
    .bytes_max_rank = sent_by_each,
    .time = time,
};

}  // namespace orrery::alltoall_circulant
