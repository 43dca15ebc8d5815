#include "viz/widgets/views/timeline_view.h"

#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "viz/model/text/texts.h"
#include "viz/model/text/why_text.h"
#include "viz/paint/stage/path_lanes.h"

namespace orrery::viz::inline widgets {
namespace {
constexpr std::int64_t kLeastSpan = 1000;  ///< ps
constexpr double kLeastRanks = 2;
}  // namespace

TimelineView::TimelineView(Session& session, QWidget* parent)
    : SpokenView(tr("Timeline"), parent), session_(session) {
  setMinimumSize(240, 110);
  setAttribute(Qt::WA_OpaquePaintEvent);
  connect(&session, &Session::runChanged, this, &TimelineView::followExtent);
  connect(&session, &Session::extentChanged, this, &TimelineView::followExtent);
  connect(&session, &Session::frameChanged, this, &TimelineView::followFrame);
  connect(&session, &Session::focusChanged, this, &TimelineView::refresh);
  connect(&session, &Session::pathChanged, this, &TimelineView::refresh);
}

/// Returns the number of rows: ranks, or folded groups of them.
int TimelineView::rows() const {
  if (folds_) return folds_->rows();
  return session_.hasPicture() ? session_.run()->stage->network().ranks() : 1;
}

void TimelineView::followExtent() {
  const bool folded = session_.hasPicture() && foldsLanes(session_.run()->stage->index());
  folds_ = folded ? std::make_shared<const LaneFolds>(session_.run()->stage->index()) : nullptr;
  showAll();
}

void TimelineView::setTheme(const Theme& theme) {
  SpokenView::setTheme(theme);
  changed();
}

void TimelineView::changed() {
  lanes_ = {};
  update();
}

void TimelineView::showAll() {
  const Time end = session_.hasPicture() ? session_.run()->stage->index().end() : Time{1};
  scale_ =
      folds_ ? foldedLanes(rect(), end, folds_, theme()) : wholeLanes(rect(), end, rows(), theme());
  changed();
}

bool TimelineView::isZoomed() const {
  return scale_.ranks < rows() || scale_.end - scale_.begin < session_.clock().end();
}

void TimelineView::showPart(const LaneScale& scale) {
  const Time whole = std::max(session_.clock().end(), Time{1});
  const double all = rows();
  scale_.end =
      scale_.begin + std::clamp(scale.end - scale.begin, std::min(Time(kLeastSpan), whole), whole);
  scale_.ranks = std::clamp(scale.ranks, std::min(kLeastRanks, all), all);
  moveTo(scale.begin, scale.first_rank);
}

void TimelineView::resizeEvent(QResizeEvent* /*event*/) {
  scale_.area = laneArea(rect(), theme());
  changed();
}

/// Keeps the present in view while it plays or is stepped through.
void TimelineView::followFrame() {
  const Time now = session_.frame().time, span = scale_.end - scale_.begin;
  if (now < scale_.begin || now > scale_.end) moveTo(now - span / 4, scale_.first_rank);
  update();
}

void TimelineView::moveTo(Time begin, double first_rank) {
  const Time span = scale_.end - scale_.begin;
  const Time last = std::max(session_.clock().end() - span, Time{0});
  scale_.begin = std::clamp(begin, Time{0}, last);
  scale_.end = scale_.begin + span;
  scale_.first_rank = std::clamp(first_rank, 0.0, std::max(rows() - scale_.ranks, 0.0));
  changed();
}

void TimelineView::zoomTime(double factor, double x) {
  const Time fixed = scale_.time(x);
  const Time whole = std::max(session_.clock().end(), Time{1});
  const auto span = static_cast<double>((scale_.end - scale_.begin).count());
  const Time wanted =
      std::clamp(Time(std::llround(span * factor)), std::min(Time(kLeastSpan), whole), whole);
  const double share = std::clamp((x - scale_.area.left()) / scale_.area.width(), 0.0, 1.0);
  scale_.end = scale_.begin + wanted;
  moveTo(fixed - Time(std::llround(share * static_cast<double>(wanted.count()))),
         scale_.first_rank);
}

void TimelineView::zoomRanks(double factor, double y) {
  const double fixed = scale_.row(y), share = (y - scale_.area.top()) / scale_.area.height();
  scale_.ranks =
      std::clamp(scale_.ranks * factor, std::min<double>(kLeastRanks, rows()), double(rows()));
  moveTo(scale_.begin, fixed - share * scale_.ranks);
}

double TimelineView::middleRank() const {
  const int rank = session_.focus().rank;
  const double y = rank < 0 ? -1 : scale_.y(rank + 0.5);
  const bool seen = y >= scale_.area.top() && y < scale_.area.bottom();
  return seen ? y : scale_.area.center().y();
}

void TimelineView::pan(double times, double ranks) {
  const auto span = static_cast<double>((scale_.end - scale_.begin).count());
  moveTo(scale_.begin + Time(std::llround(times * span)), scale_.first_rank + ranks * scale_.ranks);
}

void TimelineView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  if (!session_.hasPicture()) return painter.fillRect(rect(), theme().background);
  const TraceIndex& index = session_.run()->stage->index();
  if (lanes_.isNull()) {
    lanes_ = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
    lanes_.setDevicePixelRatio(devicePixelRatioF());
    QPainter lanes(&lanes_);
    paintLanes(lanes, rect(), index, scale_, theme());
  }
  painter.drawImage(0, 0, lanes_);
  if (session_.path() != nullptr)
    paintPathOverLanes(painter, *session_.path(), scale_, session_.stretch(), theme());
  paintLaneCursor(painter, index, scale_, session_.frame().time, session_.focus(), theme());
  paintFocus(painter);
}

