#include "viz/model/run/sweep_runner.h"

#include <QtConcurrentRun>

namespace orrery::viz {
namespace {

/// Ends a run that is to stop.
class Stopper : public Sink {
 public:
  explicit Stopper(const RunControl& control) : control_(control) {}
  void start(const MessageEvent& /*event*/) override {
    if (control_.isCancelled()) throw RunControl::Cancelled{};
  }

 private:
  const RunControl& control_;
};

std::vector<RunResult> runCells(const std::vector<RunSpec>& cells, RunControl& control) {
  std::vector<RunResult> results;
  Stopper stopper(control);
  try {
    for (const RunSpec& cell : cells) {
      results.push_back(run_one(cell, &stopper));
      control.setPermille(static_cast<int>(1000 * results.size() / cells.size()));
    }
  } catch (const RunControl::Cancelled&) {
    results.clear();
  }
  return results;
}

}  // namespace

SweepRunner::SweepRunner(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<std::vector<RunResult>>::finished, this, [this] {
    if (!running_) return;
    running_ = false;
    emit finished(watcher_.result());
  });
}

void SweepRunner::start(const std::vector<RunSpec>& cells) {
  cancel();
  running_ = true;
  control_ = std::make_shared<RunControl>();
  watcher_.setFuture(
      QtConcurrent::run([cells, control = control_] { return runCells(cells, *control); }));
}

void SweepRunner::cancel() {
  running_ = false;
  if (control_) control_->cancel();
}

}  // namespace orrery::viz
