#include "viz/model/run/explainer.h"

#include <QtConcurrentRun>

namespace orrery::viz {
namespace {

/// Ends a run that nobody waits for any more.
class GivenUpPath : public CriticalPathSink {
 public:
  explicit GivenUpPath(const RunControl& control) : control_(control) {}
  void round(const RoundEvent& /*event*/) override {
    if (control_.isCancelled()) throw RunControl::Cancelled{};
  }

 private:
  const RunControl& control_;
};

std::shared_ptr<const PathIndex> pathOf(const RunSpec& spec, const Stage& stage,
                                        const RunControl& control) {
  try {
    GivenUpPath sink(control);
    Explained explained = explain(spec, sink);
    if (!is_measured(explained.result)) return nullptr;
    return std::make_shared<const PathIndex>(std::move(explained.path), stage.index());
  } catch (const RunControl::Cancelled&) {
    return nullptr;
  }
}

}  // namespace

Explainer::Explainer(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session, &Session::runChanged, this, &Explainer::follow);
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
                         control = control_] { return pathOf(spec, *stage, *control); }));
}

void Explainer::giveUp() {
  running_ = false;
  if (control_) control_->cancel();
}

}  // namespace orrery::viz
