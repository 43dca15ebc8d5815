// Recursive doubling through all ports: the plain and mirrored collectives of Swing with the
// partners of recursive doubling; whole vectors or halves, whichever is faster on the network.
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing", NSDI 2024, Sec. 4.1 (last paragraph), 5.1.
// Letters  as in swing-latency and swing-bandwidth. In the mirrored collectives a node goes down
//          where it goes up in the plain ones: 0-7 1-2 3-4 5-6, then 0-6 1-7 2-4 3-5 for p = 8.
// Rounds   log2 p' or 2 log2 p', and 2 more for each side that is not a power of two.
// Needs    coordinates and a commutative operator.
#include <array>

#include "algorithms/cost_models/choice.h"

namespace orrery::allreduce_mirrored_recursive_doubling {

namespace {

constexpr Design kDesign{Pairing::kDoubling};
constexpr Algorithm kWhole =
    with_costs<LatencyOptimal{kDesign}>(variant("mirrored recursive doubling, whole vectors"));
constexpr Algorithm kHalves =
    with_costs<BandwidthOptimal{kDesign}>(variant("mirrored recursive doubling, halves"));

constexpr std::array<Candidate, 2> kBoth{
    {{Exchanging::kVectors, &kWhole, kDesign}, {Exchanging::kHalves, &kHalves, kDesign}}};

const Algorithm& better(const Problem& x) {
  return fastest(x, kBoth);
}

}  // namespace

extern constinit const Algorithm allreduce_mirrored_recursive_doubling = with_choice<better>({
    .collective = "allreduce",
    .name = "mirrored-recursive-doubling",
    .summary = "Recursive doubling through all ports of a torus, plain and mirrored at once.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 4.1",
    .formula = "as recursive-doubling on 1/(2D) of the vector",
    .formula_if = "in words",
    .needs_commutative = true,
    .needs_coordinates = true,
});

}  // namespace orrery::allreduce_mirrored_recursive_doubling
