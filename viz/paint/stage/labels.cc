#include "viz/paint/stage/labels.h"

#include <algorithm>
#include <map>
#include <utility>

#include <QFontMetricsF>
#include <QStaticText>

#include "viz/paint/theme.h"

namespace orrery::viz {

int nameSize(double radius, int most, const Theme& theme) {
  constexpr double kLeastNamed = 7.5;
  if (radius < kLeastNamed) return 0;
  return std::clamp(static_cast<int>(0.75 * radius), theme.smallest_label, most);
}

namespace {

constexpr std::size_t kMostKept = 4096;

/// A label that is laid out: that takes longer than painting it, and pictures repeat their labels.
struct LaidOut {
  QSizeF size;
  QStaticText text;
};

const LaidOut& laidOut(const QString& text, int pixels) {
  thread_local std::map<std::pair<int, QString>, LaidOut> kept;
  if (kept.size() > kMostKept) kept.clear();
  const auto [found, anew] = kept.try_emplace({pixels, text});
  if (!anew) return found->second;
  const QFont font = textFont(pixels, true);
  const QFontMetricsF metrics(font);
  LaidOut& label = found->second;
  for (const QString& line : text.split(u'\n'))
    label.size = label.size.expandedTo({metrics.horizontalAdvance(line), metrics.height()});
  label.text.setText(text);
  label.text.setTextFormat(Qt::PlainText);
  label.text.prepare({}, font);
  return label;
}

}  // namespace

double textWidth(const QString& text, int pixels) {
  return text.isEmpty() || pixels <= 0 ? 0 : laidOut(text, pixels).size.width();
}

void paintLabel(QPainter& painter, const QRectF& rect, const QString& text, int pixels,
                const QColor& colour, const Theme& theme) {
  if (text.isEmpty() || pixels < theme.smallest_label) return;
  const double width = textWidth(text, pixels);
  const int size = width <= rect.width() ? pixels : static_cast<int>(pixels * rect.width() / width);
  if (size < theme.smallest_label) return;
  painter.setFont(textFont(size, true));
  painter.setPen(colour);
  if (text.contains(u'\n')) return painter.drawText(rect, Qt::AlignCenter | Qt::TextDontClip, text);
  const LaidOut& label = laidOut(text, size);
  const QPointF corner = rect.center() - QPointF(label.size.width(), label.size.height()) / 2;
  painter.drawStaticText(corner, label.text);
}

}  // namespace orrery::viz
