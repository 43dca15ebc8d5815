#include "viz/model/run/finished_run.h"

#include <optional>

#include "algorithms/algorithm.h"
#include "scenarios/cell/validate.h"
#include "scenarios/spec/plan_program.h"
#include "scenarios/text/units_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

/// Returns the bytes that all ranks will send, for the progress bar; zero where the spec is wrong.
Bytes expectedBytes(const RunSpec& spec) {
  try {
    if (!spec.skipped.empty()) return Bytes(0);
    const Preparation result = prepare(spec);
    const auto* const cell = std::get_if<Prepared>(&result);
    return cell == nullptr ? Bytes(0) : cell->bytes_total();
  } catch (const std::exception&) {
    return Bytes(0);
  }
}

/// A schedule as it ran.
struct RanPlan {
  std::shared_ptr<const Plan> plan;
  LoweredPlan lowered;
};

/// Returns the plan; nothing where the cell runs something else.
std::optional<RanPlan> planOf(const RunSpec& spec) {
  if (!runs_plan(spec)) return std::nullopt;
  return RanPlan{plan_of(spec), lowered_plan(spec)};
}

/// Returns the data of ranks before and after; unknown for a program, while operations have data of
/// their own each.
RunPurpose purposeOf(const RunSpec& spec, const std::optional<RanPlan>& ran) {
  if (ran) {
    const ScheduleData& data = ran->lowered.data;
    const std::int64_t element = find_op(spec.op, spec.datatype).element_bytes;
    return purpose_of(data, data.unit_bytes / element, ran->plan->demand->sums);
  }
  if (!runs_collective(spec)) return {};
  return purpose_of(find_collective(spec.collective), make_problem(spec));
}

/// Prepares the stage. `named`: the messages name their payload; a run without contents cannot.
void prepareStage(FinishedRun& run, BoundedTrace& bounded, bool named,
                  const std::optional<RanPlan>& ran) {
  const bool stuck = !run.result.waiting_ranks.empty();
  if (!is_measured(run.result) && !stuck) return;
  const RunSpec& spec = run.result.spec;
  run.truncated = bounded.truncated();
  run.complete_until = bounded.completeUntil();
  std::vector<RoundTotal> totals = bounded.takeTotals();
  Trace trace = bounded.take();
  if (!named) {
    for (MessageEvent& m : trace.messages) m.elements = 0;
  }
  auto network = std::make_shared<const Network>(make_network(spec));
  const auto kept = std::make_shared<Trace>(std::move(trace));
  const auto steps =
      ran ? std::make_shared<const StepIndex>(ran->plan, ran->lowered, *kept) : nullptr;
  run.stage = std::make_shared<const Stage>(TraceIndex(
      kept, network, Pieces(purposeOf(spec, ran)), bounded.takeCargo(), std::move(totals),
      bounded.completeUntil(), steps, OperationRounds(spec), run.result.waiting_ranks));
  kept->rates = {};  // the stage has made its own of them
  kept->rounds.shrink_to_fit();
}

/// Follows the holdings of ranks, from a trace with contents of the run that is on the stage.
void follow(FinishedRun& run, const BoundedTrace& trace, const std::optional<RanPlan>& ran) {
  const BlockTable& blocks = run.stage->index().blocks();
  if (!trace.hasContents() || blocks.count() == 0) return;
  const RunSpec& spec = run.result.spec;
  run.blocks = std::make_shared<const BlockHistory>(trace.contents(), blocks, purposeOf(spec, ran));
}

