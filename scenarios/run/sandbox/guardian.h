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

/// Users of their own: the range for services without an account.
constexpr unsigned kFirstSandboxUser = 61184, kSandboxUsers = 4000;

/// Ends all processes of this user but this one, until there are none. Does nothing unless this process is
/// such a user's, or the first of a namespace of its own: others' processes are not ours to end.
void end_all_others();

}  // namespace orrery
