// The distribution of Swing's gains over all networks of the paper.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery::inline reproduce {

namespace {

/// Whiskers reach to the last value within 1.5 times the height of the box.
struct Box {
  double low = 0, q1 = 0, median = 0, q3 = 0, high = 0;
};

Box box_of(const GoodputCurves& c) {
  std::vector<double> gains = c.sorted_gains();
  for (double& gain : gains) gain *= 100;
  Box b{0, quantile(gains, 0.25), quantile(gains, 0.5), quantile(gains, 0.75), 0};
  const double reach = 1.5 * (b.q3 - b.q1);
  b.low = *std::ranges::find_if(gains, [&](double g) { return g >= b.q1 - reach; });
  b.high = *std::find_if(gains.rbegin(), gains.rend(), [&](double g) { return g <= b.q3 + reach; });
  return b;
}

constexpr const char* kHx2 = "hammingmesh:2x2@32x32";
constexpr const char* kHyperX = "hyperx:64x64";

struct Case {
  std::string name;
  GoodputSweep sweep;
};

/// Returns the groups of boxes in the figure.
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
  for (const char* topology :
       {"torus:8x8x8", "torus:8x8x8x8", kHx2, "hammingmesh:4x4@16x16", kHyperX})
    add(topology, false);
  return all;
}

/// Judges the claim that a value does not fall from each case to the next, as its least growth.
Finding grows(const std::string& what, const std::vector<double>& values) {
  double least = values[1] - values[0];
  for (std::size_t i = 2; i < values.size(); ++i)
    least = std::min(least, values[i] - values[i - 1]);
  std::string all;
  for (const double v : values) all += fmt::format("{}{:.0f}", all.empty() ? "" : ", ", v);
  return at_least(Basis::kWords, what + ": least growth", 0, least, exactly(), "%").with(all);
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

/// Adds the claims of Sec. 5.5 about the boxes.
void add_figure16_claims(Evidence& e, const Figures& f) {
  const std::vector<std::string> squares{"torus:8x8", "torus:16x16", "torus:32x32", "torus:64x64",
                                         "torus:128x128"},
      rectangles{"torus:64x16", "torus:128x8", "torus:256x4"},
      bandwidths{"8x8 at 100Gb/s", "8x8 at 200Gb/s",  "torus:8x8",
                 "8x8 at 800Gb/s", "8x8 at 1600Gb/s", "8x8 at 3200Gb/s"},
      cubes{"torus:8x8", "torus:8x8x8", "torus:8x8x8x8"};
  e.findings.push_back(grows("square tori, median gain", Figures::of(f.median, squares)));
  e.findings.push_back(grows("square tori, largest gain", Figures::of(f.most, squares))
                           .of_claim(kMoreNodesMoreGain));
  e.findings.push_back(grows("rectangular tori, median gain", Figures::of(f.median, rectangles)));
  e.findings.push_back(grows("rectangular tori, largest gain", Figures::of(f.most, rectangles)));
  e.findings.push_back(grows("more dimensions, largest gain", Figures::of(f.most, cubes)));
  const std::vector<double> by_bandwidth = Figures::of(f.most, bandwidths);
  e.findings.push_back(at_most(Basis::kWords, "8x8, largest gain: 3.2 Tb/s less 100 Gb/s", 0,
                               by_bandwidth.back() - by_bandwidth.front(), exactly(), "%"));
  for (const std::string& name : bandwidths)
    e.findings.push_back(equals(Basis::kFigure, name + ": median gain", 25, f.median.at(name),
                                {2.5, "a tenth: 'around 25 %', read off a plot"}, "%")
                             .of_claim("the median stands 'around 25 %' at any bandwidth"));
  e.findings.push_back(at_least(Basis::kWords, "Hx2Mesh: median gain less that of the 64x64 torus",
                                0, f.median.at(kHx2) - f.median.at("torus:64x64"), exactly(), "%"));
}

/// Up to here Swing (L) and recursive doubling (L) tie where neither is congested.
constexpr std::int64_t kTie = 2048, kClose = 8192;

/// Returns "at most 4 % up to 2 KiB, 13 % at 8 KiB".
std::string small_gains(const GoodputCurves& c) {
  double most = 0;
  for (const std::int64_t bytes : c.sizes())
    if (bytes <= kTie) most = std::max(most, std::abs(c.gain(bytes)));
  return fmt::format("at most {:.1f} % up to 2 KiB, {:.1f} % at 8 KiB", 100 * most,
                     100 * c.gain(kClose));
}

/// Adds the reason of small medians if every partner is near: at small sizes both algorithms take
/// the same steps over equally many hops. Also adds the gains of other α, at small sizes alone.
void add_ties(Evidence& e, const Workshop& w, const std::string& name, const GoodputCurves& c) {
  e.results.push_back({name + ": median gain above 2 KiB",
                       fmt::format("{:.0f} %", 100 * quantile(c.sorted_gains(kTie), 0.5)),
                       fmt::format("{:.0f} % among all: the gain is {}",
                                   100 * quantile(c.sorted_gains(), 0.5), small_gains(c))});
  for (const char* alpha : {"0ns", "5us"}) {
    GoodputSweep sweep{c.topology(), {"swing", "recursive-doubling"}, kClose};
    sweep.latencies = GoodputLatencies{alpha, latencies_of(c.topology()).links};
    e.results.push_back({fmt::format("{}: gain over recursive doubling, α = {}", name, alpha),
                         small_gains(run_sweeps(w, {sweep}).front()),
                         {}});
  }
}

Evidence run_paper5_figure16(const Workshop& w) {
  Evidence e;
  const std::vector<Case> all_cases = cases();
  std::vector<GoodputSweep> sweeps;
  for (const Case& c : all_cases) sweeps.push_back(c.sweep);
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  e.notes = {
      "The ring runs only on the rectangular tori, where it can be the best of the other "
      "algorithms."};
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
    e.findings.push_back(between(Basis::kFigure, name + ": median gain among all", 20, 50, b.median,
                                 {2, "a tenth: 'between 20 % and 50 %', read off a plot"}, "%")
                             .with(fmt::format("box {:.0f} .. {:.0f} %", b.q1, b.q3))
                             .of_claim("a median gain 'between 20 % and 50 %'"));
  }
  add_figure16_claims(e, figures);
  for (std::size_t n = 0; n < all.size(); ++n)
    if (all_cases[n].name == kHx2 || all_cases[n].name == kHyperX)
      add_ties(e, w, all_cases[n].name, all[n]);
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

}  // namespace orrery::inline reproduce
