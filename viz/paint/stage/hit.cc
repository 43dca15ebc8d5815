#include <algorithm>

#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {
namespace {

double distanceTo(const QLineF& line, QPointF p) {
  const double length = line.length();
  if (length <= 0) return QLineF(line.p1(), p).length();
  const QPointF along = line.p2() - line.p1(), to = p - line.p1();
  const double at = std::clamp(QPointF::dotProduct(along, to) / (length * length), 0.0, 1.0);
  return QLineF(line.pointAt(at), p).length();
}

NodeId nodeAt(const View& view, const Layout& layout, QPointF pixel) {
  NodeId best = -1;
  double least = std::max(view.node_radius, 5.0);
  for (std::size_t n = 0; n < layout.nodes().size(); ++n) {
    const double distance = QLineF(view.map(layout.nodes()[n]), pixel).length();
    if (distance > least) continue;
    least = distance;
    best = static_cast<NodeId>(n);
  }
  return best;
}

LinkId linkAt(const View& view, const Layout& layout, QPointF pixel) {
  LinkId best = -1;
  double least = std::max(view.lane, 4.0);
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    for (int i = 0; i < shape.count; ++i) {
      const QLineF lane = view.mapLane(shape.segments[static_cast<std::size_t>(i)]);
      const double distance = distanceTo(lane, pixel);
      if (distance >= least) continue;
      least = distance;
      best = id;
    }
  }
  return best;
}

/// Finds a rank, or otherwise the nearest line of a message that has started.
Hit hitDrawing(const View& view, const Picture& picture, QPointF pixel) {
  const Diagram& d = picture.drawing->diagram;
  for (const Diagram::Node& node : d.nodes) {
    const bool near = QLineF(view.map(node.at), pixel).length() <= std::max(view.node_radius, 5.0);
    if (near) return {.rank = node.rank};
  }
  Hit hit;
  double least = 6;
  for (const Diagram::Edge& edge : d.edges) {
    const auto at = [&](int n) { return view.map(d.nodes[static_cast<std::size_t>(n)].at); };
    const auto& m = picture.stage.index().trace().messages[static_cast<std::size_t>(edge.message)];
    const double distance = distanceTo(QLineF(at(edge.from), at(edge.to)), pixel);
    if (distance >= least || m.start > picture.state.time) continue;
    least = distance;
    hit.message = edge.message;
  }
  return hit;
}

}  // namespace

Hit hitAt(const View& view, const Picture& picture, QPointF pixel) {
  if (!view.rect.contains(pixel)) return {};
  if (picture.drawing != nullptr) return hitDrawing(view, picture, pixel);
  if (showsMap(view, picture)) return {.link = linkOnMap(view, picture, pixel)};
  if (const std::int64_t message = movingAt(view, picture, pixel); message >= 0) {
    return {.message = message};
  }
  const Layout& layout = picture.layout();
  if (const NodeId node = nodeAt(view, layout, pixel); node >= 0) return {.node = node};
  return {.link = linkAt(view, layout, pixel)};
}

}  // namespace orrery::viz::inline paint
