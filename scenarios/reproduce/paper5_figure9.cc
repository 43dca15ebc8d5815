// Swing's gain on an 8x8 torus for links of 100 Gb/s to 3.2 Tb/s.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

constexpr std::int64_t MiB = 1 << 20;

/// The smallest size from which on Swing is not the fastest; 0: none.
std::int64_t crossover(const GoodputCurves& c) {
  for (const std::int64_t n : c.sizes())
    if (c.gain(n) < 0) return n;
  return 0;
}

Evidence run(const Workshop& w) {
  Evidence e;
  std::vector<GoodputSweep> sweeps;
  for (const char* bandwidth : {"100Gb/s", "200Gb/s", "400Gb/s", "800Gb/s", "1600Gb/s", "3200Gb/s"})
    sweeps.push_back({"torus:8x8", swing_and_rivals(true), 512 * MiB, bandwidth});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  std::int64_t before = 0;
  bool shifts = true;
  for (const GoodputCurves& c : all) {
    const std::int64_t at = crossover(c);
    shifts = shifts && (at == 0 || at >= before);
    before = at;
    e.findings.push_back({c.bandwidth() + ": Swing is the fastest", "", where_swing_loses(c),
                          "largest gain " + largest_gain(c).text(), Verdict::kInfo});
  }
  e.findings.push_back(claim("more bandwidth moves the crossover to larger vectors", "yes",
                             shifts ? "yes" : "no", shifts));
  const double gain = all.back().gain(512 * MiB);
  e.findings.push_back(
      claim("3.2 Tb/s: Swing is the fastest at 512 MiB", "yes", percent(gain), gain > 0,
            "bucket's 16 more steps cost 11 us, Swing's Ξ of 1.095 costs 63 us of 661 us"));
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
