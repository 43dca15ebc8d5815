// Linear reduce: every rank sends its vector to the root.
// Letters  p ranks, m bytes, k round.
// Rounds   p - 1. The root takes ranks root - 1, ..., 0, each in front of its
//          sum, and then root + 1, ..., p - 1, each after it.
// Sent     m by every rank but the root.
// Time     (p-1)(α + m β + m γ).
// Keeps the order of ranks, so any associative operator will do.
#include "algorithms/algorithm.h"

namespace orrery::reduce_linear {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank(), root = call.root;
  if (r != root) {
    // The rank sends its whole vector to the root, which takes one after the other.
    c.round(r < root ? root - 1 - r : r - 1);
    c.send(call.v, root);
    return;
  }
  const Slice T = c.scratch(call.v.count());
  for (int k = 0; k < p - 1; ++k) {
    const int from = k < root ? root - 1 - k : k + 1;
    // The root receives the vector of the next rank, from itself outwards, and adds it on the side
    // where it belongs.
    c.round(k);
    c.recv(T, from);
    if (from < root)
      c.reduce_front(call.v, T);
    else
      c.reduce(call.v, T);
  }
}

}  // namespace

extern const Algorithm reduce_linear{
    .collective = "reduce",
    .name = "linear",
    .summary = "The root adds the vectors of all ranks one after another.",
    .reference = "folklore",
    .formula = "(p-1)(α + mβ + mγ)",
    .reproducible = Reproducible::kOnAllRanks,
    .run = run,
    .rounds = [](const Problem& x) -> std::int64_t { return x.p - 1; },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time =
        [](const Problem& x) {
          return (x.p - 1) * (x.cost.message(x.bytes()) + x.cost.reduction(x.bytes()));
        },
};

}  // namespace orrery::reduce_linear
