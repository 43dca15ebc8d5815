#include "viz/paint/caption.h"

#include <QFontMetricsF>

#include "viz/paint/fonts.h"

namespace orrery::viz {
namespace {

constexpr double kMargin = 20;
constexpr double kLeastText = 60;
constexpr double kLeading = 1.5;  ///< line height over font size

struct Text {
  QString text;
  QFont font;
};

/// One text on the left and one on the right; the left one gives way, and goes where hardly anything
/// of it would be left.
void paintLine(QPainter& painter, const QRectF& line, const Text& left, const Text& right) {
  const QFontMetricsF metrics(right.font);
  const double taken = metrics.horizontalAdvance(right.text) + kMargin;
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

/// The usual size, else the small one, else one at which both texts fit, but three quarters of it at least.
int detailsSize(const Caption& caption, double room, const Theme& theme) {
  const auto fits = [&](int size) {
    const QFontMetricsF metrics(textFont(size));
    return metrics.horizontalAdvance(caption.details + caption.moment) + 3 * kMargin <= room;
  };
  if (fits(theme.text_size)) return theme.text_size;
  int size = theme.small_size;
  while (4 * size > 3 * theme.small_size && !fits(size)) --size;
  return size;
}

}  // namespace

double captionHeight(const Theme& theme) {
  return kMargin * 0.7 + kLeading * (theme.title_size + theme.text_size) + kMargin * 0.3;
}

void paintCaption(QPainter& painter, const QRectF& rect, const Caption& caption,
                  const Theme& theme) {
  painter.save();
  int size = theme.title_size;
  while (4 * size > 3 * theme.text_size && titleWidth(caption, size) + 3 * kMargin > rect.width())
    --size;
  QRectF line(rect.left() + kMargin, rect.top() + kMargin * 0.7, rect.width() - 2 * kMargin,
              kLeading * theme.title_size);
  painter.setPen(theme.text);
  paintLine(painter, line, {caption.title, textFont(size, true)}, {caption.clock, textFont(size)});

  const QFont font = textFont(detailsSize(caption, rect.width(), theme));
  line = QRectF(line.left(), line.bottom(), line.width(), kLeading * theme.text_size);
  painter.setPen(theme.faint_text);
  paintLine(painter, line, {caption.details, font}, {caption.moment, font});
  painter.restore();
}

}  // namespace orrery::viz
