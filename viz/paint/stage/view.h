#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include "viz/model/layout/layout.h"
#include "viz/paint/theme.h"

namespace orrery::viz {

/// What the spectator has zoomed and dragged the picture to.
struct ViewPort {
  double zoom = 1;     ///< 1: all of it fits
  QPointF shift = {};  ///< of the centre, in pixels
  friend bool operator==(const ViewPort&, const ViewPort&) = default;
};

inline constexpr double kSwitchShare =
    0.8;  ///< half the side of a switch over the radius of a host

/// How a layout's plane is mapped to pixels, and how large things are there.
struct View {
  QRectF rect;  ///< what is to be seen of it
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

/// The largest view of the whole layout within `rect`, centred; then zoomed and moved.
View fitView(const Layout& layout, const QRectF& rect, const Theme& theme,
             const ViewPort& port = {});

/// A view of a plane with these bounds, in which neighbours are 1 apart.
View fitView(const QRectF& bounds, double node_radius, const QRectF& rect, const Theme& theme,
             const ViewPort& port = {});

/// The port after zooming by `factor` so that what is at `fixed` stays there.
ViewPort zoomed(const ViewPort& port, const QRectF& rect, double factor, QPointF fixed);

}  // namespace orrery::viz
