#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include "viz/model/layout.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// How a layout's plane is mapped to pixels, and how large things are there.
struct View {
  double scale = 1;
  QPointF origin;
  double node_radius = 1;
  double block_radius = 1;
  double lane = 1;  ///< distance of a link's two directions from the line between their nodes

  QPointF map(QPointF plane) const { return origin + scale * plane; }
  QPointF unmap(QPointF pixel) const { return (pixel - origin) / scale; }
  /// A link's segment in pixels, on the right-hand lane of its direction.
  QLineF mapLane(const QLineF& segment) const;
};

/// The largest view of the whole layout within `rect`, centred.
View fitView(const Layout& layout, const QRectF& rect, const Theme& theme);

}  // namespace orrery::viz
