#pragma once

#include <chrono>

#include <QObject>

#include "emu/base/units.h"

namespace orrery::viz {

/// The one clock all views follow: a position in virtual time that is moved by hand or, while it
/// plays, by tick(). It owns no timer; whoever shows the picture tells it how much time has passed.
class PlaybackClock : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  Time now() const { return now_; }
  Time end() const { return end_; }
  bool isPlaying() const { return playing_; }
  double speed() const { return speed_; }
  /// Virtual time that passes in a second at the current speed.
  Time pace() const;

  /// Starts over, paused, with a run that ends at `end` >= 0 and is to take `at_speed_1` seconds of
  /// the spectator's time (> 0) at speed 1.
  void reset(Time end, double at_speed_1);
  /// Clamped to 0 .. end().
  void seek(Time t);
  void setSpeed(double factor);  ///< > 0
  void play();                   ///< from the start if it stands at the end
  void pause();
  void toggle() { playing_ ? pause() : play(); }
  /// While playing, moves on by what `passed` amounts to at the current speed; pauses at the end.
  void tick(std::chrono::nanoseconds passed);

 signals:
  void timeChanged(orrery::Time now);
  void playingChanged(bool playing);
  void speedChanged();

 private:
  void moveTo(Time t);

  Time now_{0};
  Time end_{0};
  double seconds_ = 1;
  double speed_ = 1;
  double rest_ = 0;  // picoseconds that have passed but do not fill one yet
  bool playing_ = false;
};

}  // namespace orrery::viz
