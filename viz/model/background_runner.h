#pragma once

#include <memory>

#include <QFutureWatcher>
#include <QObject>

#include "viz/model/finished_run.h"

namespace orrery::viz {

/// Runs cells on a worker thread, so that the window never waits. Needs an event loop.
class BackgroundRunner : public QObject {
  Q_OBJECT

 public:
  explicit BackgroundRunner(QObject* parent = nullptr);

  bool isRunning() const { return running_; }
  /// Starts a run. One that is under way is forgotten: only the last one reports.
  void start(const RunSpec& spec);
  /// Whatever is under way will not report.
  void forget() { running_ = false; }

 signals:
  void started();
  void finished(std::shared_ptr<const orrery::viz::FinishedRun> run);

 private:
  using Result = std::shared_ptr<const FinishedRun>;
  QFutureWatcher<Result> watcher_;
  bool running_ = false;
};

}  // namespace orrery::viz
