// Mirrored recursive doubling reduce-scatter: the first half of the allreduce by halves, through
// all ports of a torus.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 4.1 (last paragraph).
// Rounds   log2 p.
// Sent     all blocks but the rank's own.
// Needs    coordinates, sides that are powers of two, a commutative operator.
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::reduce_scatter_mirrored_recursive_doubling {

namespace {

constexpr Design kDesign{Pairing::kDoubling};

std::optional<std::string> unsupported(const Problem& x) {
  return needs_powers_of_two(x, kDesign, "mirrored-recursive-doubling");
}

}  // namespace

extern constinit const Algorithm reduce_scatter_mirrored_recursive_doubling =
    with_costs<TorusReduceScatter{kDesign}>({
        .collective = "reduce-scatter",
        .name = "mirrored-recursive-doubling",
        .summary = "Halves are exchanged at doubling distances, plain and mirrored at once.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 4.1",
        .formula = "as recursive-doubling on 1/(2D) of the vector",
        .formula_if = "in words",
        .reproducible = Reproducible::kOnAllRanks,
        .needs_commutative = true,
        .needs_coordinates = true,
        .needs_ranks = Ranks::kPowersOfTwo,
        .unsupported = unsupported,
    });

}  // namespace orrery::reduce_scatter_mirrored_recursive_doubling
