#include "scenarios/report/locality/locality.h"

#include <algorithm>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"

namespace orrery::inline commands {
namespace {

constexpr const char* kLocalityFooter =
    R"(Runs a scenario and shows how far its bytes travel in every round: within a host, below one switch, or
over the core. Without levels of links, it counts the links of each route.

Examples:
  orrery study locality papers/sparbit-locality
  orrery study locality --topology yahoo --collective allgather --algorithm bruck,sparbit --ranks 128 \
      --mapping sequential,cyclic --bytes 1KiB --csv locality.csv -o locality.png)";

struct LocalityOptions {
  std::string scenario;
  KeyOptions keys;
  OutputOptions output;
};

std::vector<Locality> measure_all(const Scenario& scenario, bool quiet) {
  std::vector<Locality> all;
  Progress progress(scenario.cells.size(), !quiet);
  for (const RunSpec& spec : scenario.cells) {
    all.push_back(measure_locality(spec));
    progress.show(all.size());
  }
  return all;
}

int locality(const CommandLine& command, const LocalityOptions& options, const Pictures* pictures) {
  const Scenario scenario = load_scenario(
      options.scenario, options.keys.overrides(command, "study locality", options.scenario),
      Unsupported::kSkip);
  const Outputs outputs(options.output, pictures);
  const std::vector<Locality> all = measure_all(scenario, outputs.is_quiet());
  int status = kExitFine;
  for (const Locality& l : all) status = std::max(status, report_failure(l.result));
  if (!outputs.is_quiet()) outputs.say(heading(scenario) + locality_text(all));
  outputs.write_table([&] { return locality_csv(all, scenario.swept); });
  outputs.draw("-o", [&] { return locality_plot(all, scenario.title); });
  return status;
}

}  // namespace

void add_locality_study(CommandLine& study, int& status, const Pictures* pictures) {
  const auto [command, options] =
      study.add_command<LocalityOptions>("locality", "Study how far the bytes of each round travel",
                                         kLocalityFooter, status, locality, pictures);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  OutputOptions& output = options.output;
  output.add_file(command, "--csv",
                  "Messages and bytes by round and distance; - is standard output");
  output.add_file(command, "--json", "The same as JSON, an object for each line");
  output.add_picture(command, "-o,--out", "A chart of the bytes that travel farthest, by round");
  command.add_flag("-q,--quiet", output.quiet, "No tables and no progress")->group("Output");
}

}  // namespace orrery::inline commands
