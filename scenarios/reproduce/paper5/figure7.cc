// Goodput on a 64x64 torus, and how it compares with the paper's packet-level simulator.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

constexpr double kPeak = 800;               // Gb/s: D = 2 times the bandwidth of a link
constexpr double kMedian = 4, kWorst = 20;  // per cent
constexpr double kNear = 0.2;
constexpr const char* kRead = "4 %: half of the points, of values read off a plot";
constexpr const char* kMeets =
    "a fifth: packets of messages that meet follow one another in the simulator, here they share";

/// Returns the median of the absolute values.
double median_of(std::vector<double> errors) {
  std::ranges::sort(errors, {}, [](double x) { return std::abs(x); });
  const std::size_t n = errors.size();
  return (std::abs(errors[(n - 1) / 2]) + std::abs(errors[n / 2])) / 2;
}

/// Adds the distribution of errors of the two algorithms with little or no congestion.
void add_distribution(Evidence& e, const std::map<std::string, std::vector<double>>& errors) {
  std::vector<double> both = errors.at("swing");
  both.insert(both.end(), errors.at("bucket").begin(), errors.at("bucket").end());
  const auto near = std::ranges::count_if(both, [](double x) { return std::abs(x) <= kNear; });
  const std::string what = fmt::format("{} points of swing and bucket: ", both.size());
  e.findings.push_back(
      at_most(Basis::kFigure, what + "median error", 5, 100 * median_of(both), exactly(), "%"));
  e.findings.push_back(at_least(
      Basis::kFigure, what + "share within 20 % of the simulator", 90,
      100.0 * static_cast<double>(near) / static_cast<double>(both.size()), exactly(), "%"));
}

/// Adds relative errors against the simulator, by algorithm.
void add_errors(Evidence& e, const std::vector<GoodputCurves>& all) {
  std::map<std::string, std::vector<double>> errors;
  std::string csv = "topology,algorithm,bytes,simulator_gbps,ours_gbps,error\n";
  for (const GoodputCurves& theirs : simulated_goodput()) {
    const GoodputCurves& mine =
        *std::ranges::find(all, theirs.topology(), &GoodputCurves::topology);
    for (const std::string& algorithm : theirs.algorithms())
      for (const std::int64_t n : theirs.sizes()) {
        const auto simulated = theirs.goodput_gbps(algorithm, n),
                   g = mine.goodput_gbps(algorithm, n);
        if (!simulated || !g) continue;
        errors[algorithm].push_back(*g / *simulated - 1);
        csv += fmt::format("{},{},{},{:.6g},{:.6g},{:+.4f}\n", theirs.topology(), algorithm, n,
                           *simulated, *g, errors[algorithm].back());
      }
  }
  for (auto& [algorithm, list] : errors) {
    std::ranges::sort(list, {}, [](double x) { return std::abs(x); });
    const std::string what = fmt::format("{} points of {}: ", list.size(), algorithm);
    e.findings.push_back(equals(Basis::kFigure, what + "median error", 0, 100 * median_of(list),
                                {kMedian, kRead}, "%"));
    e.findings.push_back(
        equals(Basis::kFigure, what + "worst error", 0, 100 * list.back(), {kWorst, kMeets}, "%"));
  }
  add_distribution(e, errors);
  e.files.emplace_back("errors.csv", csv);
}

Evidence run_paper5_figure7(const Workshop& w) {
  Evidence e;
  auto algorithms = swing_and_rivals(true);
  algorithms.emplace_back("mirrored-recursive-doubling");
  const std::vector<GoodputCurves> all =
      run_sweeps(w, {{"torus:64x64", algorithms}, {"torus:8x8", algorithms, 2048 * kMiB}});
  const GoodputCurves& c = all.front();
  e.notes = {
      "The reference is the paper's packet-level simulation, read off its plots.",
      "Here a message pays the latency of all its hops and then shares its links fairly. In the "
      "simulator packets of different messages follow one another over the hops, so that latency "
      "and queueing overlap, and queues may fill up until the rate falls below the fair share."};
  add_errors(e, all);
  e.findings.push_back(swing_is_fastest("64x64", c, 32 * kMiB));
  for (const std::int64_t n : {128 * kMiB, 512 * kMiB})
    e.findings.push_back(at_least(
        Basis::kWords, fmt::format("bucket over the best other at {}", size_text(Bytes(n))), 1,
        *c.goodput_gbps("bucket", n) / *c.goodput_gbps(c.best_other("bucket", n), n), exactly()));
  const double share = 100 * *c.goodput_gbps("swing", 512 * kMiB) / kPeak;
  e.findings.push_back(equals(Basis::kFigure, "Swing's share of the peak goodput at 512 MiB", 77,
                              share, {2, "2 points: read off a plot"}, "%"));
  e.findings.push_back(
      equals(Basis::kPrinted, "its bound for Ξ = 1.19 (Table 2)", 81, 100 / 1.19,
             {0.5, "as printed"}, "%")
          .witnessed_by({Independence::kProgram, share, 1, "the emulated share at 512 MiB"}));
  const LargestGain gain = largest_gain(c);
  e.findings.push_back(equals(Basis::kFigure, "largest gain", 120, 100 * gain.gain,
                              {12, "a tenth: 'around 120 %', read off a plot"}, "%"));
  e.findings.push_back(same_text(Basis::kFigure, "largest gain: size", size_text(Bytes(2 * kMiB)),
                                 size_text(Bytes(gain.bytes))));
  double small = 0, mirrored = 0;
  for (const std::int64_t n : c.sizes()) {
    if (n <= 32768) small = std::max(small, c.gain(n));
    mirrored = std::max(
        mirrored, *c.goodput_gbps("mirrored-recursive-doubling", n) / *c.goodput_gbps("swing", n));
  }
  e.findings.push_back(equals(Basis::kFigure, "largest gain up to 32 KiB", 50, 100 * small,
                              {5, "a tenth: 'up to 50 %', read off a plot"}, "%"));
  e.findings.push_back(at_most(Basis::kWords, "mirrored recursive doubling over Swing, at any size",
                               1, mirrored, exactly()));
  add_goodput_files(e, "Gain of Swing", all, [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure7{
    .name = "paper5-figure7",
    .title = "Goodput of five allreduces on 64x64 and 8x8 tori, against the simulator",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 7",
    .run = run_paper5_figure7,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery::inline reproduce
