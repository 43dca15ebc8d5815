#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/plan/plan.h"

namespace orrery {

/// Whether `plan` comes to an end on a machine whose connections hold no more than Plan::wire_buffer says, with
/// `bytes` in the whole vector: a send waits while its connection is full. No times, as none matter: whoever can
/// go on does. REQUIRES a wire buffer, and that the plan ends where connections hold everything.
bool ends_with_finite_buffers(const Plan& plan, std::int64_t bytes);

/// The least power of two of bytes from which on that is not so; nothing if there is none, or no wire buffer.
std::optional<std::int64_t> hangs_from_bytes(const Plan& plan);

/// How many whole messages a connection must hold at least for the plan to end, with connections that hold no
/// more; 0: it ends even if each send waits for its receive. Nothing if the plan sends on no connections.
std::optional<std::int64_t> least_slots(const Plan& plan);

}  // namespace orrery
