#include "viz/model/index/communication.h"

#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "tests/gui/fixtures.h"
#include "viz/model/layout/diagram.h"
#include "viz/model/run/finished_run.h"
#include "viz/model/text/communication_text.h"

namespace orrery::viz {
namespace {

using Kind = Communication::Kind;

Communication communicationOf(const FinishedRun& run, int block = -1) {
  return viz::communicationOf(run.stage->index(), block);
}

TEST(Communication, ABinomialBroadcastIsItsTree) {
  const auto run = runOf("broadcast", "binomial", "full:8");
  const Communication c = communicationOf(*run);
  ASSERT_EQ(c.kind, Kind::kTree);
  EXPECT_FALSE(c.trees[0].up);
  // Rank r's parent is r without its lowest set bit, at half the distance in every round.
  EXPECT_EQ(c.trees[0].parent, (std::vector<int>{-1, 0, 0, 2, 0, 4, 4, 6}));
  EXPECT_EQ(treeText(c.trees[0], run->stage->index().blocks()).toStdString(), "from rank 0");
}

TEST(Communication, RootedCollectivesOverTreesEndAtTheirRoots) {
  for (const auto& [collective, algorithm, up] : {std::tuple{"gatherv", "binary", true},
                                                  {"gatherv", "optimal", true},
                                                  {"scatterv", "adaptive", false},
                                                  {"reduce", "binomial", true},
                                                  {"gather", "circulant", true},
                                                  {"broadcast", "chain", false},
                                                  {"broadcast", "linear", false},
                                                  {"broadcast", "binary-tree", false}}) {
    const auto run = runOf(collective, algorithm, "full:7", 7000, 3);
    ASSERT_TRUE(run->hasPicture()) << collective << " " << algorithm;
    const Communication c = communicationOf(*run);
    ASSERT_EQ(c.kind, Kind::kTree) << collective << " " << algorithm;
    EXPECT_EQ(c.trees[0].up, up) << collective << " " << algorithm;
    for (int r = 0; r < 7; ++r)
      EXPECT_EQ(c.trees[0].parent[static_cast<std::size_t>(r)] < 0, r == 3)
          << collective << " " << algorithm << " rank " << r;
  }
}

TEST(Communication, RanksWithoutDataStandAlone) {
  RunSpec spec;
  spec.collective = "gatherv";
  spec.algorithm = "linear";
  spec.topology = "full:4";
  spec.sizes = {5, 0, 7, 9};
  spec.bytes = Bytes(21);
  const auto run = runCell(spec);
  const Communication c = communicationOf(*run);
  ASSERT_EQ(c.kind, Kind::kTree);
  EXPECT_EQ(c.trees[0].parent, (std::vector<int>{-1, -1, 0, 0}));
  const Diagram d = makeDiagram(c, run->stage->index());
  EXPECT_EQ(d.nodes.size(), 4U);
  EXPECT_EQ(d.edges.size(), 2U);
  EXPECT_GT(d.nodes[1].at.y(), d.nodes[2].at.y());
}

/// Checks that each rank gets the block once, over the tree, before it passes it on.
void expectTreeOfBlock(const FinishedRun& run, const CommunicationTree& tree, int block) {
  const auto& messages = run.stage->index().trace().messages;
  for (std::size_t r = 0; r < tree.parent.size(); ++r) {
    if (tree.parent[r] < 0) continue;
    const Trace::Message& m = messages[static_cast<std::size_t>(tree.message[r])];
    EXPECT_TRUE(run.stage->index().blocks().carries(m, block));
    EXPECT_EQ(tree.up ? m.source : m.destination, static_cast<int>(r));
    EXPECT_EQ(tree.up ? m.destination : m.source, tree.parent[r]);
    const std::int64_t above = tree.message[static_cast<std::size_t>(tree.parent[r])];
    if (above < 0) continue;
    const Trace::Message& next = messages[static_cast<std::size_t>(above)];
    EXPECT_LE(tree.up ? m.end : next.end, tree.up ? next.start : m.start);
  }
}

TEST(Communication, BlocksOfACirculantBroadcastHaveTheirTrees) {
  const auto run = runOf("broadcast", "circulant", "full:11", 1 << 20, 2);
  const int blocks = run->stage->index().blocks().count();
  ASSERT_GT(blocks, 1);
  for (int b = 0; b < blocks; ++b) {
    const Communication c = communicationOf(*run, b);
    ASSERT_TRUE(c.kind == Kind::kTreeOfBlock || c.kind == Kind::kTrees);
    if (c.kind == Kind::kTrees) continue;
    ASSERT_EQ(c.trees.size(), 1U);
    EXPECT_EQ(c.block, b);
    EXPECT_EQ(std::ranges::count(c.trees[0].parent, -1), 1);
    EXPECT_EQ(c.trees[0].parent[2], -1);
    expectTreeOfBlock(*run, c.trees[0], b);
  }
}

TEST(Communication, SwingBroadcastsOverATreeForEachPort) {
  RunSpec spec;
  spec.collective = "broadcast";
  spec.algorithm = "swing";
  spec.topology = "torus:4x4";
  spec.ports = {.kind = Ports::Kind::kPerLink};
  spec.bytes = Bytes(4096);
  const auto run = runCell(spec);
  ASSERT_TRUE(run->hasPicture()) << run->result.error.value_or("");
  const Communication c = communicationOf(*run);
  ASSERT_EQ(c.kind, Kind::kTrees);
  EXPECT_EQ(c.trees.size(), 4U);
  std::set<std::vector<int>> different;
  for (const CommunicationTree& tree : c.trees) {
    different.insert(tree.parent);
    EXPECT_EQ(std::ranges::count(tree.parent, -1), 1);
    expectTreeOfBlock(*run, tree, tree.blocks.front().first);
  }
  EXPECT_EQ(different.size(), 4U);
}

TEST(Communication, ABlockOfARingIsSummedUpAndHandedOut) {
  const auto run = runOf("allreduce", "ring", "torus:6");
  const Communication c = communicationOf(*run, 4);
  ASSERT_EQ(c.kind, Kind::kTreeOfBlock);
  ASSERT_EQ(c.trees.size(), 2U);
  EXPECT_TRUE(c.trees[0].up);
  EXPECT_FALSE(c.trees[1].up);
  // Block 4 is summed from rank 4 on to rank 3, and distributed from there.
  EXPECT_EQ(c.trees[0].parent, (std::vector<int>{1, 2, 3, -1, 5, 0}));
  EXPECT_EQ(c.trees[1].parent, (std::vector<int>{5, 0, 1, -1, 3, 4}));
}

TEST(Communication, WhereThereIsNoTreeItIsSaid) {
  for (const auto& [collective, algorithm] : {std::pair{"alltoall", "bruck"},
                                              {"alltoall", "linear"},
                                              {"barrier", "dissemination"},
                                              {"allreduce", "recursive-doubling-latency"}}) {
    const auto run = runOf(collective, algorithm, "full:8");
    const Communication c = communicationOf(*run);
    ASSERT_EQ(c.kind, Kind::kRounds) << collective << " " << algorithm;
    EXPECT_TRUE(communicationText(c, run->stage->index().blocks())
                    .startsWith(QStringLiteral("The messages form no tree")));
    const Diagram d = makeDiagram(c, run->stage->index());
    EXPECT_EQ(d.edges.size(), run->stage->index().trace().messages.size());
    EXPECT_EQ(d.nodes.size(), 8 * (run->stage->index().rounds().size() + 1));
  }
}

/// Checks every algorithm: trees are trees, nodes do not overlap, edges join the ranks of their
/// message.
TEST(Diagram, OfEveryAlgorithm) {
  for (const Algorithm* a : catalog()) {
    const auto run = runOf(std::string(a->collective), std::string(a->name), "full:8", 4096, 5);
    if (!run->hasPicture()) continue;
    const Communication c = communicationOf(*run);
    EXPECT_NE(c.kind, Kind::kNothing) << a->collective << " " << a->name;
    const Diagram d = makeDiagram(c, run->stage->index());
    for (const CommunicationTree& tree : c.trees)
      EXPECT_LT(std::ranges::count(tree.parent, -1), 8) << a->collective << " " << a->name;
    for (std::size_t i = 0; i < d.nodes.size(); ++i) {
      EXPECT_TRUE(d.bounds.contains(d.nodes[i].at));
      for (std::size_t j = 0; j < i; ++j) {
        const QPointF apart = d.nodes[i].at - d.nodes[j].at;
        EXPECT_GE(std::hypot(apart.x(), apart.y()), 0.49) << a->collective << " " << a->name;
      }
    }
    for (const Diagram::Edge& edge : d.edges) {
      const auto& m = run->stage->index().trace().messages[static_cast<std::size_t>(edge.message)];
      EXPECT_EQ(d.nodes[static_cast<std::size_t>(edge.from)].rank, m.source);
      EXPECT_EQ(d.nodes[static_cast<std::size_t>(edge.to)].rank, m.destination);
    }
  }
}

}  // namespace
}  // namespace orrery::viz
