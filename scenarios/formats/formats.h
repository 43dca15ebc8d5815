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
namespace orrery::inline formats {

/// A finished run with its recorded data.
struct ExportedRun {
  RunResult result;
  Network network;
  Trace trace;
  Schedule schedule;  ///< if requested
  Plan plan;          ///< if requested
  CriticalPath path;  ///< if requested
};

/// Data that are recorded besides the trace.
struct Recorded {
  bool schedule = false, plan = false, path = false;
};

struct ExportFormat {
  std::string_view name;     ///< "perfetto"
  std::string_view ending;   ///< of files: ".json"
  std::string_view summary;  ///< contents and the programs that read it, one sentence
  std::function<std::string(const ExportedRun&)> write;  ///< null: of networks only
  Recorded needs = {};
  /// Writes the network without running anything on it. THROWS InputError for properties that the format cannot
  /// express. Null: the format is for runs only.
  std::function<std::string(const Network&)> write_network = {};
};

/// The format that is drawn, and is not in export_formats().
inline constexpr std::string_view kHtmlFormat = "html";

std::span<const ExportFormat> export_formats();
/// Finds a format by its name. THROWS InputError naming the existing ones.
const ExportFormat& find_export_format(std::string_view name);

/// Runs a cell for an export, twice for its path. THROWS InputError for a plan that does not exist.
/// If result.outcome is neither kFine nor kVerificationFailed the rest is empty.
ExportedRun run_for_export(const RunSpec& spec, Recorded recorded = {});

/// Returns a plan as a schedule of sends and receives; converts one whose ranks access each other's
/// memory. REQUIRES a format that writes plans. THROWS InputError: a wrong plan, or one that the
/// format cannot express.
std::string plan_text(const ScheduleFormat& format, const Plan& plan);

// Traces, each in a file of its own.

/// Returns Chrome's trace events as JSON, for Perfetto, chrome://tracing and speedscope. A process
/// for each rank (pid = rank + 1), a thread for each of its lanes, all times exact in microseconds;
/// an arrow (flow) from sender to receiver for each message; a counter of the rate on each of the
/// busiest links in GB/s. The critical path, if requested, is a process of its own, whose slices
/// are its stretches, named by cause and side by side from 0 to completion.
std::string perfetto_json(const ExportedRun& run);
/// Returns a Pajé trace (Schnorr, de Oliveira Stein, Chassin de Kergommeaux, "Paje trace file
/// format", version 1.2.5): lanes as containers with states, messages as links, rates as variables;
/// times in seconds, exact to the picosecond.
std::string paje_trace(const ExportedRun& run);
/// Returns a line for each message in order of start; times in seconds, exact to the picosecond.
std::string messages_csv(const ExportedRun& run);
/// Returns the communication graph for Graphviz: ranks, and an edge for each ordered pair with its
/// messages and bytes, coloured by the round in which it is first used.
std::string communication_dot(const ExportedRun& run);

}  // namespace orrery::inline formats
