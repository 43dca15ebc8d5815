// Allreduce with Bine partners whose sums are hidden behind messages: those of the reduce-scatter go in pieces.
// Ref      D. De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
//          Locality", SC 2025, segmented; there pieces have a fixed size, and the rest of a message is not cut.
// Letters  p ranks, P = 2^q participants, q = floor(log2 p), n pieces of the first message, m bytes.
// Rounds   2q, and 2 more if p is not a power of two. In round i < q a rank exchanges m / 2^(i+1) in ceil(n / 2^i) pieces,
//          and adds each while the next is under way.
// Sent     2 (p-1)/p m by every rank for p = 2^q.
// Time     (q + n + ceil(n/2) + ... ) α + 2 (p-1)/p m β, and γ for the last piece of each round, for p = 2^q and γ at
//          most β.
// Needs    a commutative operator.
#include <algorithm>

#include "algorithms/common/arithmetic.h"
#include "algorithms/cost_models/best_tuning.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/tori/bine.h"

namespace orrery::allreduce_bine_segmented {

extern const Algorithm allreduce_bine_segmented;

namespace {

/// Models the time as two stages with pieces between them: messages, and sums.
double model(const Problem& x, int n) {
  double time = 0;
  auto elements = static_cast<double>(x.count);
  for (int P = 1 << floor_log2(x.p); P > 1; P /= 2, n = (n + 1) / 2) {
    elements /= 2;
    const double pieces = std::clamp(elements, 1.0, static_cast<double>(n)),
                 m = elements * x.element_bytes,
                 sent = pieces * static_cast<double>(x.cost.alpha.count()) + m * x.cost.beta.ps,
                 added = m * x.cost.gamma.ps;
    time += std::max(sent + added / pieces, sent / pieces + added);
  }
  return time;
}

int best(const Problem& x) {
  const auto most = static_cast<int>(std::clamp<std::int64_t>(x.count, 1, kMostBlocks));
  return fastest_blocks(allreduce_bine_segmented, x, most, [&](int n) { return model(x, n); });
}

}  // namespace

extern constinit const Algorithm allreduce_bine_segmented = by_plan<allreduce_bine_segmented>({
    .collective = "allreduce",
    .name = "bine-segmented",
    .summary = "As bine-bandwidth, but data to be added come in pieces; each is added while the "
               "next one is under way.",
    .reference = "De Sensi et al., Bine Trees, SC 2025",
    .formula =
        "(q + n + ceil(n/2) + ceil(n/4) + ..)α + 2(p-1)/p mβ, and γ of last pieces, for p = 2^q",
    .formula_if = "in words",
    .reproducible = Reproducible::kOnAllRanks,
    .needs_commutative = true,
    .pipelined = true,
    .plan = [](const Problem& x, int r) { return bine::segmented_allreduce(x.p, r, x.blocks); },
    .best_blocks = best,
});

}  // namespace orrery::allreduce_bine_segmented
