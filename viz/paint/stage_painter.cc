#include "viz/paint/stage_painter.h"

#include "viz/model/texts.h"
#include "viz/paint/caption.h"

namespace orrery::viz {
namespace {
constexpr double kMargin = 12;
}

void paintStage(QPainter& painter, const QRectF& rect, const Stage& stage, const FrameState& state,
                const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const View view = fitView(stage.layout(), rect, theme);
  paintLinks(painter, view, stage, state, theme);
  paintNodes(painter, view, stage, state, theme);
  paintBlocks(painter, view, stage, state, theme);
  painter.restore();
}

QRectF stageRect(const QRectF& scene, const Theme& theme) {
  return scene.adjusted(kMargin, captionHeight(theme), -kMargin,
                        -legendHeight(theme, scene.width()));
}

void paintScene(QPainter& painter, const QRectF& rect, const Stage& stage, const FrameState& state,
                const SceneText& text, const Theme& theme) {
  painter.fillRect(rect, theme.background);
  paintStage(painter, stageRect(rect, theme), stage, state, theme);
  const Caption caption{text.title, text.details, clockText(state.time, stage.index().end()),
                        momentText(stage.index(), state)};
  paintCaption(painter, QRectF(rect.topLeft(), QSizeF(rect.width(), captionHeight(theme))), caption,
               theme);
  const double height = legendHeight(theme, rect.width());
  paintLegend(painter, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), theme);
}

}  // namespace orrery::viz
