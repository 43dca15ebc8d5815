// Scan by doubling distances.
// Ref      W. D. Hillis, G. L. Steele, "Data Parallel Algorithms", CACM 29(12), 1986.
// Letters  p ranks, q = ceil(log2 p), m bytes, W sum so far.
// Rounds   q. In round k rank r sends W to r + 2^k and adds what comes from r - 2^k in front.
// Sent     q m by rank 0.
// Time     q (α + m β + m γ).
#include "algorithms/common/arithmetic.h"
#include "algorithms/phases/follow.h"
#include "algorithms/schedules/pipelines.h"

namespace orrery::scan_hillis_steele {

extern constinit const Algorithm scan_hillis_steele = by_plan<scan_hillis_steele>({
    .collective = "scan",
    .name = "hillis-steele",
    .summary = "Every rank sends the sum that it has to a rank twice as far on as the round "
               "before; rank order is kept.",
    .reference = "Hillis and Steele, CACM 29(12), 1986",
    .formula = "q(α + mβ + mγ)",
    .reproducible = Reproducible::kOnAllRanks,
    .plan = [](const Problem& x, int r) { return doubling_scan(x.p, r); },
    .rounds = [](const Problem& x) -> std::int64_t { return ceil_log2(x.p); },
});

}  // namespace orrery::scan_hillis_steele
