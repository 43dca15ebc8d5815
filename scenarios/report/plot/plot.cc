#include "scenarios/report/plot/plot.h"

#include <cmath>

#include <fmt/format.h>

namespace orrery::inline report {
namespace {

std::string flaw_at(double value, const Plot::Axis& axis) {
  if (!std::isfinite(value)) return fmt::format("{} is not a finite number", axis.label);
  if (axis.log && value <= 0)
    return fmt::format("{} = {} has no place on a logarithmic axis; expected more than 0",
                       axis.label, value);
  const auto names = static_cast<double>(axis.names.size());
  if (names > 0 && (value < 0 || value >= names || value != std::floor(value)))
    return fmt::format("{} = {} is not the number of one of {} values", axis.label, value, names);
  return {};
}

}  // namespace

std::string flaw_of(const Plot& plot) {
  bool empty = true;
  for (const Plot::Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      empty = false;
      if (std::string flaw = flaw_at(x, plot.x); !flaw.empty()) return flaw;
      if (std::string flaw = flaw_at(y, plot.y); !flaw.empty()) return flaw;
    }
    for (const auto& [x, from, to] : series.band)
      for (const double y : {from, to})
        if (std::string flaw = flaw_at(y, plot.y); !flaw.empty()) return flaw;
  }
  if (empty) return "there is nothing to show";
  if (plot.kind == Plot::Kind::kCells && (plot.x.names.empty() || plot.y.names.empty()))
    return "a map of cells needs names on both axes";
  if (plot.kind == Plot::Kind::kBars && (plot.x.names.empty() || plot.y.log))
    return "bars need names on the x axis and start at 0";
  if (plot.kind == Plot::Kind::kTornado && (plot.y.names.empty() || plot.x.log))
    return "a tornado needs names on the y axis and starts at 0";
  return {};
}

}  // namespace orrery::inline report
