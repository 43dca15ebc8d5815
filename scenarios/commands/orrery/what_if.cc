#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/why/what_if_report.h"
#include "scenarios/run/load.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kWhatIfFooter =
    R"(Runs a scenario again with one improvement at a time, and sorts the improvements by the time that they save.
It improves these by a factor: bandwidth and latency of each level of links, bandwidth of the hottest link,
hops, alpha, overhead, gamma, costs within hosts, and ports. It also tries other mappings, routings and
protocols. With several algorithms it names the change that makes another one the fastest. The picture and the
files also show each value made worse. Links keep a bandwidth or latency that a graph file sets. The hottest
link is the one with the highest utilization in the report.

Examples:
  orrery what-if lessons/contention-on-a-ring
  orrery what-if papers/swing-8x8 --algorithm swing --bytes 2MiB -o tornado.png
  orrery what-if lessons/first-allreduce --factor 10 --jobs 2 --resume my.runs --csv gains.csv

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 to 6 and 70 as for orrery run, 130 stopped.)";

struct WhatIfOptions {
  std::string scenario, resume;
  KeyOptions keys;
  OutputOptions output;
  double factor = 2;
  int jobs = 0;
};

constexpr const char* kPseudoKey = "what_if";

/// A sweep of each cell and its changes, one after the other.
struct Widened {
  Scenario scenario;
  std::vector<std::pair<std::size_t, std::vector<WhatIf>>>
      changes;  ///< after the cell of that number
};

void add_cell(Scenario& scenario, RunSpec spec, const std::string& what_if) {
  spec.swept.emplace_back(kPseudoKey, what_if);
  scenario.cells.push_back(std::move(spec));
}

Widened widened(const Scenario& scenario, double factor) {
  Widened wide{scenario, {}};
  wide.scenario.cells.clear();
  wide.scenario.swept.emplace_back(kPseudoKey);
  for (const RunSpec& cell : scenario.cells) {
    if (!cell.skipped.empty()) continue;
    wide.changes.emplace_back(wide.scenario.cells.size(), what_ifs(cell, factor));
    add_cell(wide.scenario, cell, "as it is");
    for (const WhatIf& w : wide.changes.back().second) add_cell(wide.scenario, w.spec, w.text);
  }
  if (wide.changes.empty())
    throw InputError("what-if: no run can be changed; expected at least one");
  return wide;
}

RunResult without_pseudo_key(RunResult result) {
  result.spec.swept.pop_back();
  return result;
}

/// Returns the runs with failures to report: a change of a failed run most likely fails for the same
/// reason.
std::vector<RunResult> told(const Widened& wide, const std::vector<RunResult>& runs) {
  std::vector<RunResult> told;
  for (const auto& [first, changes] : wide.changes) {
    const bool fails = runs[first].outcome != Outcome::kFine;
    const auto now = runs.begin() + static_cast<std::ptrdiff_t>(first);
    told.insert(told.end(), now,
                now + 1 + (fails ? 0 : static_cast<std::ptrdiff_t>(changes.size())));
  }
  return told;
}

std::vector<Sensitivity> gathered(const Widened& wide, const std::vector<RunResult>& runs) {
  std::vector<Sensitivity> all;
  for (const auto& [first, changes] : wide.changes) {
    Sensitivity& s = all.emplace_back(Sensitivity{without_pseudo_key(runs[first]), {}});
    for (std::size_t i = 0; i < changes.size(); ++i)
      s.changes.push_back({changes[i], without_pseudo_key(runs[first + 1 + i])});
  }
  return all;
}

int what_if(const CommandLine& command, const WhatIfOptions& options, const Pictures* pictures) {
  const Overrides overrides = options.keys.overrides(command, "what-if", options.scenario);
  if (!(options.factor > 1 && options.factor <= 1e6))
    throw InputError(
        fmt::format("--factor: {} improves nothing; expected a number above 1, at most 1000000",
                    options.factor));
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  if (!options.output.quiet) say_remarks(scenario);
  const Outputs outputs(options.output, pictures);
  if (outputs.wants("-o")) check_single_cell(scenario, "-o");
  const Widened wide = widened(scenario, options.factor);
  jobs_for(wide.scenario, options.jobs);
  const auto [runs, stopped] =
      run_for_times(wide.scenario, "what-if", options.resume, options.jobs, outputs.is_quiet());
  if (stopped) return kExitStopped;
  const std::vector<Sensitivity> all = gathered(wide, runs);
  fmt::print(stderr, "{}", failures(told(wide, runs), {}));
  if (!outputs.is_quiet()) outputs.say(heading(scenario) + what_if_text(all));
  outputs.write("--json", [&] { return what_if_json(all); });
  outputs.write("--csv", [&] { return what_if_csv(all); });
  outputs.draw("-o", [&] { return tornado(all.front()); });
  return exit_code(runs);
}

}  // namespace

void add_what_if_command(CommandLine& app, int& status, const Pictures* pictures) {
  const auto [command, options] =
      app.add_command<WhatIfOptions>("what-if", "Find the changes that would make a run faster",
                                     kWhatIfFooter, status, what_if, pictures);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  command.add_output("--factor", options.factor, "Factor of each improvement. Default: 2", "F");
  OutputOptions& output = options.output;
  output.add_file(command, "--json", "All runs and changes as JSON; - is standard output");
  output.add_file(command, "--csv", "The changes as CSV, one line for each");
  output.add_picture(
      command, "-o,--out",
      "A tornado chart: how better and worse values change the time (exactly one cell)");
  command.add_output("--resume", options.resume,
                     "Keep finished runs in this file, and continue from those it has", "FILE");
  command.add_output("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress, only failures")
      ->group("Output");
}

}  // namespace orrery::inline commands
