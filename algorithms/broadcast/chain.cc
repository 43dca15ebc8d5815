// Pipelined chain broadcast.
// Letters  p ranks, n blocks, m bytes, v = (r - root) mod p virtual rank, b block.
// Rounds   n + p - 2. In round v + b rank v sends block b to v + 1 while it receives block b + 1.
// Sent     m by every rank but the last.
// Time     (n + p - 2)(α + m/n β); best n = sqrt((p-2) m β / α).
#include "algorithms/algorithm.h"
#include "algorithms/common/pipeline.h"

namespace orrery {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), n = call.blocks, v = mod(c.rank() - call.root, p);
  if (p == 1) return;
  const auto B = [&](int b) { return b < 0 || b >= n ? Slice() : call.v.block(b, n); };
  const int left = mod(c.rank() - 1, p), right = mod(c.rank() + 1, p);
  const bool first = v == 0, last = v == p - 1;
  for (int b = first ? 0 : -1; b < (last ? n - 1 : n); ++b) {
    c.round(v + b);
    c.sendrecv(last ? Slice() : B(b), right, first ? Slice() : B(b + 1), left);
  }
}

std::int64_t rounds(const Problem& x, int n) {
  return x.p == 1 ? 0 : std::int64_t{n} + x.p - 2;
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
    .best_blocks = [](const Problem& x) { return best_pipeline(x, rounds); },
    .rounds = [](const Problem& x) { return rounds(x, pipeline_blocks(x, rounds)); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time = [](const Problem& x) { return pipeline_time(x, pipeline_blocks(x, rounds), rounds); },
};

}  // namespace orrery
