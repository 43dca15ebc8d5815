#include "scenarios/report/robustness/robustness_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "scenarios/report/report.h"
#include "scenarios/report/table.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/units_text.h"

namespace orrery {
namespace {

/// "1.25x", or why there is none.
std::string growth_text(const Robustness& r, const RunResult& result) {
  if (const auto growth = r.growth(result)) return fmt::format("{:.2f}x", *growth);
  return result.outcome == Outcome::kBadInput ? "cut" : std::string(outcome_name(result.outcome));
}

/// One run of a cell: by what something was slower; infinite where it failed.
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

/// Why the slowest rank or link slows nobody down.
std::string_view why_nothing_grows(RobustnessRequest::Of of) {
  return of == RobustnessRequest::Of::kRank
             ? "nothing costs time on a rank's processor (alpha, overhead, gamma, copy_cost), or "
               "nobody waits for it"
             : "no bytes cross it, or nobody waits for them";
}

/// The least growth under the largest slowdown, and who has it.
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
  return fmt::format("\nLeast growth with {}: {}, {:.2f}x.\n", slow, short_name(best->perfect.spec),
                     least);
}

}  // namespace

std::string robustness_text(const std::vector<Robustness>& all, const RobustnessRequest& request) {
  TextTable table;
  table.left({"run"}).right({"time"}).left({"slow"});
  for (const double by : request.slowdowns) table.right({fmt::format("{:g}x", by)});
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

}  // namespace orrery
