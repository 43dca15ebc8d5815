// The tree that the circulant reduce-scatter builds for p = 22: Fig. 1.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "algorithms/common/skips.h"
#include "scenarios/reproduce/reproduction.h"

namespace orrery {

namespace {

struct Edge {
  int child, parent, skip;
};

std::vector<Edge> edges(int p) {
  std::vector<Edge> all;
  for (const auto& [s, lo, hi] : circulant::steps(circulant::halving_skips(p), p))
    for (int i = lo; i <= hi; ++i) all.push_back({i, i - s, s});
  return all;
}

/// Nodes in the order of a depth-first walk, children in the order in which they are added.
void walk(const std::vector<Edge>& tree, int node, int depth, std::string& picture,
          std::string& order) {
  order += fmt::format("{}{}", order.empty() ? "" : " ", node);
  picture += fmt::format("{}{}\n", std::string(static_cast<std::size_t>(4 * depth), ' '), node);
  for (const Edge& e : tree)
    if (e.parent == node) walk(tree, e.child, depth + 1, picture, order);
}

Evidence run(int) {
  constexpr int p = 22;
  Evidence e;
  e.notes = {
      "Node i stands for what comes from the rank i before; an edge is labelled with its skip, and "
      "children are added from left to right."};
  const std::vector<Edge> tree = edges(p);
  std::string picture, order, dot = "digraph reduce_scatter_22 {\n  rankdir = BT;\n";
  walk(tree, 0, 0, picture, order);
  for (const Edge& edge : tree)
    dot += fmt::format("  {} -> {} [label = {}];\n", edge.child, edge.parent, edge.skip);
  e.findings.push_back(same_text("nodes of Fig. 1 in depth-first order",
                                 "0 11 6 17 3 14 9 20 2 13 8 19 5 16 1 12 7 18 4 15 10 21", order));
  e.findings.push_back(equal_counts("edges", 21, std::ssize(tree)));
  e.files = {{"tree-22.txt", picture}, {"tree-22.dot", dot + "}\n"}};
  return e;
}

}  // namespace

extern const Reproduction paper3_tree{
    "paper3-tree", "The reduction tree for p = 22",
    "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Fig. 1", run};

}  // namespace orrery
