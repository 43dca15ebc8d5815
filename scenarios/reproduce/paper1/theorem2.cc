// Time of the n-block broadcast against n: the curve, its minimum, and the formula for it.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "algorithms/algorithm.h"
#include "algorithms/common/arithmetic.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline reproduce {

namespace {

/// Computes Theorem 2 with the best real n: α (q-1) + 2 sqrt((q-1) α β m) + β m, q = ceil(log2 p).
double theorem2_ps(int p, double alpha_ps, double beta_ps, double m) {
  const double q1 = ceil_log2(p) - 1;
  return alpha_ps * q1 + 2 * std::sqrt(q1 * alpha_ps * beta_ps * m) + beta_ps * m;
}

RunSpec theorem2_broadcast(int p, int n) {
  RunSpec spec;
  spec.collective = "broadcast";
  spec.algorithm = "circulant";
  spec.topology = fmt::format("full:{}", p);
  spec.ranks = p;
  spec.bytes = Bytes(4'000'000);
  spec.costs.alpha = 1400ns;  // with the link's 100 ns: 1.5 us
  spec.costs.links = {LinkCost{Bandwidth{12.5e9}, 100ns}};
  spec.tuning.blocks = n;
  return spec;
}

/// Returns 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, ...: about ten values a decade.
std::vector<int> block_counts() {
  std::vector<int> all;
  for (int n = 1; n <= 4000; n += std::max(1, n / 4)) all.push_back(n);
  return all;
}

void add_curve(Evidence& e, std::string& csv, int p, int jobs) {
  std::vector<RunSpec> cells;
  for (const int n : block_counts()) cells.push_back(theorem2_broadcast(p, n));
  cells.push_back(theorem2_broadcast(p, 0));
  const std::vector<RunResult> results = run_experiment(cells, jobs);
  const RunResult& automatic = results.back();
  const RunResult* best = &automatic;
  for (const RunResult& r : results) {
    csv += fmt::format("{},{},{},{}\n", p, r.blocks, r.metrics.rounds,
                       seconds_text(r.metrics.completion));
    if (r.metrics.completion < best->metrics.completion) best = &r;
  }
  const double formula = theorem2_ps(p, 1.5e6, 80, 4e6);
  const auto ours = static_cast<double>(automatic.metrics.completion.count());
  e.findings.push_back(
      equals(Basis::kFormula,
             fmt::format("p = {}: time with the best n (n = {})", p, automatic.blocks),
             formula / 1e6, ours / 1e6,
             share_of(formula / 1e6, 0.005,
                      "0.5 %: whole blocks of whole bytes, where the formula allows fractions"),
             "us")
          .of_claim("Theorem 2: the time with the best n"));
  e.findings.push_back(
      equals(Basis::kFormula, fmt::format("p = {}: time of the fastest n of the curve", p),
             ours / 1e6, static_cast<double>(best->metrics.completion.count()) / 1e6, exactly(),
             "us")
          .with(fmt::format("n = {}", best->blocks))
          .of_claim("Theorem 2: the best n"));
}

Evidence run_paper1_theorem2(int jobs) {
  Evidence e;
  e.notes = {
      "Broadcast of 4 MB at α = 1.5 us and 12.5 GB/s (80 ps/B) on a fully connected one-ported "
      "network. The formula takes n as a real number and blocks of fractional size; whole blocks "
      "of whole bytes cost a little more."};
  std::string csv = "ranks,blocks,rounds,time_s\n";
  for (const int p : {9, 36, 100, 576}) add_curve(e, csv, p, jobs);
  e.files.emplace_back("theorem2.csv", csv);
  return e;
}

}  // namespace

extern const Reproduction paper1_theorem2{
    "paper1-theorem2", "Time of the n-block broadcast against n, its minimum and the formula",
    "Träff, Round-optimal n-Block Broadcast Schedules (2023), Theorem 2", run_paper1_theorem2};

}  // namespace orrery::inline reproduce
