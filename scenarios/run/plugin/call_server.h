#pragma once

#include <cstdint>

#include "emu/comm/comm.h"
#include "scenarios/run/plugin/contained.h"

namespace orrery::inline run {

/// Makes the calls that the ranks in a process with a plug-in (remote_ranks.h) request, and only
/// calls that a rank may make: on slices of its own buffers, within the memory limit of plug-ins.
class CallServer {
 public:
  /// Creates the server. Without content, buffers take no memory.
  CallServer(Contained& process, bool has_content);

  /// Runs the program of rank c.rank() on its vector. On its fiber. THROWS PluginError, and the
  /// exceptions of the calls.
  void run(Comm& c, Slice v);
  /// Returns how many ranks' programs have come to their end.
  int ended() const { return ended_; }

 private:
  struct Rank;
  class Task;

  /// Counts bytes that the calls need here. THROWS PluginError if they are too many.
  void charge(std::int64_t bytes);
  void check_memory();

  Contained& process_;
  bool has_content_;
  int ended_ = 0;
  std::int64_t rounds_paid_ = 0;
  std::int64_t charged_ = 0;
  std::int64_t resident_before_;
  int until_check_ = 0;
};

}  // namespace orrery::inline run
