#include "viz/widgets/transport_bar.h"

#include <algorithm>
#include <tuple>

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include "scenarios/text/units_text.h"
#include "viz/paint/time_bar.h"
#include "viz/widgets/style.h"

namespace orrery::viz::inline widgets {

namespace {

constexpr int kFrameMs = 16;
constexpr int kIconSize = 20;

}  // namespace

TimeSlider::TimeSlider(Session& session, QWidget* parent)
    : SpokenView(tr("Time"), parent), session_(&session) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumWidth(50);
  setToolTip(tr("Drag to move through the run; bands are rounds"));
  setSession(session);
}

void TimeSlider::setSession(Session& session) {
  session_->disconnect(this);
  session_->clock().disconnect(this);
  session_ = &session;
  connect(&session, &Session::frameChanged, this, &TimeSlider::refresh);
  connect(&session.clock(), &PlaybackClock::speedChanged, this, &TimeSlider::refresh);
  update();
}

QSize TimeSlider::sizeHint() const {
  return {400, 44};
}

void TimeSlider::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const TraceIndex* index = session_->hasPicture() ? &session_->run()->stage->index() : nullptr;
  paintTimeBar(painter, rect(), index, std::as_const(*session_).clock(), theme());
  paintFocus(painter);
}

void TimeSlider::seekTo(const QMouseEvent& event) {
  PlaybackClock& clock = session_->clock();
  clock.pause();
  clock.seek(timeScale(rect(), clock).time(event.position().x()));
}

void TimeSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) seekTo(*event);
}

void TimeSlider::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) seekTo(*event);
}

TransportBar::TransportBar(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(&session),
      theme_(&lightTheme()),
      slider_(new TimeSlider(session, this)),
      speeds_(new QComboBox(this)),
      pace_(new QLabel(this)) {
  makeActions();
  makeSpeeds();
  makeLayout();
  timer_.setInterval(kFrameMs);
  connect(&timer_, &QTimer::timeout, this, [this] {
    session_->clock().tick(std::chrono::nanoseconds(passed_.nsecsElapsed()));
    passed_.restart();
  });
  setSession(session);
}

void TransportBar::setSession(Session& session) {
  session_->clock().pause();
  session_->disconnect(this);
  session_->clock().disconnect(this);
  session_ = &session;
  slider_->setSession(session);
  connect(&session, &Session::runChanged, this, &TransportBar::followRun);
  connect(&session.clock(), &PlaybackClock::playingChanged, this, &TransportBar::followPlaying);
  connect(&session.clock(), &PlaybackClock::speedChanged, this, &TransportBar::followSpeed);
  session.clock().setSpeed(speeds_->currentData().toDouble());
  followRun();
  followPlaying(session.clock().isPlaying());
}

QAction* TransportBar::addStep(Symbol symbol, const QString& text, const QKeySequence& key) {
  auto* action = new QAction(text, this);
  action->setShortcut(key);
  action->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
  actions_.push_back(action);
  symbols_.push_back(symbol);
  return action;
}

void TransportBar::makeActions() {
  const auto go = [this](QAction* action, auto&& step) {
    connect(action, &QAction::triggered, this, step);
  };
  go(addStep(Symbol::kToStart, tr("To the start"), Qt::Key_Home), [this] { session_->toStart(); });
  go(addStep(Symbol::kStepBack, tr("Previous round"), Qt::Key_Left),
     [this] { session_->previousRound(); });
  go(addStep(Symbol::kMessageBack, tr("Previous message"), Qt::SHIFT | Qt::Key_Left),
     [this] { session_->stepMessage(-1); });
  play_ = addStep(Symbol::kPlay, tr("Play"), Qt::Key_Space);
  go(play_, [this] { session_->clock().toggle(); });
  go(addStep(Symbol::kMessageForward, tr("Next message"), Qt::SHIFT | Qt::Key_Right),
     [this] { session_->stepMessage(1); });
  go(addStep(Symbol::kStepForward, tr("Next round"), Qt::Key_Right),
     [this] { session_->nextRound(); });
  go(addStep(Symbol::kToEnd, tr("To the end"), Qt::Key_End), [this] { session_->toEnd(); });
  for (const auto& [text, key, step] :
       {std::tuple{tr("Faster"), Qt::Key_Up, 1}, {tr("Slower"), Qt::Key_Down, -1}}) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    go(action, [this, step = step] { changeSpeed(step); });
    actions_.push_back(action);
  }
  equal_ = new QAction(tr("Equal rounds"), this);
  equal_->setCheckable(true);
  equal_->setShortcut(Qt::Key_Q);
  equal_->setToolTip(tr("Every round takes equally long; otherwise time passes evenly (Q)"));
  connect(equal_, &QAction::triggered, this, [this](bool equal) {
    session_->clock().setPace(equal ? PlaybackClock::Pace::kEqualRounds
                                    : PlaybackClock::Pace::kTrueTime);
  });
  actions_.push_back(equal_);
}

