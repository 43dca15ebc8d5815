// Swing's gain on square tori from 64 to 16,384 nodes.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

constexpr std::int64_t MiB = 1 << 20;

Evidence run(const Workshop& w) {
  Evidence e;
  e.notes = {
      "The ring is left out: on a square torus it sends as many bytes through each port as "
      "bucket does, in more steps, so it is never the best other."};
  std::vector<GoodputSweep> sweeps;
  for (const int d : {8, 16, 32, 64, 128})
    sweeps.push_back({fmt::format("torus:{0}x{0}", d), swing_and_rivals(false)});
  const std::vector<GoodputCurves> all = run_sweeps(w, sweeps);
  double before = 0;
  bool grows = true;
  std::string gains;
  for (const GoodputCurves& c : all) {
    const LargestGain gain = largest_gain(c);
    grows = grows && gain.gain > before;
    before = gain.gain;
    gains += fmt::format("{}{}", gains.empty() ? "" : ", ", percent(gain.gain));
    e.findings.push_back(claim(c.topology() + ": Swing is the fastest up to 32 MiB", "yes",
                               where_swing_loses(c), swing_is_best(c, 0, 32 * MiB)));
    const LargestGain loss = smallest_gain(c);
    e.findings.push_back(claim(c.topology() + ": largest loss", "at most about 20 %", loss.text(),
                               loss.gain > -0.22));
  }
  e.findings.push_back(claim("the largest gain grows with the network", "yes", gains, grows));
  e.findings.push_back(claim("largest gain of all", "2.2 times as fast",
                             fmt::format("{:.1f} times", 1 + before), 1 + before > 2));
  add_goodput_files(e, "Gain of Swing on square tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure8{
    .name = "paper5-figure8",
    .title = "Swing's gain on square tori from 64 to 16,384 nodes",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 8",
    .run = run,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
