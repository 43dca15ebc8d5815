#pragma once

#include <cstdint>
#include <filesystem>

namespace orrery::inline run {

/// A control group (cgroup v2) for the processes of a sandbox. The kernel counts all of their memory together, at any
/// moment and of any kind, and ends a process that needs more.
///
/// The group stands beside that of this process. There is none if the system has no cgroup v2, if the memory controller
/// is not enabled in the group above, or if this user may not create groups there.
class MemoryGroup {
 public:
  /// Tries to create the group. `most` is in bytes.
  explicit MemoryGroup(std::int64_t most);
  /// Ends the processes in the group and removes it.
  ~MemoryGroup();
  MemoryGroup(const MemoryGroup&) = delete;
  MemoryGroup& operator=(const MemoryGroup&) = delete;

  bool exists() const { return !folder_.empty(); }
  const std::filesystem::path& folder() const { return folder_; }
  /// Moves this process into the group, if there is one and this user may.
  void enter() const;
  /// Returns whether a process was ended because the memory was full.
  bool was_full() const;

 private:
  std::filesystem::path folder_;  // empty: there is no group
};

}  // namespace orrery::inline run
