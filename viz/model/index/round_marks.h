#pragma once

#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz::inline model {

/// One step of the viewer. Ranks need not be in step with each other, so rounds may overlap, and
/// even start in another order. Rounds without any transfer are left out.
struct RoundMark {
  int round = 0;
  /// When it becomes the round shown, until the next one does: as soon as half of its transfers
  /// have started, and never before round k-1.
  Time begin{0};
  /// The moment of a still picture: within the round, in the middle of the span in which most of
  /// its transfers are under way (the first such span).
  Time view{0};
  /// Start of its first transfer: used by tables of rounds, and for ticks, bands and lines.
  Time start{0};
  /// Until when blocks change by it: before the first transfer of the next round ends, even if that
  /// round is shown already.
  Time changes_until{0};
};

/// Returns the marks in the order of rounds; begin and view ascend.
std::vector<RoundMark> roundMarks(const Trace& trace);

/// Returns the round at t, as index into `marks`; -1 before the first begins.
int markAt(const std::vector<RoundMark>& marks, Time t);

/// The span in which blocks change by a round: after `begin`, at `end` at the latest.
struct RoundSpan {
  Time begin{0};
  Time end{0};
};

/// Returns the span of the round at t; that of the last one lasts until `end`. Empty before the first begins.
RoundSpan spanAt(const std::vector<RoundMark>& marks, Time t, Time end);
/// Returns the moments between which steps go: zero, the beginnings of rounds and `end`, ascending.
std::vector<Time> stopsOf(const std::vector<RoundMark>& marks, Time end);

}  // namespace orrery::viz::inline model
