#include "viz/model/finished_run.h"

#include <QObject>

#include "algorithms/algorithm.h"
#include "scenarios/units_text.h"
#include "scenarios/validate.h"
#include "viz/model/words.h"

namespace orrery::viz {
namespace {

/// Bytes that all ranks will send, for the progress bar; zero where the spec is wrong.
Bytes expectedBytes(RunSpec spec) {
  try {
    Validator validator;
    if (!spec.skipped.empty() || validator.complete(spec)) return Bytes(0);
    return find_algorithm(spec.collective, spec.algorithm).bytes_total(make_problem(spec));
  } catch (const std::exception&) {
    return Bytes(0);
  }
}

void prepareStage(FinishedRun& run, BoundedTrace& trace) {
  const bool stuck = !run.result.waiting_ranks.empty();
  if (!run.isMeasured() && !stuck) return;
  const RunSpec& spec = run.result.spec;
  run.truncated = trace.truncated();
  run.complete_until = trace.completeUntil();
  auto network = std::make_shared<const Network>(make_network(spec));
  const Collective& collective = find_collective(spec.collective);
  const Problem problem = make_problem(spec);
  run.stage = std::make_shared<const Stage>(std::make_shared<const Trace>(trace.take()), network,
                                            placesOf(collective, problem));
  if (!trace.hasContents() || run.stage->index().blocks().count() == 0) return;
  run.blocks = std::make_shared<const BlockHistory>(trace.contents(), run.stage->index().blocks(),
                                                    collective, problem);
}

/// Why contents are not followed; empty if they are to be.
QString refusalToFollow(const FinishedRun& run, const RunLimits& limits) {
  if (run.result.metrics.messages > limits.followed) {
    return Words::tr("This run has %1 messages; contents are followed in runs of up to %2.")
        .arg(QString::fromStdString(short_count(run.result.metrics.messages)),
             QString::fromStdString(short_count(limits.followed)));
  }
  if (run.result.spec.schedule) return Words::tr("A schedule says nothing about contents.");
  if (run.result.metrics.bytes_total.count() == 0) return Words::tr("This run moves no data.");
  RunSpec spec = run.result.spec;
  spec.payload = PayloadKind::kProvenance;
  if (memory_estimate(spec) > physical_memory() / 2) {
    return Words::tr("Following the contents of this run would take too much memory.");
  }
  return {};
}

class Runner {
 public:
  Runner(RunControl* control, const RunLimits& limits) : control_(control), limits_(limits) {}

  void run(FinishedRun& run, const RunSpec& spec) {
    const Bytes bytes = expectedBytes(spec);
    const bool follows = spec.payload == PayloadKind::kProvenance;
    ControlledTrace trace(limits_.messages, follows ? limits_.contents : 0, control_, bytes);
    run.result = run_one(spec, &trace);
    const bool again = run.isMeasured() && !follows;
    if (again) run.no_blocks = refusalToFollow(run, limits_);
    if (again && run.no_blocks.isEmpty() && runAgain(run, bytes)) return;
    prepareStage(run, trace);
    if (!run.blocks && run.no_blocks.isEmpty()) {
      run.no_blocks = Words::tr("The contents of this run are too many to be followed.");
    }
  }

 private:
  /// The same run with provenance payload: the same times, but one knows what messages carry.
  bool runAgain(FinishedRun& run, Bytes bytes) {
    RunSpec spec = run.result.spec;
    spec.payload = PayloadKind::kProvenance;
    ControlledTrace trace(limits_.messages, limits_.contents, control_, bytes);
    const RunResult second = run_one(spec, &trace);
    if (second.outcome != Outcome::kFine && second.outcome != Outcome::kVerificationFailed) {
      return false;
    }
    prepareStage(run, trace);
    return run.blocks != nullptr;
  }

  RunControl* control_;
  RunLimits limits_;
};

}  // namespace

std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec, RunControl* control,
                                           const RunLimits& limits) {
  auto run = std::make_shared<FinishedRun>();
  const auto fail = [&](std::string text) {
    *run = {};
    run->result.spec = spec;
    run->result.title = spec.title;
    run->result.outcome = Outcome::kDeadlockOrInternal;
    run->result.error = std::move(text);
  };
  try {
    Runner(control, limits).run(*run, spec);
  } catch (const RunControl::Cancelled&) {
    fail("the run was cancelled");
    run->cancelled = true;
  } catch (const std::exception& e) {
    fail(text_of("the run cannot be shown: ", e.what()));
  }
  return run;
}

}  // namespace orrery::viz
