// Swing allreduce: swing-latency, swing-bandwidth, swing-virtual or swing-folded, whichever is fastest
// on the network (see fastest).
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 5.1 (plots show the better of the two).
#include <algorithm>
#include <array>

#include "algorithms/cost_models/choice.h"

namespace orrery {

extern const Algorithm allreduce_swing_latency, allreduce_swing_bandwidth, allreduce_swing_virtual,
    allreduce_swing_folded;

namespace {

constexpr Design kDesign{Pairing::kSwing};
constexpr std::array<Candidate, 4> kAll{{{Exchanging::kVectors, &allreduce_swing_latency},
                                         {Exchanging::kHalves, &allreduce_swing_bandwidth},
                                         {Exchanging::kVirtual, &allreduce_swing_virtual},
                                         {Exchanging::kFolded, &allreduce_swing_folded}}};

/// The last two are swing-bandwidth where no side is odd.
const Algorithm& best(const Problem& x) {
  const bool odd = std::ranges::any_of(kDesign.torus(x).sides(),
                                       [](int side) { return side > 1 && side % 2 == 1; });
  return fastest(x, kDesign, std::span(kAll).first(odd ? 4 : 2));
}

}  // namespace

extern constinit const Algorithm allreduce_swing = with_choice<best>({
    .collective = "allreduce",
    .name = "swing",
    .summary =
        "swing-latency, swing-bandwidth, swing-virtual or swing-folded, whichever is fastest "
        "on the network.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024",
    .formula = "that of the fastest one",
    .needs_commutative = true,
});

}  // namespace orrery
