#include "scenarios/formats/formats.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "algorithms/plan/two_sided.h"
#include "emu/net/imports/import.h"
#include "scenarios/formats/recorded_plan.h"
#include "scenarios/formats/schedule_error.h"
#include "scenarios/run/explain.h"
#include "scenarios/spec/plan_program.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/words.h"

namespace orrery::inline formats {
namespace {

/// Returns the writer; null for a schedule whose format is only read.
std::function<std::string(const ExportedRun&)> writer_of(const ScheduleFormat& f) {
  if (f.write != nullptr) return [&f](const ExportedRun& run) { return f.write(run.schedule); };
  if (f.write_plan != nullptr)
    return [&f](const ExportedRun& run) { return plan_text(f, run.plan); };
  return nullptr;
}

std::string network_text(const Network& network, const imports::NetworkWriter& writer) {
  try {
    return writer.write(imports::described(*network.topology, network.costs, writer.routes));
  } catch (const std::invalid_argument& e) {
    throw InputError({.source = "--format", .is_option = true}, "",
                     {fmt::format("{}: {}", writer.name, e.what()), "another format"});
  }
}

/// Adds a format of networks, which may also be one of runs.
void add_writer(std::vector<ExportFormat>& formats, const imports::NetworkWriter& writer) {
  const auto known = std::ranges::find(formats, writer.name, &ExportFormat::name);
  ExportFormat& format =
      known != formats.end()
          ? *known
          : formats.emplace_back(ExportFormat{writer.name, writer.ending, writer.summary, nullptr});
  format.write_network = [&writer](const Network& n) { return network_text(n, writer); };
}

std::vector<ExportFormat> all_formats() {
  std::vector<ExportFormat> all{
      {"perfetto",
       ".json",
       "Chrome trace events: opens in ui.perfetto.dev, chrome://tracing and speedscope",
       perfetto_json,
       {.path = true}}};
  for (const ScheduleFormat* f : schedule_formats())
    if (const auto write = writer_of(*f))
      all.push_back({f->name,
                     f->ending,
                     f->summary,
                     write,
                     {.schedule = f->write != nullptr, .plan = f->write_plan != nullptr}});
  all.push_back({"paje", ".paje", "a Pajé trace, for ViTE and the tools of PajeNG", paje_trace});
  all.push_back({"csv", ".csv", "the messages, one on each line", messages_csv});
  all.push_back(
      {"dot", ".dot", "the bytes between each pair of ranks, for Graphviz", communication_dot});
  for (const imports::NetworkWriter& writer : imports::network_writers()) add_writer(all, writer);
  return all;
}

/// Refuses to write operations as a plan: the sends are known, but not the chunks and the
/// collective.
[[noreturn]] void refuse_operations(const RunSpec& spec) {
  refuse_export(
      fmt::format("{} states sizes of messages, but not their contents; it cannot be converted",
                  schedule_of(spec)->file),
      "a collective of the catalogue, or a schedule in MSCCL XML, MSCCL++ JSON or "
      "TE-CCL JSON");
}

}  // namespace

std::span<const ExportFormat> export_formats() {
  static const std::vector<ExportFormat> all = all_formats();
  return all;
}

const ExportFormat& find_export_format(std::string_view name) {
  for (const ExportFormat& f : export_formats())
    if (f.name == name) return f;
  std::vector<std::string_view> names;
  for (const ExportFormat& f : export_formats()) names.push_back(f.name);
  names.push_back(kHtmlFormat);
  throw InputError({.source = "--format", .is_option = true}, "", unknown_word(name, names));
}

std::string plan_text(const ScheduleFormat& format, const Plan& plan) {
  if (is_two_sided(plan)) return format.write_plan(plan);
  if (!plan.knows_memory)
    refuse_export("it is in place, but does not state which parts of input and output share memory",
                  "a collective that MSCCL++ knows, or out of place");
  std::optional<Plan> sends;
  try {
    sends = two_sided(plan);
  } catch (const PlanError& e) {
    refuse_export(fmt::format("it is wrong: {}", e.what()),
                  "a schedule without this fault (see `orrery check`)");
  }
  return format.write_plan(*sends);
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

}  // namespace orrery::inline formats
