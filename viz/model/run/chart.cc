#include "viz/model/run/chart.h"

#include <algorithm>
#include <sstream>

#include "scenarios/report/export.h"
#include "scenarios/report/map/map_plot.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/plot/csv.h"
#include "viz/model/text/words.h"

namespace orrery::viz {
namespace {

std::string valueOf(const RunSpec& spec, const std::string& key) {
  for (const auto& [name, value] : spec.swept) {
    if (name == key) return value;
  }
  return {};
}

/// "2MiB · 64": the values of all swept keys but `x`.
std::string othersOf(const RunSpec& spec, const std::string& x) {
  std::string text;
  for (const auto& [name, value] : spec.swept) {
    if (name != x) text += (text.empty() ? "" : " · ") + value;
  }
  return text;
}

std::size_t placeOf(std::vector<std::string>& values, const std::string& value) {
  const auto found = std::find(values.begin(), values.end(), value);
  const auto place = static_cast<std::size_t>(found - values.begin());
  if (found == values.end()) values.push_back(value);
  return place;
}

Chart linesOf(const Scenario& scenario, const std::vector<RunResult>& results,
              const ChartRequest& request) {
  PlotRequest wanted;
  wanted.x = request.x;
  wanted.y = request.y;
  for (const std::string& key : scenario.swept) {
    if (key != request.x) wanted.by.push_back(key);
  }
  wanted.log_x = request.x == "bytes" || request.x == "ranks";
  wanted.log_y = request.log_y;
  Chart chart;
  chart.csv = to_csv(results);
  std::istringstream table(chart.csv);
  chart.plot = plot_of(read_csv(table, "results"), wanted);
  return chart;
}

Chart mapOf(const Scenario& scenario, const std::vector<RunResult>& results,
            const ChartRequest& request) {
  WinnerMap map = make_map(scenario, request.x);
  for (const RunResult& r : results) {
    const MapSlot slot = slot_of(map, r.spec);
    if (is_measured(r)) map.time(slot.cell, slot.algorithm) = r.metrics.completion;
  }
  std::optional<std::size_t> chosen;
  if (!request.gain_of.empty()) chosen = map.algorithm(request.gain_of, "gain");
  return {map_plot(map, chosen), map_csv(map, chosen)};
}

std::vector<const Figure*> barFigures() {
  std::vector<const Figure*> shown;
  for (const Figure& figure : figures())
    if (figure.is_in(Figure::kBars)) shown.push_back(&figure);
  return shown;
}

Chart barsOf(const Scenario& scenario, const std::vector<RunResult>& results,
             const ChartRequest& request) {
  const auto names = combinations(scenario, request.x);
  const std::string at = request.at < names.size() ? names[request.at] : std::string();
  Chart chart;
  Plot& plot = chart.plot;
  plot.kind = Plot::Kind::kBars;
  plot.x.label = at.empty() ? request.x : request.x + "  (" + at + ")";
  plot.y.label = Words::tr("deficiency: 1 is optimal").toStdString();
  plot.optimum = 1;
  const std::vector<const Figure*> bars = barFigures();
  for (const Figure* figure : bars)
    plot.series.push_back({Words::tr(std::string(figure->axis).c_str()).toStdString()});
  std::vector<RunResult> shown;
  for (const RunResult& r : results) {
    if (!is_measured(r) || othersOf(r.spec, request.x) != at) continue;
    const auto x = static_cast<double>(placeOf(plot.x.names, valueOf(r.spec, request.x)));
    for (std::size_t i = 0; i < bars.size(); ++i)
      plot.series[i].points.emplace_back(x, number_of(value_of(*bars[i], r)));
    shown.push_back(r);
  }
  chart.csv = to_csv(shown);
  return chart;
}

Chart anyChartOf(const Scenario& scenario, const std::vector<RunResult>& results,
                 const ChartRequest& request) {
  switch (request.kind) {
    case ChartRequest::Kind::kMap:
      return mapOf(scenario, results, request);
    case ChartRequest::Kind::kDeficiencies:
      return barsOf(scenario, results, request);
    default:
      return linesOf(scenario, results, request);
  }
}

}  // namespace

std::vector<const Figure*> chartFigures() {
  std::vector<const Figure*> shown;
  for (const Kind kind : {Kind::kBitRate, Kind::kTime, Kind::kInteger, Kind::kReal, Kind::kBytes}) {
    for (const Figure& figure : figures()) {
      if (figure.kind == kind && figure.is_in(Figure::kChart)) shown.push_back(&figure);
    }
  }
  return shown;
}

std::vector<std::string> combinations(const Scenario& scenario, const std::string& x) {
  std::vector<std::string> texts;
  for (const RunSpec& cell : scenario.cells) placeOf(texts, othersOf(cell, x));
  return texts;
}

std::vector<std::string> mapKeys(const Scenario& scenario) {
  std::vector<std::string> keys = scenario.swept;
  std::erase(keys, "algorithm");
  return keys;
}

Chart chartOf(const Scenario& scenario, const std::vector<RunResult>& results,
              const ChartRequest& request) {
  Chart chart = anyChartOf(scenario, results, request);
  chart.plot.title = scenario.title;
  if (const std::string flaw = flaw_of(chart.plot); !flaw.empty()) throw InputError(flaw);
  return chart;
}

}  // namespace orrery::viz
