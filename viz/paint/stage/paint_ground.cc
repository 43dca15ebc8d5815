#include <algorithm>
#include <cmath>

#include <QPolygonF>

#include "viz/model/text/texts.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

constexpr double kGroundGap = 3;  ///< pixels between an area and its name
constexpr double kEndGap = 2;     ///< and between a message at the open end of a link and its text
constexpr double kEndMargin = 0.3;     ///< of the pitch, from open ends to the bounds of a layout
constexpr double kDigitHeight = 0.72;  ///< over that of its letters

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
  const QFontMetricsF metrics(painter.font());
  const int size = painter.font().pixelSize();
  const double half = metrics.height() / 2;
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    if (shape.count != 2) continue;
    const QLineF out(view.map(shape.segments[0].p1()), view.map(shape.segments[0].p2()));
    if (!view.rect.contains(out.p2())) continue;
    const auto host = static_cast<std::size_t>(layout.topology().link(id).to);
    const QString name =
        layout.beyond(id).value_or(host < ranks.size() ? ranksText(ranks[host]) : QString());
    const QPointF way = QPointF(out.dx(), out.dy()) / std::max(out.length(), 1e-9);
    const double beside = std::abs(way.x()) * metrics.horizontalAdvance(name) / 2 +
                          std::abs(way.y()) * kDigitHeight * size / 2;
    const QPointF at = out.p2() + way * (kEndGap + view.block_radius + beside);
    painter.drawText(QRectF(at.x() - 60, at.y() - half, 120, 2 * half), Qt::AlignCenter, name);
  }
}

bool hasOpenEnds(const Layout& layout) {
  for (LinkId id = 0; id < layout.topology().link_count(); ++id)
    if (layout.link(id).count == 2) return true;
  return false;
}

}  // namespace

double missingAtOpenEnds(const View& whole, const Picture& picture) {
  const int size = nameSize(whole.node_radius, picture.theme.small_size, picture.theme);
  if (size == 0) return 0;
  const QString longest = ranksText(picture.stage.ranksOfHost().back());
  const double needed =
      kEndGap + whole.block_radius + std::max(textWidth(longest, size), kDigitHeight * size);
  const double missing = needed - kEndMargin * whole.scale * picture.layout().pitch();
  return missing > 0 && hasOpenEnds(picture.layout()) ? missing : 0;
}

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
