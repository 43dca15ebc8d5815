#pragma once

#include <filesystem>

#include "scenarios/run/sandbox/sandbox.h"

/// The inside of a sandbox.
namespace orrery {

/// Where the guardian finds things, and what it is to do.
struct Guarded {
  const SandboxJob& job;
  const SandboxLimits& limits;
  SandboxKind kind;
  std::filesystem::path input, work;  ///< as they are seen inside
  int output, result;                 ///< descriptors
};

/// Runs the commands and watches over them: this process is the only one of its user, or of its namespace, that is not
/// theirs. When it returns, all of them are gone.
SandboxEnd guard(const Guarded& guarded);

/// Ends all processes of this user but this one, until there are none. For a user, or a namespace, of its own.
void end_all_others();

}  // namespace orrery
