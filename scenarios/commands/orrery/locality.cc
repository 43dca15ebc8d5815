#include "scenarios/report/locality/locality.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/key_options.h"
#include "scenarios/commands/orrery/progress.h"
#include "scenarios/commands/orrery/sweep.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/report.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr const char* kLocalityFooter =
    R"(Runs a scenario and shows how far its bytes travel in every round: within a host, below one switch,
over the core; by the number of links where the network has no levels.

Examples:
  orrery study locality papers/sparbit-locality
  orrery study locality --topology yahoo --collective allgather --algorithm bruck,sparbit --ranks 128 \
      --mapping sequential,cyclic --bytes 1KiB --csv locality.csv -o locality.png)";

struct LocalityOptions {
  std::string scenario, picture;
  KeyOptions keys;
  std::optional<std::string> csv;
  bool quiet = false;
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
  const Overrides overrides = options.keys.overrides(command);
  if (options.scenario.empty() && overrides.empty())
    throw InputError(
        "study locality: nothing to run; expected a scenario or options (see orrery study locality "
        "--help)");
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  std::optional<OutputFile> csv, picture;
  if (options.csv) csv.emplace(*options.csv, "--csv");
  std::string format;
  if (!options.picture.empty()) {
    format = picture_format(options.picture, "-o");
    drawn_by(pictures);
    picture.emplace(options.picture, "-o");
  }
  const std::vector<Locality> all = measure_all(scenario, options.quiet);
  int status = kExitFine;
  for (const Locality& l : all) status = std::max(status, report_failure(l.result));
  if (!options.quiet && !(csv && csv->is_stdout()))
    write_stdout(heading(scenario) + locality_text(all));
  if (csv) csv->write(locality_csv(all, scenario.swept));
  if (picture) {
    const Plot plot = locality_plot(all, scenario.title);
    if (const std::string flaw = flaw_of(plot); !flaw.empty())
      throw InputError(fmt::format("-o: {}", flaw));
    picture->write(drawn_by(pictures).plot(plot, format));
  }
  return status;
}

}  // namespace

void add_locality_study(CommandLine& study, int& status, const Pictures* pictures) {
  CommandLine* command = study.add_subcommand("locality", "How far the bytes of each round travel");
  const auto options = std::make_shared<LocalityOptions>();
  add_scenario_option(*command, options->scenario);
  options->keys.add_to(*command);
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    command->add_option(name, value, help)->option_text(text)->group("Output");
  };
  add("--csv", options->csv, "Messages and bytes by round and distance; - is standard output",
      "FILE|-");
  add("-o,--out", options->picture, "The bytes that go farthest, by round", "FILE.png|svg|pdf");
  command->add_flag("--quiet", options->quiet, "No tables and no progress")->group("Output");
  command->footer(kLocalityFooter);
  command->callback(
      [command, options, pictures, &status] { status = locality(*command, *options, pictures); });
}

}  // namespace orrery