int TimelineView::stretchAt(QPointF pixel) const {
  return session_.path() != nullptr ? stretchUnder(*session_.path(), scale_, pixel) : -1;
}

QString TimelineView::textAt(QPointF pixel) const {
  if (!session_.hasPicture()) return {};
  const TraceIndex& index = session_.run()->stage->index();
  if (const int i = stretchAt(pixel); i >= 0)
    return stretchText(*session_.run()->stage,
                       session_.path()->stretches()[static_cast<std::size_t>(i)]);
  const std::int64_t message = messageAt(index, scale_, pixel);
  if (message >= 0) return messageText(index, message);
  const int rank = static_cast<int>(std::floor(scale_.rank(pixel.y())));
  if (!scale_.area.contains(pixel) || rank < 0 || rank >= index.network().ranks()) return {};
  const QString wait = waitText(session_, rank, scale_.time(pixel.x()));
  const QString text =
      wait.isEmpty() ? tr("rank %1").arg(rank) : tr("rank %1 %2").arg(rank).arg(wait);
  return text + foldText(rank);
}

/// Names the ranks that do the same as this one.
QString TimelineView::foldText(int rank) const {
  if (!folds_) return {};
  const auto all = folds_->ranks(folds_->row(rank));
  if (all.size() < 2) return {};
  return u'\n' + tr("%1 ranks do the same at the same times: %2")
                     .arg(all.size())
                     .arg(ranksText({all.begin(), all.end()}));
}

void TimelineView::wheelEvent(QWheelEvent* event) {
  const double turns = event->angleDelta().y() / 120.0;
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    zoomRanks(std::pow(0.8, turns), event->position().y());
  } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    moveTo(scale_.begin, scale_.first_rank - turns * scale_.ranks / 10);
  } else {
    zoomTime(std::pow(0.8, turns), event->position().x());
  }
  event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  grip_ = event->position();
  if (event->button() != Qt::LeftButton) return;
  session_.clock().pause();
  session_.clock().seek(scale_.time(event->position().x()));
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) {
    session_.clock().seek(std::clamp(scale_.time(event->position().x()), scale_.begin, scale_.end));
  } else if (event->buttons() & (Qt::RightButton | Qt::MiddleButton)) {
    const QPointF moved = event->position() - grip_;
    grip_ = event->position();
    const Time step = scale_.time(scale_.area.left()) - scale_.time(scale_.area.left() + moved.x());
    moveTo(scale_.begin + step, scale_.first_rank - moved.y() / scale_.pitch());
  }
}

/// Follows the message under a click (not a drag), or goes to the stretch.
void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || event->position() != grip_ || !session_.hasPicture())
    return;
  if (const int i = stretchAt(event->position()); i >= 0) return session_.showStretch(i);
  const std::int64_t message = messageAt(session_.run()->stage->index(), scale_, event->position());
  if (message < 0) return;
  Focus focus = session_.focus();
  focus.message = message;
  session_.setFocus(focus);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* /*event*/) {
  showAll();
}

}  // namespace orrery::viz::inline widgets
