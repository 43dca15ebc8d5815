#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>

#include "viz/model/layout/layout.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {

/// Zoom and shift of the picture, as chosen by the user.
struct ViewPort {
  double zoom = 1;     ///< 1: all of it fits
  QPointF shift = {};  ///< of the centre, in pixels
  friend bool operator==(const ViewPort&, const ViewPort&) = default;
};

inline constexpr double kSwitchShare =
    0.8;  ///< half the side of a switch over the radius of a host

/// Radius from which a rank shows its contents around its number, over the smallest letters; below, it shows them
/// behind the number.
inline constexpr double kHoldingRadius = 1.6;

/// Map from a layout's plane to pixels, with the sizes of items there.
struct View {
  QRectF rect;  ///< its visible part
  double scale = 1;
  QPointF origin;
  double node_radius = 1;
  double block_radius = 1;
  double lane = 1;  ///< distance of a link's two directions from the line between their nodes

  QPointF map(QPointF plane) const { return origin + scale * plane; }
  QPointF unmap(QPointF pixel) const { return (pixel - origin) / scale; }
  friend bool operator==(const View&, const View&) = default;
  /// Returns a link's segment in pixels, on the right-hand lane of its direction.
  QLineF mapLane(const QLineF& segment) const;
};

/// Returns the largest view of the whole layout within `rect`, centred; then zoomed and moved.
View fitView(const Layout& layout, const QRectF& rect, const Theme& theme,
             const ViewPort& port = {});

/// Returns a view of a plane with these bounds, in which neighbours are 1 apart.
View fitView(const QRectF& bounds, double node_radius, const QRectF& rect, const Theme& theme,
             const ViewPort& port = {});

/// Returns the port after zooming by `factor` around `fixed`.
ViewPort zoomed(const ViewPort& port, const QRectF& rect, double factor, QPointF fixed);

}  // namespace orrery::viz::inline paint
