#pragma once

#include <memory>
#include <vector>

#include <QFutureWatcher>
#include <QObject>

#include "scenarios/run/runner.h"
#include "viz/model/run/run_control.h"

namespace orrery::viz {

/// Runs all cells of a scenario on a worker thread. Needs an event loop.
class SweepRunner : public QObject {
  Q_OBJECT

 public:
  explicit SweepRunner(QObject* parent = nullptr);
  ~SweepRunner() override { cancel(); }

  bool isRunning() const { return running_; }
  /// Share of the cells that are done, 0 .. 1000.
  int permille() const { return control_ ? std::max(control_->permille(), 0) : 0; }
  void start(const std::vector<RunSpec>& cells);
  /// What is under way is given up and will not report.
  void cancel();

 signals:
  void finished(const std::vector<orrery::RunResult>& results);

 private:
  QFutureWatcher<std::vector<RunResult>> watcher_;
  std::shared_ptr<RunControl> control_;
  bool running_ = false;
};

}  // namespace orrery::viz
