#include "viz/model/run/chart.h"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "scenarios/report/export.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/plot/csv.h"
#include "scenarios/run/statistics/statistic.h"
#include "scenarios/text/translation.h"
#include "viz/model/text/language.h"
#include "viz/model/text/qt_text.h"
#include "viz/model/text/words.h"

namespace orrery::viz::inline model {
namespace {

std::string valueOf(const RunSpec& spec, const std::string& key) {
  for (const auto& [name, value] : spec.swept) {
    if (name == key) return value;
  }
  return {};
}

/// Returns "2MiB · 64": the values of all swept keys but `x`.
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

int cellOf(std::size_t result) {
  return static_cast<int>(result);
}

struct RowPlace {
  std::size_t series = 0, point = 0;
};

/// Places of the rows of a table in the plot of all its rows.
class PlotPlaces {
 public:
  PlotPlaces(const CsvTable& table, const PlotRequest& request, const Plot& plot)
      : row_(table), request_(request), plot_(plot) {}

  /// Returns the place of a row with a value.
  RowPlace of(const CsvTable& table, std::size_t row) {
    row_.rows = {table.rows[row]};
    row_.lines = {table.lines[row]};
    const Plot alone = plot_of(row_, request_);
    const auto& names = plot_.x.names;
    const std::string& name = row_.rows[0][row_.column(request_.x)];
    const double x = names.empty()
                         ? alone.series[0].points[0].first
                         : static_cast<double>(std::ranges::find(names, name) - names.begin());
    const auto series = std::ranges::find(plot_.series, alone.series[0].name, &Plot::Series::name);
    const auto point = std::ranges::find(series->points, x, &std::pair<double, double>::first);
    return {static_cast<std::size_t>(series - plot_.series.begin()),
            static_cast<std::size_t>(point - series->points.begin())};
  }

 private:
  CsvTable row_;
  const PlotRequest& request_;
  const Plot& plot_;
};

std::vector<std::vector<int>> cellsOfLines(const CsvTable& table, const PlotRequest& request,
                                           const Plot& plot) {
  std::vector<std::vector<int>> cells;
  cells.reserve(plot.series.size());
  for (const Plot::Series& s : plot.series) cells.emplace_back(s.points.size(), -1);
  PlotPlaces places(table, request, plot);
  const std::size_t y = table.column(request.y);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.rows[row][y].empty()) continue;
    const RowPlace at = places.of(table, row);
    cells[at.series][at.point] = cellOf(row);
  }
  return cells;
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
  const CsvTable all = read_csv(table, "results");
  chart.plot = plot_of(all, wanted);
  chart.cells = cellsOfLines(all, wanted, chart.plot);
  return chart;
}

/// Returns the cells of the winners.
std::vector<std::vector<int>> cellsOfMap(const WinnerMap& map,
                                         const std::vector<RunResult>& results, const Plot& plot) {
  std::map<std::array<std::size_t, 3>, int> runs;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MapSlot slot = slot_of(map, results[i].spec);
    runs[{slot.cell.x, slot.cell.y, slot.algorithm}] = cellOf(i);
  }
  std::vector<std::vector<int>> cells;
  for (const Plot::Series& series : plot.series) {
    cells.emplace_back();
    for (const auto& [x, y] : series.points)
      cells.back().push_back(runs.at(
          {static_cast<std::size_t>(x), static_cast<std::size_t>(y), series.colour.value_or(0)}));
  }
  return cells;
}

Chart mapOf(const Scenario& scenario, const std::vector<RunResult>& results,
            const ChartRequest& request) {
  WinnerMap map = make_map(scenario, request.x);
  for (const RunResult& r : results) {
    const MapSlot slot = slot_of(map, r.spec);
    if (competes(r)) map.time(slot.cell, slot.algorithm) = typical_time(r);
  }
  std::optional<std::size_t> chosen;
  if (!request.gain_of.empty()) chosen = map.algorithm(request.gain_of, "gain");
  Chart chart{map_plot(map, chosen), map_csv(map, chosen), {}};
  chart.cells = cellsOfMap(map, results, chart.plot);
  return chart;
}

std::vector<const Metric*> barMetrics() {
  std::vector<const Metric*> shown;
  for (const Metric& metric : all_metrics())
    if (metric.is_in(Metric::kBars)) shown.push_back(&metric);
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
  const std::vector<const Metric*> bars = barMetrics();
  for (const Metric* metric : bars) plot.series.push_back({axisText(*metric).toStdString()});
  std::vector<RunResult> shown;
  std::vector<int> cells;
  for (std::size_t result = 0; result < results.size(); ++result) {
    const RunResult& r = results[result];
    if (!is_measured(r) || othersOf(r.spec, request.x) != at) continue;
    const auto x = static_cast<double>(placeOf(plot.x.names, valueOf(r.spec, request.x)));
    for (std::size_t i = 0; i < bars.size(); ++i)
      plot.series[i].points.emplace_back(x, number_of(value_of(*bars[i], r)));
    shown.push_back(r);
    cells.push_back(cellOf(result));
  }
  chart.cells.assign(bars.size(), cells);
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

QString axisText(const Metric& metric) {
  if (!metric.axis.empty()) return Words::of(metric.axis);
  const std::string_view unit = unit_of(metric.kind);
  const QString label = Words::of(metric.label).simplified();
  return unit.empty() ? label : label + QStringLiteral(" [%1]").arg(textOf(unit));
}

std::vector<const Metric*> chartMetrics() {
  std::vector<const Metric*> shown;
  for (const Kind kind : {Kind::kBitRate, Kind::kTime, Kind::kInteger, Kind::kReal, Kind::kBytes}) {
    for (const Metric& metric : all_metrics()) {
      if (metric.kind == kind && metric.is_in(Metric::kChart)) shown.push_back(&metric);
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
  chart.plot.title =
      translated({scenario.title, {}}, scenario.file, usedLanguage().toStdString()).title;
  if (const std::string flaw = flaw_of(chart.plot); !flaw.empty()) throw InputError(flaw);
  return chart;
}

}  // namespace orrery::viz::inline model
