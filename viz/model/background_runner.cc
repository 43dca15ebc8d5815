#include "viz/model/background_runner.h"

#include <QtConcurrentRun>

namespace orrery::viz {

BackgroundRunner::BackgroundRunner(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, [this] {
    if (!running_) return;
    running_ = false;
    emit finished(watcher_.result());
  });
}

void BackgroundRunner::start(const RunSpec& spec) {
  forget();
  running_ = true;
  control_ = std::make_shared<RunControl>();
  emit started();
  // A watcher that is given a new future drops whatever the old one still has to say.
  watcher_.setFuture(
      QtConcurrent::run([spec, control = control_] { return runCell(spec, control.get()); }));
}

void BackgroundRunner::forget() {
  running_ = false;
  if (control_) control_->cancel();
}

}  // namespace orrery::viz
