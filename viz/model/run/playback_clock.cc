#include "viz/model/run/playback_clock.h"

#include <algorithm>
#include <cmath>

namespace orrery::viz::inline model {
namespace {

double quotient(Time a, Time b) {
  return b > Time{0} ? static_cast<double>(a.count()) / static_cast<double>(b.count()) : 0;
}

/// Maps 0 .. 1 to 0 .. 1, slowly at both ends.
double eased(double x) {
  return x * x * (3 - 2 * x);
}

Time between(Time from, Time to, double share) {
  return from + Time(std::llround(static_cast<double>((to - from).count()) * share));
}

}  // namespace

Time PlaybackClock::timeInSecond() const {
  return Time(std::llround(static_cast<double>(end().count()) / seconds_ * speed_));
}

double PlaybackClock::secondsOfRound() const {
  const auto rounds = std::max<std::size_t>(stops_.size() - 1, 1);
  return seconds_ / speed_ / static_cast<double>(rounds);
}

void PlaybackClock::reset(std::vector<Time> stops, double at_speed_1) {
  pause();
  stops_ = std::move(stops);
  if (stops_.empty()) stops_ = {Time{0}};
  seconds_ = at_speed_1;
  now_ = Time{0};
  share_ = 0;
  emit speedChanged();
  emit timeChanged(now_);
}

void PlaybackClock::seek(Time t) {
  glide_.reset();
  moveTo(t);
  share_ = shareOf(now_);
}

void PlaybackClock::moveTo(Time t) {
  t = std::clamp(t, Time{0}, end());
  if (t == now_) return;
  now_ = t;
  emit timeChanged(now_);
}

void PlaybackClock::setSpeed(double factor) {
  speed_ = factor;
  emit speedChanged();
}

void PlaybackClock::setPace(Pace pace) {
  pace_ = pace;
  share_ = shareOf(now_);
  emit speedChanged();
}

void PlaybackClock::setPlaying(bool playing) {
  if (playing == playing_) return;
  playing_ = playing;
  emit playingChanged(playing);
}

void PlaybackClock::play() {
  if (isGliding()) pause();
  if (playing_ || end() <= Time{0}) return;
  if (now_ >= end()) seek(Time{0});
  setPlaying(true);
}

void PlaybackClock::pause() {
  glide_.reset();
  share_ = shareOf(now_);
  setPlaying(false);
}

void PlaybackClock::glide(Time t, std::chrono::nanoseconds duration) {
  pause();
  if (t <= now_) return;
  glide_ = Glide{now_, t, std::chrono::duration<double>(duration).count()};
  setPlaying(true);
}

void PlaybackClock::finish() {
  if (!glide_) return;
  seek(glide_->to);
  pause();
}

void PlaybackClock::tickGlide(Glide& glide, double seconds) {
  glide.passed += seconds;
  const double x = glide.passed / glide.seconds;
  if (x >= 1 - 1e-9) return finish();  // seconds are sums of frames
  moveTo(between(glide.from, glide.to, eased(x)));
}

void PlaybackClock::tick(std::chrono::nanoseconds passed) {
  if (!playing_) return;
  const double seconds = std::chrono::duration<double>(passed).count();
  if (glide_) return tickGlide(*glide_, seconds);
  share_ = std::min(share_ + seconds / seconds_ * speed_, 1.0);
  moveTo(timeAt(share_));
  if (now_ >= end()) pause();
}

Time PlaybackClock::nextStop() const {
  const auto next = std::ranges::upper_bound(stops_, now_);
  return next == stops_.end() ? end() : *next;
}

Time PlaybackClock::previousStop() const {
  const auto next = std::ranges::lower_bound(stops_, now_);
  return next == stops_.begin() ? Time{0} : *std::prev(next);
}

double PlaybackClock::shareOf(Time t) const {
  t = std::clamp(t, Time{0}, end());
  if (pace_ == Pace::kTrueTime || stops_.size() < 2) return quotient(t, end());
  const auto next = std::ranges::upper_bound(stops_, t);
  if (next == stops_.end()) return 1;
  const Time from = *std::prev(next);
  const double whole = static_cast<double>(next - stops_.begin()) - 1;
  return (whole + quotient(t - from, *next - from)) / static_cast<double>(stops_.size() - 1);
}

Time PlaybackClock::timeAt(double share) const {
  share = std::clamp(share, 0.0, 1.0);
  if (share >= 1) return end();
  if (pace_ == Pace::kTrueTime || stops_.size() < 2)
    return Time(std::llround(static_cast<double>(end().count()) * share));
  const double at = share * static_cast<double>(stops_.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  return between(stops_[i], stops_[i + 1], at - static_cast<double>(i));
}

}  // namespace orrery::viz::inline model
