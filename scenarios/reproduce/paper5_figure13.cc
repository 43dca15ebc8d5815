// Goodput on torus-like networks of 4,096 nodes: Hx2Mesh, Hx4Mesh and HyperX.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

Evidence run_paper5_figure13(const Workshop& w) {
  Evidence e;
  e.notes = {
      "On the meshes hosts are routers (α = 0), cables take 40 ns and the traces of a board 20 ns; "
      "the paper says that traces take less than cables, but not how much. The ring is left out: "
      "bucket sends as many bytes in fewer steps."};
  const std::vector<GoodputCurves> all =
      run_sweeps(w, {{"hammingmesh:2x2@32x32", swing_and_rivals(false)},
                     {"hammingmesh:4x4@16x16", swing_and_rivals(false)},
                     {"hyperx:64x64", swing_and_rivals(false)}});
  const char* const names[] = {"Hx2Mesh", "Hx4Mesh", "HyperX"};
  const double factor[] = {2.5, 2.5, 3};
  for (std::size_t i = 0; i < all.size(); ++i) {
    e.findings.push_back(swing_is_fastest(names[i], all[i], i == 1 ? 32 * kMiB : 0));
    e.findings.push_back(largest_factor(names[i], all[i], factor[i]));
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
    .run = run_paper5_figure13,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
