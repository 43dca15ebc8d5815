// Swing's gain on an 8x8 torus for links of 100 Gb/s to 3.2 Tb/s.
#include <algorithm>

#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

/// The number of sizes, from the smallest on, at which Swing is the fastest.
std::int64_t crossover(const GoodputCurves& c) {
  return std::ranges::find_if(c.sizes(), [&](std::int64_t n) { return c.gain(n) < 0; }) -
         c.sizes().begin();
}

/// Seconds by Eq. 1 with the latency of each step: α, and 0.4 us for each hop.
class Equation1 {
 public:
  Equation1(std::int64_t bytes, double bits_per_second)
      : share_(static_cast<double>(bytes) / kDims * 8 / bits_per_second) {}  // n β / D

  /// Swing (B), there and back: δ(floor(s/D)) hops in step s, and as many messages on a link.
  double swing() const {
    double latency = 0, bytes = 0;
    for (int s = 0; 1 << s < kSide * kSide; ++s) {
      const int hops = ((2 << (s / kDims)) + (s / kDims % 2 == 0 ? 1 : -1)) / 3;
      latency += 2 * (kAlpha + hops * kHop);
      bytes += static_cast<double>(hops) / (2 << s);
    }
    return latency + share_ * bytes;
  }
  /// 2D (d - 1) steps to neighbours.
  double bucket() const {
    return kBucketSteps * (kAlpha + kHop) + share_ * (1 - 1.0 / (kSide * kSide));
  }
  static constexpr int kSide = 8, kDims = 2, kBucketSteps = 2 * kDims * (kSide - 1);
  static constexpr int kSwingSteps = 2 * 6;

 private:
  static constexpr double kAlpha = 0.5e-6, kHop = 0.4e-6;
  double share_;
};

/// With the fastest links the largest vectors are Swing's, says the paper.
Finding wins_at_last(const GoodputCurves& c, std::int64_t n) {
  const auto seconds = [&](const std::string& algorithm) {
    return static_cast<double>(n) * 8e-9 / *c.goodput_gbps(algorithm, n);
  };
  const Equation1 model(n, 3.2e12);
  const double swing = seconds("swing"), bucket = seconds("bucket");
  const double missing =
      (swing - bucket) / (Equation1::kBucketSteps - Equation1::kSwingSteps);  // a step
  return at_least("3.2 Tb/s: Swing's gain at 512 MiB", 0, 100 * c.gain(n), exactly(), "%")
      .witnessed_by({100 * (model.bucket() / model.swing() - 1), 0.05,
                     "Eq. 1 with δ and the paper's latencies"})
      .with(fmt::format("swing {:.1f} us, bucket {:.1f} us: a step would have to take {:.1f} us "
                        "more",
                        1e6 * swing, 1e6 * bucket, 1e6 * missing));
}

Evidence run_paper5_figure9(const Workshop& w) {
  Evidence e;
  std::vector<GoodputSweep> sweeps;
  for (const char* bandwidth : {"100Gb/s", "200Gb/s", "400Gb/s", "800Gb/s", "1600Gb/s", "3200Gb/s"})
    sweeps.push_back({"torus:8x8", swing_and_rivals(true), 512 * kMiB, bandwidth});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  std::int64_t most_steps_back = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const GoodputCurves& c = all[i];
    if (i > 0) most_steps_back = std::max(most_steps_back, crossover(all[i - 1]) - crossover(c));
    e.results.push_back({c.bandwidth() + ": Swing is the fastest", where_swing_loses(c),
                         "largest gain " + largest_gain(c).text()});
  }
  e.findings.push_back(at_most("sizes by which more bandwidth moves the crossover down", 0,
                               static_cast<double>(most_steps_back), exactly()));
  e.findings.push_back(wins_at_last(all.back(), 512 * kMiB));
  add_goodput_files(e, "Gain of Swing on an 8x8 torus", all,
                    [](const GoodputCurves& g) { return g.bandwidth(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure9{
    .name = "paper5-figure9",
    .title = "Swing's gain on an 8x8 torus for links of 100 Gb/s to 3.2 Tb/s",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 9",
    .run = run_paper5_figure9,
};

}  // namespace orrery
