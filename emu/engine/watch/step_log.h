#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/link_table.h"

namespace orrery {

/// Where a step stands in the log, in order of time; 0: none, the beginning of the run.
using StepPlace = std::uint64_t;

/// What ended at an instant, so that something else could begin.
class Ended {
 public:
  Ended() = default;
  Ended(StepPlace step, Time at, bool as_sender = false, std::uint64_t ties = 0)
      : time(at), bits_(step << 17 | (as_sender ? 1u << 16 : 0u) | std::min(ties, kMostTies)) {}

  StepPlace step() const { return bits_ >> 17; }
  /// A message that released its sender; otherwise its receiver.
  bool as_sender() const { return (bits_ >> 16 & 1) != 0; }
  /// How many others ended at the same instant: of more, so many.
  std::uint64_t ties() const { return bits_ & kMostTies; }
  /// All but the time, from which it can be made again.
  std::uint64_t bits() const { return bits_; }
  static Ended of(std::uint64_t bits, Time at) {
    Ended e;
    e.bits_ = bits;
    e.time = at;
    return e;
  }
  static constexpr std::uint64_t kMostTies = 0xffff;

  Time time{0};  ///< not in the log

 private:
  std::uint64_t bits_ = 0;
};

/// A message or something that keeps a processor busy, with all that its time is made of and that does not
/// follow from the network.
struct LoggedStep {
  enum class Kind : std::uint8_t {
    kMessage,
    kWork,      ///< reducing, copying, icompute
    kOverhead,  ///< a processor turns to a message
    kAbsence    ///< a processor is preempted
  };
  struct Slowed {
    LinkSlot link = 0;
    Time by{0};
  };

  Kind kind = Kind::kMessage;
  Ended after;            ///< what it could begin after
  Ended sender;           ///< what its sender posted it after; only if late > 0
  Time late{0};           ///< by how much its receiver posted later than its sender
  Time port_to_start{0};  ///< wait for ports before its latency
  Time port_to_flow{0};   ///< wait for ports behind its latency
  std::int32_t rank = 0, partner = 0, round = 0;
  std::uint32_t path = 0;  ///< number of its (first) path; only where routing depends on traffic
  std::int64_t bytes = 0;
  /// How long work or an absence takes; for a message, what its flow took more than alone (a rounding may make that less).
  Time time{0};
  std::span<const Slowed>
      slowed;  ///< its links, which add up to `time`; empty: nothing slowed it down
};

/// All steps of a run in a few bytes each: numbers that are as long as they must be, and only those that are
/// not 0.
class StepLog {
 public:
  StepPlace add(const LoggedStep& step);
  /// Its links are valid until the next call. REQUIRES step > 0.
  LoggedStep read(StepPlace step);
  std::size_t memory() const { return chunks_.size() * kChunk; }  ///< bytes

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::size_t used_ = kChunk;  // of the last one
  std::vector<LoggedStep::Slowed> slowed_;
};

}  // namespace orrery
