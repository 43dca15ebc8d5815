#pragma once

#include <string>
#include <vector>

#include <QString>

#include "scenarios/report/plot/plot.h"
#include "scenarios/run/metrics/metric.h"
#include "scenarios/run/runner.h"

/// The results of a sweep as charts.
namespace orrery::viz::inline model {

struct ChartRequest {
  enum class Kind {
    kLines,        ///< a field over one swept key, a line for each combination of the others
    kMap,          ///< the fastest algorithm, over one or two swept keys
    kDeficiencies  ///< Λ, Ψ and Ξ over one swept key, at one combination of the others
  } kind = Kind::kLines;
  std::string x;        ///< a swept key; of a map it may be empty
  std::string y;        ///< of lines: a field of the results
  bool log_y = false;   ///< of lines
  std::size_t at = 0;   ///< of deficiencies: an index into combinations()
  std::string gain_of;  ///< in a map: the algorithm whose gain is shown; or empty
};

/// Returns the metrics that lines can show, grouped by kind, the goodput first.
std::vector<const Metric*> chartMetrics();
/// Returns the axis label of a metric: "Goodput [b/s]".
QString axisText(const Metric& metric);
/// Returns the existing combinations of values of all swept keys but `x`, as text, in order.
std::vector<std::string> combinations(const Scenario& scenario, const std::string& x);
/// Returns the swept keys that a map can have along x: all but the algorithm.
std::vector<std::string> mapKeys(const Scenario& scenario);

struct Chart {
  Plot plot;
  std::string csv;  ///< the drawn values, as a table
  /// By series and point: the shown cell of the scenario; in a map the fastest one's.
  std::vector<std::vector<int>> cells;
};

/// Draws a chart. `results` are of the scenario's cells, in order. THROWS InputError with the
/// reason why there is no chart.
Chart chartOf(const Scenario& scenario, const std::vector<RunResult>& results,
              const ChartRequest& request);

}  // namespace orrery::viz::inline model
