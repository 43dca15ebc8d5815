// Dissemination barrier.
// Ref      D. Hensgen, R. Finkel, U. Manber, "Two algorithms for barrier synchronization", IJPP
//          17(1), 1988.
// Letters  p ranks, q = ceil(log2 p), r own rank, k round.
// Rounds   q. In round k rank r signals r + 2^k and waits for the signal of r - 2^k.
// Sent     no bytes, q signals by every rank.
// Time     q α.
#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/symmetry_hint.h"

namespace orrery::barrier_dissemination {

namespace {

void run(Comm& c, const Call&) {
  const int p = c.size(), r = c.rank(), q = ceil_log2(p);
  for (int k = 0; k < q; ++k) {
    const std::int64_t d = std::int64_t{1} << k;
    // The rank tells the rank d further on that it is here, and waits for the one d before it.
    c.round(k);
    c.sendrecv(Slice::token(), mod(r + d, p), Slice::token(), mod(r - d, p));
  }
}

Bytes none(const Problem&) {
  return Bytes(0);
}

}  // namespace

extern const Algorithm barrier_dissemination{
    .collective = "barrier",
    .name = "dissemination",
    .summary =
        "Signals at doubling distances: after ceil(log2 p) rounds each rank has heard of "
        "every other.",
    .reference = "Hensgen, Finkel and Manber, IJPP 17(1), 1988",
    .formula = "ceil(log2 p)α",
    .run = run,
    .symmetry = [](const Problem& x) { return symmetric_by_number(x, 1, 1); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = none,
    .bytes_max_rank = none,
    .time = [](const Problem& x) { return ceil_log2(x.p) * x.cost.message(Bytes(0)); },
};

}  // namespace orrery::barrier_dissemination
