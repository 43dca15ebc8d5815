#include "viz/paint/stage/layer.h"

#include <cmath>

#include <QPaintEngine>

namespace orrery::viz::inline paint {
namespace {

/// Returns whether links and nodes look different at each moment.
bool moves(const View& view, const Picture& picture) {
  return picture.path != nullptr || !picture.trail.empty() || picture.focus.block >= 0 ||
         showsHoldings(view, picture);
}

bool isOnWholePixels(const QTransform& t) {
  return t.type() <= QTransform::TxTranslate && t.dx() == std::floor(t.dx()) &&
         t.dy() == std::floor(t.dy());
}

}  // namespace

void Layer::put(QPainter& painter, const View& view, const Picture& picture,
                const std::function<void(QPainter&)>& paint) {
  const QTransform& transform = painter.deviceTransform();
  if (painter.paintEngine()->type() != QPaintEngine::Raster || !isOnWholePixels(transform) ||
      moves(view, picture))
    return paint(painter);
  const QRect area = view.rect.toAlignedRect();
  Seen now{view,
           area.size(),
           &picture.layout(),
           picture.focus,
           picture.by_load,
           picture.compared,
           picture.highlighted,
           picture.answers != nullptr ? *picture.answers : Marks(),
           picture.state.links,
           picture.state.ranks};
  if (now != seen_) {
    seen_ = std::move(now);
    image_ = QImage(area.size(), QImage::Format_RGB32);
    image_.fill(picture.theme.background);
    QPainter own(&image_);
    own.setRenderHints(painter.renderHints());
    own.translate(-area.topLeft());
    own.setClipRect(view.rect);
    paint(own);
  }
  painter.drawImage(area.topLeft(), image_);
}

}  // namespace orrery::viz::inline paint