/// Returns the reason why contents are not followed; empty if they are.
QString refusalToFollow(const FinishedRun& run, const RunLimits& limits) {
  if (run.result.metrics.messages > limits.followed) {
    return Words::tr("This run has %1 messages; contents are followed in runs of up to %2.")
        .arg(QString::fromStdString(short_count(run.result.metrics.messages)),
             QString::fromStdString(short_count(limits.followed)));
  }
  if (run.result.spec.ranks > limits.followed_ranks)
    return Words::tr("Shift+B follows the blocks of these %1 ranks.")
        .arg(QString::fromStdString(short_count(run.result.spec.ranks)));
  if (schedule_of(run.result.spec) != nullptr && !runs_plan(run.result.spec))
    return Words::tr("A schedule says nothing about contents.");
  if (runs_operations(run.result.spec))
    return Words::tr("Each operation has its own data, which are verified, but not followed.");
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
  Runner(RunControl* control, const RunLimits& limits, const Appeared& appeared)
      : control_(control), limits_(limits), appeared_(appeared) {}

  void run(FinishedRun& run, const RunSpec& spec) {
    total_ = expectedBytes(spec);
    const bool follows = spec.payload == PayloadKind::kProvenance && !runs_operations(spec);
    ControlledTrace trace(limits_.messages, follows ? limits_.contents : 0, control_, total_);
    run.result = run_one(spec, &trace, Detail::kRounds);
    if (is_measured(run.result) && !follows) run.no_blocks = refusalToFollow(run, limits_);
    const bool again = is_measured(run.result) && !follows && run.no_blocks.isEmpty();
    ran_ = planOf(run.result.spec);
    prepareStage(run, trace, !again, ran_);
    if (follows && run.hasPicture()) follow(run, trace, ran_);
    if (!is_measured(run.result)) return;
    if (appeared_) announce(run, again);
    run.result.uncontended = uncontendedTime(run.result);
    run.first_stage = run.stage;
    if (again) followAgain(run);
    if (!run.blocks && run.no_blocks.isEmpty()) {
      run.no_blocks = Words::tr("The contents of this run are too large to follow.");
    }
  }

 private:
  void announce(const FinishedRun& run, bool again) {
    auto first = std::make_shared<FinishedRun>(run);
    first->pending = true;
    if (again) first->no_blocks = Words::tr("Following the blocks of the ranks …");
    appeared_(first);
  }

  Time uncontendedTime(const RunResult& result) {
    if (result.metrics.uncontended) return *result.metrics.uncontended;
    RunSpec spec = result.spec;
    spec.contention = false;
    spec.payload = PayloadKind::kGhost;
    ControlledTrace nothing(0, 0, control_, total_);
    return run_one(spec, &nothing, Detail::kTime).metrics.completion;
  }

  /// Runs the cell once more with provenance payload: equal messages, but with a known payload.
  void followAgain(FinishedRun& run) {
    RunSpec spec = run.result.spec;
    spec.payload = PayloadKind::kProvenance;
    ControlledTrace trace(limits_.messages, limits_.contents, control_, total_);
    const RunResult second = run_one(spec, &trace, Detail::kTime);
    if (second.outcome != Outcome::kFine && second.outcome != Outcome::kVerificationFailed) return;
    prepareStage(run, trace, true, ran_);
    follow(run, trace, ran_);
  }

  RunControl* control_;
  RunLimits limits_;
  const Appeared& appeared_;
  Bytes total_;
  std::optional<RanPlan> ran_;
};

}  // namespace

std::shared_ptr<const FinishedRun> runCell(const RunSpec& spec, RunControl* control,
                                           const RunLimits& limits, const Appeared& appeared) {
  auto run = std::make_shared<FinishedRun>();
  const auto fail = [&](std::string text) {
    *run = {};
    run->result.spec = spec;
    run->result.title = spec.title;
    run->result.outcome = Outcome::kInternalError;
    run->result.error = std::move(text);
  };
  try {
    Runner(control, limits, appeared).run(*run, spec);
  } catch (const RunControl::Cancelled&) {
    fail("the run was cancelled");
    run->cancelled = true;
  } catch (const std::exception& e) {
    fail(text_of("the run cannot be shown: ", e.what()));
  }
  return run;
}

namespace {

/// Returns the run without its metrics, limited to the part that `stage` shows.
std::shared_ptr<const FinishedRun> partOf(const FinishedRun& run,
                                          std::shared_ptr<const Stage> stage) {
  auto part = std::make_shared<FinishedRun>();
  part->result.spec = run.result.spec;
  part->result.title = run.result.title;
  part->stage = std::move(stage);
  part->blocks = run.blocks;
  part->no_blocks = run.no_blocks;
  part->pending = run.pending;
  return part;
}

}  // namespace

std::shared_ptr<const FinishedRun> beginningOf(const RunSpec& spec) {
  if (!spec.skipped.empty()) return nullptr;
  try {
    FinishedRun run;
    run.result.spec = spec;
    const TraceIndex nothing(std::make_shared<const Trace>(),
                             std::make_shared<const Network>(make_network(spec)));
    return partOf(run, std::make_shared<const Stage>(TraceIndex(nothing, Time{0})));
  } catch (const std::exception&) {
    return nullptr;  // the run names the mistake
  }
}

std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, int rounds) {
  return partOf(run, std::make_shared<const Stage>(TraceIndex(run.stage->index(), rounds)));
}

std::shared_ptr<const FinishedRun> asFarAs(const FinishedRun& run, Time until) {
  return partOf(run, std::make_shared<const Stage>(TraceIndex(run.stage->index(), until)));
}

}  // namespace orrery::viz::inline model
