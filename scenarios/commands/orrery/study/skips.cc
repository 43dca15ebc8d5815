#include "algorithms/common/skips.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/load.h"
#include "scenarios/run/skip_search.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline commands {
namespace {

/// The best skips on a network, with the reasons, as text.
/// A sequence with the results of its run.
struct SkipsRow {
  std::vector<int> skips;
  RunResult result;
};

constexpr int kMostShown = 12;  ///< skips of one sequence

/// Returns skips as text; long ones, such as linear, are cut.
std::string shown(const std::vector<int>& skips, int ranks) {
  std::string text = skips_text(skips, ranks);
  if (std::ssize(skips) <= kMostShown) return text;
  const std::size_t colon = text.find(": ");
  return fmt::format("{}{},..,1", colon == text.npos ? "" : text.substr(0, colon + 2),
                     fmt::join(skips.begin(), skips.begin() + kMostShown, ","));
}

/// Returns "rounds 7, not 6", or "rounds 6 as well".
std::string change(const char* what, const std::string& a, const std::string& b) {
  return a == b ? fmt::format("{} {} as well", what, b) : fmt::format("{} {}, not {}", what, b, a);
}

std::string metrics(const RunResult& paper, const RunResult& best) {
  return change("rounds", std::to_string(paper.metrics.rounds),
                std::to_string(best.metrics.rounds)) +
         "; " +
         change("without contention", short_time(paper.uncontended), short_time(best.uncontended)) +
         "; " +
         change("through the busiest link", short_size(paper.metrics.max_link),
                short_size(best.metrics.max_link)) +
         ".";
}

/// Describes the advantages of the fastest over the paper's.
std::string reasons(const SkipsRow& best, const SkipsRow& paper) {
  const Time a = paper.result.metrics.completion, b = best.result.metrics.completion;
  if (best.skips == paper.skips) return "No tried sequence is faster than the paper's halving.";
  if (a == b) return "Halving is as fast. " + metrics(paper.result, best.result);
  return fmt::format("{:.1f} % less than halving takes: {}",
                     100 * (1 - to_seconds(b) / to_seconds(a)), metrics(paper.result, best.result));
}

const SkipsRow* row_of(const std::vector<SkipsRow>& rows, const std::vector<int>& skips) {
  const auto at = std::ranges::find(rows, skips, &SkipsRow::skips);
  return at == rows.end() ? nullptr : &*at;
}

/// Returns the fastest `best` of a search and the four named ones if they were tried, each run in
/// full.
std::vector<SkipsRow> skips_rows(const RunSpec& spec, const SkipSearch& search, std::size_t best,
                                 int jobs) {
  std::vector<SkipsRow> rows;
  std::vector<RunSpec> cells;
  for (std::size_t i = 0; i < search.tried.size(); ++i) {
    const std::vector<int>& skips = search.tried[i].skips;
    const bool named = skips_text(skips, search.ranks).find(':') != std::string::npos;
    if (i >= best && !named) continue;
    rows.push_back({skips, {}});
    cells.push_back(with_skips(spec, skips));
  }
  run_each(cells, jobs, Detail::kFull, [&](std::size_t i, RunResult r) {
    rows[i].result = std::move(r);
    return true;
  });
  return rows;
}

/// Returns a table of the rows, and the differences between the fastest and the paper's, halving.
std::string skips_table(const SkipSearch& search, const std::vector<SkipsRow>& rows) {
  TextTable table;
  table.left({"skips"}).right({"time", "vs best", "rounds", "alone", "busiest link", "Ξ"});
  const double best = to_seconds(rows.front().result.metrics.completion);
  bool any_mended = false;
  for (const SkipsRow& row : rows) {
    const Metrics& m = row.result.metrics;
    const double quotient = best == 0 ? 1 : to_seconds(m.completion) / best;
    const bool mended = !circulant::is_right_as_printed(row.skips, search.ranks);
    any_mended = any_mended || mended;
    table.add_row({shown(row.skips, search.ranks) + (mended ? " *" : ""), short_time(m.completion),
                   &row == &rows.front() ? "best" : fmt::format("{:.2f} ×", quotient),
                   std::to_string(m.rounds), short_time(row.result.uncontended),
                   short_size(m.max_link), fmt::format("{:.2f}", row.result.deficiency.xi)});
  }
  const std::string how = search.all ? "all that there are" : "from the named ones downhill";
  std::string text = table.text();
  text += fmt::format("\n{} sequences tried, {}. alone: without contention.\n", search.tried.size(),
                      how);
  if (any_mended)
    text += wrapped(
        "* A skip is less than half of the one before: the algorithm as printed would lose "
        "contributions "
        "(orrery reproduce paper3-corollary2); here a round sends no block that it adds to.",
        kTerminalWidth);
  const SkipsRow* paper = row_of(rows, circulant::halving_skips(search.ranks));
  if (paper != nullptr) text += wrapped("Why: " + reasons(rows.front(), *paper), kTerminalWidth);
  return text;
}

/// Returns skips,time_s of all tried ones, the fastest first; skips separated by blanks.
std::string skips_csv(const SkipSearch& search) {
  std::string csv = "skips,time_s\n";
  for (const TriedSkips& t : search.tried)
    csv += fmt::format("{},{}\n", fmt::join(t.skips, " "), seconds_text(t.time));
  return csv;
}

constexpr const char* kSkipsFooter =
    R"(Tries sequences of skips of a circulant collective on a network, names the fastest one, and explains how it
differs from that of the paper (halving). It tries all sequences if there are at most --tries; otherwise it
starts from halving, power-of-two, linear and sqrt, and changes one skip at a time while that helps.

Examples:
  orrery study skips --topology torus:6x10 --bytes 64KiB
  orrery study skips --topology fat-tree:8,2 --ranks 60 --collective allreduce --algorithm circulant --bytes 4MiB
  orrery study skips --topology torus:3x5 --bytes 1KiB --tries 10000 --csv all.csv

To run the best one, pass it as --skips list:S,..

Exit codes: 0 fine, 2 bad input, 3 to 6 and 70 as for orrery run.)";

