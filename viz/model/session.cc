#include "viz/model/session.h"

#include <algorithm>

namespace orrery::viz {
namespace {

/// Seconds a run takes at speed 1: time to follow every round, but no film of an hour.
double playingTime(std::size_t rounds) {
  return std::clamp(2.0 * static_cast<double>(rounds), 6.0, 90.0);
}

}  // namespace

Session::Session(QObject* parent) : QObject(parent) {
  connect(&clock_, &PlaybackClock::timeChanged, this, &Session::updateFrame);
}

const std::vector<RoundMark>& Session::marks() const {
  static const std::vector<RoundMark> none;
  return run_ && run_->hasPicture() ? run_->stage->index().rounds() : none;
}

void Session::show(std::shared_ptr<const FinishedRun> run) {
  run_ = std::move(run);
  emit runChanged();
  const Time end = run_->hasPicture() ? run_->stage->index().end() : Time{0};
  clock_.reset(end, playingTime(marks().size()));
  if (!marks().empty()) clock_.seek(marks().front().view);
}

void Session::updateFrame() {
  frame_ = run_ && run_->hasPicture() ? stateAt(run_->stage->index(), clock_.now()) : FrameState{};
  emit frameChanged();
}

void Session::nextRound() {
  clock_.pause();
  clock_.seek(nextView(marks(), clock_.now(), clock_.end()));
}

void Session::previousRound() {
  clock_.pause();
  clock_.seek(previousView(marks(), clock_.now()));
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
  const auto& all = marks();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [round](const RoundMark& m) { return m.round == round; });
  if (found == all.end()) return false;
  clock_.pause();
  clock_.seek(found->view);
  return true;
}

}  // namespace orrery::viz
