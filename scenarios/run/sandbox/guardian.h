#pragma once

#include <filesystem>

#include "scenarios/run/sandbox/sandbox.h"

/// The inside of a sandbox.
namespace orrery::inline run {

/// The guardian's job and the places of its files.
struct Guarded {
  const SandboxJob& job;
  const SandboxLimits& limits;
  SandboxKind kind;
  std::filesystem::path input, work;  ///< paths inside the sandbox
  int output, result;                 ///< descriptors
};

/// Runs the commands and watches over them: this process is the only other one of its user, or of
/// its namespace. When it returns, all processes of the commands are gone.
SandboxEnd guard(const Guarded& guarded);

/// Dedicated users: the range for services without an account.
constexpr unsigned kFirstSandboxUser = 61184, kSandboxUsers = 4000;

/// Ends all processes of this user except this one, until there are none. Does nothing unless this
/// process belongs to such a user, or is the first of a namespace of its own: other processes are
/// not ours to end.
void end_all_others();

}  // namespace orrery::inline run
