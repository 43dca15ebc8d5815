#pragma once

#include <vector>

#include <QPainter>
#include <QRectF>

#include "viz/model/index/round_marks.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// Maps virtual time to positions along a horizontal bar and back.
struct TimeScale {
  double left = 0;
  double width = 1;  ///< > 0
  Time end{0};       ///< at the right

  double x(Time t) const;
  Time time(double x) const;  ///< clamped to 0 .. end
};

/// The scale of a bar painted into `rect`.
TimeScale timeScale(const QRectF& rect, Time end);

/// The bar with a tick where every round begins (as long as they can be told apart), what has
/// passed, and a handle at `now`.
void paintTimeBar(QPainter& painter, const QRectF& rect, const std::vector<RoundMark>& marks,
                  Time now, Time end, const Theme& theme);

}  // namespace orrery::viz
