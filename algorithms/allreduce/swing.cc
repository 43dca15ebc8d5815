// Swing allreduce: swing-latency or swing-bandwidth, whichever a model of the network says is
// faster (see whole_vectors_are_faster).
// Ref      De Sensi, Bonato, Saam and Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth
//          Allreduce", NSDI 2024, Sec. 5.1 (plots show the better of the two).
#include "algorithms/cost_models/choice.h"

namespace orrery {

extern const Algorithm allreduce_swing_latency, allreduce_swing_bandwidth;

namespace {

const Algorithm& better(const Problem& x) {
  return whole_vectors_are_faster(x, {Pairing::kSwing}) ? allreduce_swing_latency
                                                        : allreduce_swing_bandwidth;
}

}  // namespace

extern constinit const Algorithm allreduce_swing = with_choice<better>({
    .collective = "allreduce",
    .name = "swing",
    .summary = "swing-latency or swing-bandwidth, whichever is faster by a model of the network.",
    .reference = "De Sensi, Bonato, Saam and Hoefler, Swing, NSDI 2024",
    .formula = "that of the better one",
    .needs_commutative = true,
});

}  // namespace orrery
