#include "viz/widgets/views/plot_view.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "viz/model/text/qt_text.h"
#include "viz/paint/theme.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr double kRing = 8;  ///< radius, around the current point

QString axisText(const Plot::Axis& axis, double value) {
  const auto place = static_cast<std::size_t>(value);
  const QString text =
      place < axis.names.size() ? viz::textOf(axis.names[place]) : QString::number(value, 'g', 6);
  return axis.label.empty() ? text : QStringLiteral("%1: %2").arg(viz::textOf(axis.label), text);
}

bool chooses(int key) {
  return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
}

/// Returns the step of a key: along a series, or across to another one.
QPoint stepOf(int key) {
  return key == Qt::Key_Left    ? QPoint(-1, 0)
         : key == Qt::Key_Right ? QPoint(1, 0)
         : key == Qt::Key_Up    ? QPoint(0, -1)
         : key == Qt::Key_Down  ? QPoint(0, 1)
                                : QPoint();
}

std::size_t moved(std::size_t from, int by, std::size_t count) {
  return static_cast<std::size_t>(
      std::clamp(static_cast<int>(from) + by, 0, static_cast<int>(count) - 1));
}

std::size_t nearestTo(double x, const Plot::Series& series) {
  const auto nearest = std::ranges::min_element(
      series.points, {}, [x](const auto& point) { return std::abs(point.first - x); });
  return static_cast<std::size_t>(nearest - series.points.begin());
}

}  // namespace

PlotView::PlotView(QWidget* parent) : SpokenView(tr("Chart"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
}

void PlotView::setPlot(std::optional<Plot> plot, const QString& text) {
  plot_ = std::move(plot);
  text_ = text;
  current_.reset();
  refresh();
}

std::optional<PlotPoint> PlotView::at(QPointF pixel) const {
  return plot_ ? plotPointAt(rect(), *plot_, theme(), pixel) : std::nullopt;
}

QPointF PlotView::placeOf(PlotPoint point) const {
  return plotPlaceOf(rect(), *plot_, theme(), point);
}

QString PlotView::textAt(QPointF pixel) const {
  const auto hit = at(pixel);
  return hit ? textOf(*hit) : QString();
}

QString PlotView::textOf(PlotPoint point) const {
  const Plot::Series& series = plot_->series[point.series];
  const auto& [x, y] = series.points[point.point];
  QStringList lines{viz::textOf(series.name), axisText(plot_->x, x), axisText(plot_->y, y)};
  lines.removeAll(QString());
  return lines.join(u'\n');
}

QString PlotView::spokenText() const {
  if (!plot_) return text_;
  if (current_) return textOf(*current_);
  QStringList names;
  for (const Plot::Series& s : plot_->series)
    names.append(
        tr("%1: %n point(s)", nullptr, static_cast<int>(s.points.size())).arg(viz::textOf(s.name)));
  return viz::textOf(plot_->title) + u'\n' + names.join(u'\n');
}

/// Handles its own keys while the view has the focus.
bool PlotView::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (key.modifiers() == Qt::NoModifier && (chooses(key.key()) || !stepOf(key.key()).isNull()))
      event->accept();
    return event->isAccepted();
  }
  return SpokenView::event(event);
}

void PlotView::go(int along, int across) {
  if (!current_) {
    current_ = PlotPoint{};
  } else if (across != 0) {
    const double x = plot_->series[current_->series].points[current_->point].first;
    current_->series = moved(current_->series, across, plot_->series.size());
    current_->point = nearestTo(x, plot_->series[current_->series]);
  } else {
    current_->point = moved(current_->point, along, plot_->series[current_->series].points.size());
  }
  refresh();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
  const QPoint step = stepOf(event->key());
  if (!plot_ || (step.isNull() && !chooses(event->key()))) return SpokenView::keyPressEvent(event);
  if (!step.isNull()) return go(step.x(), step.y());
  if (current_) emit pointChosen(current_->series, current_->point);
}

void PlotView::mousePressEvent(QMouseEvent* event) {
  const auto hit = at(event->position());
  if (!hit || event->button() != Qt::LeftButton) return SpokenView::mousePressEvent(event);
  emit pointChosen(hit->series, hit->point);
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
  setCursor(at(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

/// Paints a ring around the point chosen by keys, with the text of its tool tip.
void PlotView::paintCurrent(QPainter& painter) {
  if (!current_ || !hasFocus()) return;
  const QPointF place = placeOf(*current_);
  painter.setPen(QPen(theme().focus, 2.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawEllipse(place, kRing, kRing);
  painter.setFont(textFont(theme().small_size));
  const QString text = textOf(*current_);
  QRectF box = painter.boundingRect(QRectF(0, 0, 600, 200), Qt::AlignLeft, text);
  box.adjust(-kRing, -kRing / 2, kRing, kRing / 2);
  box.moveTopLeft(place + QPointF(2 * kRing, -box.height() / 2));
  if (box.right() > rect().right()) box.moveRight(place.x() - 2 * kRing);
  painter.setPen(QPen(theme().border, theme().thin));
  painter.setBrush(theme().raised);
  painter.drawRect(box);
  painter.setPen(theme().text);
  painter.drawText(box.adjusted(kRing, kRing / 2, -kRing, -kRing / 2), Qt::AlignLeft, text);
}

void PlotView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (plot_) {
    paintPlot(painter, rect(), *plot_, theme());
    paintCurrent(painter);
    return paintFocus(painter);
  }
  painter.fillRect(rect(), theme().background);
  painter.setFont(textFont(theme().text_size));
  painter.setPen(theme().faint_text);
  painter.drawText(rect().adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap, text_);
  paintFocus(painter);
}

}  // namespace orrery::viz::inline widgets
