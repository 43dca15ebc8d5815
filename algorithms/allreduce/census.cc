// Census: allreduce of small vectors in the fewest rounds, for any p.
// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
//          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 8.
// Letters  p ranks, q = ceil(log2 p), r own rank, m bytes, skip[k] the halving skips from 1 to p,
//          S the sum over the ranks that follow r without r itself: r + 1 .. r + skip[k] - 1
//          before round k; X = x_r + S.
// Rounds   q. If skip[k+1] = 2 skip[k]: send X to r - skip[k], receive from r + skip[k]. If
//          skip[k+1] = 2 skip[k] - 1: send S to r - skip[k] + 1, receive from r + skip[k] - 1.
//          What is received is added to S and X.
// Sent     q m by every rank.
// Time     q (α + m β) + max(1, 2(q-1)) m γ, as S and X grow side by side (S not in the last
//          round).
// Needs    a commutative operator: rank r sums in the order r, r+1, ..., r-1.
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/schedules/circulant.h"

namespace orrery::allreduce_census {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), r = c.rank();
  const circulant::Skips skip(p);
  const Slice X = call.v, S = c.scratch(X.count()), T = c.scratch(X.count());
  for (int k = 0; k < skip.q; ++k) {
    const bool even = skip[k + 1] == 2 * skip[k];
    const int distance = even ? skip[k] : skip[k] - 1;
    const Slice in = k == 0 ? S : T;  // S is empty at first
    // The rank sends its sum, with or without its own vector, to a rank before it, and adds what
    // comes from as far behind: the sums cover neighbouring ranges.
    c.round(k);
    c.sendrecv(even ? X : S, mod(r - distance, p), in, mod(std::int64_t{r} + distance, p));
    c.reduce(X, in);
    if (k > 0 && k + 1 < skip.q) c.reduce(S, in);
  }
}

std::int64_t reductions(const Problem& x) {
  const int q = ceil_log2(x.p);
  return q == 0 ? 0 : std::max(1, 2 * (q - 1));
}

}  // namespace

extern const Algorithm allreduce_census{
    .collective = "allreduce",
    .name = "census",
    .summary =
        "Sums over growing ranges of ranks, in the fewest rounds for any p; for small vectors.",
    .reference = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 8",
    .formula = "ceil(log2 p)(α + mβ) + 2(ceil(log2 p)-1)mγ",
    .formula_if = "p > 2",
    .needs_commutative = true,
    .run = run,
    .words =
        [](const Problem& x, int k, int) {
          const circulant::Skips skip(x.p);
          const bool even = skip[k + 1] == 2 * skip[k];
          return RoundWords{text_of("k = ", k, ", skip[k] = ", skip[k]), even ? "X" : "S", "S"};
        },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return std::int64_t{x.p} * ceil_log2(x.p) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return ceil_log2(x.p) * x.bytes(); },
    .time =
        [](const Problem& x) {
          return ceil_log2(x.p) * x.cost.message(x.bytes()) +
                 reductions(x) * x.cost.reduction(x.bytes());
        },
};

}  // namespace orrery::allreduce_census
