#include <algorithm>
#include <cmath>

#include "viz/model/texts.h"
#include "viz/paint/fonts.h"
#include "viz/paint/labels.h"
#include "viz/paint/stage_painter.h"

namespace orrery::viz {
namespace {

constexpr double kLongest = 2.8;  ///< half the length of a chip over its half height

/// Where a chip is and which way it goes (unit length).
QLineF placeOf(const View& view, const Stage& stage, const Trace::Message& m,
               const MovingMessage& moving) {
  if (moving.path < 0 || m.paths[static_cast<std::size_t>(moving.path)].links.empty()) {
    const NodeId host = stage.network().host_of[static_cast<std::size_t>(m.source)];
    const double r = view.node_radius;
    const QPointF rim =
        view.map(stage.layout().nodes()[static_cast<std::size_t>(host)]) + QPointF(r, -r);
    return {rim, rim + QPointF(1, 0)};
  }
  const auto& links = m.paths[static_cast<std::size_t>(moving.path)].links;
  const double pitch = stage.layout().pitch() * view.scale;
  const double trim = (view.node_radius + view.block_radius) / pitch;
  const QLineF place = view.mapLane(alongRoute(stage.layout(), links, moving.progress, trim));
  return place.unitVector();
}

/// Centre of a chip of half length `half`: long chips on steep links move aside, so that they do
/// not cover those of the opposite direction.
QPointF centreOf(const QLineF& place, double half, double r) {
  const QPointF normal(-place.dy(), place.dx());
  return place.p1() + normal * std::abs(normal.x()) * (half - r);
}

void paintBlock(QPainter& painter, const View& view, const Stage& stage,
                const MovingMessage& moving, const Theme& theme) {
  const Trace::Message& m =
      stage.index().trace().messages[static_cast<std::size_t>(moving.message)];
  const BlockTable& blocks = stage.index().blocks();
  const bool known = blocks.known(m);
  const QColor colour =
      known ? blockColour(theme, blocks.of(m).first, blocks.count()) : theme.unknown_block;
  const double r = view.block_radius;
  const int pixels = static_cast<int>(0.95 * r);
  const bool labelled = known && blocks.count() > 1 && pixels >= theme.smallest_label;
  QString text = labelled ? blocksText(blocks.of(m)) : QString();
  const double wanted = textWidth(text, pixels) / 2 + 0.4 * r;
  if (wanted > kLongest * r) text.clear();
  const double half = text.isEmpty() ? r : std::max(wanted, r);
  const QPointF centre = centreOf(placeOf(view, stage, m, moving), half, r);
  const QRectF chip(centre.x() - half, centre.y() - r, 2 * half, 2 * r);
  painter.setPen(r > 3 ? QPen(theme.background, 1.2 * theme.thin) : QPen(Qt::NoPen));
  painter.setBrush(colour);
  painter.drawRoundedRect(chip, r, r);
  paintLabel(painter, chip, text, pixels, theme.block_text, theme);
}

}  // namespace

void paintBlocks(QPainter& painter, const View& view, const Stage& stage, const FrameState& state,
                 const Theme& theme) {
  for (const MovingMessage& m : state.moving) paintBlock(painter, view, stage, m, theme);
}

}  // namespace orrery::viz
