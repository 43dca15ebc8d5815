#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery {

/// Finds the least power of two of bytes from which on `plan` does not come to an end on a machine whose connections hold
/// no more than Plan::wire_buffer says, as a send waits while its connection is full: times do not matter. Nothing if
/// there is none, or no wire buffer. REQUIRES that the plan ends where connections hold everything.
std::optional<std::int64_t> hangs_from_bytes(const Plan& plan);

/// How many whole messages a connection must hold at least for the plan to end, with connections that hold no
/// more; 0: it ends even if each send waits for its receive. Nothing if the plan sends on no connections.
std::optional<std::int64_t> least_slots(const Plan& plan);

}  // namespace orrery
