#include "viz/paint/lanes/lane_key.h"

#include <QFontMetricsF>

#include "viz/model/text/words.h"
#include "viz/paint/caption.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kHeading = 130;  ///< room for the title of the key
constexpr double kKeyMargin = 14;
constexpr double kKeyGap = 14;     ///< between entries
constexpr double kKeySample = 20;  ///< a sample of colour, and the gap to its name

QColor between(const QColor& a, const QColor& b) {
  return {(a.red() + b.red()) / 2, (a.green() + b.green()) / 2, (a.blue() + b.blue()) / 2};
}

/// Paints the names of operations in the rest of a line, flush right: as many as fit, and the
/// number of the others.
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

/// Entries from right to left, in the line of the heading.
class KeyLine {
 public:
  KeyLine(QPainter& painter, const QRectF& rect, const Theme& theme)
      : painter_(painter),
        theme_(theme),
        left_(rect.left() + kHeading),
        x_(rect.right() - kKeyMargin),
        y_(rect.top() + 4 + (headingHeight(theme) - 4) / 2) {
    painter_.setFont(textFont(theme.small_size));
  }
  void add(const QColor& colour, const QString& name) {
    const double width = QFontMetricsF(painter_.font()).horizontalAdvance(name);
    x_ -= width;
    if (x_ < left_) return;
    painter_.setPen(theme_.faint_text);
    painter_.drawText(QRectF(x_, y_ - 12, width + 2, 24), Qt::AlignLeft | Qt::AlignVCenter, name);
    x_ -= kKeySample;
    painter_.fillRect(QRectF(x_, y_ - 5, 14, 10), colour);
    x_ -= kKeyGap;
  }
  QRectF room() const { return {left_, y_, x_ - left_, 0}; }

 private:
  QPainter& painter_;
  const Theme& theme_;
  double left_, x_, y_;
};

}  // namespace

void paintCauseKey(QPainter& painter, const QRectF& rect, const TraceIndex& index,
                   const LaneFolds& folds, const Theme& theme) {
  KeyLine line(painter, rect, theme);
  line.add(theme.waiting_lane, Words::tr("waits"));
  if (index.lanes().any(LaneIndex::kCompute)) line.add(theme.computing_lane, Words::tr("computes"));
  line.add(theme.pending_link, Words::tr("latency"));
  for (int times = 1 << folds.mostDoublings(); times > 1; times /= 2)
    line.add(sharingColour(theme, times), QStringLiteral("%1 ×").arg(times));
  line.add(sharingColour(theme, 1), Words::tr("bytes as fast as alone"));
}

void paintLaneKey(QPainter& painter, const QRectF& rect, bool mixes, const TraceIndex& index,
                  const Theme& theme) {
  const OperationRounds& operations = index.operations();
  KeyLine line(painter, rect, theme);
  line.add(theme.waiting_lane, Words::tr("waits"));
  if (operations.any()) return paintOperations(painter, line.room(), operations, theme);
  if (index.lanes().any(LaneIndex::kCompute)) line.add(theme.computing_lane, Words::tr("computes"));
  if (mixes) line.add(between(theme.sending, theme.receiving), Words::tr("both"));
  line.add(theme.receiving, Words::tr("receives"));
  line.add(theme.sending, Words::tr("sends"));
}

}  // namespace orrery::viz::inline paint
