#include "viz/model/run/background_runner.h"

#include <QtConcurrentRun>

namespace orrery::viz {

BackgroundRunner::BackgroundRunner(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFutureWatcher<Result>::resultReadyAt, this, [this](int i) {
    const Result run = watcher_.resultAt(i);
    if (running_ && run->pending) emit appeared(run);
  });
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, [this] {
    if (!running_) return;
    running_ = false;
    emit finished(watcher_.resultAt(watcher_.future().resultCount() - 1));
  });
}

void BackgroundRunner::start(const RunSpec& spec) {
  forget();
  running_ = true;
  control_ = std::make_shared<RunControl>();
  emit started();
  // A watcher that is given a new future drops whatever the old one still has to say.
  watcher_.setFuture(QtConcurrent::run([spec, control = control_](QPromise<Result>& promise) {
    const auto appeared = [&promise](const Result& run) { promise.addResult(run); };
    promise.addResult(runCell(spec, control.get(), {}, appeared));
  }));
}

void BackgroundRunner::forget() {
  running_ = false;
  if (control_) control_->cancel();
}

}  // namespace orrery::viz
