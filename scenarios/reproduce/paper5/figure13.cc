// Goodput on torus-like networks of 4,096 nodes: Hx2Mesh, Hx4Mesh and HyperX.

#include "scenarios/reproduce/goodput.h"

namespace orrery::inline reproduce {

namespace {

struct Figure13Case {
  std::string name, latencies;  ///< of the network; the notes name their source
  GoodputSweep sweep;
  std::int64_t fastest_up_to;  ///< 0: at any size
  double factor;               ///< the paper's maximum

  std::string label() const { return name + ", " + latencies; }
};

/// Returns both meshes, each with its own latencies and with those of HyperX.
std::vector<Figure13Case> figure13_cases() {
  constexpr const char* kOwn = "α = 0, links of 20 and 40 ns";
  constexpr const char* kUsual = "α = 500 ns, links of 100 ns";
  constexpr const char* kHyperX = "hyperx:64x64";
  std::vector<Figure13Case> all;
  const auto add_mesh = [&](const char* name, const char* topology, std::int64_t up_to) {
    GoodputSweep sweep{topology, swing_and_rivals(false)};
    all.push_back({name, kOwn, sweep, up_to, 2.5});
    sweep.latencies = latencies_of(kHyperX);
    all.push_back({name, kUsual, sweep, up_to, 2.5});
  };
  add_mesh("Hx2Mesh", "hammingmesh:2x2@32x32", 0);
  add_mesh("Hx4Mesh", "hammingmesh:4x4@16x16", 32 * kMiB);
  all.push_back({"HyperX", kUsual, {kHyperX, swing_and_rivals(false)}, 0, 3});
  return all;
}

Evidence run_paper5_figure13(const Workshop& w) {
  Evidence e;
  e.notes = {
      "The paper says that links take 100 ns and hops 300 ns, and that traces on a board take less "
      "than cables, but not how much less; it gives no α. Our estimates for the meshes: hosts are "
      "routers (α = 0), cables take 40 ns and traces 20 ns. Our estimate for HyperX, as for tori: "
      "α = 500 ns, with the paper's 100 ns. Every second row of a mesh has these latencies, on "
      "traces too, although the paper says that traces take less: whether '2.5x' holds depends on "
      "latencies that are our estimates.",
      "The ring is left out: bucket sends as many bytes in fewer steps."};
  const std::vector<Figure13Case> cases = figure13_cases();
  std::vector<GoodputSweep> sweeps;
  for (const Figure13Case& c : cases) sweeps.push_back(c.sweep);
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  for (std::size_t i = 0; i < all.size(); ++i) {
    e.findings.push_back(swing_is_fastest(cases[i].label(), all[i], cases[i].fastest_up_to)
                             .of_claim(cases[i].name + ": the fastest"));
    e.findings.push_back(largest_factor(cases[i].label(), all[i], cases[i].factor)
                             .of_claim(cases[i].name + ": at its best"));
  }
  add_goodput_files(e, "Gain of Swing on torus-like networks", all, [&](const GoodputCurves& g) {
    const Figure13Case& c = cases[static_cast<std::size_t>(&g - all.data())];
    return c.name + (c.sweep.latencies ? ", usual latencies" : "");
  });
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

}  // namespace orrery::inline reproduce
