// Lemma 2: one large block among small ones. Two stages reach the lower bound, order may not.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/trees/construct.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

constexpr int kLemma2Ranks = 64;
constexpr std::int64_t kLemma2Small = 10, kLemma2Large = 10'000;
constexpr trees::TreeCosts kLemma2Costs{100, 1, 1};
constexpr Cost kBound = 100 + 63 * kLemma2Small + kLemma2Large;  // α + β m

std::vector<std::int64_t> lemma2_sizes(int large) {
  std::vector<std::int64_t> all(kLemma2Ranks, kLemma2Small);
  all[static_cast<std::size_t>(large)] = kLemma2Large;
  return all;
}

/// Returns the cost on the emulator: a picosecond for a unit of time, a byte for a unit of data.
Cost emulated(const char* algorithm, int large, int jobs) {
  RunSpec spec;
  spec.collective = "gatherv";
  spec.algorithm = algorithm;
  spec.ranks = kLemma2Ranks;
  spec.topology = fmt::format("full:{}", kLemma2Ranks);
  spec.ports.half_duplex = true;
  spec.root = large;
  spec.sizes = lemma2_sizes(large);
  spec.costs.alpha = Time(kLemma2Costs.alpha);
  spec.costs.gamma = {1};
  spec.costs.links = {LinkCost{Bandwidth{1e12}, Time(0)}};
  return run_experiment({spec}, jobs).front().metrics.completion.count();
}

void add_place(Evidence& e, int large, int jobs) {
  const trees::Blocks blocks(lemma2_sizes(large));
  const Cost two = trees::two_stage_tree(blocks, in_model(kLemma2Costs), large).time;
  const Cost ordered = trees::optimal_tree(blocks, in_model(kLemma2Costs), large).time;
  const std::string where = fmt::format("large block at rank {}: ", large);
  constexpr const char* kTwoStages = "Lemma 2: a tree in two stages takes α + βm";
  e.findings.push_back(
      equal_counts(Basis::kFormula, where + "two-stage tree", kBound, two).of_claim(kTwoStages));
  e.findings.push_back(equal_counts(Basis::kFormula, where + "the same run on the emulator", kBound,
                                    emulated("two-stage", large, jobs))
                           .of_claim(kTwoStages));
  const bool at_end = large == 0 || large == kLemma2Ranks - 1;
  e.findings.push_back(
      at_end ? equal_counts(Basis::kFormula, where + "best ordered tree", kBound, ordered)
                   .of_claim(kLemma2Order)
             : at_least(Basis::kFormula, where + "best ordered tree", kBound + 1,
                        static_cast<double>(ordered), exactly()));
}

Evidence run_paper2_lemma2(int jobs) {
  Evidence e;
  e.notes = {fmt::format(
      "{} ranks, one block of {}, all others {}; α = {}, β = γ = 1. The others can gather in "
      "ceil(log2(p-1)) α + β (p-1) x = {}, while the root copies for {}. So α + β m = {} is "
      "possible, with one start-up at the root. An ordered tree reaches it only if the large block "
      "is the first or the last.",
      kLemma2Ranks, kLemma2Large, kLemma2Small, kLemma2Costs.alpha,
      ceil_log2(kLemma2Ranks - 1) * kLemma2Costs.alpha + (kLemma2Ranks - 1) * kLemma2Small,
      kLemma2Large, kBound)};
  for (const int large : {20, 0, kLemma2Ranks - 1}) add_place(e, large, jobs);
  return e;
}

}  // namespace

extern const Reproduction paper2_lemma2{
    "paper2-lemma2", "One large block: two stages reach the lower bound, an ordered tree may not",
    "Träff, On Optimal Trees for Irregular Gather and Scatter Collectives (2019), Lemma 2",
    run_paper2_lemma2};

}  // namespace orrery::inline reproduce
