// The trees along which the circulant reduce-scatter adds up blocks, as the messages of runs draw them:
// Fig. 1 for p = 22, and any p.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emu/net/topology.h"
#include "emu/trace/trace.h"
#include "scenarios/reproduce/experiment.h"
#include "scenarios/reproduce/reproduction.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline reproduce {

namespace {

constexpr int kFigure = 22, kTreeMostRanks = 128, kMostChosen = 2048, kMostShown = 40;

/// A sum on its way to the root of a tree. Node i is the rank i before the root.
struct Edge {
  int child, parent;
  int skip() const { return child - parent; }
};

/// The tree of one block, its edges in the order of rounds.
using Tree = std::vector<Edge>;

RunSpec tree_cell(const std::string& topology, int p) {
  RunSpec spec;
  spec.collective = "reduce-scatter";
  spec.algorithm = "circulant";
  spec.topology = topology;
  spec.ranks = p;
  spec.bytes = Bytes(p);  // so that element b is rank b's block
  spec.payload = PayloadKind::kReal;
  return spec;
}

/// Returns a run's trees, by the rank of the block: the sender of element b is a child of its
/// receiver.
std::vector<Tree> trees_of_run(const std::string& topology, int p) {
  Trace trace;
  const RunResult result = run_one(tree_cell(topology, p), &trace, Detail::kTime);
  if (result.error) throw std::runtime_error(*result.error);
  std::vector<Tree> trees(static_cast<std::size_t>(p));
  const auto add = [&](std::int64_t message, std::int64_t element, std::int64_t elements) {
    const Trace::Message& m = trace.messages[static_cast<std::size_t>(message)];
    for (std::int64_t b = element; b < element + elements; ++b)
      trees[static_cast<std::size_t>(b)].push_back(
          {mod(b - m.source, p), mod(b - m.destination, p)});
  };
  std::set<std::int64_t> joined;
  for (const PartEvent& part : trace.parts) joined.insert(part.message);
  std::vector<std::int64_t> order;
  order.reserve(trace.messages.size());
  for (const Trace::Message& m : trace.messages) order.push_back(m.id);
  std::ranges::stable_sort(order, {}, [&](std::int64_t id) {
    return trace.messages[static_cast<std::size_t>(id)].round;
  });
  for (const std::int64_t id : order) {
    const Trace::Message& m = trace.messages[static_cast<std::size_t>(id)];
    if (!joined.contains(id)) add(id, m.element, m.elements);
    const auto parts = std::ranges::equal_range(trace.parts, id, {}, &PartEvent::message);
    for (const PartEvent& part : parts) add(id, part.element, part.elements);
  }
  return trees;
}

/// Visits the nodes depth first, children in the order in which they are added.
void walk(const Tree& tree, int node, int depth, std::string& picture, std::string& order) {
  order += fmt::format("{}{}", order.empty() ? "" : " ", node);
  picture += fmt::format("{}{}\n", std::string(static_cast<std::size_t>(4 * depth), ' '), node);
  for (const Edge& e : tree)
    if (e.parent == node) walk(tree, e.child, depth + 1, picture, order);
}

/// Counts the nodes with a path of ever smaller skips to the root, the root among them.
int spanned(const Tree& tree, int p) {
  std::vector<int> parent(static_cast<std::size_t>(p), -1);
  for (const Edge& e : tree) {
    if (parent[static_cast<std::size_t>(e.child)] >= 0) return 0;  // it is not a tree
    parent[static_cast<std::size_t>(e.child)] = e.parent;
  }
  const auto reaches_root = [&](int node) {
    for (int skip = p; node > 0;) {
      const int next = parent[static_cast<std::size_t>(node)];
      if (next < 0 || node - next >= skip) return false;
      skip = node - next;
      node = next;
    }
    return true;
  };
  int nodes = 0;
  for (int node = 0; node < p; ++node) nodes += reaches_root(node) ? 1 : 0;
  return nodes;
}

/// Returns the least that a tree of a run spans.
int spanned_by_all(const std::vector<Tree>& trees) {
  const int p = static_cast<int>(trees.size());
  int least = p;
  for (const Tree& tree : trees) least = std::min(least, spanned(tree, p));
  return least;
}

/// Counts the trees of a run that equal the tree of rank 0, rotated.
int like_the_first(const std::vector<Tree>& trees) {
  const auto edges = [](const Tree& tree) {
    std::set<std::pair<int, int>> all;
    for (const Edge& e : tree) all.emplace(e.child, e.parent);
    return all;
  };
  const auto first = edges(trees.front());
  return static_cast<int>(
      std::ranges::count_if(trees, [&](const Tree& tree) { return edges(tree) == first; }));
}

/// Draws the tree as text and for Graphviz; returns its depth-first order.
std::string draw(Evidence& e, const Tree& tree, int p) {
  std::string picture, order, dot = fmt::format("digraph reduce_scatter_{} {{\n", p);
  dot += "  rankdir = BT;\n";
  walk(tree, 0, 0, picture, order);
  for (const Edge& edge : tree)
    dot += fmt::format("  {} -> {} [label = {}];\n", edge.child, edge.parent, edge.skip());
  e.files.emplace_back(fmt::format("tree-{}.txt", p), picture);
  e.files.emplace_back(fmt::format("tree-{}.dot", p), dot + "}\n");
  return order;
}

std::string full(int p) {
  return fmt::format("full:{}", p);
}

void add_figure(Evidence& e) {
  const Tree tree = trees_of_run(full(kFigure), kFigure).back();
  e.findings.push_back(same_text(Basis::kPrinted, "nodes of Fig. 1 in depth-first order",
                                 "0 11 6 17 3 14 9 20 2 13 8 19 5 16 1 12 7 18 4 15 10 21",
                                 draw(e, tree, kFigure)));
  e.findings.push_back(equal_counts(Basis::kFormula, "edges", kFigure - 1, std::ssize(tree)));
}

void add_every_p(Evidence& e, int jobs) {
  std::vector<int> span(kTreeMostRanks + 1), identical(kTreeMostRanks + 1);
  in_parallel(kTreeMostRanks - 1, jobs, [&](std::size_t i) {
    const auto trees = trees_of_run(full(static_cast<int>(i) + 2), static_cast<int>(i) + 2);
    span[i + 2] = spanned_by_all(trees);
    identical[i + 2] = like_the_first(trees);
  });
  Items nodes, same;
  for (int p = 2; p <= kTreeMostRanks; ++p) {
    nodes.paper.push_back(std::to_string(p));
    nodes.ours.push_back(std::to_string(span[static_cast<std::size_t>(p)]));
    same.paper.push_back(std::to_string(p));
    same.ours.push_back(std::to_string(identical[static_cast<std::size_t>(p)]));
  }
  e.findings.push_back({Basis::kFormula,
                        "ranks that each rank's tree spans over paths of different skips",
                        nodes,
                        {}});
  e.findings.push_back(
      {Basis::kFormula, "ranks whose trees are the same but for rotation", same, {}});
}

/// Adds any p: the number of the network's hosts.
void add_chosen(Evidence& e, const std::string& topology) {
  const int p = static_cast<int>(make_topology(topology)->hosts());
  if (p > kMostChosen)
    throw InputError(fmt::format("reproduce: --topology: {} has {} hosts; expected at most {}",
                                 topology, p, kMostChosen));
  const std::vector<Tree> trees = trees_of_run(topology, p);
  const std::string order = draw(e, trees.back(), p);
  e.results.push_back({fmt::format("{}: nodes in depth-first order", topology),
                       p <= kMostShown ? order : fmt::format("tree-{}.txt (--out)", p),
                       fmt::format("each tree spans {} ranks, {} of {} are the same but for "
                                   "rotation",
                                   spanned_by_all(trees), like_the_first(trees), p)});
}

Evidence run_paper3_tree(const Workshop& w) {
  Evidence e;
  e.notes = {fmt::format(
      "The trees follow from the messages of runs: the sender of a block is a child of its "
      "receiver. Node i stands for the contribution of the rank i places before, and an edge for "
      "the skip between its ends; children are added from left to right. Every p = 2 .. {} is "
      "checked. --topology full:P, or any other network, adds the tree for its number of hosts.",
      kTreeMostRanks)};
  add_figure(e);
  add_every_p(e, w.jobs);
  if (!w.topology.empty()) add_chosen(e, w.topology);
  return e;
}

}  // namespace

extern const Reproduction paper3_tree{
    .name = "paper3-tree",
    .title = "The reduction trees: Fig. 1 for p = 22, and any other p",
    .source =
        "Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), Fig. 1",
    .run = run_paper3_tree,
    .takes_topology = true,
    .beyond_model = "shapes of trees are compared, which do not depend on costs",
};

}  // namespace orrery::inline reproduce
