#pragma once

#include "algorithms/plan/plan.h"

namespace orrery {

/// Whether ranks reach each other's memory by sends and receives on connections alone.
bool is_two_sided(const Plan& plan);

/// Makes sends and receives of what moves the data: what is put into another rank's memory is sent there, what is read from
/// there is sent by its owner, sums are made where something is received. A thread has a block for what it does to
/// its rank's memory and for its first destination, one for each further destination, and one at the other end of
/// each of its connections; where that are more blocks or channels than executors take, all messages from rank to
/// rank share a connection. What ordered accesses to memory becomes what waits for what within each rank; signals,
/// barriers and semaphores are left out. THROWS PlanError: a plan that hangs, races, or reads before a write,
/// (plan_check.h), or has too many chunks (kStructure).
Plan two_sided(const Plan& plan);

}  // namespace orrery
