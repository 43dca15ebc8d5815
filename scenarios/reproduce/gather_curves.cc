// From low to high latency: how far each construction is from the optimum.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/gather_table.h"

namespace orrery::inline reproduce {

namespace {

constexpr const char* kCurveDistributions[] = {"random", "increasing", "spikes", "skewed"};
constexpr const char* kConstructions[] = {"optimal", "adaptive", "two-stage", "oblivious",
                                          "linear"};
constexpr trees::Cost kAlphas[] = {1,     3,      10,     30,      100,     300,      1'000,
                                   3'000, 10'000, 30'000, 100'000, 300'000, 1'000'000};

std::vector<TableCell> cells_to_do() {
  std::vector<TableCell> cells;
  for (const char* distribution : kCurveDistributions)
    for (const char* construction : kConstructions)
      for (const trees::Cost alpha : kAlphas) {
        TableCell cell;
        cell.distribution = distribution;
        cell.construction = construction;
        cell.costs = {alpha, 1, 1};
        cells.push_back(cell);
      }
  return cells;
}

/// Returns the optimal construction for the distribution and the α of `cell`.
const TableCell& optimum_of(const std::vector<TableCell>& cells, const TableCell& cell) {
  return *std::ranges::find_if(cells, [&](const TableCell& c) {
    return c.construction == "optimal" && c.distribution == cell.distribution &&
           c.costs.alpha == cell.costs.alpha;
  });
}

Plot curve_picture(const std::vector<TableCell>& cells, const std::string& distribution) {
  Plot plot{fmt::format("Gather of {} blocks over α: time relative to the best ordered tree",
                        distribution),
            {"α (β = γ = 1, b = 1,000)", true},
            {"time / optimal", true},
            {}};
  for (const char* construction : kConstructions) {
    Plot::Series& series = plot.series.emplace_back(Plot::Series{construction});
    for (const TableCell& c : cells)
      if (c.distribution == distribution && c.construction == construction)
        series.points.emplace_back(
            static_cast<double>(c.costs.alpha),
            static_cast<double>(c.time) / static_cast<double>(optimum_of(cells, c).time));
  }
  return plot;
}

}  // namespace

void add_alpha_curves(Evidence& e, int jobs) {
  std::vector<TableCell> cells = cells_to_do();
  in_parallel(cells.size(), jobs, [&](std::size_t i) {
    TableCell& c = cells[i];
    c.time = trees::find_construction(c.construction).build(c.blocks(), c.costs, kTableRoot).time;
    c.root = kTableRoot;
  });
  for (const char* distribution : kCurveDistributions)
    e.plots.emplace_back(fmt::format("alpha-{}.png", distribution),
                         curve_picture(cells, distribution));
  e.files.emplace_back("alpha.csv", gather_table_csv(cells));
}

}  // namespace orrery::inline reproduce
