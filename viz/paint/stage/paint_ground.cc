#include <algorithm>

#include <QPolygonF>

#include "viz/model/text/texts.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

constexpr double kGroundGap = 3;  ///< pixels between a link's open end and its text

void paintAreas(QPainter& painter, const View& view, const Layout& layout, const Theme& theme) {
  painter.setPen(QPen(theme.border, theme.thin));
  painter.setBrush(theme.panel);
  for (const Area& area : layout.areas()) {
    QPolygonF corners;
    for (const QPointF& corner : area.corners) corners.append(view.map(corner));
    painter.drawConvexPolygon(corners);
  }
}

void paintNames(QPainter& painter, const View& view, const Layout& layout) {
  for (const Area& area : layout.areas())
    painter.drawText(view.map(area.corner) + QPointF(2 * kGroundGap, -kGroundGap), area.name);
}

/// Paints the receiver of each link that leaves the picture on one side and comes back on another.
void paintOpenEnds(QPainter& painter, const View& view, const Picture& picture) {
  const Layout& layout = picture.layout();
  const auto& ranks = picture.stage.ranksOfHost();
  const double half = QFontMetricsF(painter.font()).height() / 2;
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    if (shape.count != 2) continue;
    const QLineF out(view.map(shape.segments[0].p1()), view.map(shape.segments[0].p2()));
    if (!view.rect.contains(out.p2())) continue;
    const auto host = static_cast<std::size_t>(layout.topology().link(id).to);
    const QString name =
        layout.beyond(id).value_or(host < ranks.size() ? ranksText(ranks[host]) : QString());
    const QPointF way = QPointF(out.dx(), out.dy()) / std::max(out.length(), 1e-9);
    const QPointF at = out.p2() + way * (kGroundGap + half);
    painter.drawText(QRectF(at.x() - 60, at.y() - half, 120, 2 * half), Qt::AlignCenter, name);
  }
}

}  // namespace

void paintGround(QPainter& painter, const View& view, const Picture& picture) {
  paintAreas(painter, view, picture.layout(), picture.theme);
  const Theme& theme = picture.theme;
  const int size = nameSize(view.node_radius, theme.small_size, theme);
  if (size == 0) return;
  painter.setFont(textFont(size));
  painter.setPen(theme.faint_text);
  paintNames(painter, view, picture.layout());
  paintOpenEnds(painter, view, picture);
}

}  // namespace orrery::viz
