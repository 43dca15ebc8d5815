#include <algorithm>
#include <cmath>

#include <QPolygonF>

#include "viz/model/text/texts.h"
#include "viz/paint/stage/labels.h"
#include "viz/paint/stage/stage_painter.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kGroundGap = 3;  ///< pixels between an area and its name
constexpr double kEndGap = 2;     ///< and between a message at the open end of a link and its text
constexpr double kDigitHeight = 0.72;  ///< over that of its letters,
constexpr double kWholePixels = 2;     ///< and what letters move by to stand on whole pixels

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

/// Calls f(name, box) for the receiver of each link that leaves the picture on one side and comes back on another: its
/// text stands beyond a message at the end of the link.
template <class F>
void forOpenEnds(const View& view, const Picture& picture, const QFont& font, F f) {
  const Layout& layout = picture.layout();
  const auto& ranks = picture.stage.ranksOfHost();
  for (LinkId id = 0; id < layout.topology().link_count(); ++id) {
    const LinkShape shape = layout.link(id);
    if (shape.count != 2) continue;
    const QLineF out(view.map(shape.segments[0].p1()), view.map(shape.segments[0].p2()));
    if (!view.rect.contains(out.p2())) continue;
    const auto host = static_cast<std::size_t>(layout.topology().link(id).to);
    const QString name =
        layout.beyond(id).value_or(host < ranks.size() ? ranksText(ranks[host]) : QString());
    QRectF box(0, 0, textWidth(name, font.pixelSize(), false),
               kDigitHeight * font.pixelSize() + kWholePixels);
    const QPointF way = QPointF(out.dx(), out.dy()) / std::max(out.length(), 1e-9);
    const double half = (std::abs(way.x()) * box.width() + std::abs(way.y()) * box.height()) / 2;
    box.moveCenter(out.p2() + way * (kEndGap + view.block_radius + half));
    f(name, box);
  }
}

}  // namespace

QMarginsF missingAtOpenEnds(const View& whole, const Picture& picture) {
  const int size = nameSize(whole.node_radius, picture.theme.small_size, picture.theme);
  if (size == 0) return {};
  const QRectF& has = whole.rect;
  QRectF needs = has;
  forOpenEnds(whole, picture, textFont(size),
              [&](const QString&, const QRectF& box) { needs |= box; });
  return {has.left() - needs.left(), has.top() - needs.top(), needs.right() - has.right(),
          needs.bottom() - has.bottom()};
}

void paintGround(QPainter& painter, const View& view, const Picture& picture) {
  paintAreas(painter, view, picture.layout(), picture.theme);
  const Theme& theme = picture.theme;
  const int size = nameSize(view.node_radius, theme.small_size, theme);
  if (size == 0) return;
  painter.setFont(textFont(size));
  painter.setPen(theme.faint_text);
  paintNames(painter, view, picture.layout());
  forOpenEnds(view, picture, painter.font(), [&](const QString& name, const QRectF& box) {
    paintLabel(painter, box.adjusted(-60, -60, 60, 60), name, size, theme.faint_text, theme, false);
  });
}

}  // namespace orrery::viz::inline paint
