#include "viz/paint/stage/stage_painter.h"

#include <algorithm>

#include <QFontMetricsF>

#include "viz/model/text/texts.h"
#include "viz/paint/stage/layer.h"

namespace orrery::viz::inline paint {
namespace {
constexpr double kStageMargin = 12;
constexpr double kRoundMargin = 20;
constexpr double kLeastForRound = 330;     ///< height of a scene with a line about the round
constexpr double kLeastAboveLegend = 340;  ///< of that line and the network, above a legend
constexpr double kRankRadius = 0.3;        ///< in drawings
constexpr double kBallRadius = 0.17;

/// Returns the height of the line that describes a round; 0 in small pictures.
double roundHeight(const Theme& theme, double scene) {
  return scene < kLeastForRound ? 0 : 2.1 * theme.text_size;
}

/// Returns the height of the legend of a scene; 0 where the network and the line about the round need its room.
double legendOf(const Theme& theme, QSizeF scene, const LegendMarks& marks) {
  const double height = legendHeight(theme, scene, marks);
  const bool hides =
      scene.height() >= kLeastForRound && scene.height() - height < kLeastAboveLegend;
  return hides ? 0 : height;
}

/// Paints that line at the lower edge of `above`.
void paintRound(QPainter& painter, const QRectF& above, const QString& text, const Theme& theme) {
  const double height = roundHeight(theme, above.height());
  if (height <= 0 || text.isEmpty()) return;
  const QRectF line(above.left() + kRoundMargin, above.bottom() - height,
                    above.width() - 2 * kRoundMargin, height);
  const int size = fittingSize(theme, theme.text_size, line.width(), [&](int s) {
    return QFontMetricsF(textFont(s)).horizontalAdvance(text);
  });
  painter.setFont(textFont(size));
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter | Qt::TextWordWrap, text);
}

/// Returns a view with room for the texts at the open ends of links.
View networkView(const Picture& picture, const QRectF& rect, const ViewPort& port) {
  const Layout& layout = picture.layout();
  const QMarginsF missing = missingAtOpenEnds(fitView(layout, rect, picture.theme), picture);
  View view = fitView(layout, rect.marginsRemoved(missing), picture.theme, port);
  view.rect = rect;
  return view;
}

}  // namespace

QColor blockColour(const Theme& theme, const BlockTable& blocks, int block) {
  const Owner owner = blocks.owner(block);
  if (!owner.known()) return blockColour(theme, block, blocks.count());
  return blockColour(theme, owner.rank(), blocks.pieces().ranks());
}

View viewOf(const Picture& picture, const QRectF& rect, const ViewPort& port) {
  if (picture.drawing == nullptr) return networkView(picture, rect, port);
  const QRectF below = rect.adjusted(0, drawingHeadHeight(picture.theme), 0, 0);
  View view = fitView(picture.drawing->diagram.bounds, kRankRadius, below, picture.theme, port);
  const Theme& theme = picture.theme;
  view.block_radius = std::clamp(kBallRadius * view.scale, theme.least_block, theme.most_block);
  return view;
}

void paintStage(QPainter& painter, const View& view, const Picture& picture) {
  painter.save();
  const bool coarse = view.scale * picture.layout().pitch() < picture.theme.least_smooth_pitch;
  painter.setRenderHint(QPainter::Antialiasing, !coarse);
  painter.setClipRect(view.rect);
  if (picture.drawing != nullptr) {
    paintDrawing(painter, view, picture);
  } else if (showsMap(view, picture)) {
    paintLinkMap(painter, view, picture);
  } else {
    const auto paint = [&](QPainter& to) {
      paintGround(to, view, picture);
      paintLinks(to, view, picture);
      paintAnswers(to, view, picture);
      paintNodes(to, view, picture);
    };
    picture.layer != nullptr ? picture.layer->put(painter, view, picture, paint) : paint(painter);
    if (!picture.still) paintBlocks(painter, view, picture);
    paintSharing(painter, view, picture);
    paintWaits(painter, view, picture);
  }
  painter.restore();
}

LegendMarks marksOf(const Picture& picture) {
  LegendMarks marks;
  marks.by_load = picture.by_load;
  marks.compared = picture.compared;
  marks.doublings = picture.stage.doublings();
  marks.computes = picture.stage.index().lanes().any(LaneIndex::kCompute);
  marks.holds = picture.blocks != nullptr;
  marks.reduces = picture.stage.index().blocks().pieces().reduces();
  for (const FaultyLink& f : picture.layout().faults()) {
    marks.background |= f.background > 0;
    marks.slow |= f.is_slow();
    marks.failed |= f.failed;
  }
  return marks;
}

QRectF stageRect(const QRectF& scene, const Theme& theme, const LegendMarks& marks) {
  const double legend = legendOf(theme, scene.size(), marks);
  return scene.adjusted(kStageMargin, captionHeight(theme), -kStageMargin,
                        -std::max(kStageMargin, legend + roundHeight(theme, scene.height())));
}

void paintScene(QPainter& painter, const QRectF& rect, const Picture& picture,
                const SceneText& text, const ViewPort& port) {
  const Theme& theme = picture.theme;
  const TraceIndex& index = picture.stage.index();
  painter.fillRect(rect, theme.background);
  LegendMarks marks = marksOf(picture);
  const View view = viewOf(picture, stageRect(rect, theme, marks), port);
  paintStage(painter, view, picture);
  const Caption caption{text.title, text.details, clockText(picture.state.time, index.end()),
                        momentText(index, picture.state)};
  paintCaption(painter, QRectF(rect.topLeft(), QSizeF(rect.width(), captionHeight(theme))), caption,
               theme);
  const double height = legendOf(theme, rect.size(), marks);
  paintRound(painter, rect.adjusted(0, 0, 0, -height), text.round, theme);
  if (height <= 0) return;
  const QRectF legend(rect.left(), rect.bottom() - height, rect.width(), height);
  if (picture.drawing != nullptr) return paintDrawingLegend(painter, legend, marks, theme);
  if (showsMap(view, picture)) return paintMapLegend(painter, legend, marks, theme);
  marks.holds = showsHoldings(view, picture);
  paintLegend(painter, legend, marks, theme);
}

}  // namespace orrery::viz::inline paint
