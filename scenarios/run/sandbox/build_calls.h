#pragma once

namespace orrery {

/// Restricts this process and all that it starts: they reach no network, send no signals, look into
/// no other process, create no namespaces and leave nothing in the kernel that outlives them
/// (shared memory, queues, keys). All else is allowed. Returns false if the system has no seccomp.
bool restrict_build_calls();

}  // namespace orrery
