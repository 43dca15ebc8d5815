// Reduce up a k-nomial tree.
// Ref      folklore; as MPICH's knomial_2 tree.
// Letters  p ranks, k radix, q = ceil(log_k p), v = (r - root) mod p virtual rank, m bytes.
// Rounds   q: see k_nomial_tree. In a round a rank has k-1 messages under way.
// Sent     m by every rank but the root.
// Time     q (k-1) (α + m β + m γ) for p = k^q.
// Sums in the order root, root + 1, ..., root - 1: that of ranks if the root is 0, otherwise the
// operator must be commutative.
#include "algorithms/schedules/trees/k_nomial.h"

#include "algorithms/common/ranks_needed.h"
#include "algorithms/phases/follow.h"

namespace orrery::reduce_k_nomial {

extern constinit const Algorithm reduce_k_nomial = by_plan<reduce_k_nomial>({
    .collective = "reduce",
    .name = "k-nomial",
    .summary = "Partial sums of k-1 children come up a k-nomial tree in each round.",
    .reference = "folklore; as MPICH's knomial_2 tree",
    .formula = "q(k-1)(α + mβ + mγ)",
    .formula_if = "p = k^q",
    .reproducible = Reproducible::kOnAllRanks,
    .radixed = true,
    .plan =
        [](const Problem& x, int r) {
          return up_the_tree(k_nomial_tree(x.p, x.radix), x.root, r, Carried::kVector);
        },
    .unsupported = [](const Problem& x) { return bad_root(x, "k-nomial"); },
    .bytes_total = [](const Problem& x) { return (x.p - 1) * x.bytes(); },
    .bytes_max_rank = [](const Problem& x) { return x.p > 1 ? x.bytes() : Bytes(0); },
});

}  // namespace orrery::reduce_k_nomial
