#pragma once

#include <string>

namespace orrery {

/// From here on this process, and any that it could start, can do no harm: it computes, takes memory,
/// reads files, writes to descriptors that are open. What could reach other processes, files or the
/// network raises SIGSYS; other calls fail with EPERM. False where the system has no seccomp.
bool restrict_system_calls();

/// "kill" of a number that raises SIGSYS.
std::string system_call_name(int number);

}  // namespace orrery
