#include "viz/model/run/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <QSignalBlocker>

namespace orrery::viz::inline model {
namespace {

/// Time for which a step plays.
constexpr std::chrono::milliseconds kStep{800};

/// Returns the seconds that a run takes at speed 1: enough to follow every round, but not an hour.
double playingTime(std::size_t rounds) {
  return std::clamp(2.0 * static_cast<double>(rounds), 6.0, 90.0);
}

const std::vector<RoundMark>& marksOf(const std::shared_ptr<const FinishedRun>& run) {
  static const std::vector<RoundMark> none;
  return run && run->hasPicture() ? run->stage->index().rounds() : none;
}

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
  connect(&clock_, &PlaybackClock::timeChanged, this, &Session::updateFrame);
}

void Session::show(std::shared_ptr<const FinishedRun> run) {
  run_ = std::move(run);
  whole_ = nullptr;
  focus_ = {};
  answers_ = {};
  setPath(nullptr);
  emit runChanged();
  emit focusChanged();
  const Time end = run_->hasPicture() ? run_->stage->index().end() : Time{0};
  clock_.reset(stopsOf(marksOf(run_), end), playingTime(marksOf(run_).size()));
  if (!run_->result.waiting_ranks.empty()) return clock_.seek(end);
  if (!marksOf(run_).empty()) clock_.seek(marksOf(run_).front().begin);
}

void Session::complete(std::shared_ptr<const FinishedRun> run) {
  if (isFrozen()) {
    whole_ = std::move(run);
    run_ = asFarAs(*whole_, clock_.end());
  } else {
    run_ = std::move(run);
  }
  updateFrame();
  emit runCompleted();
  emit focusChanged();
}

void Session::freeze() {
  if (isFrozen() || !hasPicture()) return;
  clock_.pause();
  whole_ = run_;
  showExtent(asFarAs(*whole_, clock_.now()));
}

void Session::reveal() {
  if (isFrozen()) showExtent(std::exchange(whole_, nullptr));
}

/// Shows more or less of the run; the clock stands still: this is not a step.
void Session::showExtent(std::shared_ptr<const FinishedRun> run) {
  run_ = std::move(run);
  const Time now = clock_.now();
  const TraceIndex& index = run_->stage->index();
  clock_.pause();
  {
    const QSignalBlocker quiet(clock_);
    clock_.reset(stopsOf(marksOf(run_), index.end()), playingTime(marksOf(run_).size()));
    clock_.seek(now);
  }
  clock_.setSpeed(clock_.speed());  // emits the present rate
  if (focus_.message >= 0) {
    const MessageEvent& m = index.trace().messages[static_cast<std::size_t>(focus_.message)];
    if (m.end <= m.start) focus_.message = -1;  // it comes later
  }
  setPath(nullptr);
  updateFrame();
  emit extentChanged();
  emit focusChanged();
}

RoundSpan Session::roundSpan() const {
  return spanAt(marksOf(run_), clock_.now(), clock_.end());
}

void Session::setFocus(const Focus& focus) {
  if (focus == focus_) return;
  focus_ = focus;
  emit focusChanged();
}

void Session::pick(const Focus& focus) {
  setFocus(focus == focus_ ? Focus{} : focus);
  emit picked(focus);
}

void Session::setAnswers(const Marks& answers) {
  answers_ = answers;
  emit frameChanged();
}

void Session::updateFrame() {
  frame_ = run_ && run_->hasPicture() ? stateAt(run_->stage->index(), clock_.now()) : FrameState{};
  emit frameChanged();
}

void Session::nextRound() {
  clock_.finish();
  clock_.glide(clock_.nextStop(), kStep);
}

void Session::previousRound() {
  clock_.pause();
  clock_.seek(clock_.previousStop());
}

/// Moves from a followed message to the one before or after it, in order of start; otherwise to the
/// nearest one whose middle lies before or after now. Skips messages that never ended.
void Session::stepMessage(int step) {
  if (!hasPicture()) return;
  const auto& messages = run_->stage->index().trace().messages;
  const auto count = std::ssize(messages);
  const bool follows = focus_.message >= 0;
  std::int64_t next = follows ? focus_.message + step : step > 0 ? 0 : count - 1;
  const auto fits = [&](const MessageEvent& m) {
    const Time middle = m.start + (m.end - m.start) / 2;
    return m.end > m.start &&
           (follows || (step > 0 ? middle > clock_.now() : middle < clock_.now()));
  };
  while (next >= 0 && next < count && !fits(messages[static_cast<std::size_t>(next)])) next += step;
  if (next >= 0 && next < count) showMessage(next);
}

void Session::showMessage(std::int64_t message) {
  const MessageEvent& m = run_->stage->index().trace().messages[static_cast<std::size_t>(message)];
  clock_.pause();
  Focus focus = focus_;
  focus.message = message;
  setFocus(focus);
  clock_.seek(m.start + (m.end - m.start) / 2);
}

void Session::setPath(std::shared_ptr<const PathIndex> path) {
  if (path == path_) return;
  path_ = std::move(path);
  emit pathChanged();
}

void Session::showStretch(int stretch) {
  if (!path_ || stretch < 0 || stretch >= std::ssize(path_->stretches())) return;
  const Stretch& s = path_->stretches()[static_cast<std::size_t>(stretch)];
  clock_.pause();
  Focus focus;
  focus.message = path_->message(stretch);
  if (focus.message < 0) focus.rank = s.rank;
  setFocus(focus);
  clock_.seek(s.from + (s.to - s.from) / 2);
}

void Session::toStart() {
  clock_.pause();
  clock_.seek(Time{0});
}

void Session::toEnd() {
  clock_.pause();
  clock_.seek(clock_.end());
}

bool Session::showRound(int round) {
  const auto& all = marksOf(run_);
  const RoundTotal* total =
      hasPicture() ? run_->stage->index().totalOf(round) : nullptr;  // may be of several rounds
  if (total != nullptr) round = total->first;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [round](const RoundMark& m) { return m.round == round; });
  if (found == all.end()) return false;
  clock_.pause();
  clock_.seek(found->view);
  return true;
}

}  // namespace orrery::viz::inline model
