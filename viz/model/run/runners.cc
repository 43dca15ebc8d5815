#include "viz/model/run/runners.h"

#include "scenarios/run/explain.h"

namespace orrery::viz::inline model {

namespace {

/// Ends a run whose result is no longer needed.
class GivenUpRun : public Sink {
 public:
  explicit GivenUpRun(const RunControl* control) : control_(control) {}
  TraceLevel level() const override { return TraceLevel::kRounds; }
  void round(const RoundEvent& /*event*/) override {
    if (control_ != nullptr && control_->isCancelled()) throw RunControl::Cancelled{};
  }

 private:
  const RunControl* control_;
};

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

Explainer::Explainer(Session& session, QObject* parent) : QObject(parent), session_(session) {
  connect(&session, &Session::runChanged, this, &Explainer::follow);
  connect(&session, &Session::extentChanged, this, &Explainer::follow);
  job_.whenDone(this, [this](const Result& path) {
    session_.setPath(path);
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
  job_.giveUp();
  if (!wanted_ || !session_.hasPicture() || !session_.run()->isMeasured() ||
      session_.run()->goesOn())
    return;
  job_.start([spec = session_.run()->result.spec, stage = session_.run()->stage](
                 RunControl& control, QPromise<Result>& promise) {
    promise.addResult(pathOf(spec, *stage, &control));
  });
}

std::shared_ptr<const PathIndex> pathOf(const RunSpec& spec, const Stage& stage,
                                        const RunControl* control) {
  try {
    GivenUpRun sink(control);
    Explained explained = explain(spec, &sink);
    if (!is_measured(explained.result)) return nullptr;
    return std::make_shared<const PathIndex>(std::move(explained.path), stage.index());
  } catch (const RunControl::Cancelled&) {
    return nullptr;
  }
}

SweepRunner::SweepRunner(QObject* parent) : QObject(parent) {
  job_.whenDone(this, [this](const std::vector<RunResult>& results) { emit finished(results); });
}

void SweepRunner::start(const std::vector<RunSpec>& cells) {
  job_.start([cells](RunControl& control, QPromise<std::vector<RunResult>>& promise) {
    promise.addResult(runCells(cells, control));
  });
}

BackgroundRunner::BackgroundRunner(QObject* parent) : QObject(parent) {
  job_.whenPart(this, [this](const Result& run) {
    if (run->goesOn()) emit prepared(run);
    if (run->pending) emit appeared(run);
  });
  job_.whenDone(this, [this](const Result& run) { emit finished(run); });
}

void BackgroundRunner::start(const RunSpec& spec, const RunLimits& limits) {
  job_.start([spec, limits](RunControl& control, QPromise<Result>& promise) {
    const auto appeared = [&promise](const Result& run) { promise.addResult(run); };
    if (const Result beginning = beginningOf(spec)) promise.addResult(beginning);
    promise.addResult(runCell(spec, &control, limits, appeared));
  });
  emit started();
}

}  // namespace orrery::viz::inline model
