#include "scenarios/report/map/map_plot.h"

#include <algorithm>

#include <fmt/format.h>

namespace orrery {
namespace {

constexpr int kShades = 5;  ///< of the chosen algorithm: 20 % of gain each

std::vector<std::string> names_of(const WinnerMap::Axis& axis) {
  return axis.key.empty() ? std::vector<std::string>{" "} : axis.values;
}

/// One series for each algorithm, several for the chosen one.
std::vector<Plot::Series> empty_series(const WinnerMap& map, std::optional<std::size_t> chosen) {
  std::vector<Plot::Series> series;
  for (std::size_t a = 0; a < map.algorithms.size(); ++a) {
    if (a != chosen) {
      series.push_back({map.algorithms[a], {}, a});
      continue;
    }
    for (int shade = 0; shade < kShades; ++shade)
      series.push_back({fmt::format("{}, saves {} to {} %", map.algorithms[a],
                                    shade * 100 / kShades, (shade + 1) * 100 / kShades),
                        {},
                        a,
                        0.25 + 0.75 * shade / (kShades - 1)});
  }
  return series;
}

}  // namespace

Plot map_plot(const WinnerMap& map, std::optional<std::size_t> chosen) {
  Plot plot{.title = map.title,
            .x = {.label = map.x.key, .names = names_of(map.x)},
            .y = {.label = map.y.key, .names = names_of(map.y)},
            .series = empty_series(map, chosen),
            .kind = Plot::Kind::kCells};
  for (std::size_t i = 0; i < map.cells(); ++i) {
    const WinnerMap::Cell cell = map.cell(i);
    const auto first = podium(map, cell).first;
    if (!first) continue;
    std::size_t series = *first;
    if (chosen && *first > *chosen) series += kShades - 1;
    if (first == chosen)
      series += static_cast<std::size_t>(std::clamp(
          static_cast<int>(gain(map, cell, *chosen).value_or(0) * kShades), 0, kShades - 1));
    plot.series[series].points.emplace_back(cell.x, cell.y);
  }
  std::erase_if(plot.series, [](const Plot::Series& s) { return s.points.empty(); });
  return plot;
}

}  // namespace orrery
