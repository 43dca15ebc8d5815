#pragma once

#include <cmath>
#include <map>

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

namespace orrery::viz {

/// Pictures of things that look the same at many places, each kept for a look: painting an image
/// is faster than painting its curves. A place is rounded to a quarter of a pixel. Pictures
/// that are not made of pixels, or are turned or scaled, get the curves.
template <class Look>
class Stamps {
 public:
  /// Paints a thing of at most that reach around a place with `paint`(painter, place), or its picture.
  template <class Paint>
  void put(QPainter& painter, QPointF place, double reach, const Look& look, Paint&& paint) {
    const QTransform& transform = painter.deviceTransform();
    const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (!pixels || transform.type() > QTransform::TxTranslate) return paint(painter, place);
    if (bytes_ > kMostBytes) kept_.clear(), bytes_ = 0;
    const QPointF at = transform.map(place), corner(std::floor(at.x()), std::floor(at.y()));
    const int x = phase(at.x() - corner.x()), y = phase(at.y() - corner.y());
    const int half = static_cast<int>(std::ceil(reach)) + 1;
    const auto [found, anew] = kept_.try_emplace({look, x, y});
    if (anew) {
      found->second = QImage(2 * half + 1, 2 * half + 1, QImage::Format_ARGB32_Premultiplied);
      found->second.fill(Qt::transparent);
      bytes_ += found->second.sizeInBytes();
      QPainter own(&found->second);
      own.setRenderHints(painter.renderHints());
      paint(own, QPointF(half + (x + 0.5) / kPhases, half + (y + 0.5) / kPhases));
    }
    painter.drawImage(transform.inverted().map(corner - QPointF(half, half)), found->second);
  }

 private:
  static constexpr int kPhases = 4;
  static constexpr qsizetype kMostBytes = 32 << 20;
  static int phase(double fraction) { return static_cast<int>(fraction * kPhases); }

  std::map<std::tuple<Look, int, int>, QImage> kept_;
  qsizetype bytes_ = 0;  // of all pictures
};

}  // namespace orrery::viz
