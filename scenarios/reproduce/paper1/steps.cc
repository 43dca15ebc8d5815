// Cost of constructing schedules: steps counted in both constructions, and the check for large p.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/schedules/circulant.h"
#include "scenarios/reproduce/construction.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using circulant::Skips;

constexpr StepsOf kWalkSteps = counted<circulant::receive_schedule>;
constexpr StepsOf kLookUps = counted<circulant::send_schedule>;

constexpr int kStepsSmall = (1 << 10) + 1, kStepsLarge = (1 << 16) + 1;

/// Returns the power of q by which a number grows from kStepsSmall to kStepsLarge.
double power(double small, double large) {
  return std::log(large / small) /
         std::log(static_cast<double>(Skips(kStepsLarge).q) / Skips(kStepsSmall).q);
}
double power(StepsOf count) {
  return power(steps_of(kStepsSmall, count).most, steps_of(kStepsLarge, count).most);
}

/// Returns the factor by which p q^power grows between two p.
double growth(int small, int large, int power) {
  return static_cast<double>(large) / small *
         std::pow(static_cast<double>(Skips(large).q) / Skips(small).q, power);
}

/// Returns the bound of Sec. 2.1 on the steps of Alg. 5: the sum of i q over i < q. At these p it
/// still grows by more than its leading term, q^3.
double sum_of_iq(int p) {
  const double q = Skips(p).q;
  return q * q * (q - 1) / 2;
}

/// Returns the number of these p whose schedules violate a condition, and lists them.
std::vector<std::string> violations(const std::vector<int>& ps, int jobs) {
  std::vector<std::string> found(ps.size());
  in_parallel(ps.size(), jobs, [&](std::size_t i) { found[i] = circulant::violation(ps[i]); });
  std::erase(found, std::string());
  return found;
}

/// Returns powers of two and their neighbours, 100,001, and ten p in between.
std::vector<int> large_ps() {
  std::vector<int> ps{100'001};
  for (const int scale : {1 << 16, 1 << 17, 1 << 18})
    for (int p = scale - 1; p <= scale + 1; ++p) ps.push_back(p);
  for (int i = 1; i <= 10; ++i) ps.push_back(100'001 + i * 12'347);
  return ps;
}

Evidence run_paper1_steps(int jobs) {
  Evidence e;
  e.notes = {
      fmt::format("A step is the test of a skip, a move in the walk over baseblocks, or the choice "
                  "of a block; the processor with the most steps counts. Powers of q = ceil(log2 "
                  "p) are computed between p = {} and p = {}.",
                  kStepsSmall, kStepsLarge)};
  const Tolerance fits{0.1, "a tenth of a power: constant terms count at these p"};
  e.findings.push_back(at_most(Basis::kFormula,
                               "Alg. 4, one receive schedule: power of q (Sec. 2.1)", 2,
                               power(kReceiveSteps), fits));
  e.findings.push_back(at_most(
      Basis::kFormula, "Alg. 5, one send schedule: power of q (Sec. 2.1: sum of i q, i < q)",
      power(sum_of_iq(kStepsSmall), sum_of_iq(kStepsLarge)), power(kSendSteps), fits));
  e.findings.push_back(at_most(
      Basis::kWords, "the walk of 2024's paper, one receive schedule: power of q (open in Sec. 4)",
      1, power(kWalkSteps), fits));
  // Alg. 9 constructs all receive schedules; 40 us to 5,800 us is with 36 and 1,152 processors.
  const double measured = 5800.0 / 40,
               counted = static_cast<double>(steps_of(1152, kReceiveSteps).sum) /
                         static_cast<double>(steps_of(36, kReceiveSteps).sum);
  e.findings.push_back(
      equals(Basis::kPrinted, "all receive schedules, p = 36 to 1,152: growth of the overhead",
             measured, counted,
             share_of(measured, 0.3,
                      "three tenths: measured microseconds, which contain other work of the "
                      "processor, are compared with steps"))
          .with(fmt::format("p q^2 (Theorem 3) grows {:.0f} times, p q^3 (Sec. 3.2) {:.0f} times",
                            growth(36, 1152, 2), growth(36, 1152, 3)))
          .of_claim(kOverheadGrows));
  const std::vector<int> ps = large_ps();
  const std::vector<std::string> found = violations(ps, jobs);
  e.findings.push_back(
      equal_counts(Basis::kFormula,
                   fmt::format("{} p up to {}: violated conditions (the author's check)", ps.size(),
                               *std::ranges::max_element(ps)),
                   0, std::ssize(found))
          .with(found.empty() ? "" : found.front()));
  e.findings.push_back(not_comparable(
      Basis::kPrinted, "all receive schedules: time", "40 us (p = 36), 5,800 us (p = 1,152)",
      fmt::format("{} and {} steps", steps_of(36, kReceiveSteps).sum,
                  steps_of(1152, kReceiveSteps).sum),
      "microseconds of the author's processors and program"));
  for (const int p : {36, 576, 1152, kStepsLarge})
    e.results.push_back(
        {fmt::format("p = {}: most steps of a processor", p),
         fmt::format("{} (Alg. 4), {} (Alg. 5), {} (walk)", steps_of(p, kReceiveSteps).most,
                     steps_of(p, kSendSteps).most, steps_of(p, kWalkSteps).most),
         fmt::format("q = {}; {} schedules looked up for a send schedule at most", Skips(p).q,
                     steps_of(p, kLookUps).most)});
  return e;
}

}  // namespace

extern const Reproduction paper1_steps{
    .name = "paper1-steps",
    .title = "Steps to construct schedules, and the conditions for p > 65,536",
    .source = "Träff, Round-optimal n-Block Broadcast Schedules (2023), Sec. 2.1, 3 and 4",
    .run = run_paper1_steps,
    .beyond_model = "steps of programs are counted, which do not depend on costs of messages",
};

}  // namespace orrery::inline reproduce
