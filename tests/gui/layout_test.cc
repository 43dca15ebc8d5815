#include "viz/model/layout/layout.h"

#include <cmath>

#include <gtest/gtest.h>

namespace orrery::viz {
namespace {

class LayoutOf : public ::testing::TestWithParam<const char*> {};

TEST_P(LayoutOf, KeepsNodesApartAndInside) {
  const std::shared_ptr<const Topology> topology = make_topology(GetParam());
  const auto layout = makeLayout(topology);
  const auto& nodes = layout->nodes();
  ASSERT_EQ(nodes.size(), static_cast<std::size_t>(topology->nodes()));
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    EXPECT_TRUE(layout->bounds().contains(nodes[a]));
    for (std::size_t b = a + 1; b < nodes.size(); ++b) {
      EXPECT_GT(QLineF(nodes[a], nodes[b]).length(), 0.3) << a << " and " << b;
    }
  }
}

TEST_P(LayoutOf, JoinsTheRightNodes) {
  const std::shared_ptr<const Topology> topology = make_topology(GetParam());
  const auto layout = makeLayout(topology);
  for (LinkId id = 0; id < topology->link_count(); ++id) {
    const Link ends = topology->link(id);
    const LinkShape shape = layout->link(id);
    const auto last = static_cast<std::size_t>(shape.count) - 1;
    EXPECT_EQ(shape.segments[0].p1(), layout->nodes()[static_cast<std::size_t>(ends.from)]);
    EXPECT_EQ(shape.segments[last].p2(), layout->nodes()[static_cast<std::size_t>(ends.to)]);
    EXPECT_EQ(shape.at(0).p1(), shape.segments[0].p1());
    EXPECT_LT(QLineF(shape.at(1).p1(), shape.segments[last].p2()).length(), 1e-9);
    for (double f : {0.0, 0.3, 0.5, 0.8, 1.0}) {
      EXPECT_TRUE(layout->bounds().contains(shape.at(f).p1())) << "link " << id << " at " << f;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, LayoutOf,
    ::testing::Values("torus:1", "torus:2", "torus:3", "torus:64", "torus:200", "torus:1023",
                      "torus:2x2", "torus:8x8", "torus:1x5", "torus:32x32", "torus:3x3x3",
                      "torus:8x8x8", "torus:9x4x16", "torus:2x3x2x4", "mesh:7", "mesh:50",
                      "mesh:3x4", "mesh:2x3x4", "full:1", "full:2", "full:16", "full:130", "star:1",
                      "star:8", "star:150", "two-tier:5,11", "fat-tree:4", "fat-tree:8",
                      "fat-tree:2,3", "fat-tree:4,4;1,2", "hyperx:2x2", "hyperx:5x4", "hyperx:7",
                      "hyperx:3x4x5", "hammingmesh:2x2@2x3", "hammingmesh:4x6@3x2",
                      "hammingmesh:2x2@1x34", "dragonfly:4,2,2", "dragonfly:2,1,1"));

TEST(Layout, WrapAroundLinksLeaveThePicture) {
  const std::shared_ptr<const Topology> topology = make_topology("torus:4x5");
  const auto layout = makeLayout(topology);
  int wrapped = 0;
  for (LinkId id = 0; id < topology->link_count(); ++id) wrapped += layout->link(id).count == 2;
  EXPECT_EQ(wrapped, 2 * (4 + 5));
}

TEST(Layout, RouteRunsFromRimToRim) {
  const std::shared_ptr<const Topology> topology = make_topology("mesh:4x4");
  const auto layout = makeLayout(topology);
  std::vector<LinkId> links;
  topology->append_route(0, 10, 0, links);
  const QPointF from = layout->nodes()[0], to = layout->nodes()[10];
  EXPECT_NEAR(QLineF(from, alongRoute(*layout, links, 0, 0.25).p1()).length(), 0.25, 1e-9);
  EXPECT_NEAR(QLineF(to, alongRoute(*layout, links, 1, 0.25).p1()).length(), 0.25, 1e-9);
  for (int i = 0; i <= 100; ++i) {
    const double progress = i / 100.0;
    const QPointF at = alongRoute(*layout, links, progress, 0.25).p1();
    for (const QPointF& node : layout->nodes()) EXPECT_GT(QLineF(node, at).length(), 0.2499);
  }
}

}  // namespace
}  // namespace orrery::viz
