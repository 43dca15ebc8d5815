// Swing's gain on square tori from 64 to 16,384 nodes.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scenarios/reproduce/simulated.h"

namespace orrery {

namespace {

Evidence run_paper5_figure8(const Workshop& w) {
  Evidence e;
  e.notes = {
      "The ring is left out: on a square torus it sends as many bytes through each port as "
      "bucket does, in more steps, so it is never the best other."};
  std::vector<GoodputSweep> sweeps;
  for (const int d : {8, 16, 32, 64, 128})
    sweeps.push_back({fmt::format("torus:{0}x{0}", d), swing_and_rivals(false)});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  const std::vector<GoodputCurves> simulated = simulated_goodput();
  double least_growth = 1e300;
  std::vector<std::string> gains;
  for (const GoodputCurves& c : all) {
    Finding fastest = swing_is_fastest(c.topology(), c, 32 * kMiB);
    const auto theirs = std::ranges::find(simulated, c.topology(), &GoodputCurves::topology);
    if (theirs != simulated.end())
      std::get<Number>(fastest.compared).witness = {Independence::kProgram,
                                                    100 * smallest_gain(*theirs, 32 * kMiB).gain, 5,
                                                    "the paper's own simulation (Fig. 7 and 12)"};
    e.findings.push_back(
        std::move(fastest).of_claim("Fig. 8: the fastest up to 32 MiB 'regardless of the size'"));
    e.findings.push_back(at_least(Basis::kFigure, c.topology() + ": largest loss", -20,
                                  100 * smallest_gain(c).gain,
                                  {2, "a tenth: 'at most around 20 %'"}, "%")
                             .of_claim("Fig. 8: a loss of 'at most around 20 %'"));
    const double gain = largest_gain(c).gain;
    if (&c != &all.front())
      least_growth = std::min(least_growth, gain - largest_gain(*(&c - 1)).gain);
    gains.push_back(percent(gain));
  }
  e.findings.push_back(at_least(Basis::kWords,
                                "growth of the largest gain from each network to the next", 0,
                                100 * least_growth, exactly(), "%")
                           .with(fmt::format("{}", fmt::join(gains, ", ")))
                           .of_claim(kMoreNodesMoreGain));
  e.findings.push_back(largest_factor("16,384 nodes", all.back(), 2.2));
  add_goodput_files(e, "Gain of Swing on square tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure8{
    .name = "paper5-figure8",
    .title = "Swing's gain on square tori from 64 to 16,384 nodes",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 8",
    .run = run_paper5_figure8,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
