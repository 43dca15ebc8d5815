// Def. 3 against Prop. 1 and 3: the trees that the paper's programs search are not the ordered ones.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/trees/construct.h"
#include "scenarios/reproduce/gather_table.h"
#include "scenarios/reproduce/model.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery::inline reproduce {

namespace {

using trees::Cost;

constexpr int kOrderInstances = 1000, kOrderMostRanks = 7;

/// Judges Prop. 3: the equations of Fig. 4 give the best ordered tree.
Finding proposition3(const std::vector<std::int64_t>& sizes, const trees::TreeCosts& costs,
                     int root) {
  const trees::Blocks blocks(sizes);
  const Cost joined = trees::optimal_tree(blocks, costs, root).time;
  const trees::TimedTree ordered = trees::ordered_tree(blocks, in_model(costs), root);
  const Cost tried = best_of_all_ordered(blocks, in_model(costs), root);
  return equal_counts(
             Basis::kFormula,
             fmt::format("Prop. 3, sizes {}, root {}, α = {}, β = {}, γ = {}: best ordered "
                         "tree, against Fig. 4",
                         fmt::join(sizes, " "), root, costs.alpha, costs.beta, costs.gamma),
             joined, ordered.time)
      .with(described(ordered.tree))
      .witnessed_by({Independence::kProgram, static_cast<double>(tried), 0, kAllTried});
}

/// Judges Prop. 1: with γ = β there is an ordered tree that takes ceil(log2 p) α + β m.
Finding proposition1(const std::vector<std::int64_t>& sizes, Cost alpha) {
  const trees::Blocks blocks(sizes);
  const Cost bound = ceil_log2(blocks.ranks()) * alpha + blocks.total();
  const trees::TreeCosts costs{alpha, 1, 1};
  const Cost ordered = trees::ordered_tree(blocks, in_model(costs), trees::kFreeRoot).time;
  const Cost tried = best_of_all_ordered(blocks, in_model(costs), trees::kFreeRoot);
  return at_most(Basis::kFormula,
                 fmt::format("Prop. 1, sizes {}, root free, α = {}, β = γ = 1: ordered tree",
                             fmt::join(sizes, " "), alpha),
                 static_cast<double>(bound), static_cast<double>(ordered), exactly())
      .witnessed_by({Independence::kProgram, static_cast<double>(tried), 0, kAllTried});
}

/// Judges Sec. 5.2: with the large block first or last, order costs nothing: α + β m.
Finding lemma2(const std::vector<std::int64_t>& sizes, Cost alpha, const char* place) {
  const trees::Blocks blocks(sizes);
  const Cost bound = alpha + blocks.total();
  const trees::TreeCosts costs{alpha, 1, 1};
  const Cost ordered = trees::ordered_tree(blocks, in_model(costs), trees::kFreeRoot).time;
  const Cost tried = best_of_all_ordered(blocks, in_model(costs), trees::kFreeRoot);
  return at_most(
             Basis::kFormula,
             fmt::format("Lemma 2, sizes {}, the large block {}, α = {}, β = γ = 1: ordered tree",
                         fmt::join(sizes, " "), place, alpha),
             static_cast<double>(bound), static_cast<double>(ordered), exactly())
      .witnessed_by({Independence::kProgram, static_cast<double>(tried), 0, kAllTried})
      .of_claim(kLemma2Order);
}

Finding proposition1_weak(const std::vector<std::int64_t>& sizes, Cost alpha) {
  const trees::Blocks blocks(sizes);
  const Cost bound = ceil_log2(blocks.ranks()) * alpha + blocks.total();
  const trees::TimedTree adaptive =
      trees::adaptive_tree(blocks, in_model({alpha, 1, 1}), trees::kFreeRoot);
  return equal_counts(Basis::kFormula,
                      fmt::format("Prop. 1, sizes {}, α = {}, weakly ordered: the adaptive tree",
                                  fmt::join(sizes, " "), alpha),
                      bound, adaptive.time);
}

/// Number of cases in which one best time is below another, and the largest difference.
struct OrderTally {
  int faster = 0;
  double most = 0;
  void add(Cost time, Cost other) {
    if (time >= other) return;
    ++faster;
    most = std::max(most, 1 - static_cast<double>(time) / static_cast<double>(other));
  }
  std::string text(int count) const {
    return fmt::format("in {:.1f} %, by up to {:.1f} %", 100.0 * faster / count, 100 * most);
  }
};

/// Adds random cases: 2 .. 7 ranks, blocks 0 .. 9, α 1 .. 10, β = 1.
void add_random(Evidence& e, Cost gamma) {
  std::mt19937_64 random(1);
  const auto number = [&](std::uint64_t from, std::uint64_t to) {
    return static_cast<std::int64_t>(from + random() % (to - from + 1));
  };
  OrderTally ordered_joined, joined_ordered, weak, any;
  for (int n = 0; n < kOrderInstances; ++n) {
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(number(2, kOrderMostRanks)));
    for (std::int64_t& m : sizes) m = number(0, 9);
    const trees::TreeCosts costs{number(1, 10), 1, gamma};
    const trees::Blocks blocks(sizes);
    const int root = static_cast<int>(number(0, sizes.size() - 1));
    const Cost joined = trees::optimal_tree(blocks, costs, root).time;
    const Cost ordered = trees::ordered_tree(blocks, costs, root).time;
    const Cost weakly = trees::weakly_ordered_tree(blocks, costs, root).time;
    ordered_joined.add(ordered, joined);
    joined_ordered.add(joined, ordered);
    weak.add(weakly, std::min(joined, ordered));
    any.add(trees::non_ordered_tree(blocks, costs, root).time, weakly);
  }
  const auto add = [&](const char* what, const OrderTally& tally) {
    e.results.push_back(
        {fmt::format("{} random instances, γ = {}: {}", kOrderInstances, gamma, what),
         tally.text(kOrderInstances), ""});
  };
  add("ordered below Fig. 4", ordered_joined);
  add("Fig. 4 below ordered", joined_ordered);
  add("weakly ordered below both", weak);
  add("any tree below weakly ordered", any);
}

Evidence run_paper2_order(int) {
  Evidence e;
  e.notes = {
      "By Def. 3, every rank receives its subtrees in rank order and copies its own block at its "
      "place in this order. Fig. 4, which the programs implement, joins neighbouring ranges: every "
      "rank receives from its nearest neighbours first. Neither class of trees contains the other, "
      "but both are weakly ordered (subtrees are ranges, received in any order). By Def. 3 a last "
      "rank copies last, so that it cannot hide the copy of a large block."};
  e.findings.push_back(proposition3({2, 2, 1, 0}, {1, 1, 0}, 3));
  e.findings.push_back(proposition1({1, 1, 1, 2}, 50));
  e.findings.push_back(proposition1_weak({1, 1, 1, 2}, 50));
  e.findings.push_back(lemma2({100, 1, 1, 1}, 10, "first"));
  e.findings.push_back(lemma2({1, 1, 1, 100}, 10, "last"));
  for (const Cost gamma : {0, 1}) add_random(e, gamma);
  return e;
}

}  // namespace

extern const Reproduction paper2_order{"paper2-order",
                                       "Ordered trees by definition against the programs for them",
                                       "Träff, On Optimal Trees for Irregular Gather and Scatter "
                                       "Collectives (2019), Def. 3, Prop. 1, 3",
                                       run_paper2_order};

}  // namespace orrery::inline reproduce
