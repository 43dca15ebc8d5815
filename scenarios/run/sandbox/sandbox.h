#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// A sandbox for programs on untrusted files: mostly compilers, and the programs that build scripts
/// start.
namespace orrery::inline run {

/// The mechanism that separates such programs from the rest of the machine.
enum class SandboxKind {
  /// User, mount, process, network and IPC namespaces: nothing else is visible, and all written
  /// files are gone with the last process. Needs unprivileged user namespaces, as Debian has them,
  /// or root.
  kNamespaces,
  /// Another user and Landlock: other files cannot be opened, other processes cannot be reached.
  /// Needs root and a kernel with Landlock; for containers that do not allow namespaces.
  kOtherUser,
  /// Only limits, and no system calls to the network and to other processes. Files are as readable
  /// and writable as for the user. Must be chosen explicitly.
  kLimitsOnly
};
/// Returns "namespaces", "other-user", "limits-only".
std::string_view sandbox_name(SandboxKind kind);

/// Returns the first of kNamespaces and kOtherUser that works here, by trying them. THROWS
/// InputError if neither does.
SandboxKind best_sandbox();

struct SandboxLimits {
  std::chrono::milliseconds time{60'000};       ///< for all commands together
  std::int64_t memory = std::int64_t{2} << 30;  ///< bytes: of each process, and of all together
  std::int64_t disk = std::int64_t{256} << 20;  ///< bytes; with namespaces
  std::int64_t largest_file = std::int64_t{64} << 20;  ///< bytes
  int processes = 64;                                  ///< at the same time
};

/// A job: read a folder, run commands, return a file.
struct SandboxJob {
  using Command = std::vector<std::string>;

  std::filesystem::path input;  ///< the folder
  std::vector<std::filesystem::path>
      readable;  ///< files that they may read, besides the system's programs
  /// Returns the commands, which run one after the other while all succeed; they see the folder as
  /// `input`, and begin in `work`, an empty folder, the only one they can write to.
  std::function<std::vector<Command>(const std::filesystem::path& input,
                                     const std::filesystem::path& work)>
      commands;
  std::string ending;            ///< of the one requested file: ".so"
  std::filesystem::path result;  ///< the path of the requested file, if all succeeded
};

enum class SandboxEnd {
  kDone,
  kFailed,  ///< a command failed
  kTime,
  kMemory,
  kProcesses,
  kNoFile,
  kManyFiles,  ///< more than one file with that ending
  kTooLarge,   ///< the file is too large
  kBroken      ///< the sandbox could not be created
};

struct SandboxResult {
  SandboxEnd end = SandboxEnd::kBroken;
  std::string output;         ///< output of the commands, its beginning
  std::string words() const;  ///< describes the end: "took longer than 60 s"
  SandboxLimits limits{};
};

/// Runs a job. When it returns, no process is left and no file is written but `result`. THROWS
/// std::runtime_error for lack of processes, memory or disk.
SandboxResult run_in_sandbox(const SandboxJob& job, const SandboxLimits& limits, SandboxKind kind);

}  // namespace orrery::inline run
