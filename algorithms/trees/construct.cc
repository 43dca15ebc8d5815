#include "algorithms/trees/construct.h"

#include <ranges>

#include "algorithms/trees/fast_optimal.h"
#include "algorithms/trees/non_ordered.h"
#include "algorithms/trees/ordered.h"
#include "algorithms/trees/pair_costs.h"
#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery::trees {

namespace {

constexpr Construction kConstructions[] = {
    {"linear", "The root takes all others in rank order", linear_tree},
    {"binary", "Ordered, at most two children (Träff, Thm. 3)", binary_tree,
     "ordered trees in which no rank has more than two children", kMostCubic, binary_pair_tree},
    {"oblivious", "Binomial tree by ranks; sizes play no part", oblivious_tree},
    {"adaptive", "Binomial tree whose roots follow the sizes (Träff, Prop. 1)", adaptive_tree},
    {"optimal", "Nearest neighbours first, copies interleaved; not Def. 3: see ordered",
     optimal_tree,
     "trees whose ranks take their nearest neighbours first (not those of Def. 3: see ordered)",
     kMostFast, optimal_pair_tree},
    {"optimal-strict",
     "The same, a last rank copies last (Träff, Fig. 4-5, \"Optimal\" of Table 1)",
     optimal_strict_tree,
     "trees whose ranks take their nearest neighbours first and, as the last of a range, copy last "
     "(not those of Def. 3: see ordered)",
     kMostCubic},
    {"ordered", "The optimum by Def. 3 (Träff): every rank takes in rank order", ordered_tree,
     "strongly ordered trees (Def. 3)", kMostCubic},
    {"weakly-ordered", "Subtrees are ranges of ranks, taken in any order", weakly_ordered_tree,
     "weakly ordered trees", kMostWeak},
    {"non-ordered", "Any tree (Träff, Prop. 2)", non_ordered_tree, "all trees", kExactNonOrdered},
    {"two-stage", "Large and small blocks gathered apart, then one message (TWO_Gatherv)",
     two_stage_tree},
};

}  // namespace

std::span<const Construction> constructions() {
  return kConstructions;
}

const Construction& find_construction(std::string_view name) {
  for (const Construction& c : kConstructions)
    if (c.name == name) return c;
  throw_unknown("construction", name, std::views::transform(kConstructions, &Construction::name));
}

void check_input(const Blocks& blocks, const TreeCosts& costs, int root, int most_ranks) {
  const int p = blocks.ranks();
  EMU_CHECK(p <= most_ranks, p, " ranks; this construction takes at most ", most_ranks);
  EMU_CHECK(root == kFreeRoot || (root >= 0 && root < p), "root ", root, " of ", p,
            " ranks; expected 0 .. ", p - 1, " or a free root");
  check_costs(blocks, costs);
}

TimedTree optimal_tree(const Blocks& blocks, const TreeCosts& costs, int root) {
  return optimal_trees(blocks, costs, {&root, 1}).front();
}

std::vector<TimedTree> optimal_trees(const Blocks& blocks, const TreeCosts& costs,
                                     std::span<const int> roots) {
  if (costs.gamma <= costs.beta) return fast_optimal_trees(blocks, costs, roots);
  std::vector<TimedTree> trees;
  for (const int root : roots) trees.push_back(optimal_tree_cubic(blocks, costs, root));
  return trees;
}

}  // namespace orrery::trees
