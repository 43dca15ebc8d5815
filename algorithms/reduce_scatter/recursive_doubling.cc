// Recursive doubling reduce-scatter: the first half of Rabenseifner's allreduce, near partners
// first, with every block at its own rank.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 2.3.3; in torus order P.
//          Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM TOPC 1(2),
//          2015.
// Rounds   log2 p. In step s rank r and r XOR 2^s (in torus order see recursive-doubling-latency)
//          exchange half of what they are responsible for.
// Sent     all blocks but the rank's own.
// Time     log2 p α + (p-1)/p m (β + γ) when p divides m.
// Needs    a power of two of ranks, in torus order sides that are, a commutative operator.
#include "algorithms/common/symmetry_hint.h"
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_recursive_doubling {

namespace {

constexpr Design kDesign{Pairing::kDoubling, Design::Shape::kAsOrdered};

std::optional<std::string> unsupported(const Problem& x) {
  auto reason = bad_order(x, "recursive-doubling");
  return reason ? reason : needs_powers_of_two(x, kDesign, "recursive-doubling");
}

}  // namespace

extern constinit const Algorithm reduce_scatter_recursive_doubling =
    with_costs<TorusReduceScatter{kDesign}>({
        .collective = "reduce-scatter",
        .name = "recursive-doubling",
        .summary = "Pairs at doubling distances exchange halves of the remaining data.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3.3",
        .formula = "log2 p α + (p-1)/p m(β + γ)",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_ranks = Ranks::kPowersOfTwo,
        .ordered = true,
        .unsupported = unsupported,
        .symmetry = [](const Problem& x) { return symmetric_by_exclusive_or(x, x.p); },
    });

}  // namespace orrery::reduce_scatter_recursive_doubling
