// Recursive doubling allreduce, latency-optimal: whole vectors are exchanged at doubling
// distances.
// Ref      R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication
//          Operations in MPICH", IJHPCA 19(1), 2005, Sec. 4.5; the baseline (L) of De Sensi et
//          al., "Swing", NSDI 2024, Sec. 2.3.2.
// Letters  p ranks, p' = 2^floor(log2 p), r participant (see Fold), m bytes, s step.
// Rounds   log2 p', and 2 more if p is not a power of two. In step s participants r and r XOR 2^s
//          exchange their vectors. In torus order step s works in dimension s mod D instead, where
//          coordinates x and x XOR 2^floor(s/D) are partners; each side is folded by itself.
// Sent     m log2 p' by a participant.
// Time     log2 p' (α + m β + m γ), and 2(α + m β) + m γ more if p is not a power of two.
// Keeps the order of ranks in linear order, so any associative operator will do there.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_recursive_doubling_latency {

extern constinit const Algorithm allreduce_recursive_doubling_latency =
    with_costs<LatencyOptimal{{Pairing::kDoubling, Design::Shape::kAsOrdered}}>({
        .collective = "allreduce",
        .name = "recursive-doubling-latency",
        .summary =
            "Pairs at distance 1, 2, 4, ... exchange and add whole vectors: the fewest rounds, the "
            "most bytes.",
        .reference = "Thakur, Rabenseifner and Gropp, IJHPCA 19(1), 2005, Sec. 4.5",
        .formula = "log2 p (α + mβ + mγ)",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .ordered = true,
        .unsupported = [](const Problem& x) { return bad_order(x, "recursive-doubling-latency"); },
        .symmetry = [](const Problem& x) { return symmetric_by_exclusive_or(x, 1); },
    });

}  // namespace orrery::allreduce_recursive_doubling_latency
