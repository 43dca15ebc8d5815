#include "viz/widgets/views/time_slider.h"

#include <QMouseEvent>
#include <QPainter>

#include "viz/paint/time_bar.h"

namespace orrery::viz {

TimeSlider::TimeSlider(Session& session, QWidget* parent)
    : SpokenView(tr("Time"), parent), session_(&session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumWidth(80);
  setToolTip(tr("Drag to move through the run; ticks are where rounds begin"));
  setSession(session);
}

void TimeSlider::setSession(Session& session) {
  session_->disconnect(this);
  session_ = &session;
  connect(&session, &Session::frameChanged, this, &TimeSlider::refresh);
  update();
}

QSize TimeSlider::sizeHint() const {
  return {400, 44};
}

void TimeSlider::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  static const std::vector<RoundMark> none;
  const FinishedRun* run = session_->run();
  const bool shown = run != nullptr && run->hasPicture();
  const PlaybackClock& clock = std::as_const(*session_).clock();
  paintTimeBar(painter, rect(), shown ? run->stage->index().rounds() : none, clock.now(),
               clock.end(), theme());
  paintFocus(painter);
}

void TimeSlider::seekTo(const QMouseEvent& event) {
  PlaybackClock& clock = session_->clock();
  clock.pause();
  clock.seek(timeScale(rect(), clock.end()).time(event.position().x()));
}

void TimeSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) seekTo(*event);
}

void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) seekTo(*event);
}

}  // namespace orrery::viz
