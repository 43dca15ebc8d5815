#pragma once

#include <string>

namespace orrery::inline run {

/// Restricts this process, and all that it could start, to harmless system calls: it computes,
/// takes memory, reads files, writes to open descriptors. Calls that could reach other processes,
/// files or the network raise SIGSYS; other calls fail with EPERM. Returns false if the system has
/// no seccomp.
bool restrict_system_calls();

/// Returns the name of a system call that raised SIGSYS: "kill".
std::string system_call_name(int number);

}  // namespace orrery::inline run
