// Swing allreduce: the one of the algorithms below that is fastest on the network (see fastest).
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 5.1 (plots show the better of the two).
#include <algorithm>
#include <array>

#include "algorithms/cost_models/choice.h"

#define ALGORITHM(name)        \
  namespace orrery::name {     \
  extern const Algorithm name; \
  }
ALGORITHM(allreduce_swing_latency)
ALGORITHM(allreduce_swing_bandwidth)
ALGORITHM(allreduce_swing_direct)
ALGORITHM(allreduce_swing_virtual)
ALGORITHM(allreduce_swing_ahead)
ALGORITHM(allreduce_swing_turns)
ALGORITHM(allreduce_swing_folded)
#undef ALGORITHM

namespace orrery::allreduce_swing {
namespace {

constexpr Design kDesign{Pairing::kSwing};
constexpr std::array<Candidate, 7> kAll{
    {{Exchanging::kDirect, &allreduce_swing_direct::allreduce_swing_direct},
     {Exchanging::kVectors, &allreduce_swing_latency::allreduce_swing_latency},
     {Exchanging::kHalves, &allreduce_swing_bandwidth::allreduce_swing_bandwidth},
     {Exchanging::kVirtual, &allreduce_swing_virtual::allreduce_swing_virtual},
     {Exchanging::kAhead, &allreduce_swing_ahead::allreduce_swing_ahead},
     {Exchanging::kTurns, &allreduce_swing_turns::allreduce_swing_turns},
     {Exchanging::kFolded, &allreduce_swing_folded::allreduce_swing_folded}}};

bool is_odd(int side) {
  return side > 1 && side % 2 == 1;
}

/// The first is for sides of three, and the last four are swing-bandwidth where no side is odd.
const Algorithm& best(const Problem& x) {
  const Torus torus = kDesign.torus(x);
  const bool odd = std::ranges::any_of(torus.sides(), is_odd);
  const auto all = std::span(kAll).first(odd ? kAll.size() : 3);
  return fastest(
      x, kDesign,
      odd && !allreduce_swing_direct::allreduce_swing_direct.unsupported(x) ? all : all.subspan(1));
}

}  // namespace

extern constinit const Algorithm allreduce_swing = with_choice<best>({
    .collective = "allreduce",
    .name = "swing",
    .summary =
        "The algorithms swing-latency, swing-bandwidth and, on odd sides, swing-direct, "
        "swing-virtual, swing-ahead, swing-turns and swing-folded: the fastest on the network.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024",
    .formula = "that of the fastest one",
    .formula_if = "in words",
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_swing
