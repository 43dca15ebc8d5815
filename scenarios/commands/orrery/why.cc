#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/engine/stop.h"
#include "scenarios/cell/validate.h"
#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/interrupt.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/why/against.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/run/load.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kWhyFooter =
    R"(Runs a scenario and splits its time into causes, exact to the picosecond. It follows the critical path
backwards from the last event; each step leads to the event that it waited for: if the sender of a message came
later than its receiver, the path continues with the sender. The causes:

  alpha       start-up of messages             port      waiting for ports that others held
  latency     links and hops of the route      partner   senders waiting for receivers that came late
  bytes       bytes at full bandwidth          compute   γ: reductions and copies, and other work
  contention  time added by sharing links      overhead  processors busy with messages

noise is time lost by late ranks and preempted processors; it is 0 without [conditions]. If several steps end
at the same instant, the path takes a receive before a send, then the lower rank. The number of such ties is
reported: there are at least as many other paths of the same length.

Examples:
  orrery why lessons/first-allreduce
  orrery why papers/swing-8x8 --bytes 2MiB --algorithm swing --against recursive-doubling
  orrery why lessons/first-allreduce --json why.json --stretches path.csv

Exit codes: 0 fine, 1 a verification failed, 2 bad input, 3 to 6 and 70 as for orrery run, 130 stopped.)";

struct WhyOptions {
  std::string scenario, against;
  KeyOptions keys;
  OutputOptions output;
  int jobs = 0;  ///< 0: as many as fit
};

/// Explains all cells. THROWS Stopped.
std::vector<Explained> explain_all(const std::vector<RunSpec>& cells, const WhyOptions& options,
                                   int jobs) {
  std::vector<Explained> explained(cells.size());
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stopped = false;
  const Interrupt interrupt;
  Progress progress(cells.size(), !options.output.quiet);
  in_parallel(cells.size(), jobs, [&](std::size_t i) {
    if (stopped) return;
    try {
      explained[i] = explain(cells[i]);
      progress.show(++done);
    } catch (const Stopped&) {
      stopped = true;
    }
  });
  if (stopped) throw Stopped();
  return explained;
}

// The other runs of --against, and their assignment to cells.

/// Returns whether the scenario runs this algorithm or schedule.
bool is_algorithm_of(const Scenario& scenario, std::string_view name) {
  if (name == kNoAlgorithm)
    return std::ranges::find(scenario.cells, name, &RunSpec::algorithm) != scenario.cells.end();
  const auto names = algorithms_of(scenario.cells.front().collective);
  return std::ranges::find(names, name) != names.end();
}

Scenario load_other(const Scenario& scenario, const WhyOptions& options, Overrides overrides) {
  if (!is_algorithm_of(scenario, options.against)) try {
      return load_scenario(options.against, overrides, Unsupported::kSkip);
    } catch (const InputError&) {
      const std::string near =
          nearest_of(options.against, algorithms_of(scenario.cells.front().collective));
      if (near.empty() || std::filesystem::exists(options.against)) throw;
      throw InputError(
          {.source = "--against", .is_option = true}, "",
          {fmt::format("'{}' is neither an algorithm nor a scenario", options.against),
           fmt::format("an algorithm of {}, or a scenario", scenario.cells.front().collective),
           near});
    }
  std::erase_if(overrides, [](const auto& o) { return o.first == "algorithm"; });
  overrides.emplace_back("algorithm", options.against);
  Scenario other = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  std::erase_if(other.cells, [&](const RunSpec& s) { return s.algorithm != options.against; });
  return other;
}

/// Returns the cell of `others` that differs from `cell` only in its algorithm.
std::optional<std::size_t> like(const RunSpec& cell, const std::vector<RunSpec>& others) {
  const auto found = std::ranges::find(others, contest_of(cell), contest_of);
  if (found == others.end()) return std::nullopt;
  return static_cast<std::size_t>(found - others.begin());
}

/// Returns for each cell the one that it is compared with. THROWS InputError.
std::vector<std::size_t> partners_of(const std::vector<RunSpec>& cells,
                                     const std::vector<RunSpec>& others) {
  std::vector<std::size_t> partners;
  for (const RunSpec& cell : cells)
    if (const auto other = others.size() == 1 ? std::optional(std::size_t{0}) : like(cell, others))
      partners.push_back(*other);
  if (partners.size() != cells.size())
    throw InputError(
        fmt::format("--against: the {} runs there are not those of the same sweep; expected one, "
                    "or the values of these {} runs",
                    others.size(), cells.size()));
  return partners;
}

