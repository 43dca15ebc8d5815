#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/run/load.h"
#include "scenarios/run/results_file.h"
#include "scenarios/run/runner.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline commands {

/// Runs open cells (numbers among those of the shard) and hands over each result as run_each() does.
using CellRunner =
    std::function<void(const std::vector<std::size_t>& open,
                       const std::function<bool(std::size_t cell, RunResult result)>& finished)>;

/// Settings for running the cells of a scenario.
struct SweepOptions {
  std::string command{};  ///< "run": for messages
  std::string resume{};   ///< the results file; empty: none
  /// The file for finished runs if it is stopped without a results file; empty:
  /// orrery-COMMAND.part.
  std::string part{};
  std::string go_on{};  ///< the argument of --resume to continue; empty: the file with the runs
  Detail detail = Detail::kFull;
  Shard shard{};
  int jobs = 0;        ///< as in jobs_for()
  bool quiet = false;  ///< no progress
  CellRunner run{};    ///< empty: that many threads
  SinkOfCell
      sink_of{};  ///< by number of the cell in the scenario; not with a shard or a results file
};

struct SweepResults {
  std::vector<RunResult> runs;  ///< of the shard, in the order of the cells
  bool stopped = false;         ///< by Ctrl-C: runs that had not begun are skipped
};

/// Runs the cells that the results file does not have yet, and adds finished ones to it. If
/// stopped, prints to stderr how to continue; without a results file it then writes one. THROWS
/// InputError, OutputError.
SweepResults run_sweep(const Scenario& scenario, const SweepOptions& options);

/// Runs all cells for their times, on `jobs` threads.
inline SweepResults run_for_times(const Scenario& scenario, const std::string& command,
                                  const std::string& resume, int jobs, bool quiet) {
  return run_sweep(scenario, {.command = command,
                              .resume = resume,
                              .detail = Detail::kTime,
                              .jobs = jobs,
                              .quiet = quiet});
}

/// Returns the number of runs at the same time: `wanted`; 0: one for each processor, or fewer if
/// memory is too small. THROWS InputError if `wanted` of them do not fit into memory.
int jobs_for(const Scenario& scenario, int wanted);
/// Returns `wanted`, or one for each processor: for runs of unknown but small size.
int jobs_for_small_runs(int wanted);
inline constexpr const char* kJobsHelp =
    "Number of runs at the same time. Default: one for each processor, fewer if memory is short";

/// Writes a results file with the runs that were not skipped, to be resumed later. THROWS
/// InputError, OutputError.
void keep_runs(const std::string& place, const Scenario& scenario, Detail detail,
               const std::vector<RunResult>& runs);

/// Returns the exit code (ExitCode) of outcomes alone; for several, the highest. Runs in
/// `as_expected`, by number, are ignored.
int exit_code(Outcome outcome);
int exit_code(const std::vector<RunResult>& results, const std::set<std::size_t>& as_expected = {});

/// Prints the error to stderr, if any; returns the exit code of the outcome.
int report_failure(const RunResult& run);

/// Runs a sweep with more cells than are held at once, part by part, and writes the results as they
/// come. There is no table. Returns the exit code; finished runs are written even if it is stopped.
/// THROWS InputError, OutputError.
int run_long_sweep(const ScenarioStream& stream, const Outputs& outputs, int jobs);

}  // namespace orrery::inline commands
