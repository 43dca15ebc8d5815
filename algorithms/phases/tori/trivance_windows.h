#pragma once

#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/cost_models/one_port_time.h"

/// Allreduce of whole vectors by sums of growing windows of ranks (schedules/tori/trivance.h), on D
/// parts of the vector together; the c-th begins in dimension c.
namespace orrery::trivance {

/// Leaves the sum of all ranks in call.v. REQUIRES a commutative operator.
void exchange_windows(Comm& c, const Call& call);

// Return its costs.
int window_rounds(const Problem& x);
Bytes bytes_of_rank(const Problem& x);
std::vector<Exchange> window_exchanges(const Problem& x, int r);

}  // namespace orrery::trivance
