#include "viz/widgets/views/meters_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr double kBar = 6;
constexpr int kLeastLetters = 12;
constexpr double kMeterMargin = 12;
constexpr int kUnplaced = 200;     ///< less is the width of a view that has no place yet
constexpr double kLeastScale = 2;  ///< the bars end at this value, or at the largest

double lineHeight(int size) {
  return 1.5 * size;
}
double headHeight(const Theme& theme) {
  return lineHeight(theme.text_size) + 6;
}
/// Returns the height of a sentence, which may need two lines.
double sentenceHeight(const Theme& theme, const DeficiencyWords& meter, double width) {
  const QFontMetricsF letters(textFont(theme.small_size));
  return lineHeight(theme.small_size) *
         (letters.horizontalAdvance(textOf(meter.sentence)) > width ? 2 : 1);
}
double rowHeight(const Theme& theme, const DeficiencyWords& meter, double width) {
  return lineHeight(theme.small_size) + sentenceHeight(theme, meter, width) + kBar + 8;
}

/// Paints a text on the left, whose letters shrink to leave room for one on the right.
void paintSides(QPainter& painter, const QRectF& line, const QString& left, const QString& right,
                const Theme& theme) {
  QFont font = painter.font();
  const int least = std::max(kLeastLetters, theme.smallest_label);
  const double taken =
      right.isEmpty() ? 0 : QFontMetricsF(font).horizontalAdvance(right) + kMeterMargin;
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, right);
  while (font.pixelSize() > least &&
         QFontMetricsF(font).horizontalAdvance(left) > line.width() - taken)
    font.setPixelSize(font.pixelSize() - 1);
  painter.setFont(font);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                   QFontMetricsF(font).elidedText(left, Qt::ElideRight, line.width() - taken));
}

/// Paints the name with the value, and the sentence below.
void paintWords(QPainter& painter, const QRectF& row, const DeficiencyWords& meter,
                const Theme& theme) {
  const QSizeF line(row.width(), lineHeight(theme.small_size));
  painter.setFont(textFont(theme.small_size, true));
  painter.setPen(theme.text);
  paintSides(painter, {row.topLeft(), line}, textOf(meter.name),
             QStringLiteral("%1 = %2").arg(textOf(meter.letter)).arg(meter.value, 0, 'f', 2),
             theme);
  painter.setFont(textFont(theme.small_size));
  painter.setPen(theme.faint_text);
  painter.drawText(QRectF(row.left(), row.top() + line.height(), row.width(),
                          sentenceHeight(theme, meter, row.width())),
                   Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, textOf(meter.sentence));
}

void paintMeter(QPainter& painter, const QRectF& row, const DeficiencyWords& meter, double most,
                const Theme& theme) {
  paintWords(painter, row, meter, theme);
  const QRectF bar(row.left(), row.bottom() - kBar - 7, row.width(), kBar);
  const double share = std::clamp((meter.value - 1) / (most - 1), 0.0, 1.0);
  painter.fillRect(bar, theme.cell_held);
  painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * share, kBar)),
                   sharingColour(theme, meter.value));
  painter.fillRect(QRectF(bar.left(), bar.top() - 2, 2, kBar + 4), theme.text);
}

}  // namespace

MetersView::MetersView(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), theme_(&lightTheme()) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Deficiencies"));
  setCursor(Qt::PointingHandCursor);
  setToolTip(
      tr("Λ: rounds over the fewest rounds any algorithm needs.\n"
         "Ψ: bytes through the busiest port, summed over the rounds, over the fewest that a "
         "port must carry.\n"
         "Ξ: bytes over the busiest link over bytes through the busiest port, each summed "
         "over the rounds.\n"
         "De Sensi et al., NSDI 2024, Eq. 1.\n"
         "Click to see what the time is made of."));
  connect(&session, &Session::runChanged, this, &MetersView::follow);
  connect(&session, &Session::runCompleted, this, &MetersView::follow);
  connect(&session, &Session::extentChanged, this, &MetersView::follow);
}

void MetersView::follow() {
  meters_.clear();
  headline_.clear();
  const FinishedRun* run = session_.run();
  if (run != nullptr && run->isMeasured() && !run->goesOn()) {
    const Translate translate = [](std::string_view text) { return Words::of(text).toStdString(); };
    meters_ = deficiency_words(run->result, translate);
    headline_ = textOf(headline_of(run->result, translate));
  }
  QStringList spoken{headline_};
  for (const DeficiencyWords& meter : meters_)
    spoken.append(QStringLiteral("%1: %2").arg(textOf(meter.name), textOf(meter.sentence)));
  setAccessibleDescription(spoken.join(u'\n'));
  fit();
}

double MetersView::largest() const {
  double most = kLeastScale;
  for (const DeficiencyWords& meter : meters_) most = std::max(most, meter.value);
  return most;
}

void MetersView::setScale(double most) {
  scale_ = most;
  update();
}

void MetersView::setTheme(const Theme& theme) {
  theme_ = &theme;
  fit();
}

/// Takes the height that the sentences need in this width.
void MetersView::fit() {
  setMinimumHeight(sizeHint().height());
  updateGeometry();
  update();
}

void MetersView::resizeEvent(QResizeEvent* /*event*/) {
  fit();
}

QSize MetersView::sizeHint() const {
  const double room =
      width() < kUnplaced ? std::numeric_limits<double>::max() : width() - 2 * kMeterMargin;
  double height = headHeight(*theme_) + lineHeight(theme_->small_size);
  for (std::size_t i = 0; i < 3; ++i)
    height += rowHeight(*theme_, i < meters_.size() ? meters_[i] : DeficiencyWords{}, room);
  return {300, static_cast<int>(std::ceil(height))};
}

void MetersView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_->background);
  const QRectF area = QRectF(rect()).adjusted(kMeterMargin, 0, -kMeterMargin, 0);
  painter.setFont(textFont(theme_->text_size, true));
  painter.setPen(theme_->text);
  paintSides(painter, {area.left(), area.top(), area.width(), lineHeight(theme_->text_size)},
             headline_, {}, *theme_);
  const double most = std::max(scale_, largest());
  double y = area.top() + headHeight(*theme_);
  for (const DeficiencyWords& meter : meters_) {
    const double height = rowHeight(*theme_, meter, area.width());
    paintMeter(painter, {area.left(), y, area.width(), height}, meter, most, *theme_);
    y += height;
  }
  if (meters_.empty()) return;
  painter.setFont(textFont(theme_->small_size));
  painter.setPen(theme_->faint_text);
  paintSides(painter, {area.left(), y, area.width(), lineHeight(theme_->small_size)},
             Words::tr("1 is optimal"), QString::number(most, 'g', 3), *theme_);
}

void MetersView::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit whyAsked();
}

}  // namespace orrery::viz::inline widgets
