#include "scenarios/formats/formats.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "scenarios/document/words.h"
#include "scenarios/formats/goal.h"
#include "scenarios/formats/recorder.h"

namespace orrery {
namespace {

constexpr std::array kFormats{
    ExportFormat{"perfetto", ".json",
                 "Chrome trace events: opens in ui.perfetto.dev, chrome://tracing and speedscope",
                 perfetto_json},
    ExportFormat{"goal", ".goal", "the schedule in GOAL, as LogGOPSim reads it", goal_schedule,
                 true},
    ExportFormat{"paje", ".paje", "a Pajé trace, for ViTE and the tools of PajeNG", paje_trace},
    ExportFormat{"csv", ".csv", "the messages, one a line", messages_csv},
    ExportFormat{"dot", ".dot", "who sends how much to whom, for Graphviz", communication_dot},
};

}  // namespace

std::span<const ExportFormat> export_formats() {
  return kFormats;
}

const ExportFormat& find_export_format(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ExportFormat& f : kFormats) {
    if (f.name == name) return f;
    names.push_back(f.name);
  }
  throw InputError({.source = "--format", .is_option = true}, "",
                   {fmt::format("'{}' is unknown", name), one_of(names), nearest_of(name, names)});
}

std::string goal_schedule(const ExportedRun& run) {
  return goal_text(run.schedule);
}

ExportedRun run_for_export(const RunSpec& spec, bool schedule) {
  ExportedRun run;
  Recorder recorder(schedule ? spec.ranks : 0, spec.costs.gamma);
  WrapComm wrap;
  if (schedule) wrap = [&](Comm& comm) { return recorder.wrap(comm); };
  run.result = run_one(spec, &run.trace, Detail::kTime, wrap);
  if (is_measured(run.result)) {
    run.network = make_network(run.result.spec);
    if (schedule) run.schedule = recorder.take();
  } else {
    run.trace = {};
  }
  return run;
}

}  // namespace orrery
