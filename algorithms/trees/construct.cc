#include "algorithms/trees/construct.h"

#include <string>
#include <vector>

#include "algorithms/trees/fast_optimal.h"
#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery::trees {

namespace {

constexpr Construction kConstructions[] = {
    {"linear", "The root takes all others in rank order", linear_tree},
    {"binary", "Best ordered tree with at most two children (Träff, Thm. 3)", binary_tree},
    {"oblivious", "Binomial tree by ranks; sizes play no part", oblivious_tree},
    {"adaptive", "Binomial tree whose roots follow the sizes (Träff, Prop. 1)", adaptive_tree},
    {"optimal", "Best ordered tree (Träff, Thm. 2), copies interleaved", optimal_tree},
    {"optimal-strict", "Best ordered tree whose last rank copies last", optimal_strict_tree},
    {"two-stage", "All others gather first, then one message (Träff, Lemma 2)", two_stage_tree},
};

}  // namespace

std::span<const Construction> constructions() {
  return kConstructions;
}

const Construction& find_construction(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Construction& c : kConstructions) {
    if (c.name == name) return c;
    names.push_back(c.name);
  }
  throw_unknown("construction", name, names);
}

void check_input(const Blocks& blocks, const Costs& costs, int root, int most_ranks) {
  const int p = blocks.ranks();
  EMU_CHECK(p <= most_ranks, p, " ranks; this construction takes at most ", most_ranks);
  EMU_CHECK(root == kFreeRoot || (root >= 0 && root < p), "root ", root, " of ", p,
            " ranks; expected 0 .. ", p - 1, " or a free root");
  check_costs(blocks, costs);
}

TimedTree optimal_tree(const Blocks& blocks, const Costs& costs, int root) {
  return costs.gamma <= costs.beta ? fast_optimal_tree(blocks, costs, root)
                                   : optimal_tree_cubic(blocks, costs, root);
}

}  // namespace orrery::trees
