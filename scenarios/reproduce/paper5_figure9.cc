// Swing's gain on an 8x8 torus for links of 100 Gb/s to 3.2 Tb/s.
#include <algorithm>

#include <fmt/format.h>

#include "scenarios/document/units_text.h"
#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

/// The number of sizes, from the smallest on, at which Swing is the fastest.
std::int64_t crossover(const GoodputCurves& c) {
  return std::ranges::find_if(c.sizes(), [&](std::int64_t n) { return c.gain(n) < 0; }) -
         c.sizes().begin();
}

Evidence run(const Workshop& w) {
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
  const GoodputCurves& fast = all.back();
  const std::int64_t n = 512 * kMiB;
  const auto time = [&](const std::string& algorithm) {
    return short_time(
        round_to_ps(static_cast<double>(n) * 8000 / *fast.goodput_gbps(algorithm, n)));
  };
  const std::string rival = fast.best_other("swing", n);
  e.findings.push_back(
      at_least("3.2 Tb/s: Swing's gain at 512 MiB", 0, 100 * fast.gain(n), exactly(), "%")
          .with(fmt::format("swing {}, {} {}", time("swing"), rival, time(rival))));
  add_goodput_files(e, "Gain of Swing on an 8x8 torus", all,
                    [](const GoodputCurves& g) { return g.bandwidth(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure9{
    .name = "paper5-figure9",
    .title = "Swing's gain on an 8x8 torus for links of 100 Gb/s to 3.2 Tb/s",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 9",
    .run = run,
};

}  // namespace orrery
