#include "viz/widgets/presenter_window.h"

#include <algorithm>

#include "viz/widgets/control_keys.h"
#include "viz/widgets/laid_out.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {
namespace {

constexpr QSize kPresenterSize(760, 560);
constexpr int kPresenterMargin = 18;
constexpr int kTickMs = 1000;
constexpr qint64 kMinute = 60, kHour = 3600;

/// Returns "4:07", "1:04:07".
QString durationText(qint64 seconds) {
  const QString rest = QStringLiteral("%1").arg(seconds % kMinute, 2, 10, QLatin1Char('0'));
  const qint64 minutes = seconds / kMinute;
  if (seconds < kHour) return QStringLiteral("%1:%2").arg(minutes).arg(rest);
  return QStringLiteral("%1:%2:%3")
      .arg(seconds / kHour)
      .arg(minutes % kMinute, 2, 10, QLatin1Char('0'))
      .arg(rest);
}

}  // namespace

PresenterWindow::PresenterWindow(Session& session, LessonSession& lesson, QWidget* parent)
    : QWidget(parent, Qt::Window),
      session_(&session),
      lesson_(lesson),
      clock_([] { return QDateTime::currentDateTime(); }),
      time_(new QLabel(this)),
      place_(new QLabel(this)),
      heading_(new QLabel(this)),
      next_(new QLabel(this)),
      hidden_(new QLabel(this)),
      progress_(new QProgressBar(this)),
      notes_(new QTextBrowser(this)) {
  setWindowTitle(tr("Presenter's notes – Orrery"));
  makeLayout();
  new ControlKeys(*this);
  timer_.setInterval(kTickMs);
  connect(&timer_, &QTimer::timeout, this, &PresenterWindow::showTime);
  connect(&lesson, &LessonSession::pageChanged, this, &PresenterWindow::refresh);
  connect(&lesson, &LessonSession::replied, this, &PresenterWindow::refresh);
  connectSession();
  restart();
  resize(kPresenterSize);
}

void PresenterWindow::makeLayout() {
  setLetters(*time_, Letters::kHeading);
  setLetters(*heading_, Letters::kTitle);
  setLetters(*next_, Letters::kField);
  setLetters(*hidden_, Letters::kSection);
  setLetters(*place_, Letters::kField);
  hidden_->setProperty("warning", true);
  place_->setProperty("faint", true);
  for (QLabel* label : {place_, heading_, next_, hidden_}) label->setWordWrap(true);
  time_->setAccessibleName(tr("Time of day, and time since the beginning"));
  progress_->setTextVisible(false);
  progress_->setAccessibleName(tr("Progress"));
  notes_->setAccessibleName(tr("Notes"));
  notes_->setFrameShape(QFrame::NoFrame);
  auto* top = laidOut<QHBoxLayout>(nullptr, {{place_, 1}, time_});
  laidOut<QVBoxLayout>(
      this, {kPresenterMargin, kPresenterMargin, kPresenterMargin, kPresenterMargin},
      kPresenterMargin / 2, {top, progress_, heading_, {notes_, 1}, hidden_, next_});
}

void PresenterWindow::setSession(Session& session) {
  if (&session == session_) return;
  session_->disconnect(this);
  session_->clock().disconnect(this);
  session_ = &session;
  connectSession();
  refresh();
}

void PresenterWindow::connectSession() {
  connect(session_, &Session::frameChanged, this, &PresenterWindow::followFrame);
  for (const auto signal : {&Session::runChanged, &Session::runCompleted, &Session::extentChanged,
                            &Session::focusChanged})
    connect(session_, signal, this, &PresenterWindow::refresh);
  connect(&session_->clock(), &PlaybackClock::playingChanged, this, &PresenterWindow::refresh);
}

void PresenterWindow::setClock(Clock clock) {
  clock_ = std::move(clock);
  restart();
}

void PresenterWindow::restart() {
  began_ = clock_();
  showTime();
}

void PresenterWindow::showTime() {
  const QDateTime now = clock_();
  time_->setText(QStringLiteral("%1  ·  %2")
                     .arg(now.toString(QStringLiteral("HH:mm")),
                          durationText(std::max<qint64>(began_.secsTo(now), 0))));
}

/// Follows the frame. While the run plays, a sentence stays as long as its round.
void PresenterWindow::followFrame() {
  if (!session_->clock().isPlaying() || session_->frame().round != round_) refresh();
}

void PresenterWindow::refresh() {
  if (!isVisible()) return;
  round_ = session_->frame().round;
  const PresenterText text = presenterText(*session_, lesson_);
  place_->setText(text.place);
  heading_->setText(text.heading);
  progress_->setRange(0, std::max(text.all, 1));
  progress_->setValue(text.done);
  if (text.notes != told_) notes_->setHtml(told_ = text.notes);  // it may have been scrolled
  next_->setText(text.next.isEmpty() ? QString() : tr("Next: %1").arg(text.next));
  hidden_->setText(text.hidden);
  hidden_->setVisible(!text.hidden.isEmpty());
}

QString PresenterWindow::text() const {
  return QStringList{place_->text(),        time_->text(),   heading_->text(),
                     notes_->toPlainText(), hidden_->text(), next_->text()}
      .join(u'\n');
}

void PresenterWindow::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  timer_.start();
  showTime();
  refresh();
  setFocus();  // keys go through the run, not through the notes
  emit shown(true);
}

void PresenterWindow::hideEvent(QHideEvent* event) {
  timer_.stop();
  QWidget::hideEvent(event);
  emit shown(false);
}

}  // namespace orrery::viz::inline widgets
