#include "scenarios/run/statistics/robustness.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/commands/orrery/commands.h"
#include "scenarios/commands/orrery/line/key_options.h"
#include "scenarios/commands/orrery/line/outputs.h"
#include "scenarios/commands/orrery/line/progress.h"
#include "scenarios/commands/orrery/run_sweep.h"
#include "scenarios/report/plot/plot.h"
#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/given_items.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline commands {
namespace {

/// Returns "1.25 ×", or the reason why there is none; "–" for a run that takes no time.
std::string growth_text(const Robustness& r, const RunResult& result) {
  if (const auto growth = r.growth(result)) return fmt::format("{:.2f} ×", *growth);
  if (result.outcome == Outcome::kFine) return "–";
  return result.outcome == Outcome::kBadInput ? "cut" : std::string(outcome_name(result.outcome));
}

/// One run of a cell with its slowdown; infinite for a failed rank or link.
struct StudiedRun {
  const Robustness* cell;
  double slowdown;
  const RunResult* result;
};

std::vector<StudiedRun> studied_lines(const std::vector<Robustness>& all,
                                      const RobustnessRequest& request) {
  std::vector<StudiedRun> lines;
  for (const Robustness& r : all) {
    if (r.which.empty()) continue;
    lines.push_back({&r, 1, &r.perfect});
    for (std::size_t i = 0; i < r.slow.size(); ++i)
      lines.push_back({&r, request.slowdowns[i], &r.slow[i]});
    if (r.failed) lines.push_back({&r, INFINITY, &*r.failed});
  }
  return lines;
}

std::string slowdown_text(double slowdown) {
  return std::isinf(slowdown) ? "failed" : fmt::format("{}", slowdown);
}

std::string growth_token(const StudiedRun& line) {
  const auto growth = line.cell->growth(*line.result);
  return growth ? fmt::format("{}", *growth) : std::string();
}

/// Returns why the slowest rank or link has no effect.
std::string_view why_nothing_grows(RobustnessRequest::Of of) {
  return of == RobustnessRequest::Of::kRank
             ? "nothing costs time on a rank's processor (alpha, overhead, gamma, copy_cost), or "
               "no rank waits for it"
             : "no bytes cross it, or no rank waits for them";
}

/// Returns the least growth under the largest slowdown, and its algorithm.
std::string conclusion(const std::vector<Robustness>& all, const RobustnessRequest& request) {
  std::vector<std::pair<double, const Robustness*>> growths;
  for (const Robustness& r : all)
    if (const auto growth = r.slow.empty() ? std::nullopt : r.growth(r.slow.back()))
      growths.emplace_back(*growth, &r);
  if (growths.empty() || all.size() < 2) return {};
  const std::string slow = fmt::format(
      "{} {:g} times as slow", request.of == RobustnessRequest::Of::kRank ? "a rank" : "a link",
      request.slowdowns.back());
  if (std::ranges::all_of(growths, [](const auto& g) { return g.first == 1; }))
    return fmt::format("\nNothing grows with {}: {}.\n", slow, why_nothing_grows(request.of));
  const auto [least, best] =
      *std::ranges::min_element(growths, {}, &std::pair<double, const Robustness*>::first);
  return fmt::format("\nLeast growth with {}: {}, {:.2f} ×.\n", slow,
                     short_name(best->perfect.spec), least);
}

/// Returns a line for each cell: its time, and its growth.
std::string robustness_text(const std::vector<Robustness>& all, const RobustnessRequest& request) {
  TextTable table;
  table.left({"run"}).right({"time"}).left({"slow"});
  for (const double by : request.slowdowns) table.right({fmt::format("{:g} ×", by)});
  if (request.of == RobustnessRequest::Of::kLink) table.right({"failed"});
  for (const Robustness& r : all) {
    if (r.which.empty()) continue;
    std::vector<std::string> cells{short_name(r.perfect.spec), short_time(typical_time(r.perfect)),
                                   r.which};
    for (const RunResult& slow : r.slow) cells.push_back(growth_text(r, slow));
    if (r.failed) cells.push_back(growth_text(r, *r.failed));
    table.add_row(std::move(cells));
  }
  return table.text() + conclusion(all, request);
}

/// Returns a line for each run: the swept values, the slow thing, its slowdown, time and growth.
std::string robustness_csv(const std::vector<Robustness>& all, const RobustnessRequest& request,
                           const std::vector<std::string>& swept) {
  std::string out;
  for (const std::string& key : swept) out += key + ",";
  out += "slow,slowdown,outcome,time_s,growth\n";
  for (const StudiedRun& line : studied_lines(all, request)) {
    for (const auto& [key, value] : line.cell->perfect.spec.swept) out += csv_text(value) + ",";
    const bool fine = line.result->outcome == Outcome::kFine;
    out += fmt::format("{},{},{},{},{}\n", csv_text(line.cell->which), slowdown_text(line.slowdown),
                       outcome_name(line.result->outcome),
                       fine ? seconds_text(typical_time(*line.result)) : "", growth_token(line));
  }
  return out;
}

std::string robustness_json(const std::vector<Robustness>& all, const RobustnessRequest& request) {
  nlohmann::ordered_json runs = nlohmann::ordered_json::array();
  for (const StudiedRun& line : studied_lines(all, request)) {
    nlohmann::ordered_json run;
    for (const auto& [key, value] : line.cell->perfect.spec.swept) run[key] = value;
    run["slow"] = line.cell->which;
    run["slowdown"] = slowdown_text(line.slowdown);
    run["outcome"] = outcome_name(line.result->outcome);
    const auto growth = line.cell->growth(*line.result);
    if (growth) run["time_ps"] = typical_time(*line.result).count();
    run["growth"] = growth ? nlohmann::ordered_json(*growth) : nlohmann::ordered_json();
    runs.push_back(std::move(run));
  }
  return nlohmann::ordered_json{{"schema", 1}, {"robustness", runs}}.dump(2) + "\n";
}

/// Plots growth over slowdown, a line for each cell.
Plot robustness_plot(const std::vector<Robustness>& all, const RobustnessRequest& request,
                     const std::string& title) {
  Plot plot;
  plot.title = title;
  plot.x.label =
      request.of == RobustnessRequest::Of::kRank ? "Slowdown of one rank" : "Slowdown of one link";
  plot.y.label = "Growth of the completion time";
  for (const Robustness& r : all) {
    if (r.which.empty()) continue;
    Plot::Series series{short_name(r.perfect.spec), {{1, 1}}};
    for (std::size_t i = 0; i < r.slow.size(); ++i)
      if (const auto growth = r.growth(r.slow[i]))
        series.points.emplace_back(request.slowdowns[i], *growth);
    std::ranges::sort(series.points);
    plot.series.push_back(std::move(series));
  }
  return plot;
}

constexpr const char* kRobustnessFooter =
    R"(Runs a scenario undisturbed and with one rank or one link slower, and shows the factor by which the completion
time grows; 1.00 × means not at all. It compares all algorithms of the collective unless some are named.
Without --rank or --link, rank 0 is slower. --link busiest slows the link that carried most, and also removes
it, so that messages go around it.

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

/// Returns the request of the options. THROWS InputError.
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
  const auto [command, options] = study.add_command<RobustnessOptions>(
      "robustness", "Study the effect of a slow rank, or of a slow or failed link",
      kRobustnessFooter, status, robustness, pictures);
  add_scenario_option(command, options.scenario);
  options.keys.add_to(command);
  const auto add = [&command = command](const char* name, auto& value, const char* help,
                                        const char* text) {
    return command.add_option(name, value, help, text)->group("Study");
  };
  add("--rank", options.rank, "Slower rank. Default: 0", "RANK");
  add("--link", options.link,
      "Link that is slower, then fails, named as for slow_links; busiest: the link that carries "
      "most in each run",
      "LINK|busiest");
  add("--slowdowns", options.slowdowns, "Factors of the slowdown. Default: 1.5,2,4,8", "FACTOR,..");
  OutputOptions& output = options.output;
  output.add_file(command, "--csv", "The runs as CSV, one line for each; - is standard output");
  output.add_file(command, "--json", "The runs as JSON");
  output.add_picture(command, "-o,--out", "A chart of the growth");
  add("-j,--jobs", options.jobs, kJobsHelp, "N")->check(Between{1, 1024})->group("Output");
  command.add_flag("-q,--quiet", output.quiet, "No table and no progress")->group("Output");
}

}  // namespace orrery::inline commands
