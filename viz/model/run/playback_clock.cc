#include "viz/model/run/playback_clock.h"

#include <algorithm>
#include <cmath>

namespace orrery::viz {

Time PlaybackClock::pace() const {
  return Time(std::llround(static_cast<double>(end_.count()) / seconds_ * speed_));
}

void PlaybackClock::reset(Time end, double at_speed_1) {
  pause();
  end_ = std::max(end, Time{0});
  seconds_ = at_speed_1;
  rest_ = 0;
  now_ = Time{0};
  emit speedChanged();
  emit timeChanged(now_);
}

void PlaybackClock::seek(Time t) {
  rest_ = 0;
  moveTo(t);
}

void PlaybackClock::moveTo(Time t) {
  t = std::clamp(t, Time{0}, end_);
  if (t == now_) return;
  now_ = t;
  emit timeChanged(now_);
}

void PlaybackClock::setSpeed(double factor) {
  speed_ = factor;
  emit speedChanged();
}

void PlaybackClock::play() {
  if (playing_ || end_ <= Time{0}) return;
  if (now_ >= end_) seek(Time{0});
  playing_ = true;
  emit playingChanged(true);
}

void PlaybackClock::pause() {
  if (!playing_) return;
  playing_ = false;
  emit playingChanged(false);
}

void PlaybackClock::tick(std::chrono::nanoseconds passed) {
  if (!playing_) return;
  const double seconds = std::chrono::duration<double>(passed).count();
  const double step = static_cast<double>(end_.count()) / seconds_ * speed_ * seconds + rest_;
  const double whole = std::floor(std::min(step, static_cast<double>((end_ - now_).count())));
  rest_ = step - whole;
  moveTo(now_ + Time(static_cast<std::int64_t>(whole)));
  if (now_ >= end_) pause();
}

}  // namespace orrery::viz
