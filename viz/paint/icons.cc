#include "viz/paint/icons.h"

#include <cmath>
#include <numbers>

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <QPolygonF>

namespace orrery::viz::inline paint {
namespace {

/// Returns a triangle on a field of 20 x 20.
QPainterPath triangle(double tip, double base) {
  QPainterPath path;
  path.addPolygon(QPolygonF({{tip, 10}, {base, 4}, {base, 16}, {tip, 10}}));
  return path;
}

QPainterPath bar(double x) {
  QPainterPath path;
  path.addRect(x, 4, 2.6, 12);
  return path;
}

QPainterPath disc(double x) {
  QPainterPath path;
  path.addEllipse(QPointF(x, 10), 2.4, 2.4);
  return path;
}

QPainterPath shapeOf(Symbol symbol) {
  switch (symbol) {
    case Symbol::kToStart:
      return bar(2) | triangle(5, 11.5) | triangle(10.5, 17);
    case Symbol::kStepBack:
      return bar(4) | triangle(7.2, 16);
    case Symbol::kPlay:
      return triangle(17, 5);
    case Symbol::kPause:
      return bar(5.4) | bar(12);
    case Symbol::kStepForward:
      return bar(13.4) | triangle(12.8, 4);
    case Symbol::kMessageBack:
      return triangle(4, 11) | disc(14.6);
    case Symbol::kMessageForward:
      return triangle(16, 9) | disc(5.4);
    case Symbol::kToEnd:
      break;
  }
  return bar(15.4) | triangle(15, 8.5) | triangle(9.5, 3);
}

}  // namespace

QIcon symbolIcon(Symbol symbol, const Theme& theme) {
  QIcon icon;
  for (int size : {20, 40, 60}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / 20.0, size / 20.0);
    painter.fillPath(shapeOf(symbol), theme.text);
    painter.end();
    icon.addPixmap(pixmap);
    painter.begin(&pixmap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), theme.border);
    painter.end();
    icon.addPixmap(pixmap, QIcon::Disabled);
  }
  return icon;
}

QIcon programIcon() {
  constexpr int kSize = 64, kRanks = 8;
  const Theme& theme = lightTheme();
  QPixmap pixmap(kSize, kSize);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.accent, 3));
  painter.drawEllipse(QPointF(32, 32), 23, 23);
  painter.setPen(QPen(theme.accent, 2));
  for (int i = 0; i < kRanks; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRanks;
    painter.setBrush(i == 6 ? loadColour(theme, 1) : theme.node);
    painter.drawEllipse(QPointF(32 + 23 * std::cos(angle), 32 + 23 * std::sin(angle)), 6, 6);
  }
  painter.end();
  return {pixmap};
}

}  // namespace orrery::viz::inline paint
