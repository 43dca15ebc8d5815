// The distribution of Swing's gains over all networks of the paper.
#include <algorithm>
#include <array>
#include <map>

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

struct Case {
  std::string name;
  GoodputSweep sweep;
};

/// The groups of boxes of the figure.
std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const char* topology, bool with_ring) {
    all.push_back({topology, {topology, swing_and_rivals(with_ring)}});
  };
  for (const char* topology :
       {"torus:8x8", "torus:16x16", "torus:32x32", "torus:64x64", "torus:128x128"})
    add(topology, false);
  for (const char* topology : {"torus:64x16", "torus:128x8", "torus:256x4"}) add(topology, true);
  for (const char* bandwidth : {"100Gb/s", "200Gb/s", "800Gb/s", "1600Gb/s", "3200Gb/s"})
    all.push_back({fmt::format("8x8 at {}", bandwidth),
                   {"torus:8x8", swing_and_rivals(false), 512 * kMiB, bandwidth}});
  for (const char* topology : {"torus:8x8x8", "torus:8x8x8x8", "hammingmesh:2x2@32x32",
                               "hammingmesh:4x4@16x16", "hyperx:64x64"})
    add(topology, false);
  return all;
}

/// The claim that a value does not fall from each case to the next, as its least growth.
Finding grows(const std::string& what, const std::vector<double>& values) {
  double least = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i)
    least = std::min(least, values[i] - values[i - 1]);
  std::string all;
  for (const double v : values) all += fmt::format("{}{:.0f}", all.empty() ? "" : ", ", v);
  return at_least(what + ": least growth", 0, least, exactly(), "%").with(all);
}

/// By name of the case.
struct Figures {
  std::map<std::string, double> median, most;

  static std::vector<double> of(const std::map<std::string, double>& values,
                                const std::vector<std::string>& names) {
    std::vector<double> chosen;
    for (const std::string& n : names) chosen.push_back(values.at(n));
    return chosen;
  }
};

/// What Sec. 5.5 says about the boxes.
void add_figure16_claims(Evidence& e, const Figures& f) {
  const std::vector<std::string> squares{"torus:8x8", "torus:16x16", "torus:32x32", "torus:64x64",
                                         "torus:128x128"},
      rectangles{"torus:64x16", "torus:128x8", "torus:256x4"},
      bandwidths{"8x8 at 100Gb/s", "8x8 at 200Gb/s",  "torus:8x8",
                 "8x8 at 800Gb/s", "8x8 at 1600Gb/s", "8x8 at 3200Gb/s"},
      cubes{"torus:8x8", "torus:8x8x8", "torus:8x8x8x8"};
  e.findings.push_back(grows("square tori, median gain", Figures::of(f.median, squares)));
  e.findings.push_back(grows("square tori, largest gain", Figures::of(f.most, squares)));
  e.findings.push_back(grows("rectangular tori, median gain", Figures::of(f.median, rectangles)));
  e.findings.push_back(grows("rectangular tori, largest gain", Figures::of(f.most, rectangles)));
  e.findings.push_back(grows("more dimensions, largest gain", Figures::of(f.most, cubes)));
  const std::vector<double> by_bandwidth = Figures::of(f.most, bandwidths);
  e.findings.push_back(at_most("8x8, largest gain: 3.2 Tb/s less 100 Gb/s", 0,
                               by_bandwidth.back() - by_bandwidth.front(), exactly(), "%"));
  for (const std::string& name : bandwidths)
    e.findings.push_back(equals(name + ": median gain", 25, f.median.at(name),
                                {2.5, "a tenth: 'around 25 %', of what the paper sees in a plot"},
                                "%"));
  e.findings.push_back(at_least("Hx2Mesh: median gain less that of the 64x64 torus", 0,
                                f.median.at("hammingmesh:2x2@32x32") - f.median.at("torus:64x64"),
                                exactly(), "%"));
}

Evidence run_paper5_figure16(const Workshop& w) {
  Evidence e;
  const std::vector<Case> all_cases = cases();
  std::vector<GoodputSweep> sweeps;
  for (const Case& c : all_cases) sweeps.push_back(c.sweep);
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  e.notes = {"The ring is run on the rectangular tori only, where it can be the best other."};
  std::string csv = "case,low,q1,median,q3,high\n";
  Plot plot{
      "Distribution of Swing's gain over sizes", {"network"}, {"gain over the best other (%)"}, {}};
  for (const char* name : {"low", "q1", "median", "q3", "high"}) plot.series.push_back({name});
  Figures figures;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const std::string& name = all_cases[n].name;
    const Box b = box_of(all[n]);
    const std::array values{b.low, b.q1, b.median, b.q3, b.high};
    for (std::size_t i = 0; i < values.size(); ++i)
      plot.series[i].points.emplace_back(static_cast<double>(plot.x.names.size()), values[i]);
    plot.x.names.push_back(name);
    figures.median[name] = b.median;
    figures.most[name] = 100 * largest_gain(all[n]).gain;
    csv += fmt::format("{},{:.2f},{:.2f},{:.2f},{:.2f},{:.2f}\n", name, b.low, b.q1, b.median, b.q3,
                       b.high);
    e.findings.push_back(between(name + ": median gain among all", 20, 50, b.median,
                                 {2, "a tenth: 'between 20 % and 50 %', of what the paper sees"},
                                 "%")
                             .with(fmt::format("box {:.0f} .. {:.0f} %", b.q1, b.q3)));
  }
  add_figure16_claims(e, figures);
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
    .run = run_paper5_figure16,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
