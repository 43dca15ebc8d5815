#pragma once

#include "algorithms/plan/plan.h"

namespace orrery::inline algorithms {

/// Returns whether ranks access each other's memory only by sends and receives on connections.
bool is_two_sided(const Plan& plan);

/// Converts all movements of data to sends and receives: a write into another rank's memory becomes
/// a send, a read from it a send by its owner; the receiver computes sums. A thread has a block for
/// its work on its rank's memory and for its first destination, one for each further destination,
/// and one at the other end of each of its connections; if these are more blocks or channels than
/// executors support, all messages from rank to rank share a connection. Orders between accesses to
/// memory become waits within each rank; signals, barriers and semaphores are dropped. THROWS
/// PlanError: a plan that hangs, races, or reads before a write (plan_check.h), or has too many
/// chunks (kStructure).
Plan two_sided(const Plan& plan);

}  // namespace orrery::inline algorithms