void TransportBar::makeSpeeds() {
  for (double factor : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0}) {
    speeds_->addItem(QStringLiteral("%1 ×").arg(factor), factor);
  }
  speeds_->setCurrentIndex(speeds_->findData(1.0));
  speeds_->setFocusPolicy(Qt::TabFocus);
  speeds_->setToolTip(tr("Speed"));
  speeds_->setAccessibleName(tr("Speed"));
  pace_->setProperty("faint", true);
  setLetters(*pace_, Letters::kNote);
  pace_->setToolTip(tr("Virtual time that passes in a second"));
  connect(speeds_, &QComboBox::currentIndexChanged, this,
          [this] { session_->clock().setSpeed(speeds_->currentData().toDouble()); });
}

void TransportBar::makeLayout() {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 12, 6);
  row->setSpacing(4);
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(actions_[i]);
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
  }
  row->addSpacing(10);
  row->addWidget(slider_, 1);
  row->addSpacing(10);
  auto* equal = new QToolButton(this);
  equal->setDefaultAction(equal_);
  equal->setFocusPolicy(Qt::TabFocus);
  row->addWidget(equal);
  row->addWidget(speeds_);
  row->addSpacing(6);
  row->addWidget(pace_);
}

void TransportBar::setTheme(const Theme& theme) {
  theme_ = &theme;
  slider_->setTheme(theme);
  const int side = scaled(kIconSize, theme);
  for (auto* button : findChildren<QToolButton*>()) button->setIconSize({side, side});
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    actions_[i]->setIcon(symbolIcon(symbols_[i], theme));
  }
  followPlaying(session_->clock().isPlaying());
}

void TransportBar::followRun() {
  const FinishedRun* run = session_->run();
  setEnabled(active_ && run != nullptr && run->hasPicture());
  for (QAction* action : actions_) action->setEnabled(isEnabled());
}

void TransportBar::setActive(bool active) {
  active_ = active;
  followRun();
}

void TransportBar::changeSpeed(int step) {
  speeds_->setCurrentIndex(std::clamp(speeds_->currentIndex() + step, 0, speeds_->count() - 1));
}

/// The button offers to pause what plays; a single step does not.
void TransportBar::followPlaying(bool playing) {
  const bool pauses = playing && !session_->clock().isGliding();
  play_->setIcon(symbolIcon(pauses ? Symbol::kPause : Symbol::kPlay, *theme_));
  play_->setText(pauses ? tr("Pause") : tr("Play"));
  play_->setToolTip(QStringLiteral("%1 (%2)").arg(play_->text(), tr("Space")));
  if (!playing) return timer_.stop();
  passed_.start();
  timer_.start();
}

void TransportBar::followSpeed() {
  const PlaybackClock& clock = std::as_const(*session_).clock();
  const bool equal = clock.pace() == PlaybackClock::Pace::kEqualRounds;
  equal_->setChecked(equal);
  if (clock.end() <= Time{0}) return pace_->clear();
  pace_->setText(
      equal ? tr("%1 s a round").arg(clock.secondsOfRound(), 0, 'g', 2)
            : tr("1 s = %1").arg(QString::fromStdString(short_time(clock.timeInSecond()))));
}

}  // namespace orrery::viz::inline widgets
