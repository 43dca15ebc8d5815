#pragma once

#include <QPainter>
#include <QRectF>

#include "viz/model/index/trace_index.h"
#include "viz/model/run/playback_clock.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Maps virtual time to positions along a horizontal bar and back, at the pace of a clock, which
/// must outlive it.
struct TimeScale {
  double left = 0;
  double width = 1;  ///< > 0
  const PlaybackClock& clock;

  double x(Time t) const { return left + width * clock.shareOf(t); }
  Time time(double x) const { return clock.timeAt((x - left) / width); }  ///< clamped to 0 .. end
};

/// Returns the scale of a bar painted into `rect`.
TimeScale timeScale(const QRectF& rect, const PlaybackClock& clock);

/// Paints the bar with the rounds of a run (null: there is none), the time that has passed, and a
/// handle at the clock's time.
void paintTimeBar(QPainter& painter, const QRectF& rect, const TraceIndex* index,
                  const PlaybackClock& clock, const Theme& theme);

}  // namespace orrery::viz::inline paint