constexpr std::size_t kShown = 5;

struct SkipsOptions {
  std::string scenario;
  KeyOptions keys;
  OutputOptions output;
  int tries = 2000, jobs = 0;
};

Scenario skips_scenario(const CommandLine& command, const SkipsOptions& options) {
  const Overrides overrides = options.keys.overrides(command, "study skips", options.scenario);
  const Overrides defaults{{"collective", "reduce-scatter"}, {"algorithm", "circulant"}};
  Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kAsWritten, defaults);
  check_single_cell(scenario, "study skips");
  const RunSpec& spec = scenario.cells.front();
  if (!runs_collective(spec) || !find_algorithm(spec.collective, spec.algorithm).skipped)
    throw InputError(fmt::format("study skips: {} {} has no skips; expected a circulant algorithm",
                                 spec.collective, spec.algorithm));
  return scenario;
}

SkipSearch search(const RunSpec& spec, const SkipsOptions& options) {
  Progress progress(static_cast<std::size_t>(options.tries), !options.output.quiet);
  return search_skips(spec, {options.tries, jobs_for_small_runs(options.jobs),
                             [&](std::size_t done) { progress.show(done); }});
}

int skips(const CommandLine& command, const SkipsOptions& options) {
  const Scenario scenario = skips_scenario(command, options);
  const RunSpec& spec = scenario.cells.front();
  const Outputs outputs(options.output);
  const SkipSearch found = search(spec, options);
  if (!outputs.is_quiet())
    outputs.say(
        heading(scenario) +
        skips_table(found, skips_rows(spec, found, kShown, jobs_for_small_runs(options.jobs))));
  outputs.write_table([&] { return skips_csv(found); });
  return kExitFine;
}

}  // namespace

void add_skips_study(CommandLine& study, int& status) {
  const auto [command, options] = study.add_command<SkipsOptions>(
      "skips", "Find the best skips of a circulant collective on a network", kSkipsFooter, status,
      skips);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  command.add_option("--tries", options.tries, "Largest number of runs. Default: 2000", "N")
      ->check(Between{4, 1'000'000})
      ->group("Search");
  command.add_option("-j,--jobs", options.jobs, kJobsHelp, "N")
      ->check(Between{1, 1024})
      ->group("Search");
  OutputOptions& output = options.output;
  output.add_file(command, "--csv",
                  "All sequences that were tried, the fastest first; - is standard output");
  output.add_file(command, "--json", "The same as JSON, an object for each line");
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress")->group("Output");
}

}  // namespace orrery::inline commands
