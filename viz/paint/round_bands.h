#pragma once

#include <functional>
#include <vector>

#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/model/index/trace_index.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// A round along a time axis, from its first transfer to the first of the next round.
struct RoundBand {
  double from = 0, to = 0;  ///< pixels
  bool shaded = false;      ///< every other round
  bool ticked = false;      ///< far enough from the tick before
  bool covered = false;     ///< its tick would cross the name of another round
  QString name = {};        ///< its number, or the operation that it begins; empty: without room
};

/// Returns the rounds of a run, as the slider and the timeline show them, on the part of an axis
/// between two pixels. Operations and round numbers (hundreds, fifties, twenties, ...) have names
/// first, others while there is room.
std::vector<RoundBand> roundBands(const TraceIndex& index, const std::function<double(Time)>& x,
                                  double left, double right, const Theme& theme);

/// Shades every second round within a strip, if rounds are wide enough to be distinguished.
void paintRoundBands(QPainter& painter, const std::vector<RoundBand>& bands, const QRectF& strip,
                     const Theme& theme);

/// Paints ticks between two heights and the names beside them, above `below`; ticks that would
/// cross a name begin there.
void paintRoundTicks(QPainter& painter, const std::vector<RoundBand>& bands, double top,
                     double below, double bottom, const Theme& theme);

}  // namespace orrery::viz::inline paint
