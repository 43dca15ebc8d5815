#include "scenarios/report/tree/request.h"

#include <algorithm>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/non_ordered.h"
#include "algorithms/trees/ports.h"
#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery::inline report {

namespace {

using trees::Blocks;
using trees::Construction;
using trees::TimedTree;
using trees::TreeCosts;

/// A construction for k ports.
struct PortConstruction {
  std::string_view name;
  TimedTree (*build)(const Blocks& blocks, const trees::TreeCosts& costs, int root, int ports);
};

TimedTree best_port_tree(const Blocks& blocks, const trees::TreeCosts& costs, int root, int ports) {
  return blocks.ranks() <= trees::kMostPorted ? trees::optimal_port_tree(blocks, costs, root, ports)
                                              : trees::greedy_port_tree(blocks, costs, root, ports);
}

constexpr PortConstruction kPortConstructions[] = {
    {"adaptive", trees::adaptive_port_tree},
    {"list-star", trees::list_star},
    {"greedy", trees::greedy_port_tree},
    {"non-ordered", best_port_tree},
};

const PortConstruction* find_port_construction(std::string_view name) {
  const auto* const found = std::ranges::find(kPortConstructions, name, &PortConstruction::name);
  return found == std::end(kPortConstructions) ? nullptr : found;
}

bool for_one_port(std::string_view name) {
  return std::ranges::count(trees::constructions(), name, &Construction::name) > 0;
}

std::string standing(std::string_view best_of, int exact_ranks, int ranks) {
  if (best_of.empty()) return {};
  if (ranks <= exact_ranks) return text_of("the best of ", best_of);
  return text_of("a heuristic for ", best_of, ": the best of up to ", exact_ranks, " ranks");
}

TreeAnswer build_for_pairs(const TreeRequest& x, const trees::PairCosts& pairs) {
  EMU_CHECK(x.ports == 1 && !x.virtual_ranks,
            "costs of pairs are for one port and real ranks; expected neither --ports nor "
            "--virtual-ranks");
  const trees::PairCosts costs = from_root(x) ? pairs.reversed() : pairs;
  const Construction& construction = trees::find_construction(x.construction);
  const bool own = construction.build_for_pairs != nullptr;
  TreeAnswer answer{own ? construction.build_for_pairs(x.blocks, costs, x.root)
                        : construction.build(x.blocks, x.costs, x.root)};
  answer.ready = ready_times(answer.built.tree, x.blocks, costs);
  answer.lower_bound = lower_bound(x.blocks, costs, answer.built.tree.root());
  answer.standing = own ? standing(construction.best_of, trees::kMostPairs, x.blocks.ranks())
                        : "built for alpha, beta, gamma; timed with the costs of the pairs";
  return answer;
}

TreeAnswer build_for_ports(const TreeRequest& x, const PortConstruction& construction) {
  EMU_CHECK(!x.virtual_ranks, "construction ", construction.name, " with ", x.ports,
            " ports takes the ranks by size as it is; expected no --virtual-ranks");
  TreeAnswer answer{construction.build(x.blocks, x.costs, x.root, x.ports)};
  if (construction.name == "non-ordered")
    answer.standing = standing("all trees", trees::kMostPorted, x.blocks.ranks());
  return answer;
}

TreeAnswer build_for_one_port(const TreeRequest& x) {
  const Construction& construction = trees::find_construction(x.construction);
  TreeAnswer answer{x.virtual_ranks
                        ? trees::virtual_rank_tree(construction, x.blocks, x.costs, x.root)
                        : construction.build(x.blocks, x.costs, x.root)};
  if (x.ports > 1)
    answer.standing = text_of("built for one port; timed with ", x.ports);
  else if (x.virtual_ranks)
    answer.standing = "built over virtual ranks, the root and then the largest blocks first";
  else
    answer.standing = standing(construction.best_of, construction.exact_ranks, x.blocks.ranks());
  return answer;
}

/// Checks a name. THROWS std::invalid_argument naming the existing ones.
void check_tree_name(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Construction& c : trees::constructions()) names.push_back(c.name);
  for (const PortConstruction& c : kPortConstructions)
    if (!for_one_port(c.name)) names.push_back(c.name);
  if (std::ranges::count(names, name) == 0) throw_unknown("construction", name, names);
}

}  // namespace

bool from_root(const TreeRequest& request) {
  return request.operation == "scatter" || request.operation == "broadcast";
}

TreeAnswer build_tree(const TreeRequest& x) {
  EMU_CHECK(x.ports >= 1, x.ports, " ports; expected at least 1");
  check_tree_name(x.construction);
  TreeAnswer answer;
  if (x.pairs) {
    answer = build_for_pairs(x, *x.pairs);
  } else {
    const PortConstruction* ported = find_port_construction(x.construction);
    const bool use = ported != nullptr && (x.ports > 1 || !for_one_port(x.construction));
    answer = use ? build_for_ports(x, *ported) : build_for_one_port(x);
    const trees::Tree& tree = answer.built.tree;
    answer.ready = ready_times(tree, x.blocks, x.costs, x.ports);
    answer.lower_bound = lower_bound(x.blocks, x.costs, tree.root(), x.ports);
  }
  answer.built.time = answer.ready[static_cast<std::size_t>(answer.built.tree.root())];
  return answer;
}

}  // namespace orrery::inline report
