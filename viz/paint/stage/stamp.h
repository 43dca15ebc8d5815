#pragma once

#include <cmath>
#include <functional>
#include <map>

#include <QImage>
#include <QPaintEngine>
#include <QPainter>

namespace orrery::viz::inline paint {

inline constexpr int kDirections = 64;  ///< length of the whole numbers that stand for a direction

/// Returns a picture without its empty edges; its offset is the size of those above and on the left.
inline QImage trimmed(const QImage& picture) {
  QRect full;
  for (int y = 0; y < picture.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
    for (int x = 0; x < picture.width(); ++x)
      if (line[x] != 0) full |= QRect(x, y, 1, 1);
  }
  QImage result = full.isEmpty() ? QImage() : picture.copy(full);
  result.setOffset(full.topLeft());
  return result;
}

/// Pictures of things that look the same at many places, each kept for a look: painting an image
/// is faster than painting its curves. A place is rounded to a quarter of a pixel. Pictures
/// that are not made of pixels, or are turned or scaled, get the curves.
template <class Look>
class Stamps {
 public:
  /// Paints a thing of at most that reach around a place with `paint`(painter, place), or what `change` makes of its
  /// picture. `paint` gets another painter for the picture.
  template <class Paint, class Change = std::identity>
  void put(QPainter& painter, QPointF place, double reach, const Look& look, Paint&& paint,
           Change&& change = {}) {
    const QTransform& transform = painter.deviceTransform();
    const bool pixels = painter.paintEngine()->type() == QPaintEngine::Raster;
    if (!pixels || transform.type() > QTransform::TxTranslate) return paint(painter, place);
    if (bytes_ > kMostBytes) kept_.clear(), bytes_ = 0;
    const QPointF at = transform.map(place), corner(std::floor(at.x()), std::floor(at.y()));
    const int x = phase(at.x() - corner.x()), y = phase(at.y() - corner.y());
    const int half = static_cast<int>(std::ceil(reach)) + 1;
    const auto [found, anew] = kept_.try_emplace({look, x, y});
    if (anew) {
      QImage whole(2 * half + 1, 2 * half + 1, QImage::Format_ARGB32_Premultiplied);
      whole.fill(Qt::transparent);
      QPainter own(&whole);
      own.setRenderHints(painter.renderHints());
      paint(own, QPointF(half + (x + 0.5) / kPhases, half + (y + 0.5) / kPhases));
      own.end();
      found->second = trimmed(whole);
      bytes_ += found->second.sizeInBytes();
    }
    painter.drawImage(
        transform.inverted().map(corner - QPointF(half, half) + found->second.offset()),
        change(found->second));
  }

 private:
  static constexpr int kPhases = 4;
  static constexpr qsizetype kMostBytes = 32 << 20;
  static int phase(double fraction) { return static_cast<int>(fraction * kPhases); }

  std::map<std::tuple<Look, int, int>, QImage> kept_;
  qsizetype bytes_ = 0;  // of all pictures
};

inline constexpr QRgb kInside = 0xffff0000, kEdge = 0xff00ff00;  ///< colours of uncoloured pictures

/// Returns a picture that is painted in these two colours with others instead.
inline QImage coloured(const QImage& picture, QRgb inside, QRgb edge) {
  QImage result(picture.size(), QImage::Format_ARGB32_Premultiplied);
  const int width = picture.width(), height = picture.height();
  const auto mixed = [&](QRgb pixel) {
    const int in = qRed(pixel), out = qGreen(pixel);
    const auto mix = [&](int a, int b) { return (in * a + out * b + 127) / 255; };
    return qRgba(mix(qRed(inside), qRed(edge)), mix(qGreen(inside), qGreen(edge)),
                 mix(qBlue(inside), qBlue(edge)), mix(255, 255));
  };
  for (int y = 0; y < height; ++y) {
    const auto* from = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
    auto* to = reinterpret_cast<QRgb*>(result.scanLine(y));
    for (int x = 0; x < width; ++x)
      to[x] = from[x] == 0         ? 0
              : from[x] == kInside ? inside
              : from[x] == kEdge   ? edge
                                   : mixed(from[x]);
  }
  return result;
}

}  // namespace orrery::viz::inline paint
