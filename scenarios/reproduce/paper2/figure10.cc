// Fig. 10: gatherv of 8,000 ranks by the library, over adaptive trees and in two stages.
#include <fmt/format.h>

#include "scenarios/reproduce/gather_figures.h"

namespace orrery {

namespace {

/// "Optimal trees can perform better than binomial trees".
Finding two_against_tuw(const GatherPoint& x) {
  return at_least(Basis::kEstimate,
                  fmt::format("{}, b = {}, {}: time that TWO_Gatherv saves on TUW_Gatherv",
                              x.distribution, x.b, name_of(x.machine)),
                  0, 100 * x.gain(), exactly(), "%")
      .with(most_gain_text(x))
      .estimated_with(gain_estimate(x))
      .of_claim("Fig. 10: 'optimal trees can perform better than binomial trees' (Sec. 5.3)");
}

Evidence run_paper2_figure10(int jobs) {
  Evidence e;
  e.notes = gather_notes();
  const std::vector<GatherPoint> points = gather_points("gatherv", "oblivious", jobs);
  for (const GatherPoint& x : points) e.findings.push_back(two_against_tuw(x));
  add_gather_files(e, "gatherv", points);
  return e;
}

}  // namespace

extern const Reproduction paper2_figure10{
    "paper2-figure10",
    "Gatherv of 8,000 ranks: binomial, adaptive and two-stage trees",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Fig. 10",
    run_paper2_figure10,
    nullptr,
    true};

}  // namespace orrery
