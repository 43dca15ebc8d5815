#pragma once

#include <memory>

#include <QImage>
#include <QPainter>
#include <QRectF>

#include "viz/model/index/lane_folds.h"
#include "viz/model/run/focus.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Part of a run that the timeline shows, and its position.
struct LaneScale {
  QRectF area;  ///< of the lanes, without numbers and rounds
  Time begin{0};
  Time end{1};
  double first_rank =
      0;             ///< number of a row, which is a rank unless ranks that do the same are folded
  double ranks = 1;  ///< rows
  std::shared_ptr<const LaneFolds> folds = {};  ///< null: each rank has a row

  double x(Time t) const;
  Time time(double x) const;
  double rowY(double row) const { return area.top() + (row - first_rank) * pitch(); }
  double row(double y) const { return first_rank + (y - area.top()) / pitch(); }
  /// Returns the place of a rank, whose fraction is a part of the height of its row.
  double y(double rank) const;
  /// Returns the rank, the first of several, and a part of the height of its row.
  double rank(double y) const;
  double pitch() const { return area.height() / ranks; }
};

/// Returns a scale that shows a run of `ranks` ranks from 0 to `end` as a whole.
LaneScale wholeLanes(const QRectF& rect, Time end, int ranks, const Theme& theme);
/// Returns such a scale with lanes folded.
LaneScale foldedLanes(const QRectF& rect, Time end, std::shared_ptr<const LaneFolds> folds,
                      const Theme& theme);
/// Returns where the lanes lie in a timeline.
QRectF laneArea(const QRectF& rect, const Theme& theme);

/// Paints the activity of every rank: sends in the upper part of its lane, receives in the lower one,
/// computations between; empty while it waits, and nothing after its end. Several lanes in one pixel are mixed.
/// Folded lanes show why time passes: latency, bytes in the colours of links, computing.
void paintLanes(QPainter& painter, const QRectF& rect, const TraceIndex& index,
                const LaneScale& scale, const Theme& theme);

/// Paints the moving parts over the lanes: the current time, and followed items.
void paintLaneCursor(QPainter& painter, const TraceIndex& index, const LaneScale& scale, Time now,
                     const Focus& focus, const Theme& theme);

/// Returns the message under a point of the lanes, or -1.
std::int64_t messageAt(const TraceIndex& index, const LaneScale& scale, QPointF pixel);

}  // namespace orrery::viz::inline paint
