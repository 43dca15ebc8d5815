#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "emu/engine/processors.h"
#include "emu/engine/world.h"
#include "emu/trace/pattern.h"
#include "emu/trace/script.h"

namespace orrery {

/// A run that is done again at other sizes, without fibers and matching: what every rank asks for, and which send meets
/// which receive, are known from its script.
class Replay {
 public:
  /// For this network. REQUIRES script.known(), of a run that came to its end.
  Replay(const Script& script, const Network& network);

  /// Whether runs on this network can be done again: nothing is late or away, no rank stands for others, and messages
  /// are not copied away.
  static bool supports(const Network& network, const EngineOptions& options);
  /// Whether all amounts of bytes stay whole when they are larger by the factor to / from.
  bool grows(std::int64_t from, std::int64_t to) const;
  /// Whether messages that are alike go as one: its patterns are not exact then.
  bool joins() const { return joined_; }
  /// All that the run measures then, and its pattern. THROWS Stopped.
  /// REQUIRES grows(from, to) and supports(); the network that it is for.
  Metrics run(const Network& network, const EngineOptions& options, std::int64_t from,
              std::int64_t to, Pattern& pattern) const;

 private:
  friend class Rerun;
  friend class Timetable;
  friend class Timekeeper;
  /// An end of a message: twice its number for its send, one more for its receive.
  using End = std::uint32_t;
  struct Step {
    Script::Call::Kind kind;
    std::uint32_t what = 0;  ///< a message, a round, or for one that takes time the step after it
    std::array<End, 2>
        ends;  ///< of kAwait and kWait: must be done before the rank passes; kNoEnd: none
    std::uint32_t amount = 0;  ///< of what a processor does: its place in works_
  };
  static constexpr End kNoEnd = 0xffffffff;
  struct Message {
    std::int32_t source = 0, destination = 0;
    std::int32_t round = 0;
    std::int32_t alike = 1;   ///< so many go as one, see Companions
    std::int64_t amount = 0;  ///< of each, in units of unit_
  };
  /// The bytes of which all amounts of the run with `to` bytes are multiples.
  std::int64_t unit_at(std::int64_t from, std::int64_t to) const {
    const std::int64_t common = std::gcd(from, to);
    return unit_ / (from / common) * (to / common);
  }
  /// How long a processor takes for a step: kReduce, kCopy or kTouch.
  static Time time_of(const Processors& processors, int rank, Script::Call::Kind kind, Bytes b) {
    return kind == Script::Call::Kind::kTouch
               ? processors.time_of_touch(rank, b)
               : processors.time_of(rank, b, kind == Script::Call::Kind::kReduce);
  }
  std::int64_t in_units(std::int64_t bytes) const { return unit_ > 0 ? bytes / unit_ : 0; }
  void find_messages(const Script& script, const Network& network,
                     std::vector<std::uint32_t>& message_of);
  void find_steps(const Script& script, const std::vector<std::uint32_t>& message_of);
  void add_awaits(std::vector<End>& ends);

  std::int64_t unit_;                 // bytes of which all amounts are multiples; 0: no bytes
  std::vector<Step> steps_;           // in the order of the run
  std::vector<std::uint32_t> first_;  // by rank: of its steps
  std::vector<std::int64_t> works_;   // amounts of what processors do, in units of unit_
  std::vector<Message> messages_;     // in the order of their sends
  bool joined_ = false;               // some of them are several
};

}  // namespace orrery
