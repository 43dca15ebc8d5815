#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emu/trace/sink.h"

namespace orrery::inline trace {

/// The union of intervals of time that are added in the order of their ends.
class BusyTime {
 public:
  /// Adds an interval. REQUIRES from <= to, and that no earlier interval ended later.
  void add(Time from, Time to);
  /// Returns the total length; overlaps count once.
  Time total() const;

 private:
  std::vector<std::pair<Time, Time>> apart_;  // in order of time
};

/// The use of a link.
struct LinkUse {
  Bytes bytes;
  std::int64_t flows = 0;  ///< messages with bytes, or paths of them
  BusyTime busy;           ///< while at least one of them flowed
};

/// A sink that records the use of every link. A message counts for the round of its sender.
class LinkUsage : public Sink {
 public:
  enum class By { kRun, kRound };
  explicit LinkUsage(By by) : by_(by) {}

  void start(const MessageEvent& e) override { round_ = e.round; }
  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void message(const MessageEvent& e) override;

  /// Returns the links with traffic, over the whole run.
  const std::map<LinkId, LinkUse>& links() const { return links_; }
  /// Returns the uses by round and link; empty unless requested.
  const std::map<std::pair<int, LinkId>, LinkUse>& rounds() const { return rounds_; }

 private:
  struct Path {
    std::vector<LinkId> links;
    Time begin{-1};  ///< of its flow; < 0: unknown
    bool carries = false, ended = false;
  };
  struct Flying {
    int round = 0;
    std::vector<Path> paths;
  };
  template <class F>
  void for_each_use(int round, const std::vector<LinkId>& links, F&& f);
  void end(int round, Path& path, Time begin, Time end);

  By by_;
  int round_ = 0;  // of the last started message
  std::map<LinkId, LinkUse> links_;
  std::map<std::pair<int, LinkId>, LinkUse> rounds_;
  std::unordered_map<std::int64_t, Flying> flying_;  // by message
};

}  // namespace orrery::inline trace
