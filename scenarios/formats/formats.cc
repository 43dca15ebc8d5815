#include "scenarios/formats/formats.h"

#include <array>
#include <ranges>
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/errors.h"
#include "scenarios/document/plan_program.h"
#include "scenarios/document/words.h"
#include "scenarios/formats/goal.h"
#include "scenarios/formats/recorded_plan.h"
#include "scenarios/run/explain.h"

namespace orrery {
namespace {

constexpr std::array kFormats{
    ExportFormat{"perfetto",
                 ".json",
                 "Chrome trace events: opens in ui.perfetto.dev, chrome://tracing and speedscope",
                 perfetto_json,
                 {.path = true}},
    ExportFormat{"goal",
                 ".goal",
                 "the schedule in GOAL, as LogGOPSim reads it",
                 goal_schedule,
                 {.schedule = true}},
    ExportFormat{"goal-binary",
                 ".bin",
                 "the schedule in GOAL, as LogGOPSim's simulator reads it",
                 goal_binary_schedule,
                 {.schedule = true}},
    ExportFormat{"msccl-xml",
                 ".xml",
                 "an algorithm of MSCCL, chunk by chunk, as MSCCL and RCCL run it",
                 msccl_xml,
                 {.plan = true}},
    ExportFormat{"mscclpp-json",
                 ".json",
                 "an execution plan of MSCCL++, chunk by chunk, as its executor runs it",
                 mscclpp_json,
                 {.plan = true}},
    ExportFormat{"paje", ".paje", "a Pajé trace, for ViTE and the tools of PajeNG", paje_trace},
    ExportFormat{"csv", ".csv", "the messages, one a line", messages_csv},
    ExportFormat{"dot", ".dot", "who sends how much to whom, for Graphviz", communication_dot},
};

/// What is sent is known of these, not which chunks of which collective that is.
[[noreturn]] void refuse_operations(const RunSpec& spec) {
  throw InputError({"export"}, "",
                   {fmt::format("{} says how many bytes are sent, not which chunks of whose data: "
                                "no plan can be made of it",
                                schedule_of(spec)->file),
                    "a collective of the catalogue, or a schedule in MSCCL XML, MSCCL++ JSON or "
                    "TE-CCL JSON"});
}

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

const ExportFormat& find_export_format(std::string_view name) {
  for (const ExportFormat& f : kFormats)
    if (f.name == name) return f;
  throw InputError({.source = "--format", .is_option = true}, "",
                   unknown_word(name, std::views::transform(kFormats, &ExportFormat::name)));
}

std::string goal_schedule(const ExportedRun& run) {
  return goal_text(run.schedule);
}

std::string goal_binary_schedule(const ExportedRun& run) {
  return goal_binary(run.schedule);
}

ExportedRun run_for_export(const RunSpec& spec, Recorded recorded) {
  const auto [schedule, plan, path] = recorded;
  ExportedRun run;
  const bool records_plan = plan && !runs_plan(spec);
  if (records_plan && schedule_of(spec) != nullptr) refuse_operations(spec);
  const bool records = schedule || records_plan;
  RunSpec told = spec;
  if (records_plan &&
      told.payload == PayloadKind::kGhost)  // whose slices do not say which buffer they are of
    told.payload = PayloadKind::kProvenance;
  Recording recording(plan ? Recording::Of::kData : Recording::Of::kTimes, spec.costs.gamma);
  Observers observers(&run.trace);
  if (records) observers.recording = &recording;
  run.result = run_one(told, observers, Detail::kTime);
  if (!is_measured(run.result)) {
    run.trace = {};
    return run;
  }
  run.network = make_network(run.result.spec);
  if (plan)
    run.plan =
        runs_plan(spec) ? *plan_of(run.result.spec) : recorded_plan(recording, run.result.spec);
  if (schedule) run.schedule = recording.schedule();
  if (path) run.path = explain(run.result.spec).path;
  return run;
}

}  // namespace orrery
