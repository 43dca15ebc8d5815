#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/run/load.h"
#include "scenarios/run/results_file.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kMergeFooter =
    R"(Joins the results of processes that shared a sweep (orrery run --shard I/N --resume FILE) and reports
them as one process would. It names missing runs, and refuses runs that differ between files. If
options changed the scenario, give them here as well; a sweep that options described needs no
SCENARIO.toml (orrery merge --ranks 4,8 1.runs 2.runs).

Examples:
  orrery run lessons/swing --shard 1/2 --resume 1.runs     # on one machine
  orrery run lessons/swing --shard 2/2 --resume 2.runs     # on another one
  orrery merge lessons/swing 1.runs 2.runs --csv results.csv

Exit codes: as for orrery run; 2 also if runs are missing or differ.)";

struct MergeOptions {
  std::string scenario;
  std::vector<std::string> files;
  KeyOptions keys;
  OutputOptions output;
};

int merge(const CommandLine& command, const MergeOptions& options) {
  std::string name = options.scenario;
  std::vector<std::string> paths = options.files;
  if (ResultsFile::is_one(name)) paths.insert(paths.begin(), std::exchange(name, {}));
  if (paths.empty())
    throw InputError("merge: files is missing; expected FILE ..., the results of the shards");
  const Scenario scenario = load_scenario(name, options.keys.overrides(command));
  const Outputs outputs(options.output);
  outputs.check_style(scenario);
  std::vector<ResultsFile> files;
  for (const std::string& file : paths) {
    files.emplace_back(file, scenario, Detail::kFull, ResultsFile::Mode::kRead);
    if (files.back().dropped_line() > 0)
      fmt::print(stderr, "orrery: merge: {}:{}: the last line was cut off; it does not count\n",
                 file, files.back().dropped_line());
  }
  return outputs.report(scenario, merge_results(scenario, files));
}

}  // namespace

void add_merge_command(CommandLine& app, int& status) {
  const auto [command, options] = app.add_command<MergeOptions>(
      "merge", "Merge the shards of a sweep", kMergeFooter, status, merge);
  command
      .add_option("scenario", options.scenario,
                  "The scenario file that was run, or a built-in one by name; none if options "
                  "described the sweep",
                  "SCENARIO.toml")
      ->required();
  command.add_option("files", options.files, "Results files of the shards", "FILE ...");
  options.keys.add_to(command);
  options.output.add_to(command);
  options.output.add_view_to(command);
}

}  // namespace orrery::inline commands
