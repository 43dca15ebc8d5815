// Goodput on tori of two, three and four dimensions.
#include <fmt/format.h>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

namespace {

Evidence run_paper5_figure12(const Workshop& w) {
  Evidence e;
  const std::vector<GoodputCurves> all =
      run_sweeps(w, {{"torus:8x8", swing_and_rivals(true), 2048 * kMiB},
                     {"torus:8x8x8", swing_and_rivals(false), 2048 * kMiB},
                     {"torus:8x8x8x8", swing_and_rivals(false), 2048 * kMiB}});
  for (std::size_t i : {1U, 2U}) {
    e.findings.push_back(swing_is_fastest(all[i].topology(), all[i], 0)
                             .of_claim("Fig. 12: the fastest from 32 B to 2 GB"));
    e.findings.push_back(
        largest_factor(all[i].topology(), all[i], 2).of_claim("Fig. 12: 'by up to 2x'"));
  }
  for (std::size_t i : {1U, 2U}) {
    const double before = smallest_gain(all[i - 1]).gain, after = smallest_gain(all[i]).gain;
    e.findings.push_back(at_least(Basis::kWords,
                                  fmt::format("{} to {}: growth of the smallest gain",
                                              all[i - 1].topology(), all[i].topology()),
                                  0, 100 * (after - before), exactly(), "%")
                             .with(fmt::format("{} to {}", percent(before), percent(after)))
                             .of_claim("Fig. 12: more dimensions, more gain"));
  }
  add_goodput_files(e, "Gain of Swing on 8^D tori", all,
                    [](const GoodputCurves& g) { return g.topology(); });
  return e;
}

}  // namespace

extern const Reproduction paper5_figure12{
    .name = "paper5-figure12",
    .title = "Goodput on tori of two, three and four dimensions",
    .source = "De Sensi et al., Swing (NSDI 2024), Fig. 12",
    .run = run_paper5_figure12,
    .slow = true,
    .takes_minutes = true,
};

}  // namespace orrery
