#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scenarios/run/explain.h"
#include "viz/model/index/trace_index.h"

namespace orrery::viz {

/// The critical path of a run beside its trace: what it is at any time, and where it leads. Immutable: safe to
/// share between threads.
class PathIndex {
 public:
  /// The path and the trace are those of one run.
  PathIndex(CriticalPath path, const TraceIndex& trace);

  const CriticalPath& path() const { return path_; }
  const std::vector<Stretch>& stretches() const { return path_.stretches; }
  const TimeByCause& times() const { return times_; }
  /// The number of the stretch of a time, at their border of the later one; -1 if there are none.
  int at(Time t) const;
  /// The message that a stretch belongs to: -1 for work, and where the trace does not have it.
  std::int64_t message(int stretch) const { return messages_[static_cast<std::size_t>(stretch)]; }
  /// Whether a message is on the path.
  bool has(std::int64_t message) const { return std::ranges::binary_search(known_, message); }
  /// All links that messages of the path cross, ascending.
  const std::vector<LinkId>& links() const { return links_; }
  /// The number of the longest stretch that has this cause (the first of several); -1 if none has.
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

}  // namespace orrery::viz
