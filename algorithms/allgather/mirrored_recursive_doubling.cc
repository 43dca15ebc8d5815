// Mirrored recursive doubling allgather: what ranks have doubles, through all ports of a torus.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 4.1 (last paragraph).
// Rounds   log2 p, the most distant partners first.
// Sent     (p-1) m by every rank.
// Needs    coordinates, sides that are powers of two.
#include "algorithms/phases/tori/torus_halves.h"

namespace orrery::allgather_mirrored_recursive_doubling {

namespace {

constexpr Design kDesign{Pairing::kDoubling};

std::optional<std::string> unsupported(const Problem& x) {
  return needs_powers_of_two(x, kDesign, "mirrored-recursive-doubling");
}

}  // namespace

extern constinit const Algorithm allgather_mirrored_recursive_doubling =
    with_costs<TorusAllgather{kDesign}>({
        .collective = "allgather",
        .name = "mirrored-recursive-doubling",
        .summary = "The data of ranks double at halving distances, plain and mirrored at once.",
        .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 4.1",
        .formula = "log2 p stages, (p-1)m/(2D) through each port",
        .formula_if = "in words",
        .needs_coordinates = true,
        .needs_ranks = Ranks::kPowersOfTwo,
        .unsupported = unsupported,
    });

}  // namespace orrery::allgather_mirrored_recursive_doubling
