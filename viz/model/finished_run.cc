#include "viz/model/finished_run.h"

#include "viz/model/bounded_trace.h"

namespace orrery::viz {
namespace {

void prepareStage(FinishedRun& run, BoundedTrace& trace) {
  const bool measured =
      run.result.outcome == Outcome::kFine || run.result.outcome == Outcome::kVerificationFailed;
  if (!measured) return;
  run.truncated = trace.truncated();
  run.complete_until = trace.completeUntil();
  auto network = std::make_shared<const Network>(make_network(run.result.spec));
  run.stage = std::make_shared<const Stage>(std::make_shared<const Trace>(trace.take()), network);
}

}  // namespace

std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec, std::int64_t most_messages) {
  auto run = std::make_shared<FinishedRun>();
  try {
    BoundedTrace trace(most_messages);
    run->result = run_one(spec, &trace);
    prepareStage(*run, trace);
  } catch (const std::exception& e) {
    run->result.spec = spec;
    run->result.title = spec.title;
    run->result.outcome = Outcome::kDeadlockOrInternal;
    run->result.error = text_of("the run cannot be shown: ", e.what());
    run->stage = nullptr;
  }
  return run;
}

}  // namespace orrery::viz
