#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/link_table.h"

namespace orrery::inline engine {

/// Position of a step in the log, in order of time; 0: no step, the beginning of the run.
using StepPlace = std::uint64_t;

/// An event whose end enabled another one to begin.
class Ended {
 public:
  Ended() = default;
  Ended(StepPlace step, Time at, bool as_sender = false, std::uint64_t ties = 0)
      : time(at), bits_(step << 17 | (as_sender ? 1u << 16 : 0u) | std::min(ties, kMostTies)) {}

  StepPlace step() const { return bits_ >> 17; }
  /// Returns whether a message released its sender; otherwise it released its receiver.
  bool as_sender() const { return (bits_ >> 16 & 1) != 0; }
  /// Returns how many other events ended at the same instant, at most kMostTies.
  std::uint64_t ties() const { return bits_ & kMostTies; }
  /// Returns everything but the time; of() restores the event from both.
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

/// A message or a period of a processor, with all parts of its time that do not follow from the
/// network.
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
  Ended after;            ///< event that enabled it
  Ended sender;           ///< event that enabled its sender to post it; only if late > 0
  Time late{0};           ///< delay of the receiver's post after the sender's
  Time port_to_start{0};  ///< wait for ports before its latency
  Time port_to_flow{0};   ///< wait for ports after its latency
  std::int32_t rank = 0, partner = 0, round = 0;
  std::uint32_t path = 0;  ///< number of its (first) path; only where routing depends on traffic
  std::int64_t bytes = 0;
  /// Length of the work or absence; for a message, the delay of its flow (rounding may make it
  /// negative).
  Time time{0};
  std::span<const Slowed>
      slowed;  ///< the links that delayed it, which add up to `time`; empty: no delay
};

/// All steps of a run in a few bytes each: numbers of variable length, and only those that are not
/// 0.
class StepLog {
 public:
  StepPlace add(const LoggedStep& step);
  /// Reads a step. Its links are valid until the next call. REQUIRES step > 0.
  LoggedStep read(StepPlace step);
  std::size_t memory() const { return chunks_.size() * kChunk; }  ///< bytes

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::vector<std::unique_ptr<std::uint8_t[]>> chunks_;
  std::size_t used_ = kChunk;  // of the last chunk
  std::vector<LoggedStep::Slowed> slowed_;
};

}  // namespace orrery::inline engine
