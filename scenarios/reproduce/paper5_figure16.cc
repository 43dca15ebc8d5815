// The distribution of Swing's gains over all networks of the paper.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

/// The value below which `share` of the sorted values lie, between neighbours by proportion.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(place);
  const double next = sorted[std::min(i + 1, sorted.size() - 1)];
  return sorted[i] + (place - static_cast<double>(i)) * (next - sorted[i]);
}

/// Whiskers reach to the last value within 1.5 times the height of the box.
struct Box {
  double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;
};

Box box_of(const GoodputCurves& c) {
  std::vector<double> gains;
  for (const std::int64_t n : c.sizes()) gains.push_back(100 * c.gain(n));
  std::ranges::sort(gains);
  Box b{0, quantile(gains, 0.25), quantile(gains, 0.5), quantile(gains, 0.75), 0};
  const double reach = 1.5 * (b.q3 - b.q1);
  b.low = *std::ranges::find_if(gains, [&](double g) { return g >= b.q1 - reach; });
  b.high = *std::find_if(gains.rbegin(), gains.rend(), [&](double g) { return g <= b.q3 + reach; });
  return b;
}

Evidence run(const Workshop& w) {
  Evidence e;
  std::vector<GoodputSweep> sweeps;
  for (const char* topology :
       {"torus:8x8", "torus:16x16", "torus:32x32", "torus:64x64", "torus:128x128", "torus:64x16",
        "torus:128x8", "torus:256x4", "torus:8x8x8", "torus:8x8x8x8", "hammingmesh:2x2@32x32",
        "hammingmesh:4x4@16x16", "hyperx:64x64"}) {
    const std::string_view name = topology;
    const bool rectangular =
        name == "torus:64x16" || name == "torus:128x8" || name == "torus:256x4";
    sweeps.push_back({topology, swing_and_rivals(rectangular)});
  }
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  e.notes = {"The ring is run on the rectangular tori only, where it can be the best other."};
  std::string csv = "topology,low,q1,median,q3,high\n";
  Plot plot{
      "Distribution of Swing's gain over sizes", {"network"}, {"gain over the best other (%)"}, {}};
  for (const char* name : {"low", "q1", "median", "q3", "high"}) plot.series.push_back({name});
  for (const GoodputCurves& c : all) {
    const Box b = box_of(c);
    const std::array values{b.low, b.q1, b.median, b.q3, b.high};
    for (std::size_t i = 0; i < values.size(); ++i)
      plot.series[i].points.emplace_back(static_cast<double>(plot.x.names.size()), values[i]);
    plot.x.names.push_back(c.topology());
    csv += fmt::format("{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f}\n", c.topology(), b.low, b.q1,
                       b.median, b.q3, b.high);
    e.findings.push_back(between(c.topology() + ": median gain", 20, 50, b.median,
                                 {2, "a tenth: 'between 20 % and 50 %', of what the paper sees"},
                                 "%")
                             .with(fmt::format("box {:.0f} .. {:.0f} %", b.q1, b.q3)));
  }
  e.files.emplace_back("gains.csv", csv);
  e.files.emplace_back("gain.csv", gain_csv(all));
  e.plots.emplace_back("gains.svg", plot);
  return e;
}

}  // namespace

extern const Reproduction paper5_figure16{
    .name = "paper5-figure16",
    .title = "The distribution of Swing's gains over all networks",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 16",
    .run = run,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
