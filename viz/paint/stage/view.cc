#include "viz/paint/stage/view.h"

#include <algorithm>

namespace orrery::viz::inline paint {
namespace {

constexpr double kMostPitch = 230;  ///< so that small networks do not fall apart
constexpr double kNamed =
    1.3;  ///< radius with room for two digits and a rim, over the smallest letters,
constexpr double kMostNamed = 0.34;  ///< if neighbours are far enough apart
constexpr double kMostHolding =
    0.26;  ///< radius of ranks whose contents are around their numbers, over the pitch
constexpr double kLeastZoom = 0.2, kMostZoom = 400;

}  // namespace

QLineF View::mapLane(const QLineF& segment) const {
  const QLineF line(map(segment.p1()), map(segment.p2()));
  const double length = line.length();
  if (length <= 0) return line;
  return line.translated(lane * QPointF(-line.dy(), line.dx()) / length);
}

namespace {

View fitted(const QRectF& bounds, double pitch_in_plane, double node_radius, const QRectF& rect,
            const Theme& theme, const ViewPort& port) {
  View view;
  view.rect = rect;
  const double fitting =
      std::min({rect.width() / std::max(bounds.width(), 1e-9),
                rect.height() / std::max(bounds.height(), 1e-9), kMostPitch / pitch_in_plane});
  view.scale = port.zoom * fitting;
  view.origin = rect.center() + port.shift - view.scale * bounds.center();
  const double pitch = view.scale * pitch_in_plane;
  const double named = std::min(kMostNamed * pitch, kNamed * theme.smallest_label);
  const double holding = kHoldingRadius * theme.smallest_label;
  const double readable = holding <= kMostHolding * pitch ? holding : named;
  view.node_radius =
      std::clamp(std::max(view.scale * node_radius, readable), theme.least_node, theme.most_node);
  view.block_radius = std::clamp(theme.block_share * pitch, theme.least_block, theme.most_block);
  view.lane = std::min(theme.lane_share * pitch, theme.most_lane);
  return view;
}

}  // namespace

View fitView(const Layout& layout, const QRectF& rect, const Theme& theme, const ViewPort& port) {
  return fitted(layout.bounds(), layout.pitch(), layout.nodeRadius(), rect, theme, port);
}

View fitView(const QRectF& bounds, double node_radius, const QRectF& rect, const Theme& theme,
             const ViewPort& port) {
  return fitted(bounds, 1, node_radius, rect, theme, port);
}

ViewPort zoomed(const ViewPort& port, const QRectF& rect, double factor, QPointF fixed) {
  const double zoom = std::clamp(port.zoom * factor, kLeastZoom, kMostZoom);
  // Keeps (fixed - centre - shift) / zoom, the position in the plane, constant.
  const QPointF place = (fixed - rect.center() - port.shift) / port.zoom;
  return {zoom, fixed - rect.center() - zoom * place};
}

}  // namespace orrery::viz::inline paint
