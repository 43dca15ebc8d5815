#pragma once

namespace orrery {

/// From here on this process, and all that it starts, reaches no network, sends no signals, looks into no other
/// process, makes no namespaces and leaves nothing in the kernel that outlives it (shared memory, queues,
/// keys). All else is left to it. False where the system has no seccomp.
bool restrict_build_calls();

}  // namespace orrery
