#include "algorithms/cost_models/emulated_time.h"

#include "algorithms/verify.h"

namespace orrery {

double emulated_time(const Algorithm& a, const Problem& x) {
  const Op sizes_only{"", "", x.element_bytes, x.commutative, nullptr, nullptr};
  const Execution e = execute(a, x, *x.network, {}, PayloadKind::kGhost, sizes_only);
  return static_cast<double>(e.metrics.completion.count());
}

}  // namespace orrery
