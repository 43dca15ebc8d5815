#include "viz/model/run/explainer.h"

#include <QtConcurrentRun>

#include "viz/model/run/explained_run.h"

namespace orrery::viz {

Explainer::Explainer(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session, &Session::runChanged, this, &Explainer::follow);
  connect(&session, &Session::extentChanged, this, &Explainer::follow);
  connect(&watcher_, &QFutureWatcher<Result>::finished, this, [this] {
    if (!running_) return;
    running_ = false;
    session_.setPath(watcher_.result());
    emit settled();
  });
}

void Explainer::setWanted(bool wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  follow();
  if (!wanted) session_.setPath(nullptr);
}

void Explainer::follow() {
  giveUp();
  if (!wanted_ || !session_.hasPicture() || !session_.run()->isMeasured() ||
      session_.run()->goesOn())
    return;
  running_ = true;
  control_ = std::make_shared<RunControl>();
  watcher_.setFuture(
      QtConcurrent::run([spec = session_.run()->result.spec, stage = session_.run()->stage,
                         control = control_] { return pathOf(spec, *stage, control.get()); }));
}

void Explainer::giveUp() {
  running_ = false;
  if (control_) control_->cancel();
}

}  // namespace orrery::viz
