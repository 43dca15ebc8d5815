#include "viz/paint/plot_ink.h"

#include <array>

#include <QFontMetricsF>

#include "viz/paint/plot_painter.h"

namespace orrery::viz::inline paint {
namespace {

constexpr double kMark = 3.6;  // radius of a mark
constexpr double kLine = 2.0;  // width of a line
constexpr std::size_t kMarks = 4;

}  // namespace

double PlotInk::widthOf(const QString& text, int pixels) {
  return QFontMetricsF(textFont(pixels)).horizontalAdvance(text);
}

QColor PlotInk::colourOf(std::size_t series) const {
  const Plot::Series& s = plot_.series[series];
  return blended(theme_.background, seriesColour(theme_, s.colour.value_or(series)), s.strength);
}

QBrush PlotInk::brushOf(std::size_t series) const {
  return plot_.series[series].hatched ? QBrush(theme_.text, Qt::BDiagPattern) : colourOf(series);
}

void PlotInk::text(const QRectF& rect, const std::string& words, int pixels, int alignment,
                   const QColor& colour) {
  text(rect, QString::fromStdString(words), pixels, alignment, colour);
}
void PlotInk::text(const QRectF& rect, const QString& words, int pixels, int alignment,
                   const QColor& colour) {
  const QFont font = textFont(pixels);
  painter_->setFont(font);
  painter_->setPen(colour);
  painter_->drawText(rect, alignment,
                     QFontMetricsF(font).elidedText(words, Qt::ElideMiddle, rect.width()));
}

/// Returns how often the colours have been used before.
std::size_t PlotInk::cycleOf(std::size_t series) const {
  return series / theme_.series.size();
}

QPen PlotInk::penOf(std::size_t series) const {
  constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                               Qt::DashDotDotLine};
  return {colourOf(series), kLine, kStyles[cycleOf(series) % kStyles.size()]};
}

void PlotInk::paintMark(const QPointF& at, std::size_t series) {
  constexpr double r = kMark;
  const bool hollow = cycleOf(series) / kMarks % 2 == 1;
  painter_->setPen(QPen(hollow ? colourOf(series) : theme_.background, theme_.thin));
  painter_->setBrush(hollow ? theme_.background : colourOf(series));
  switch ((series + cycleOf(series)) % kMarks) {
    case 0:
      return painter_->drawEllipse(at, r, r);
    case 1:
      return painter_->drawRect(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r));
    case 2:
      painter_->drawPolygon(QPolygonF({at + QPointF(0, -1.3 * r), at + QPointF(1.2 * r, 0.9 * r),
                                       at + QPointF(-1.2 * r, 0.9 * r)}));
      return;
    default:
      painter_->drawPolygon(QPolygonF({at + QPointF(0, -1.4 * r), at + QPointF(1.4 * r, 0),
                                       at + QPointF(0, 1.4 * r), at + QPointF(-1.4 * r, 0)}));
  }
}

void PlotInk::paintSwatch(const QPointF& at, std::size_t series, double line) {
  if (plot_.kind == Plot::Kind::kLines) {
    painter_->setPen(penOf(series));
    if (!plot_.series[series].scattered) painter_->drawLine(at, at + QPointF(kSwatch, 0));
    paintMark(at + QPointF(kSwatch / 2, 0), series);
  } else {
    painter_->fillRect(QRectF(at.x(), at.y() - line / 3, kSwatch, line * 2 / 3), brushOf(series));
  }
}

}  // namespace orrery::viz::inline paint
