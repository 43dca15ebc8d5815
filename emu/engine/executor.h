#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emu/engine/world.h"
#include "emu/schedule/countdown.h"
#include "emu/schedule/schedule.h"
#include "emu/trace/pattern.h"

namespace orrery {

/// All amounts of bytes become larger by the factor to / from.
struct Growth {
  std::int64_t from = 1, to = 1;
};

/// Runs a schedule without fibers, requests and matching, and without data and watchers. What World::run() measures of a
/// program that carries out the schedule operation by operation, it measures as well.
class Executor {
 public:
  /// `schedule` is indexed and must outlive it; `gamma` is what computing by the byte costs. THROWS std::invalid_argument:
  /// more than 2^28 operations of a rank.
  explicit Executor(const Schedule& schedule, CostPerByte gamma = {});

  /// Whether runs on this network can be done here: nothing is late or away, no rank stands for others, and messages are
  /// not copied away.
  static bool supports(const Network& network, const EngineOptions& options);

  /// Whether all amounts stay whole.
  bool grows(Growth growth) const;
  /// Whether messages that are alike go as one: patterns are not exact then.
  bool joins() const { return joins_; }

  /// Nothing where ranks wait for each other for ever. THROWS Stopped. `pattern` and `times`, what the time of every rank
  /// goes into, may be null. REQUIRES supports() and grows().
  std::optional<Metrics> run(const Network& network, const EngineOptions& options,
                             Growth growth = {}, Pattern* pattern = nullptr,
                             std::vector<RankTimes>* times = nullptr) const;

 private:
  class Run;

  const Schedule& schedule_;
  CostPerByte gamma_;
  std::vector<std::uint32_t> groups_;  // by number of operation, see MessageGroups
  std::vector<Countdown> countdowns_;  // by rank
  std::vector<std::uint32_t> first_;   // by rank: the number of its first operation among all
  std::int64_t unit_ = 0;              // bytes of which all amounts are multiples; 0: no bytes
  bool joins_ = false;
};

/// Joins messages of one rank to another that begin together, one after the other, are as large and are waited for
/// together, where they do on this network what they would do one by one: all but the first, which may find its links
/// free. REQUIRES an indexed recording of a run: messages of one source, destination and tag begin in the order of the
/// list.
void join_alike(Schedule& schedule, const Network& network);

}  // namespace orrery
