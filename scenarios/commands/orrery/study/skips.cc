#include <memory>
#include <string>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/skips/skips_report.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr const char* kSkipsFooter =
    R"(Tries sequences of skips for a circulant collective on a network, and says which is fastest and what sets
it apart from the paper's, halving. Where there are no more than --tries, all; else it begins with
halving, power-of-two, linear and sqrt and changes one skip at a time as long as that helps.

Examples:
  orrery study skips --topology torus:6x10 --bytes 64KiB
  orrery study skips --topology fat-tree:8,2 --ranks 60 --collective allreduce --algorithm circulant --bytes 4MiB
  orrery study skips --topology torus:3x5 --bytes 1KiB --tries 10000 --csv all.csv

The best one goes into a run as --skips list:S,..

Exit codes: 0 fine, 2 bad input, 3 to 6 and 70 as of orrery run.)";

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
  outputs.write("--csv", [&] { return skips_csv(found); });
  return kExitFine;
}

}  // namespace

void add_skips_study(CommandLine& study, int& status) {
  CommandLine* command =
      study.add_subcommand("skips", "Find the best skips of a circulant collective on a network");
  const auto options = std::make_shared<SkipsOptions>();
  add_scenario_option(*command, options->scenario);
  options->keys.add_to(*command);
  command->add_option("--tries", options->tries, "Runs at most. Default: 2000", "N")
      ->check(Between{4, 1'000'000})
      ->group("Search");
  command->add_option("--jobs", options->jobs, kJobsHelp, "N")
      ->check(Between{1, 1024})
      ->group("Search");
  OutputOptions& output = options->output;
  output.add_file(*command, "--csv", "All that was tried, the fastest first; - is standard output");
  command->add_flag("--quiet", output.quiet, "No table and no progress")->group("Output");
  command->footer(kSkipsFooter);
  command->callback([command, options, &status] { status = skips(*command, *options); });
}

}  // namespace orrery
