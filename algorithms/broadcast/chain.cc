// Pipelined chain broadcast.
// Letters  p ranks, n blocks, m bytes, v = (r - root) mod p virtual rank, b block.
// Rounds   n + p - 2. In round v + b rank v sends block b to v + 1 while it receives block b + 1.
// Sent     m by every rank but the last.
// Time     (n + p - 2)(α + m/n β); best n = sqrt((p-2) m β / α).
#include "algorithms/algorithm.h"
#include "algorithms/cost_models/best_tuning.h"

namespace orrery::broadcast_chain {

extern const Algorithm broadcast_chain;

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, v = mod(c.rank() - call.root, p);
  if (p == 1) return;
  const auto B = [&](int b) { return b < 0 || b >= n ? Slice() : call.v.block(b, n); };
  const int left = mod(c.rank() - 1, p), right = mod(c.rank() + 1, p);
  const bool first = v == 0, last = v == p - 1;
  for (int b = first ? 0 : -1; b < (last ? n - 1 : n); ++b) {
    // The rank passes block b on to the right, while block b + 1 comes from the left.
    c.round(v + b);
    c.sendrecv(last ? Slice() : B(b), right, first ? Slice() : B(b + 1), left);
  }
}

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} + x.p - 2;
}

/// Returns the best n. The first block, which is no smaller than any other, crosses the chain; the
/// others follow it. A host whose port sends and receives in turn forwards a block in twice the
/// time, and takes the next block before that.
int best(const Problem& x) {
  if (x.p == 1) return 1;
  const bool turns = takes_turns(x) && x.p > 2;
  const double period = turns ? 2 : 1;
  return fastest_blocks(broadcast_chain, x, pipeline_limit(x, period, x.p - 2), [&](int n) {
    const double first = block_time(x, Slice(0, 1, 0, x.count).block(0, n).count(), false);
    const int hops = turns && n > 1 ? 2 * (x.p - 2) : x.p - 1;
    return hops * first + period * (blocks_time(x, n, false) - first);
  });
}

}  // namespace

extern const Algorithm broadcast_chain{
    .collective = "broadcast",
    .name = "chain",
    .summary = "n blocks flow along a chain of ranks.",
    .reference = "folklore",
    .formula = "(n+p-2)(α + m/n β)",
    .pipelined = true,
    .run = run,
    .best_blocks = best,
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, best)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time = [](const Problem& x) { return pipeline_time(x, pipeline_blocks(x, best), rounds); },
};

}  // namespace orrery::broadcast_chain
