// Rabenseifner's allreduce: recursive halving of the vector, then doubling.
// Ref      R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004;
//          R. Thakur, R. Rabenseifner, W. Gropp, IJHPCA 19(1), 2005, Sec. 4.5; the baseline (B) of
//          De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.3, in torus order after P. Sack, W. Gropp,
//          "Collective algorithms for multiported torus networks", ACM TOPC 1(2), 2015.
// Letters  p ranks, p' = 2^floor(log2 p), r participant (see Fold), m bytes, s step.
// Rounds   2 log2 p', and 2 more if p is not a power of two. Reduce-scatter, s = 0, 1, ...: r and
//          r XOR 2^s halve what they are responsible for, each gives the other's half away and adds
//          what it gets. Allgather, s = log2 p' - 1, ..., 0: they exchange what they have. In torus
//          order partners are those of recursive-doubling-latency. Blocks held, p = 4:
//            r = 0   0123  01--  0---  01--  0123
//            r = 1   0123  --23  --2-  --23  0123
//            r = 2   0123  01--  -1--  01--  0123
//            r = 3   0123  --23  ---3  --23  0123
// Sent     2 m (p'-1)/p' by a participant when p' divides m.
// Time     2 log2 p' α + 2 m (p'-1)/p' β + m (p'-1)/p' γ, and 2(α + m β) + m γ more if p is no
//          power of two.
// Keeps the order of ranks in linear order, so any associative operator will do there.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_allreduce.h"

namespace orrery::allreduce_rabenseifner {

extern constinit const Algorithm allreduce_rabenseifner =
    with_costs<BandwidthOptimal{{Pairing::kDoubling, Design::Shape::kAsOrdered}}>({
        .collective = "allreduce",
        .name = "rabenseifner",
        .summary =
            "Reduce-scatter by halving the vector at doubling distances, then allgather backwards: "
            "few rounds and few bytes.",
        .reference = "Rabenseifner, ICCS 2004",
        .formula = "2 log2 p α + 2(p-1)/p mβ + (p-1)/p mγ",
        .formula_if = "p = 2^q",
        .reproducible = Reproducible::kOnAllRanks,
        .ordered = true,
        .unsupported = [](const Problem& x) { return bad_order(x, "rabenseifner"); },
        .symmetry = [](const Problem& x) { return symmetric_by_exclusive_or(x, x.p); },
    });

}  // namespace orrery::allreduce_rabenseifner
