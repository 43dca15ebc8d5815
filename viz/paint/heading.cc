#include "viz/paint/heading.h"

#include <QFontMetricsF>

#include "viz/paint/theme.h"

namespace orrery::viz {
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

}  // namespace orrery::viz
