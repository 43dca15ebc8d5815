#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>

#include "viz/model/frame_state.h"
#include "viz/model/stage.h"
#include "viz/paint/theme.h"
#include "viz/paint/view.h"

/// The picture of one moment. Everything here only paints: same arguments, same pixels.
namespace orrery::viz {

/// The network with its load, its ranks and the blocks under way, as large as fits into `rect`.
/// Details that would be too small to read are left out.
void paintStage(QPainter& painter, const QRectF& rect, const Stage& stage, const FrameState& state,
                const Theme& theme);

/// The parts of paintStage, from back to front.
void paintLinks(QPainter& painter, const View& view, const Stage& stage, const FrameState& state,
                const Theme& theme);
void paintNodes(QPainter& painter, const View& view, const Stage& stage, const FrameState& state,
                const Theme& theme);
void paintBlocks(QPainter& painter, const View& view, const Stage& stage, const FrameState& state,
                 const Theme& theme);

/// What a picture is called.
struct SceneText {
  QString title;
  QString details;
};

/// The whole picture: caption above, stage, legend below.
void paintScene(QPainter& painter, const QRectF& rect, const Stage& stage, const FrameState& state,
                const SceneText& text, const Theme& theme);

/// Where the stage lies in a scene.
QRectF stageRect(const QRectF& scene, const Theme& theme);

}  // namespace orrery::viz
