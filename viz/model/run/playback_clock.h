#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include <QObject>

#include "emu/base/units.h"

namespace orrery::viz {

/// The one clock all views follow: a position in virtual time that is moved by hand or, while it
/// plays, by tick(). It owns no timer; whatever shows the picture tells it how much time has passed.
class PlaybackClock : public QObject {
  Q_OBJECT

 public:
  /// Whether time passes evenly, or every round takes as long as any other.
  enum class Pace { kTrueTime, kEqualRounds };

  using QObject::QObject;

  Time now() const { return now_; }
  Time end() const { return stops_.back(); }
  bool isPlaying() const { return playing_; }
  double speed() const { return speed_; }
  Pace pace() const { return pace_; }
  /// Virtual time that passes in a second at the current speed, on average.
  Time timeInSecond() const;
  /// Seconds that a round takes at the current speed, on average.
  double secondsOfRound() const;

  /// Starts over, paused. `stops`: zero, the beginnings of rounds and the end of the run, ascending; the run is to take
  /// `at_speed_1` seconds of the spectator's time (> 0) at speed 1.
  void reset(std::vector<Time> stops, double at_speed_1);
  /// Clamped to 0 .. end().
  void seek(Time t);
  void setSpeed(double factor);  ///< > 0
  void setPace(Pace pace);
  void play();  ///< from the start if it stands at the end
  /// Plays to `t` >= now(), gently at both ends, and pauses there.
  void glide(Time t, std::chrono::nanoseconds duration);
  /// Ends a glide at once, at its target; does nothing otherwise.
  void finish();
  void pause();
  void toggle() { playing_ ? pause() : play(); }
  /// While playing, moves on by what `passed` amounts to at the current speed; pauses at the end.
  void tick(std::chrono::nanoseconds passed);

  /// The first stop later than now(), or the end; the last one earlier, or zero.
  Time nextStop() const;
  Time previousStop() const;
  /// A moment as a share of the way from the start (0) to the end (1), at the current pace.
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
  double share_ = 0;  // of now_, with what does not fill a picosecond yet
  std::optional<Glide> glide_;
  bool playing_ = false;
};

}  // namespace orrery::viz
