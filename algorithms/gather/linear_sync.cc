// Linear gather with synchronisation: the root asks one rank after another for its block.
// Ref      Open MPI, coll_base_gather: linear with synchronization (there in two parts for each rank).
// Letters  p ranks, m bytes of each rank, k round.
// Rounds   p - 1. In round k the root asks rank root + 1 + k, which then sends.
// Sent     m by every rank but the root.
// Time     (p-1)(2α + m β): no block comes before there is a place for it.
#include "algorithms/algorithm.h"

namespace orrery::gather_linear_sync {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  for (int k = 0; k + 1 < p; ++k) {
    const int other = mod(std::int64_t{call.root} + 1 + k, p);
    if (r != call.root && r != other) continue;
    // The root tells one rank that it is ready, and receives its block.
    c.round(k);
    if (r == call.root) {
      c.send(Slice::token(), other);
      c.recv(call.block(other), other);
    } else {
      c.recv(Slice::token(), call.root);
      c.send(call.block(r), call.root);
    }
  }
}

}  // namespace

extern const Algorithm gather_linear_sync{
    .collective = "gather",
    .name = "linear-sync",
    .summary = "The root asks one rank after another for its block.",
    .reference = "Open MPI, coll_base_gather, linear with synchronization",
    .formula = "(p-1)(2α + mβ)",
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time =
        [](const Problem& x) {
          return (x.p - 1) * (x.cost.message(Bytes(0)) + x.cost.message(x.bytes()));
        },
};

}  // namespace orrery::gather_linear_sync
