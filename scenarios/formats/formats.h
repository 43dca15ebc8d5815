#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/plan/plan.h"
#include "emu/net/network.h"
#include "emu/trace/critical_path.h"
#include "emu/trace/trace.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/schedule_format.h"

/// Runs in the formats of other programs.
namespace orrery {

/// A run that ended, with all that was recorded of it.
struct ExportedRun {
  RunResult result;
  Network network;
  Trace trace;
  Schedule schedule;  ///< if it was asked for
  Plan plan;          ///< if it was asked for
  CriticalPath path;  ///< if it was asked for
};

/// What of a run is recorded besides its trace.
struct Recorded {
  bool schedule = false, plan = false, path = false;
};

struct ExportFormat {
  std::string_view name;     ///< "perfetto"
  std::string_view ending;   ///< of files: ".json"
  std::string_view summary;  ///< what it is and which programs read it, one sentence
  std::function<std::string(const ExportedRun&)> write;
  Recorded needs = {};
};

/// The format that is drawn, and is not in export_formats().
inline constexpr std::string_view kHtmlFormat = "html";

std::span<const ExportFormat> export_formats();
/// THROWS InputError naming what exists.
const ExportFormat& find_export_format(std::string_view name);

/// Runs a cell for an export, twice for its path. THROWS InputError: a plan that there is not.
/// Where result.outcome is neither kFine nor kVerificationFailed the rest
/// is empty.
ExportedRun run_for_export(const RunSpec& spec, Recorded recorded = {});

/// A plan as a schedule of sends and receives, into which one is turned whose ranks reach into each other's memory.
/// REQUIRES a format that writes plans. THROWS InputError: a plan that is wrong, what the format cannot say.
std::string plan_text(const ScheduleFormat& format, const Plan& plan);

// The traces, each in a file of its own.

/// Chrome's trace events as JSON: what Perfetto, chrome://tracing and speedscope open. A process for
/// each rank (pid = rank + 1), a thread for each of its lanes, all times exact in microseconds; an
/// arrow (flow) from sender to receiver for each message; a counter of the rate on each of the
/// busiest links in GB/s. The critical path, where it was asked for, is a process of its own, whose slices
/// are its stretches, named by cause and side by side from 0 to completion.
std::string perfetto_json(const ExportedRun& run);
/// A Pajé trace (Schnorr, de Oliveira Stein, Chassin de Kergommeaux, "Paje trace file format",
/// version 1.2.5): lanes as containers with states, messages as links, rates as variables; times in
/// seconds, exact to the picosecond.
std::string paje_trace(const ExportedRun& run);
/// A line for each message in order of start; times in seconds, exact to the picosecond.
std::string messages_csv(const ExportedRun& run);
/// Who sends to whom, for Graphviz: ranks, and an edge for each ordered pair with its messages and
/// bytes, coloured by the round in which it is first used.
std::string communication_dot(const ExportedRun& run);

}  // namespace orrery
