#include "viz/paint/labels.h"

#include <QFontMetricsF>

#include "viz/paint/fonts.h"

namespace orrery::viz {

double textWidth(const QString& text, int pixels) {
  if (text.isEmpty() || pixels <= 0) return 0;
  return QFontMetricsF(textFont(pixels, true)).horizontalAdvance(text);
}

void paintLabel(QPainter& painter, const QRectF& rect, const QString& text, int pixels,
                const QColor& colour, const Theme& theme) {
  if (text.isEmpty() || pixels < theme.smallest_label) return;
  const double width = textWidth(text, pixels);
  const int size = width <= rect.width() ? pixels : static_cast<int>(pixels * rect.width() / width);
  if (size < theme.smallest_label) return;
  painter.setFont(textFont(size, true));
  painter.setPen(colour);
  painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, text);
}

}  // namespace orrery::viz
