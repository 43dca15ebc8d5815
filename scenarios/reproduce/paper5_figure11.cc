// Goodput on rectangular tori of 1,024 nodes.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

constexpr std::int64_t MiB = 1 << 20;

Evidence run(const Workshop& w) {
  Evidence e;
  std::vector<GoodputSweep> sweeps;
  for (const char* topology : {"torus:64x16", "torus:128x8", "torus:256x4"})
    sweeps.push_back({topology, swing_and_rivals(true)});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  const auto spread = [&](const char* algorithm) {
    double lo = 1e300, hi = 0;
    for (const GoodputCurves& c : all) {
      const double g = *c.goodput_gbps(algorithm, 32 * MiB);
      lo = std::min(lo, g), hi = std::max(hi, g);
    }
    return hi / lo - 1;
  };
  e.findings.push_back(claim("bucket suffers from the shape (at 32 MiB)", "yes",
                             percent(spread("bucket")) + " between shapes",
                             spread("bucket") > 0.2));
  e.findings.push_back(claim("the ring does not", "yes",
                             percent(spread("hamiltonian-ring")) + " between shapes",
                             spread("hamiltonian-ring") < 0.01));
  for (const GoodputCurves& c : all)
    e.findings.push_back(claim(c.topology() + ": Swing is the fastest up to 32 MiB", "yes",
                               where_swing_loses(c), swing_is_best(c, 0, 32 * MiB)));
  for (std::size_t i : {1U, 2U}) {
    const LargestGain gain = largest_gain(all[i]);
    e.findings.push_back(claim(all[i].topology() + ": largest gain", "up to 3 times as fast",
                               fmt::format("{:.1f} times", 1 + gain.gain),
                               gain.gain > 1.5 && gain.gain < 2.5));
  }
  e.notes = {
      "Once the shorter dimension is exhausted all of Swing's collectives share the links of "
      "the longer one."};
  const double loss = *all.back().goodput_gbps("swing", 512 * MiB) /
                          *all.back().goodput_gbps("hamiltonian-ring", 512 * MiB) -
                      1;
  e.findings.push_back(claim("256x4, 512 MiB: Swing against the ring", "about -60 %", percent(loss),
                             loss < -0.5 && loss > -0.7));
  add_goodput_files(e, "Gain of Swing on rectangular tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure11{
    .name = "paper5-figure11",
    .title = "Goodput on rectangular tori of 1,024 nodes",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 11",
    .run = run,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
