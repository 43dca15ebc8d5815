#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery::inline algorithms {

/// Returns the least power of two of bytes from which on `plan` hangs on a machine whose
/// connections have the capacity Plan::wire_buffer, as a send waits while its connection is full,
/// independent of times. nullopt if there is none, or no wire buffer. REQUIRES that the plan ends
/// with unlimited connections.
std::optional<std::int64_t> hangs_from_bytes(const Plan& plan);

/// Returns the least number of whole messages per connection with which the plan ends; 0: it ends
/// even if each send waits for its receive. nullopt if the plan sends on no connections.
std::optional<std::int64_t> least_slots(const Plan& plan);

}  // namespace orrery::inline algorithms
