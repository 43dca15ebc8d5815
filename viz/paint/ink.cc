#include "viz/paint/ink.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kPenWidth = 0.28;  ///< of the height of a text
constexpr double kPointerRadius = 1.1;
constexpr int kPointerAlpha = 70;  ///< of 255: the picture shows through

}  // namespace

void paintInk(QPainter& painter, const Ink& ink, const Theme& theme) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen(theme.warning, kPenWidth * theme.text_size, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  for (const QPolygonF& stroke : ink.strokes)
    stroke.size() == 1 ? painter.drawPoint(stroke.front()) : painter.drawPolyline(stroke);
  if (ink.pointer) {
    QColor inside = theme.warning;
    inside.setAlpha(kPointerAlpha);
    const double radius = kPointerRadius * theme.text_size;
    painter.setBrush(inside);
    painter.drawEllipse(*ink.pointer, radius, radius);
  }
  painter.restore();
}

}  // namespace orrery::viz::inline paint
