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

/// Returns swing-turns in kTurns turns.
template <int kTurns>
constexpr Algorithm in_turns() {
  return with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort, OddSide::kAhead,
                                      kTurns}}>(variant("swing-turns"));
}
constexpr Algorithm kThreeTurns = in_turns<3>(), kFourTurns = in_turns<4>();

/// swing-virtual with the two nodes that play two apart: through one port neither waits for both
/// collectives.
constexpr Algorithm kApart =
    with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort, OddSide::kVirtual, 1,
                                 true}}>(variant("swing-virtual"));

/// swing-ahead with the partners of the node that plays two in the other order.
constexpr Algorithm kVirtualFirst =
    with_costs<BandwidthOptimal{{Pairing::kSwing, Design::Shape::kEveryPort,
                                 OddSide::kAheadVirtualFirst}}>(variant("swing-ahead"));

constexpr std::array<Candidate, 11> kAll{
    {{Exchanging::kDirect, &allreduce_swing_direct::allreduce_swing_direct},
     {Exchanging::kVectors, &allreduce_swing_latency::allreduce_swing_latency},
     {Exchanging::kHalves, &allreduce_swing_bandwidth::allreduce_swing_bandwidth},
     {Exchanging::kHalves, &allreduce_swing_virtual::allreduce_swing_virtual, OddSide::kVirtual},
     {Exchanging::kHalves, &kApart, OddSide::kVirtual, 1, true},
     {Exchanging::kHalves, &allreduce_swing_ahead::allreduce_swing_ahead, OddSide::kAhead},
     {Exchanging::kHalves, &kVirtualFirst, OddSide::kAheadVirtualFirst},
     {Exchanging::kHalves, &allreduce_swing_turns::allreduce_swing_turns, OddSide::kAhead, 2},
     {Exchanging::kHalves, &kThreeTurns, OddSide::kAhead, 3},
     {Exchanging::kHalves, &kFourTurns, OddSide::kAhead, 4},
     {Exchanging::kFolded, &allreduce_swing_folded::allreduce_swing_folded}}};

bool is_odd(int side) {
  return side > 1 && side % 2 == 1;
}

/// Returns the fastest one. The first is for sides of three; those from swing-virtual on are
/// swing-bandwidth where no side is odd.
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
    .summary = "The fastest on the network of swing-latency, swing-bandwidth and, on odd sides, "
               "swing-direct, swing-virtual (its nodes that play two together or apart), "
               "swing-ahead (also with the messages of that node in the other order), swing-turns "
               "(in two to four turns) and swing-folded.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024",
    .formula = "that of the fastest one",
    .formula_if = "in words",
    .needs_commutative = true,
});

}  // namespace orrery::allreduce_swing
