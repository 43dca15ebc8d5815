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

/// Returns the design of swing-bandwidth with another handling of odd sides.
constexpr Design with(OddSide odd, int turns = 1, bool apart = false) {
  return {Pairing::kSwing, Design::Shape::kEveryPort, odd, turns, apart};
}

template <Design kVariant>
constexpr Algorithm kAlgorithm = with_costs<BandwidthOptimal{kVariant}>(
    variant(kVariant.odd == OddSide::kVirtual ? "swing-virtual"
            : kVariant.turns > 1              ? "swing-turns"
                                              : "swing-ahead"));

/// Returns a candidate that is not in the catalogue.
template <Design kVariant>
constexpr Candidate beside() {
  return {Exchanging::kHalves, &kAlgorithm<kVariant>, kVariant};
}

/// All candidates. With the nodes that play two apart, neither waits for both collectives at one
/// port.
constexpr std::array<Candidate, 11> kAll{
    {{Exchanging::kDirect, &allreduce_swing_direct::allreduce_swing_direct, kDesign},
     {Exchanging::kVectors, &allreduce_swing_latency::allreduce_swing_latency, kDesign},
     {Exchanging::kHalves, &allreduce_swing_bandwidth::allreduce_swing_bandwidth, kDesign},
     {Exchanging::kHalves, &allreduce_swing_virtual::allreduce_swing_virtual,
      with(OddSide::kVirtual)},
     beside<with(OddSide::kVirtual, 1, true)>(),
     {Exchanging::kHalves, &allreduce_swing_ahead::allreduce_swing_ahead, with(OddSide::kAhead)},
     beside<with(OddSide::kAheadVirtualFirst)>(),
     {Exchanging::kHalves, &allreduce_swing_turns::allreduce_swing_turns, with(OddSide::kAhead, 2)},
     beside<with(OddSide::kAhead, 3)>(),
     beside<with(OddSide::kAhead, 4)>(),
     {Exchanging::kFolded, &allreduce_swing_folded::allreduce_swing_folded, kDesign}}};

bool is_odd(int side) {
  return side > 1 && side % 2 == 1;
}

/// Returns the fastest one. The first is for sides of three; those from swing-virtual on are
/// swing-bandwidth where no side is odd.
const Algorithm& best(const Problem& x) {
  const Torus torus = kDesign.torus(x);
  const bool odd = std::ranges::any_of(torus.sides(), is_odd);
  const auto all = std::span(kAll).first(odd ? kAll.size() : 3);
  return fastest(x, odd && !allreduce_swing_direct::allreduce_swing_direct.unsupported(x)
                        ? all
                        : all.subspan(1));
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
