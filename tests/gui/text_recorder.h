#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QStringList>

namespace orrery::viz {

/// Records every text that is painted on it, in the order of painting. Draws nothing.
class TextRecorder : public QPaintDevice {
 public:
  explicit TextRecorder(QSize size) : size_(size) {}
  const QStringList& texts() const { return engine_.texts; }
  /// Returns the place of each text on the device.
  const QList<QRectF>& places() const { return engine_.places; }
  /// Returns the size of each text's letters in pixels.
  const QList<int>& sizes() const { return engine_.sizes; }

  QPaintEngine* paintEngine() const override { return &engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    constexpr int kDotsPerInch = 96, kDotsPerMetre = 3780;
    switch (metric) {
      case PdmWidth:
        return size_.width();
      case PdmHeight:
        return size_.height();
      case PdmWidthMM:
        return size_.width() * 1000 / kDotsPerMetre;
      case PdmHeightMM:
        return size_.height() * 1000 / kDotsPerMetre;
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return kDotsPerInch;
      case PdmNumColors:
        return 1 << 24;
      case PdmDepth:
        return 32;
      case PdmDevicePixelRatio:
        return 1;
      case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
  }

 private:
  struct Engine : QPaintEngine {
    Engine() : QPaintEngine(AllFeatures) {}
    bool begin(QPaintDevice* /*device*/) override { return true; }
    bool end() override { return true; }
    Type type() const override { return User; }
    void updateState(const QPaintEngineState& /*state*/) override {}
    void drawPath(const QPainterPath& /*path*/) override {}
    void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override {}
    void drawPixmap(const QRectF& /*to*/, const QPixmap& /*map*/, const QRectF& /*of*/) override {}
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
      const QRectF place(at.x(), at.y() - item.ascent(), item.width(),
                         item.ascent() + item.descent());
      texts.append(item.text());
      sizes.append(item.font().pixelSize());
      places.append(painter()->combinedTransform().mapRect(place));
    }
    QStringList texts;
    QList<QRectF> places;
    QList<int> sizes;
  };

  QSize size_;
  mutable Engine engine_;
};

}  // namespace orrery::viz
