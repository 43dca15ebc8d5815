#include "viz/paint/caption.h"

#include <algorithm>

#include <QFontMetricsF>

namespace orrery::viz {

namespace {

constexpr double kCaptionMargin = 20;
constexpr double kLeastText = 60;
constexpr double kLeading = 1.5;  ///< line height over font size

struct Text {
  QString text;
  QFont font;
};

/// Paints one text on the left and one on the right; the left one is shortened, and left out where
/// hardly anything of it would remain.
void paintLine(QPainter& painter, const QRectF& line, const Text& left, const Text& right) {
  const QFontMetricsF metrics(right.font);
  const double taken = metrics.horizontalAdvance(right.text) + kCaptionMargin;
  painter.setFont(right.font);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(right.text, Qt::ElideRight, line.width()));
  if (line.width() - taken < kLeastText) return;
  painter.setFont(left.font);
  const QString text =
      QFontMetricsF(left.font).elidedText(left.text, Qt::ElideRight, line.width() - taken);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
}

double titleWidth(const Caption& caption, int size) {
  return QFontMetricsF(textFont(size, true)).horizontalAdvance(caption.title) +
         QFontMetricsF(textFont(size)).horizontalAdvance(caption.clock);
}

double detailsWidth(const Caption& caption, int size) {
  return QFontMetricsF(textFont(size)).horizontalAdvance(caption.details + caption.moment);
}

/// Returns the largest size from `size` down to `least` at which both texts of a line fit.
int fittingSize(const Caption& caption, double (*width)(const Caption&, int), double room, int size,
                int least) {
  while (size > least && width(caption, size) + 3 * kCaptionMargin > room) --size;
  return size;
}

}  // namespace

namespace {
constexpr double kHeadingMargin = 14;
}

double headingHeight(const Theme& theme) {
  return 2.5 * theme.text_size;
}

void paintHeading(QPainter& painter, const QRectF& view, const QString& name, const QString& remark,
                  const Theme& theme) {
  const QRectF line(view.left() + kHeadingMargin, view.top() + 4, view.width() - 2 * kHeadingMargin,
                    headingHeight(theme) - 4);
  painter.setFont(textFont(theme.text_size, true));
  const double taken = QFontMetricsF(painter.font()).horizontalAdvance(name) + kHeadingMargin;
  painter.setPen(theme.text);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  const QString fitting =
      QFontMetricsF(painter.font()).elidedText(remark, Qt::ElideRight, line.width() - taken);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, fitting);
}

double captionHeight(const Theme& theme) {
  return kCaptionMargin * 0.7 + kLeading * (theme.title_size + theme.text_size) +
         kCaptionMargin * 0.3;
}

void paintCaption(QPainter& painter, const QRectF& rect, const Caption& caption,
                  const Theme& theme) {
  painter.save();
  const double room = rect.width();
  const auto shrunk = [&](int size) { return std::max(3 * size / 4, theme.smallest_label); };
  const int size =
      fittingSize(caption, titleWidth, room, theme.title_size, shrunk(theme.text_size));
  QRectF line(rect.left() + kCaptionMargin, rect.top() + kCaptionMargin * 0.7,
              rect.width() - 2 * kCaptionMargin, kLeading * theme.title_size);
  painter.setPen(theme.text);
  paintLine(painter, line, {caption.title, textFont(size, true)}, {caption.clock, textFont(size)});

  const bool usual = detailsWidth(caption, theme.text_size) + 3 * kCaptionMargin <= room;
  const int small = theme.small_size;
  const QFont font = textFont(
      usual ? theme.text_size : fittingSize(caption, detailsWidth, room, small, shrunk(small)));
  line = QRectF(line.left(), line.bottom(), line.width(), kLeading * theme.text_size);
  painter.setPen(theme.faint_text);
  paintLine(painter, line, {caption.details, font}, {caption.moment, font});
  painter.restore();
}

}  // namespace orrery::viz
