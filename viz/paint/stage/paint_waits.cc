#include <array>
#include <cmath>

#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {
namespace {

constexpr std::size_t kMostWaits = 200;  ///< arrows; of more only the cycle is drawn
constexpr double kAside = 4;             ///< pixels: two opposite arrows are apart
constexpr double kArrowHead = 11;        ///< pixels

/// Paints an arrow from one rank to another.
void paintArrow(QPainter& painter, QPointF from, QPointF to, double trim, const QPen& pen) {
  const QPointF way = to - from;
  const double length = std::hypot(way.x(), way.y());
  if (length < 2 * trim + kArrowHead) return;
  const QPointF along = way / length, across(-along.y(), along.x());
  const QPointF begin = from + trim * along + kAside * across,
                tip = to - trim * along + kAside * across, base = tip - kArrowHead * along;
  painter.setPen(pen);
  painter.drawLine(begin, base);
  const std::array corners{tip, base + 0.5 * kArrowHead * across, base - 0.5 * kArrowHead * across};
  painter.setPen(Qt::NoPen);
  painter.setBrush(pen.color());
  painter.drawConvexPolygon(corners.data(), static_cast<int>(corners.size()));
}

}  // namespace

void paintWaits(QPainter& painter, const View& view, const Picture& picture) {
  if (picture.state.time < picture.stage.index().end()) return;
  const auto place = [&](int rank) {
    const NodeId host = picture.stage.network().host_of[static_cast<std::size_t>(rank)];
    return view.map(picture.layout().nodes()[static_cast<std::size_t>(host)]);
  };
  const Theme& theme = picture.theme;
  for (const bool cycle : {false, true})
    for (const Wait& wait : picture.waits) {
      if (wait.in_cycle != cycle || (!cycle && picture.waits.size() > kMostWaits)) continue;
      const QPen pen = cycle ? QPen(theme.warning, 3.2, Qt::SolidLine, Qt::FlatCap)
                             : QPen(theme.warning, 1.4, Qt::DashLine, Qt::FlatCap);
      paintArrow(painter, place(wait.rank), place(wait.peer), view.node_radius + 5, pen);
    }
}

}  // namespace orrery::viz::inline paint
