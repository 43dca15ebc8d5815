#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/sweep.h"
#include "scenarios/report/report.h"
#include "scenarios/report/robustness/robustness_report.h"
#include "scenarios/run/load.h"
#include "scenarios/text/given_items.h"
#include "scenarios/text/words.h"

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
  std::string scenario, rank, link, slowdowns = "1.5,2,4,8";
  KeyOptions keys;
  OutputOptions output;
  int jobs = 0;
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
  Overrides overrides = options.keys.overrides(command, "study robustness", options.scenario);
  if (std::ranges::find(overrides, "algorithm", &Overrides::value_type::first) == overrides.end())
    overrides.emplace_back("algorithm", "all");
  const RobustnessRequest request = robustness_request(options);
  const Scenario scenario = load_scenario(options.scenario, overrides, Unsupported::kSkip);
  const Outputs outputs(options.output, pictures);
  std::vector<Robustness> all;
  {
    const std::size_t runs = scenario.cells.size() * (2 + request.slowdowns.size());
    Progress progress(runs, !outputs.is_quiet());
    all = robustness_of(scenario.cells, request,
                        [&](std::size_t done, std::size_t /*all*/) { progress.show(done); });
  }
  int status = kExitFine;
  for (const Robustness& r : all) status = std::max(status, report_failure(r.perfect));
  if (!outputs.is_quiet()) outputs.say(heading(scenario) + robustness_text(all, request));
  outputs.write("--csv", [&] { return robustness_csv(all, request, scenario.swept); });
  outputs.write("--json", [&] { return robustness_json(all, request); });
  outputs.draw("-o", [&] { return robustness_plot(all, request, scenario.title); });
  return status;
}

}  // namespace

void add_robustness_study(CommandLine& study, int& status, const Pictures* pictures) {
  CommandLine* command = study.add_subcommand(
      "robustness", "Study what a slow rank, or a slow or failed link, does to runs");
  const auto options = std::make_shared<RobustnessOptions>();
  add_scenario_option(*command, options->scenario);
  options->keys.add_to(*command);
  const auto add = [&](const char* name, auto& value, const char* help, const char* text) {
    return command->add_option(name, value, help, text)->group("Study");
  };
  add("--rank", options->rank, "The rank that is slower. Default: 0", "RANK");
  add("--link", options->link,
      "The link that is slower, then fails, named as for slow_links; busiest: of each run that "
      "which carried most",
      "LINK|busiest");
  add("--slowdowns", options->slowdowns, "By how much. Default: 1.5,2,4,8", "FACTOR,..");
  OutputOptions& output = options->output;
  output.add_file(*command, "--csv", "A line for each run; - is standard output");
  output.add_file(*command, "--json", "The same as JSON");
  output.add_picture(*command, "-o,--out", "The growth as lines");
  add("--jobs", options->jobs, kJobsHelp, "N")->check(Between{1, 1024})->group("Output");
  command->add_flag("--quiet", output.quiet, "No table and no progress")->group("Output");
  command->footer(kRobustnessFooter);
  command->callback(
      [command, options, pictures, &status] { status = robustness(*command, *options, pictures); });
}

}  // namespace orrery
