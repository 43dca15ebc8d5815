#pragma once

#include <memory>

#include <QObject>

#include "viz/model/finished_run.h"
#include "viz/model/frame_state.h"
#include "viz/model/playback_clock.h"

namespace orrery::viz {

/// What is being looked at: a run, a moment of it, and the ways to move through it. All views
/// follow its signals.
class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);

  /// Shows a run (not null) from its first round on, paused.
  void show(std::shared_ptr<const FinishedRun> run);
  const FinishedRun* run() const { return run_.get(); }  ///< null before the first
  const FrameState& frame() const { return frame_; }     ///< of clock().now()
  PlaybackClock& clock() { return clock_; }
  const PlaybackClock& clock() const { return clock_; }

  void nextRound();  ///< to the next round's view (see RoundMark), after the last one to the end
  void previousRound();  ///< to the previous round's view, before the first one to the start
  void toStart();
  void toEnd();
  /// To the view of round `round`. False if no transfer belongs to it.
  bool showRound(int round);

 signals:
  void runChanged();
  void frameChanged();

 private:
  void updateFrame();
  const std::vector<RoundMark>& marks() const;

  std::shared_ptr<const FinishedRun> run_;
  PlaybackClock clock_;
  FrameState frame_;
};

}  // namespace orrery::viz
