// Goodput on torus-like networks of 4,096 nodes: Hx2Mesh, Hx4Mesh and HyperX.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

Evidence run(const Workshop& w) {
  Evidence e;
  e.notes = {
      "All links have the same latency here; the paper gives those on a board less. The ring "
      "is left out: bucket sends as many bytes in fewer steps."};
  const std::vector<GoodputCurves> all =
      run_sweeps(w, {{"hammingmesh:2x2@32x32", swing_and_rivals(false)},
                     {"hammingmesh:4x4@16x16", swing_and_rivals(false)},
                     {"hyperx:64x64", swing_and_rivals(false)}});
  const char* const names[] = {"Hx2Mesh", "Hx4Mesh", "HyperX"};
  const double factor[] = {2.5, 2.5, 3};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const LargestGain gain = largest_gain(all[i]);
    const bool everywhere = smallest_gain(all[i]).gain >= 0;
    e.findings.push_back(
        i == 1 ? Finding{fmt::format("{}: Swing is the fastest", names[i]), "up to 32 MiB or more",
                         where_swing_loses(all[i]), "",
                         swing_is_best(all[i], 0, 32 << 20) ? Verdict::kHolds : Verdict::kDiffers}
               : claim(fmt::format("{}: Swing is the fastest at every size", names[i]), "yes",
                       where_swing_loses(all[i]), everywhere,
                       "at the largest vectors latency no longer counts, and bucket has no "
                       "congestion at all"));
    e.findings.push_back(claim(
        fmt::format("{}: largest gain", names[i]), fmt::format("{} times as fast", factor[i]),
        fmt::format("{:.1f} times", 1 + gain.gain), std::abs(1 + gain.gain - factor[i]) < 0.5));
  }
  add_goodput_files(e, "Gain of Swing on torus-like networks", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure13{
    .name = "paper5-figure13",
    .title = "Goodput on Hx2Mesh, Hx4Mesh and HyperX of 4,096 nodes",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 13 to 15",
    .run = run,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
