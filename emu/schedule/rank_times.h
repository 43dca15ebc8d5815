#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "emu/base/units.h"

/// The parts of a rank's time, for programs that name the purpose of their operations.
namespace orrery::inline schedule {

/// The purpose of an operation, in the terms of execution traces.
enum class NodeKind : std::uint8_t { kOther, kComputing, kCollective, kMessage };
constexpr std::size_t kNodeKinds = 4;

/// The times of one rank, from the beginning of the run.
struct RankTimes {
  Time end{0};                          ///< end of its last operation
  std::array<Time, kNodeKinds> busy{};  ///< while at least one operation of a kind was under way
  Time exposed{0};                      ///< while it communicated without computing
  Time idle{0};                         ///< while no operation was under way, before its end

  Time of(NodeKind kind) const { return busy[static_cast<std::size_t>(kind)]; }
};

/// A clock that adds up the times of a rank whose operations begin and end in order of time.
class RankClock {
 public:
  explicit RankClock(RankTimes& times) : times_(times) {}
  void begin(NodeKind kind, Time now) { pass(now), ++under_way(kind); }
  void end(NodeKind kind, Time now) { pass(now), --under_way(kind); }

 private:
  std::int64_t& under_way(NodeKind kind) { return under_way_[static_cast<std::size_t>(kind)]; }
  bool any(NodeKind kind) { return under_way(kind) > 0; }
  /// Adds the time until `now`, in which nothing changed.
  void pass(Time now) {
    const Time gone = now - times_.end;
    times_.end = now;
    if (gone == Time(0)) return;
    for (std::size_t k = 0; k < kNodeKinds; ++k)
      if (under_way_[k] > 0) times_.busy[k] += gone;
    const bool communicates = any(NodeKind::kCollective) || any(NodeKind::kMessage);
    if (any(NodeKind::kComputing)) return;
    (communicates ? times_.exposed : times_.idle) += gone;
  }

  RankTimes& times_;
  std::array<std::int64_t, kNodeKinds> under_way_{};
};

}  // namespace orrery::inline schedule
