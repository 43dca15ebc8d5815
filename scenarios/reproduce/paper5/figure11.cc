// Goodput on rectangular tori of 1,024 nodes.
#include <algorithm>

#include "emu/net/topology.h"
#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

Evidence run_paper5_figure11(const Workshop& w) {
  Evidence e;
  std::vector<GoodputSweep> sweeps;
  for (const char* topology : {"torus:64x16", "torus:128x8", "torus:256x4"})
    sweeps.push_back({topology, swing_and_rivals(true)});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  const auto spread = [&](const char* algorithm) {
    double lo = 1e300, hi = 0;
    for (const GoodputCurves& c : all) {
      const double g = *c.goodput_gbps(algorithm, 32 * kMiB);
      lo = std::min(lo, g), hi = std::max(hi, g);
    }
    return hi / lo;
  };
  e.findings.push_back(at_least(Basis::kWords, "bucket at 32 MiB: its best shape over its worst", 1,
                                spread("bucket"), exactly()));
  e.findings.push_back(equals(Basis::kFigure, "the ring at 32 MiB: its best shape over its worst",
                              1, spread("hamiltonian-ring"), {0.01, "1 %: read off a plot"}));
  for (const GoodputCurves& c : all)
    e.findings.push_back(
        swing_is_fastest(c.topology(), c, 32 * kMiB).of_claim("Fig. 11: the fastest up to 32 MiB"));
  for (std::size_t i : {1U, 2U})
    e.findings.push_back(largest_factor(all[i].topology(), all[i], 3)
                             .of_claim("Fig. 11: 'up to 3x on the 128x8 and 256x4 torus'"));
  const double loss = *all.back().goodput_gbps("swing", 512 * kMiB) /
                          *all.back().goodput_gbps("hamiltonian-ring", 512 * kMiB) -
                      1;
  e.findings.push_back(equals(Basis::kFigure, "256x4, 512 MiB: Swing against the ring", -60,
                              100 * loss, {6, "a tenth: 'around 60 %'"}, "%"));
  e.findings.push_back(
      equals(Basis::kPrinted, "nodes of the 32x8 torus of Fig. 11", 1024, 32 * 8, exactly())
          .witnessed_by({Independence::kProgram,
                         static_cast<double>(make_topology("torus:32x8")->hosts()), 0,
                         "the hosts of torus:32x8"}));
  e.notes = {
      "The caption of Fig. 11 names 64x16, 32x8 and 256x4, all of 1,024 nodes; the text and Fig. "
      "16 name 128x8 in the place of the second, and so do we.",
      "Once the shorter dimension is exhausted all of Swing's collectives share the links of "
      "the longer one."};
  add_goodput_files(e, "Gain of Swing on rectangular tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure11{
    .name = "paper5-figure11",
    .title = "Goodput on rectangular tori of 1,024 nodes",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 11",
    .run = run_paper5_figure11,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
