#include "viz/paint/caption.h"

#include <QFontMetricsF>

namespace orrery::viz::inline paint {

namespace {

constexpr double kCaptionMargin = 20;
constexpr double kLeastText = 60;
constexpr double kLeading = 1.4;  ///< line height over font size

struct Text {
  QString text;
  QFont font;
};

/// Leaves out the last of several remarks until a text fits, or shortens the first.
QString fittingText(QString text, const QFontMetricsF& metrics, double width) {
  static const QString between = QStringLiteral(" · ");
  while (metrics.horizontalAdvance(text) > width && text.contains(between))
    text.truncate(text.lastIndexOf(between));
  return metrics.elidedText(text, Qt::ElideRight, width);
}

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
  const QString text = fittingText(left.text, QFontMetricsF(left.font), line.width() - taken);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
}

constexpr double kHeadingMargin = 14;
}  // namespace

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
  const auto widthOf = [](const Text& left, const Text& right) {
    return 3 * kCaptionMargin + QFontMetricsF(left.font).horizontalAdvance(left.text) +
           QFontMetricsF(right.font).horizontalAdvance(right.text);
  };
  const auto title = [&](int size) { return Text{caption.title, textFont(size, true)}; };
  const auto clock = [&](int size) { return Text{caption.clock, textFont(size)}; };
  const int size = fittingSize(theme, theme.title_size, room,
                               [&](int s) { return widthOf(title(s), clock(s)); });
  QRectF line(rect.left() + kCaptionMargin, rect.top() + kCaptionMargin * 0.7,
              rect.width() - 2 * kCaptionMargin, kLeading * theme.title_size);
  painter.setPen(theme.text);
  paintLine(painter, line, title(size), clock(size));

  const auto details = [&](int s) { return Text{caption.details, textFont(s)}; };
  const auto moment = [&](int s) { return Text{caption.moment, textFont(s)}; };
  const int small = fittingSize(theme, theme.text_size, room,
                                [&](int s) { return widthOf(details(s), moment(s)); });
  line = QRectF(line.left(), line.bottom(), line.width(), kLeading * theme.text_size);
  painter.setPen(theme.faint_text);
  paintLine(painter, line, details(small), moment(small));
  painter.restore();
}

}  // namespace orrery::viz::inline paint