struct Comparison {
  std::vector<RunSpec> cells, others;
  std::vector<std::size_t> partners;  ///< by cell, among the others
};

Comparison comparison_of(const Scenario& scenario, const WhyOptions& options,
                         const Overrides& overrides) {
  Comparison c{scenario.cells, load_other(scenario, options, overrides).cells, {}};
  if (is_algorithm_of(scenario, options.against))
    std::erase_if(c.cells, [&](const RunSpec& s) { return s.algorithm == options.against; });
  if (c.cells.empty())
    throw InputError(
        fmt::format("--against: all runs are of {}; expected another algorithm", options.against));
  c.partners = partners_of(c.cells, c.others);
  return c;
}

std::string name_of_side(const RunResult& own, const RunResult& other,
                         const std::string& scenario) {
  if (own.spec.algorithm != other.spec.algorithm) return own.spec.algorithm;
  return scenario.empty() ? "the options" : scenario;
}

std::string compared(const Comparison& c, const WhyOptions& options,
                     const std::vector<Explained>& runs) {
  std::string text;
  for (std::size_t i = 0; i < c.cells.size(); ++i) {
    const Explained &a = runs[i], &b = runs[c.cells.size() + c.partners[i]];
    const std::string cell = cell_name(a.result.spec);
    text += fmt::format("{}{}{}", text.empty() ? "" : "\n", cell.empty() ? "" : cell + "\n\n",
                        against_text({name_of_side(a.result, b.result, options.scenario), a},
                                     {name_of_side(b.result, a.result, options.against), b}));
  }
  return text;
}

/// Reports failures on stderr; returns the exit code.
int report_failures(const std::vector<Explained>& runs) {
  std::vector<RunResult> results;
  results.reserve(runs.size());
  for (const Explained& e : runs) results.push_back(e.result);
  fmt::print(stderr, "{}{}", printed(results), failures(results, {}));
  return exit_code(results);
}

int why(const CommandLine& command, const WhyOptions& options) {
  const Overrides overrides = options.keys.overrides(command, "why", options.scenario);
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  if (!options.output.quiet) say_remarks(scenario);
  const int jobs = jobs_for(scenario, options.jobs);
  const Outputs outputs(options.output);
  const Comparison c = options.against.empty() ? Comparison{scenario.cells, {}, {}}
                                               : comparison_of(scenario, options, overrides);
  std::vector<RunSpec> cells = c.cells;
  cells.insert(cells.end(), c.others.begin(), c.others.end());
  std::vector<Explained> runs;
  try {
    runs = explain_all(cells, options, jobs);
  } catch (const Stopped&) {
    fmt::print(stderr, "orrery: why: stopped; nothing is written\n");
    return kExitStopped;
  }
  if (!outputs.is_quiet())
    outputs.say(heading(scenario) +
                (options.against.empty() ? why_text(runs) : compared(c, options, runs)));
  const int status = report_failures(runs);
  outputs.write("--json", [&] { return why_json(runs); });
  outputs.write("--csv", [&] { return why_csv(runs); });
  outputs.write("--stretches", [&] { return stretches_csv(runs); });
  return status;
}

}  // namespace

void add_why_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<WhyOptions>(
      "why", "Explain where the time of a run goes, and why another run is slower", kWhyFooter,
      status, why);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  command.add_output(
      "--against", options.against,
      "Compare each run with one of this algorithm or scenario, and show the difference by cause",
      "ALGORITHM|SCENARIO");
  OutputOptions& output = options.output;
  output.add_file(command, "--json",
                  "All runs with their causes, links and stretches as JSON; - is standard output");
  output.add_file(command, "--csv", "The causes as CSV, one line for each run");
  output.add_file(command, "--stretches", "The critical paths as CSV, one line for each stretch");
  command.add_output("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024});
  command.add_flag("-q,--quiet", output.quiet, "No tables and no progress, only failures")
      ->group("Output");
}

}  // namespace orrery::inline commands
