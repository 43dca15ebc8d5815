#pragma once

#include <memory>

#include <QObject>

#include "viz/model/index/frame_state.h"
#include "viz/model/index/path_index.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/focus.h"
#include "viz/model/run/playback_clock.h"

namespace orrery::viz::inline model {

/// The state of all views: a run, a moment of it and the followed items, with functions to move
/// through it. All views follow its signals.
class Session : public QObject {
  Q_OBJECT

 public:
  explicit Session(QObject* parent = nullptr);

  /// Shows a run (not null), paused: from its first round on, or where it got stuck.
  void show(std::shared_ptr<const FinishedRun> run);
  /// Adds the rest of the pending run that is shown: nothing moves, and followed items stay.
  void complete(std::shared_ptr<const FinishedRun> run);
  /// Returns whether `run` is the rest of the run that is shown.
  bool completes(const FinishedRun& run) const {
    return run_ && whole()->pending && whole()->stage == run.first_stage;
  }
  const FinishedRun* run() const { return run_.get(); }  ///< null before the first
  /// Hides everything after now until reveal(), or until another run is shown: the continuation,
  /// the end and the metrics (see asFarAs). Followed items stay, unless they come later.
  void freeze();
  void reveal();  ///< shows all of it again, at the same moment
  bool isFrozen() const { return whole_ != nullptr; }
  /// Returns the run including its hidden part; null before the first.
  const FinishedRun* whole() const { return whole_ ? whole_.get() : run_.get(); }
  bool hasPicture() const { return run_ && run_->hasPicture(); }
  const FrameState& frame() const { return frame_; }  ///< of clock().now()
  PlaybackClock& clock() { return clock_; }
  const PlaybackClock& clock() const { return clock_; }
  /// Returns the span in which blocks change by the current round.
  RoundSpan roundSpan() const;

  void nextRound();      ///< plays the round to its end, where the next one begins
  void previousRound();  ///< to the beginning of the round, or of the one before it
  /// Follows the next message (1), or the previous one (-1), in order of start, and goes to its middle.
  void stepMessage(int step);
  /// Follows a message of the trace and goes to its middle.
  void showMessage(std::int64_t message);
  void toStart();
  void toEnd();
  /// Moves to the middle of round `round` (RoundMark::view). Returns false if no transfer belongs
  /// to it.
  bool showRound(int round);

  /// Returns the critical path of the run; null until it is known, and while it is not wanted.
  const PathIndex* path() const { return path_.get(); }
  void setPath(std::shared_ptr<const PathIndex> path);
  /// Returns the number of the current stretch; -1 without a path.
  int stretch() const { return path_ ? path_->at(clock_.now()) : -1; }
  /// Follows the message of a stretch of the path and goes to its middle.
  void showStretch(int stretch);
  void stepStretch(int step) { showStretch(stretch() + step); }

  /// Returns the marks for right and wrong, which last until another run is shown.
  const Marks& answers() const { return answers_; }
  void setAnswers(const Marks& answers);

  const Focus& focus() const { return focus_; }
  void setFocus(const Focus& focus);
  /// Follows an item that the user pointed at, or stops following it.
  void pick(const Focus& focus);

 signals:
  void runChanged();
  void runCompleted();   ///< the same run, with blocks and all metrics
  void extentChanged();  ///< more or less of the same run is visible
  void frameChanged();
  void focusChanged();
  void picked(const orrery::viz::Focus& focus);  ///< the item is now followed, or no longer
  void pathChanged();

 private:
  void updateFrame();
  void showExtent(std::shared_ptr<const FinishedRun> run);

  std::shared_ptr<const FinishedRun> run_;
  std::shared_ptr<const FinishedRun>
      whole_;  // the whole run, of which run_ is the first part; null: nothing is hidden
  std::shared_ptr<const PathIndex> path_;
  PlaybackClock clock_;
  FrameState frame_;
  Focus focus_;
  Marks answers_;
};

}  // namespace orrery::viz::inline model
