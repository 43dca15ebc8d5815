#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <QFutureWatcher>
#include <QObject>
#include <QtConcurrentRun>

#include "scenarios/run/runner.h"
#include "viz/model/index/path_index.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/run/run_control.h"
#include "viz/model/run/session.h"
#include "viz/model/run/stage.h"

namespace orrery::viz::inline model {

/// Work on another thread. Among several started one after the other only the last one reports.
template <class Result>
class Background {
 public:
  ~Background() { giveUp(); }

  bool isRunning() const { return running_; }
  /// Returns the share of the work that is done, 0 .. 1000; negative while unknown.
  int permille() const { return control_ ? control_->permille() : -1; }
  /// Gives up the current work, and runs work(control, promise); `done` gets its last result,
  /// `part` those before.
  template <class Work>
  void start(Work work) {
    giveUp();
    running_ = true;
    control_ = std::make_shared<RunControl>();
    // A watcher with a new future drops all later reports of the old one.
    watcher_.setFuture(
        QtConcurrent::run([work = std::move(work), control = control_](QPromise<Result>& promise) {
          work(*control, promise);
        }));
  }
  void giveUp() {
    running_ = false;
    if (control_) control_->cancel();
  }
  template <class Done>
  void whenDone(QObject* owner, Done done) {
    QObject::connect(&watcher_, &QFutureWatcher<Result>::finished, owner, [this, done] {
      if (std::exchange(running_, false))
        done(watcher_.resultAt(watcher_.future().resultCount() - 1));
    });
  }
  template <class Part>
  void whenPart(QObject* owner, Part part) {
    QObject::connect(&watcher_, &QFutureWatcher<Result>::resultReadyAt, owner, [this, part](int i) {
      if (running_) part(watcher_.resultAt(i));
    });
  }

 private:
  QFutureWatcher<Result> watcher_;
  std::shared_ptr<RunControl> control_;
  bool running_ = false;
};

/// Finds the critical path of the run that a session shows, while it is wanted: runs the cell again
/// on a worker thread and records dependences. Needs an event loop.
class Explainer : public QObject {
  Q_OBJECT

 public:
  explicit Explainer(Session& session, QObject* parent = nullptr);

  bool isWanted() const { return wanted_; }
  void setWanted(bool wanted);
  bool isRunning() const { return job_.isRunning(); }

 signals:
  void settled();  ///< the session has the path, or it has none

 private:
  using Result = std::shared_ptr<const PathIndex>;
  void follow();

  Session& session_;
  Background<Result> job_;
  bool wanted_ = false;
};

/// Finds the critical path of a cell, whose run is in `stage`, by running it again with a record of
/// its dependences. Returns null if it does not end, or if `control` (which may be null) is
/// cancelled meanwhile.
std::shared_ptr<const PathIndex> pathOf(const RunSpec& spec, const Stage& stage,
                                        const RunControl* control = nullptr);

/// Runs all cells of a scenario on a worker thread. Needs an event loop.
class SweepRunner : public QObject {
  Q_OBJECT

 public:
  explicit SweepRunner(QObject* parent = nullptr);

  bool isRunning() const { return job_.isRunning(); }
  /// Returns the share of the cells that are done, 0 .. 1000.
  int permille() const { return std::max(job_.permille(), 0); }
  void start(const std::vector<RunSpec>& cells);
  /// Gives up the current work, which will not report.
  void cancel() { job_.giveUp(); }

 signals:
  void finished(const std::vector<orrery::RunResult>& results);

 private:
  Background<std::vector<RunResult>> job_;
};

/// Runs cells on a worker thread, so that the window never waits. Needs an event loop.
class BackgroundRunner : public QObject {
  Q_OBJECT

 public:
  explicit BackgroundRunner(QObject* parent = nullptr);

  bool isRunning() const { return job_.isRunning(); }
  /// Returns the share of the run that is done, 0 .. 1000; negative while unknown.
  int permille() const { return job_.permille(); }
  /// Starts a run. One that is under way is given up: only the last one reports.
  void start(const RunSpec& spec, const RunLimits& limits = {});
  /// Gives up all runs under way; they will not report.
  void forget() { job_.giveUp(); }

 signals:
  void started();
  /// Reports the network, before the run (see beginningOf).
  void prepared(std::shared_ptr<const orrery::viz::FinishedRun> beginning);
  /// Reports pictures, while the rest is still under way (see FinishedRun::pending).
  void appeared(std::shared_ptr<const orrery::viz::FinishedRun> run);
  void finished(std::shared_ptr<const orrery::viz::FinishedRun> run);

 private:
  using Result = std::shared_ptr<const FinishedRun>;
  Background<Result> job_;
};

}  // namespace orrery::viz::inline model
