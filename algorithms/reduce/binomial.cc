// Binomial-tree reduce.
// Letters  p ranks, q = ceil(log2 p), m bytes, v = (r - root) mod p virtual rank, k round.
// Rounds   q. In round k every v that is an odd multiple of 2^k sends its partial sum to v - 2^k.
// Sent     m by every rank but the root.
// Time     q (α + m β + m γ).
// Sums in the order root, root + 1, ..., root - 1: that of ranks if the root is 0, otherwise the
// operator must be commutative.
#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "algorithms/common/ranks_needed.h"

namespace orrery::reduce_binomial {

namespace {

void run(Comm& c, const Call& call) {
  const int p = c.size(), q = ceil_log2(p);
  const std::int64_t v = mod(c.rank() - call.root, p);
  const auto rank = [&](std::int64_t virtual_rank) { return mod(virtual_rank + call.root, p); };
  const Slice T = c.scratch(call.v.count());
  for (int k = 0; k < q; ++k) {
    const std::int64_t d = std::int64_t{1} << k;
    // A rank whose subtree is summed sends the sum d ranks down the tree; its parent adds it.
    c.round(k);
    if (v % (2 * d) == d) c.send(call.v, rank(v - d));
    if (v % (2 * d) == 0 && v + d < p) {
      c.recv(T, rank(v + d));
      c.reduce(call.v, T);
    }
  }
}

}  // namespace

extern const Algorithm reduce_binomial{
    .collective = "reduce",
    .name = "binomial",
    .summary = "Partial sums move down a binomial tree.",
    .reference = "folklore; as MPICH's binomial reduce",
    .formula = "ceil(log2 p)(α + mβ + mγ)",
    .reproducible = Reproducible::kOnAllRanks,
    .run = run,
    .unsupported = [](const Problem& x) { return bad_root(x, "binomial"); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
    .time =
        [](const Problem& x) {
          return ceil_log2(x.p) * (x.cost.message(x.bytes()) + x.cost.reduction(x.bytes()));
        },
};

}  // namespace orrery::reduce_binomial
