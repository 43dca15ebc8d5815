// Recursive doubling: whole vectors (recursive-doubling-latency) or halves (rabenseifner), whichever
// is faster on the network (see fastest); in torus order where the ranks have coordinates and all
// sides are powers of two, in linear order elsewhere.
// Ref      the baseline of De Sensi et al., "Swing", NSDI 2024, Sec. 2.3.2, 2.3.3 and 5.1.
#include <array>

#include "algorithms/cost_models/choice.h"

namespace orrery::allreduce_recursive_doubling {

namespace {

constexpr Design kDesign{Pairing::kDoubling, Design::Shape::kBestOrder};
constexpr Algorithm kWhole =
    with_costs<LatencyOptimal{kDesign}>(variant("recursive-doubling, whole vectors"));
constexpr Algorithm kHalves =
    with_costs<BandwidthOptimal{kDesign}>(variant("recursive-doubling, halves"));

constexpr std::array<Candidate, 2> kBoth{
    {{Exchanging::kVectors, &kWhole, kDesign}, {Exchanging::kHalves, &kHalves, kDesign}}};

const Algorithm& better(const Problem& x) {
  return fastest(x, kBoth);
}

}  // namespace

extern constinit const Algorithm allreduce_recursive_doubling = with_choice<better>({
    .collective = "allreduce",
    .name = "recursive-doubling",
    .summary =
        "Pairs at doubling distances exchange whole vectors or halves, whichever is faster on "
        "the network; along the dimensions of a torus of powers of two.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024, Sec. 2.3",
    .formula = "that of recursive-doubling-latency or rabenseifner",
    .formula_if = "in words",
    .reproducible = Reproducible::kOnAllRanks,
});

}  // namespace orrery::allreduce_recursive_doubling
