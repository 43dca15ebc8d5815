#pragma once

#include <memory>

#include <QFutureWatcher>
#include <QObject>

#include "viz/model/run/finished_run.h"

namespace orrery::viz {

/// Runs cells on a worker thread, so that the window never waits. Needs an event loop.
class BackgroundRunner : public QObject {
  Q_OBJECT

 public:
  explicit BackgroundRunner(QObject* parent = nullptr);
  ~BackgroundRunner() override { forget(); }

  bool isRunning() const { return running_; }
  /// Share of the run that is done, 0 .. 1000; negative while unknown.
  int permille() const { return control_ ? control_->permille() : -1; }
  /// Starts a run. One that is under way is given up: only the last one reports.
  void start(const RunSpec& spec);
  /// Whatever is under way is given up and will not report.
  void forget();

 signals:
  void started();
  /// There are pictures to show, while the rest is still under way (see FinishedRun::pending).
  void appeared(std::shared_ptr<const orrery::viz::FinishedRun> run);
  void finished(std::shared_ptr<const orrery::viz::FinishedRun> run);

 private:
  using Result = std::shared_ptr<const FinishedRun>;
  QFutureWatcher<Result> watcher_;
  std::shared_ptr<RunControl> control_;
  bool running_ = false;
};

}  // namespace orrery::viz
