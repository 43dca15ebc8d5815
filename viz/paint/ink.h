#pragma once

#include <optional>
#include <vector>

#include <QPainter>
#include <QPolygonF>

#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Drawing of a speaker over the views, in pixels.
struct Ink {
  std::vector<QPolygonF> strokes;  ///< of the pen; one point is a dot
  std::optional<QPointF> pointer;
  bool isEmpty() const { return strokes.empty() && !pointer; }
  friend bool operator==(const Ink&, const Ink&) = default;
};

void paintInk(QPainter& painter, const Ink& ink, const Theme& theme);

}  // namespace orrery::viz::inline paint
