#include "viz/paint/lanes/lane_key.h"

#include <QFontMetricsF>

#include "viz/model/text/words.h"
#include "viz/paint/caption.h"
#include "viz/paint/theme.h"

namespace orrery::viz {
namespace {

constexpr double kHeading = 130;  ///< room for what the key is of
constexpr double kKeyMargin = 14;
constexpr double kKeyGap = 14;     ///< between entries
constexpr double kKeySample = 20;  ///< a sample of colour, and what is between it and its name

QColor between(const QColor& a, const QColor& b) {
  return {(a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2};
}

/// The names of operations in the room that is left of a line, as many as there is room for and how many more there
/// are; flush right.
void paintOperations(QPainter& painter, const QRectF& room, const OperationRounds& operations,
                     const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  const auto count = static_cast<int>(operations.names().size());
  const auto name = [&](int i) {
    return QString::fromStdString(operations.names()[static_cast<std::size_t>(i)]);
  };
  const auto more = [&](int shown) {
    return shown == count ? QString() : Words::tr("and %1 more").arg(count - shown);
  };
  const auto widthOf = [&](int shown) {
    double width = shown == count ? 0 : metrics.horizontalAdvance(more(shown)) + kKeyGap;
    for (int i = 0; i < shown; ++i)
      width += kKeySample + metrics.horizontalAdvance(name(i)) + kKeyGap;
    return width;
  };
  int shown = count;
  while (shown > 0 && widthOf(shown) > room.width()) --shown;
  double x = room.right() - widthOf(shown);
  const auto text = [&](const QString& words) {
    const double width = metrics.horizontalAdvance(words);
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(x, room.top() - 12, width + 2, 24), Qt::AlignLeft | Qt::AlignVCenter,
                     words);
    x += width + kKeyGap;
  };
  for (int i = 0; i < shown; ++i) {
    painter.fillRect(QRectF(x, room.top() - 5, 14, 10), operationColour(theme, i, count));
    x += kKeySample;
    text(name(i));
  }
  if (shown < count) text(more(shown));
}

}  // namespace

void paintLaneKey(QPainter& painter, const QRectF& rect, bool mixes,
                  const OperationRounds& operations, const Theme& theme) {
  painter.setFont(textFont(theme.small_size));
  const QFontMetricsF metrics(painter.font());
  const double y = rect.top() + 4 + (headingHeight(theme) - 4) / 2;
  double x = rect.right() - kKeyMargin;
  const auto entry = [&](const QColor& colour, const QString& name) {
    const double width = metrics.horizontalAdvance(name);
    x -= width;
    if (x < rect.left() + kHeading) return;
    painter.setPen(theme.faint_text);
    painter.drawText(QRectF(x, y - 12, width + 2, 24), Qt::AlignLeft | Qt::AlignVCenter, name);
    x -= 20;
    painter.fillRect(QRectF(x, y - 5, 14, 10), colour);
    x -= 14;
  };
  entry(theme.waiting_lane, Words::tr("waits"));
  if (operations.any()) {
    const double left = rect.left() + kHeading;
    return paintOperations(painter, {left, y, x - left, 0}, operations, theme);
  }
  entry(theme.computing_lane, Words::tr("computes"));
  if (mixes) entry(between(theme.sending, theme.receiving), Words::tr("both"));
  entry(theme.receiving, Words::tr("receives"));
  entry(theme.sending, Words::tr("sends"));
}

}  // namespace orrery::viz
