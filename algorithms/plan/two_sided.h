#pragma once

#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery {

/// A plan in which ranks put chunks into each other's memory, as sends and receives: each thread of puts, all of
/// one destination, becomes a connection with a thread at both of its ends, and what waits for a put that comes to
/// its rank waits for its receive. Nothing where a plan does anything else, or waits for other ranks in other ways.
std::optional<Plan> two_sided(const Plan& plan);

}  // namespace orrery
