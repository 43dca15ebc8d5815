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
#include "scenarios/document/choice.h"
#include "scenarios/document/words.h"
#include "scenarios/report/output_file.h"
#include "scenarios/report/report.h"
#include "scenarios/report/robustness/robustness_report.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

constexpr const char* kRobustnessFooter =
    R"(Runs a scenario as it is and with one rank or one link slower, and shows by how much the completion time
grows: 1.00x is an algorithm that does not mind. All algorithms of the collective are compared unless some
are named. Without --rank or --link, rank 0 is slower. --link busiest takes in each run the link that
carried most, and also leaves it out altogether: messages then go around it.

Examples:
  orrery study robustness --collective allreduce --topology torus:4x4 --bytes 1MiB --alpha 1us --gamma 20ps/B
  orrery study robustness papers/swing-8x8 --bytes 2MiB --link busiest --slowdowns 2,4,8 -o links.png
  orrery study robustness --collective broadcast --ranks 16 --bytes 64KiB --alpha 1us --rank 5 --csv -)";

struct RobustnessOptions {
  std::string scenario, picture, rank, link, slowdowns = "1.5,2,4,8";
  KeyOptions keys;
  std::optional<std::string> csv, json;
  int jobs = 0;
  bool quiet = false;
};

/// What the options ask for. THROWS InputError.
RobustnessRequest robustness_request(const RobustnessOptions& options) {
  RobustnessRequest request;
  request.jobs = jobs_for_small_runs(options.jobs);
  if (!options.rank.empty() && !options.link.empty())
    throw InputError("study robustness: --rank and --link; expected one of them");
  request.of = options.link.empty() ? RobustnessRequest::Of::kRank : RobustnessRequest::Of::kLink;
  request.which = options.link == "busiest" ? std::string() : options.rank + options.link;
  request.slowdowns.clear();
  try {
    for (const std::string_view by : split(options.slowdowns, ','))
      request.slowdowns.push_back(parse_factor(by, 1, 1e6));
  } catch (const ValueError& e) {
    throw InputError({.source = "--slowdowns", .is_option = true}, "", e.complaint());
  }
  return request;
}

int robustness(const CommandLine& command, const RobustnessOptions& options,
               const Pictures* pictures) {
  Overrides overrides = options.keys.overrides(command);
  if (options.scenario.empty() && overrides.empty())
    throw InputError(
        "study robustness: nothing to run; expected a scenario or options (see orrery study "
        "robustness "
        "--help)");
  if (std::ranges::find(overrides, "algorithm", &Overrides::value_type::first) == overrides.end())
    overrides.emplace_back("algorithm", "all");
  const RobustnessRequest request = robustness_request(options);
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  std::optional<OutputFile> csv, json, picture;
  if (options.csv) csv.emplace(*options.csv, "--csv");
  if (options.json) json.emplace(*options.json, "--json");
  std::string format;
  if (!options.picture.empty()) {
    format = picture_format(options.picture, "-o");
    drawn_by(pictures);
    picture.emplace(options.picture, "-o");
  }
  std::vector<Robustness> all;
  {
    const std::size_t runs = scenario.cells.size() * (2 + request.slowdowns.size());
    Progress progress(runs, !options.quiet);
    all = robustness_of(scenario.cells, request,
                        [&](std::size_t done, std::size_t /*all*/) { progress.show(done); });
  }
  int status = kExitFine;
  for (const Robustness& r : all) status = std::max(status, report_failure(r.perfect));
  const bool stdout_taken = (csv && csv->is_stdout()) || (json && json->is_stdout());
  if (!options.quiet && !stdout_taken)
    write_stdout(heading(scenario) + robustness_text(all, request));
  if (csv) csv->write(robustness_csv(all, request, scenario.swept));
  if (json) json->write(robustness_json(all, request));
  if (picture) {
    const Plot plot = robustness_plot(all, request, scenario.title);
    if (const std::string flaw = flaw_of(plot); !flaw.empty())
      throw InputError(fmt::format("-o: {}", flaw));
    picture->write(drawn_by(pictures).plot(plot, format));
  }
  return status;
}

}  // namespace

void add_robustness_study(CommandLine& study, int& status, const Pictures* pictures) {
  CommandLine* command = study.add_subcommand(
      "robustness", "What a slow rank, or a slow or failed link, does to runs");
  const auto options = std::make_shared<RobustnessOptions>();
  add_scenario_option(*command, options->scenario);
  options->keys.add_to(*command);
  const auto add = [&](const char* name, auto& value, const char* help, const char* text,
                       const char* group) {
    return command->add_option(name, value, help)->option_text(text)->group(group);
  };
  add("--rank", options->rank, "The rank that is slower. Default: 0", "RANK", "Study");
  add("--link", options->link,
      "The link that is slower, then fails, named as for slow_links; busiest: of each run that "
      "which "
      "carried most",
      "LINK|busiest", "Study");
  add("--slowdowns", options->slowdowns, "By how much. Default: 1.5,2,4,8", "FACTOR,..", "Study");
  add("--csv", options->csv, "A line for each run; - is standard output", "FILE|-", "Output");
  add("--json", options->json, "The same as JSON", "FILE|-", "Output");
  add("-o,--out", options->picture, "The growth as lines", "FILE.png|svg|pdf", "Output");
  add("--jobs", options->jobs, kJobsHelp, "N", "Output")->check(Between{1, 1024});
  command->add_flag("--quiet", options->quiet, "No table and no progress")->group("Output");
  command->footer(kRobustnessFooter);
  command->callback(
      [command, options, pictures, &status] { status = robustness(*command, *options, pictures); });
}

}  // namespace orrery
