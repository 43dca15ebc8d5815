// Goodput on tori of two, three and four dimensions.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

constexpr std::int64_t MiB = 1 << 20;

Evidence run(const Workshop& w) {
  Evidence e;
  const std::vector<GoodputCurves> all =
      run_sweeps(w, {{"torus:8x8", swing_and_rivals(true), 2048 * MiB},
                     {"torus:8x8x8", swing_and_rivals(false), 2048 * MiB},
                     {"torus:8x8x8x8", swing_and_rivals(false), 2048 * MiB}});
  for (std::size_t i : {1U, 2U}) {
    const LargestGain gain = largest_gain(all[i]), loss = smallest_gain(all[i]);
    e.findings.push_back(claim(
        all[i].topology() + ": Swing is the fastest at every size", "yes",
        where_swing_loses(all[i]), loss.gain >= 0,
        fmt::format("bucket has no congestion at all; Swing's Ξ is {} by counting, and its fewer "
                    "steps save a fixed time only",
                    i == 1 ? "1.027" : "1.008")));
    e.findings.push_back(claim(all[i].topology() + ": largest gain", "up to 2 times as fast",
                               fmt::format("{:.1f} times", 1 + gain.gain),
                               gain.gain > 0.5 && gain.gain < 1.5));
  }
  e.findings.push_back(
      claim("the smallest gain grows with the dimensions", "yes",
            fmt::format("{}, {}, {}", percent(smallest_gain(all[0]).gain),
                        percent(smallest_gain(all[1]).gain), percent(smallest_gain(all[2]).gain)),
            smallest_gain(all[0]).gain < smallest_gain(all[1]).gain &&
                smallest_gain(all[1]).gain < smallest_gain(all[2]).gain));
  add_goodput_files(e, "Gain of Swing on 8^D tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure12{
    .name = "paper5-figure12",
    .title = "Goodput on tori of two, three and four dimensions",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 12",
    .run = run,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
