#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Runs programs on untrusted files: mostly compilers, and what build scripts start.
namespace orrery {

/// What keeps such programs from the rest of the machine.
enum class SandboxKind {
  /// User, mount, process, network and IPC namespaces: there is nothing else to be seen, and all that is
  /// written is gone with the last process. Needs unprivileged user namespaces, as Debian has them, or root.
  kNamespaces,
  /// Another user and Landlock: other files cannot be opened, other processes not be reached. Needs root
  /// and a kernel with Landlock; for containers that do not allow namespaces.
  kOtherUser,
  /// Only limits, and no system calls to the network and to other processes. Files are as readable
  /// and writable as they are for the user. Chosen by hand only.
  kLimitsOnly
};
/// "namespaces", "other-user", "limits-only".
std::string_view sandbox_name(SandboxKind kind);

/// The first of kNamespaces and kOtherUser that works here, which is tried. THROWS InputError if
/// neither does.
SandboxKind best_sandbox();

struct SandboxLimits {
  std::chrono::milliseconds time{60'000};       ///< for all commands together
  std::int64_t memory = std::int64_t{2} << 30;  ///< bytes: of each process, and of all together
  std::int64_t disk = std::int64_t{256} << 20;  ///< bytes; with namespaces
  std::int64_t largest_file = std::int64_t{64} << 20;  ///< bytes
  int processes = 64;                                  ///< at the same time
};

/// A folder is read, commands run, a file comes out.
struct SandboxJob {
  using Command = std::vector<std::string>;

  std::filesystem::path input;  ///< the folder
  std::vector<std::filesystem::path>
      readable;  ///< what they may read, besides the system's programs
  /// What runs, one after the other while all succeed; `input` is where they see the folder, `work`
  /// an empty folder in which they begin, the only one they can write to.
  std::function<std::vector<Command>(const std::filesystem::path& input,
                                     const std::filesystem::path& work)>
      commands;
  std::string ending;            ///< of the name of the one file that is wanted: ".so"
  std::filesystem::path result;  ///< where it is put, if all succeeded
};

enum class SandboxEnd {
  kDone,
  kFailed,  ///< a command did
  kTime,
  kMemory,
  kProcesses,
  kNoFile,
  kManyFiles,  ///< more than one that could be the wanted one
  kTooLarge,   ///< it is
  kBroken      ///< the sandbox could not be made
};

struct SandboxResult {
  SandboxEnd end = SandboxEnd::kBroken;
  std::string output;         ///< what the commands wrote, its beginning
  std::string words() const;  ///< how it ended: "took longer than 60 s"
  SandboxLimits limits{};
};

/// When it returns, no process is left and nothing is written but `result`. THROWS std::runtime_error for lack
/// of processes, memory or disk.
SandboxResult run_in_sandbox(const SandboxJob& job, const SandboxLimits& limits, SandboxKind kind);

}  // namespace orrery
