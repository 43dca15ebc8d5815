#include <algorithm>
#include <vector>

#include "viz/paint/stage_painter.h"

namespace orrery::viz {
namespace {

void append(std::vector<QLineF>& lines, const View& view, const LinkShape& shape) {
  for (int i = 0; i < shape.count; ++i) {
    lines.push_back(view.mapLane(shape.segments[static_cast<std::size_t>(i)]));
  }
}

void draw(QPainter& painter, const QPen& pen, const std::vector<QLineF>& lines) {
  painter.setPen(pen);
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

/// The idle colour, paler the more of the stage the lines would cover.
QColor idleColour(const std::vector<QLineF>& lines, const View& view, const Layout& layout,
                  const Theme& theme) {
  double ink = 0;
  for (const QLineF& l : lines) ink += l.length() * theme.thin;
  const double area = layout.bounds().width() * layout.bounds().height() * view.scale * view.scale;
  const double share = ink / std::max(area, 1.0);
  QColor colour = theme.idle_link;
  if (share > theme.most_idle_ink)
    colour.setAlphaF(static_cast<float>(theme.most_idle_ink / share));
  return colour;
}

void paintIdle(QPainter& painter, const View& view, const Layout& layout, const FrameState& state,
               const Theme& theme) {
  const LinkId count = layout.topology().link_count();
  if (count > theme.most_idle_links) return;
  std::vector<QLineF> lines;
  lines.reserve(static_cast<std::size_t>(count));
  auto used = state.links.begin();
  for (LinkId id = 0; id < count; ++id) {
    while (used != state.links.end() && used->link < id) ++used;
    if (used == state.links.end() || used->link != id) append(lines, view, layout.link(id));
  }
  draw(painter, QPen(idleColour(lines, view, layout, theme), theme.thin), lines);
}

void paintUsed(QPainter& painter, const View& view, const Layout& layout, const LinkState& link,
               const Theme& theme) {
  std::vector<QLineF> lines;
  append(lines, view, layout.link(link.link));
  if (link.flows == 0) {
    QPen pen(theme.pending_link, 1.4 * theme.thin, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 3});
    draw(painter, pen, lines);
    return;
  }
  const double width = loadWidth(theme, link.flows, 1.5 * view.lane);
  draw(painter, QPen(loadColour(theme, link.load), width, Qt::SolidLine, Qt::FlatCap), lines);
}

}  // namespace

void paintLinks(QPainter& painter, const View& view, const Stage& stage, const FrameState& state,
                const Theme& theme) {
  paintIdle(painter, view, stage.layout(), state, theme);
  std::vector<const LinkState*> order;  // the most loaded last, on top
  order.reserve(state.links.size());
  for (const LinkState& l : state.links) order.push_back(&l);
  std::stable_sort(order.begin(), order.end(), [](const LinkState* a, const LinkState* b) {
    return a->load != b->load ? a->load < b->load : a->flows < b->flows;
  });
  for (const LinkState* l : order) paintUsed(painter, view, stage.layout(), *l, theme);
}

}  // namespace orrery::viz
