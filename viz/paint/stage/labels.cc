#include "viz/paint/stage/labels.h"

#include <algorithm>

#include <QFontMetricsF>

#include "viz/paint/theme.h"

namespace orrery::viz {

int nameSize(double radius, int most, const Theme& theme) {
  constexpr double kLeastNamed = 7.5;
  if (radius < kLeastNamed) return 0;
  return std::clamp(static_cast<int>(0.75 * radius), theme.smallest_label, most);
}

double textWidth(const QString& text, int pixels) {
  if (text.isEmpty() || pixels <= 0) return 0;
  const QFontMetricsF metrics(textFont(pixels, true));
  double width = 0;
  for (const QString& line : text.split(u'\n'))
    width = std::max(width, metrics.horizontalAdvance(line));
  return width;
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
