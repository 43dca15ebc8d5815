#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <QObject>

#include "emu/base/units.h"

namespace orrery::viz::inline model {

/// The one clock of all views: a position in virtual time, moved by hand or, while it plays, by
/// tick(). It owns no timer; the widget that shows the picture reports the time that has passed.
class PlaybackClock : public QObject {
  Q_OBJECT

 public:
  /// The pace: time passes evenly, or every round takes equally long.
  enum class Pace { kTrueTime, kEqualRounds };

  using QObject::QObject;

  Time now() const { return now_; }
  Time end() const { return stops_.back(); }
  bool isPlaying() const { return playing_; }  ///< or gliding
  bool isGliding() const { return glide_.has_value(); }
  double speed() const { return speed_; }
  Pace pace() const { return pace_; }
  /// Returns the virtual time that passes in a second at the current speed, on average.
  Time timeInSecond() const;
  /// Returns the seconds that a round takes at the current speed, on average.
  double secondsOfRound() const;

  /// Starts over, paused. `stops`: zero, the beginnings of rounds and the end of the run,
  /// ascending. The run takes `at_speed_1` seconds of the user's time (> 0) at speed 1.
  void reset(std::vector<Time> stops, double at_speed_1);
  /// Moves to t, clamped to 0 .. end().
  void seek(Time t);
  void setSpeed(double factor);  ///< > 0
  void setPace(Pace pace);
  void play();  ///< from the start if it is at the end; a glide becomes playing
  /// Plays to `t` >= now(), gently at both ends, and pauses there.
  void glide(Time t, std::chrono::nanoseconds duration);
  /// Ends a glide immediately, at its target; does nothing otherwise.
  void finish();
  void pause();
  void toggle() { playing_ && !isGliding() ? pause() : play(); }
  /// Moves on by the share of `passed` at the current speed while playing; pauses at the end.
  void tick(std::chrono::nanoseconds passed);

  /// Returns the first stop later than now(), or the end; the last one earlier, or zero.
  Time nextStop() const;
  Time previousStop() const;
  /// Returns the place of a moment between the start (0) and the end (1), at the current pace.
  double shareOf(Time t) const;
  Time timeAt(double share) const;

 signals:
  void timeChanged(orrery::Time now);
  void playingChanged(bool playing);
  void speedChanged();

 private:
  struct Glide {
    Time from{0}, to{0};
    double seconds = 1, passed = 0;
  };

  void moveTo(Time t);
  void setPlaying(bool playing);
  void tickGlide(Glide& glide, double seconds);

  Time now_{0};
  std::vector<Time> stops_{Time{0}};
  Pace pace_ = Pace::kTrueTime;
  double seconds_ = 1;
  double speed_ = 1;
  double share_ = 0;  // of now_, with fractions of a picosecond
  std::optional<Glide> glide_;
  bool playing_ = false;
};

}  // namespace orrery::viz::inline model
