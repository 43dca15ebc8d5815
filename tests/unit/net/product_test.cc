#include <memory>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/topology.h"

namespace orrery {
namespace {

using Nodes = std::vector<NodeId>;
using Levels = std::vector<int>;

/// The nodes that path 0 visits after the source, and the levels of its links.
struct Walk {
  Nodes nodes;
  Levels levels;
};

Walk walk(std::string_view spec, NodeId src, NodeId dst) {
  const auto topology = make_topology(spec);
  std::vector<LinkId> route;
  topology->append_route(src, dst, 0, route);
  Walk walk;
  for (const LinkId id : route) {
    walk.nodes.push_back(topology->link(id).to);
    walk.levels.push_back(topology->link(id).level);
  }
  return walk;
}

TEST(HyperX, LinksRowsAndColumnsCompletely) {
  const auto hyperx = make_topology("hyperx:4x3");
  EXPECT_EQ(hyperx->hosts(), 12);
  EXPECT_EQ(hyperx->nodes(), 12);
  EXPECT_EQ(hyperx->dims(), (std::vector<int>{4, 3}));
  EXPECT_EQ(hyperx->link_count(), 12 * (3 + 2));
  EXPECT_EQ(hyperx->ports_per_host(), 5);
  EXPECT_EQ(hyperx->levels(), 1);
}

TEST(HyperX, RoutesTheLastDimensionFirst) {
  EXPECT_EQ(walk("hyperx:4x3", 0, 11).nodes, (Nodes{2, 11}));  // (0,0) -> (0,2) -> (3,2)
  EXPECT_EQ(walk("hyperx:4x3", 1, 10).nodes, (Nodes{10}));
}

// Boards of 2x2 in 2 rows of 3: 4x6 hosts. Switches 24 .. 29 belong to columns, 30 .. 33 to rows.
TEST(HammingMesh, HasAMeshOnEachBoardAndASwitchForEachLine) {
  const auto mesh = make_topology("hammingmesh:2x2@2x3");
  EXPECT_EQ(mesh->dims(), (std::vector<int>{4, 6}));
  EXPECT_EQ(mesh->nodes(), 24 + 6 + 4);
  EXPECT_EQ(mesh->ports_per_host(), 4);
  EXPECT_EQ(mesh->levels(), 2);
  // 6 boards have 4 edges, in both directions; a column has 4 ports, a row 6, in both directions.
  EXPECT_EQ(mesh->link_count(), 6 * 4 * 2 + 6 * 4 * 2 + 4 * 6 * 2);
}

TEST(HammingMesh, StaysOnTheBoardOrCrossesASwitch) {
  constexpr std::string_view kSpec = "hammingmesh:2x2@2x3";
  EXPECT_EQ(walk(kSpec, 0, 1).nodes, Nodes{1});
  EXPECT_EQ(walk(kSpec, 0, 1).levels, Levels{0});
  EXPECT_EQ(walk(kSpec, 1, 2).nodes, (Nodes{30, 2}));  // neighbours of different boards
  EXPECT_EQ(walk(kSpec, 1, 2).levels, (Levels{1, 1}));
  EXPECT_EQ(walk(kSpec, 0, 23).nodes, (Nodes{30, 5, 29, 23}));
  EXPECT_EQ(walk(kSpec, 0, 6).nodes, Nodes{6});
}

TEST(HammingMesh, WalksToTheEdgeOfTheBoard) {
  constexpr std::string_view kSpec = "hammingmesh:2x6@1x2";
  EXPECT_EQ(walk(kSpec, 2, 7).nodes, (Nodes{1, 0, 36, 6, 7}));
  EXPECT_EQ(walk(kSpec, 2, 7).levels, (Levels{0, 0, 1, 1, 0}));
  EXPECT_EQ(walk(kSpec, 1, 4).nodes, (Nodes{2, 3, 4}));
  EXPECT_EQ(walk(kSpec, 0, 5).nodes, (Nodes{36, 5}));  // the edges of a board meet at the switch
}

// 34 boards have 68 ports in a row: two leaves of 34 ports would be too large, four of 17 fit.
TEST(HammingMesh, LongRowsHaveTreesOfTwoLevels) {
  const auto mesh = make_topology("hammingmesh:2x2@1x34");
  EXPECT_EQ(mesh->levels(), 3);
  EXPECT_EQ(mesh->nodes(), 136 + 68 + 2 * (4 + 17));
  EXPECT_EQ(walk("hammingmesh:2x2@1x34", 0, 67).levels, (Levels{1, 2, 2, 1}));
  EXPECT_EQ(walk("hammingmesh:2x2@1x34", 0, 2).levels, (Levels{1, 1}));
}

}  // namespace
}  // namespace orrery
