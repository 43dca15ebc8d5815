#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scenarios/run/explain.h"
#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// The critical path of a run beside its trace: its stretch at any time, its messages and its
/// links. Immutable: safe to share between threads.
class PathIndex {
 public:
  /// Indexes a path and the trace of the same run.
  PathIndex(CriticalPath path, const TraceIndex& trace);

  const CriticalPath& path() const { return path_; }
  const std::vector<Stretch>& stretches() const { return path_.stretches; }
  const TimeByCause& times() const { return times_; }
  /// Returns the number of the stretch at t, at a border the later one; -1 if the path is empty.
  int at(Time t) const;
  /// Returns the message that a stretch belongs to: -1 for work, and where the trace does not have
  /// it.
  std::int64_t message(int stretch) const { return messages_[static_cast<std::size_t>(stretch)]; }
  /// Returns whether a message is on the path.
  bool has(std::int64_t message) const { return std::ranges::binary_search(known_, message); }
  /// Returns all links that messages of the path cross, ascending.
  const std::vector<LinkId>& links() const { return links_; }
  /// Returns the number of the longest stretch with this cause (the first of several); -1 if none
  /// has it.
  int longest(Cause cause) const;

 private:
  void findMessages(const TraceIndex& trace);
  void findLinks(const Trace& trace);

  CriticalPath path_;
  TimeByCause times_;
  std::vector<std::int64_t> messages_;  // by stretch
  std::vector<std::int64_t> known_;     // of messages_, each once, ascending
  std::vector<LinkId> links_;
};

}  // namespace orrery::viz::inline model
