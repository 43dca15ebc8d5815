#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emu/trace/sink.h"

namespace orrery {

/// When something happened, from stretches of time that come in the order of their ends.
class BusyTime {
 public:
  /// REQUIRES from <= to, and that no stretch before ended later.
  void add(Time from, Time to);
  /// How long, where stretches that overlap count once.
  Time total() const;

 private:
  std::vector<std::pair<Time, Time>> apart_;  // in order of time
};

/// What a link carried.
struct LinkUse {
  Bytes bytes;
  std::int64_t flows = 0;  ///< messages with bytes, or paths of them
  BusyTime busy;           ///< while at least one of them flowed
};

/// Watches what every link carries. A message counts for the round of its sender.
class LinkUsage : public Sink {
 public:
  enum class By { kRun, kRound };
  explicit LinkUsage(By by) : by_(by) {}

  void start(const MessageEvent& e) override { round_ = e.round; }
  void path(const PathEvent& e) override;
  void rate(const RateEvent& e) override;
  void message(const MessageEvent& e) override;

  /// The links that carried something, over the whole run.
  const std::map<LinkId, LinkUse>& links() const { return links_; }
  /// What links carried by round and link; empty unless asked for.
  const std::map<std::pair<int, LinkId>, LinkUse>& rounds() const { return rounds_; }

 private:
  struct Path {
    std::vector<LinkId> links;
    Time begin{-1};  ///< of its flow; < 0: not known yet
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
  int round_ = 0;  // of the message that started last
  std::map<LinkId, LinkUse> links_;
  std::map<std::pair<int, LinkId>, LinkUse> rounds_;
  std::unordered_map<std::int64_t, Flying> flying_;  // by message
};

}  // namespace orrery
