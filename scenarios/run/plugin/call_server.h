#pragma once

#include <cstdint>

#include "emu/comm/comm.h"
#include "scenarios/run/plugin/contained.h"

namespace orrery {

/// Makes the calls that the ranks of a process with a plug-in (remote_ranks.h) ask for, and only those that
/// a rank may make: on slices of its own buffers, for no more memory than plug-ins may take.
class CallServer {
 public:
  /// Without content, buffers take no memory.
  CallServer(Contained& process, bool has_content);

  /// What rank c.rank() does with its vector. On its fiber. THROWS PluginError, and what the calls throw.
  void run(Comm& c, Slice v);

 private:
  struct Rank;
  class Task;

  /// The calls need so many bytes here. THROWS PluginError if these are too many.
  void charge(std::int64_t bytes);
  void check_memory();

  Contained& process_;
  bool has_content_;
  std::int64_t rounds_paid_ = 0;
  std::int64_t charged_ = 0;
  std::int64_t resident_before_;
  int until_check_ = 0;
};

}  // namespace orrery
