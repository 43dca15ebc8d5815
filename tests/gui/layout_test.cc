#include "viz/model/layout/layout.h"

#include <algorithm>
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
    ::testing::Values(
        "torus:1", "torus:2", "torus:3", "torus:64", "torus:200", "torus:1023", "torus:2x2",
        "torus:8x8", "torus:1x5", "torus:32x32", "torus:3x3x3", "torus:8x8x8", "torus:9x4x16",
        "torus:2x3x2x4", "mesh:7", "mesh:50", "mesh:3x4", "mesh:2x3x4", "full:1", "full:2",
        "full:16", "full:130", "star:1", "star:8", "star:150", "two-tier:5,11", "fat-tree:4",
        "fat-tree:8", "fat-tree:2,3", "fat-tree:4,4;1,2", "hyperx:2x2", "hyperx:5x4", "hyperx:7",
        "hyperx:3x4x5", "hammingmesh:2x2@2x3", "hammingmesh:4x6@3x2", "hammingmesh:2x2@1x34",
        "dragonfly:4,2,2", "dragonfly:2,1,1", "torus:4x4x4", "dragonfly:3,5,2", "dragonfly:1,3,4",
        "dragonfly:4,1,1,3", "clos:4,4,2,2", "rails:2,4,4,4", "dragonfly+:2,2,2,1",
        "nodes:1x1,mesh@star:1", "nodes:4x8@rails:1,4,8,4", "nodes:3x4,mesh,nics=2@torus:3",
        "nodes:2x3,pcie,nics=3@clos:2,3,2,2", "nodes:4x8,mi250x,nics=4@dragonfly:4,4,1,1",
        "nodes:16x4,nvswitch,nics=4,rail-only@star:16", "nodes:32x8,nvswitch,nics=8@rails:1,32,8,4",
        "nodes:32x8,mi250x,nics=4@dragonfly:8,16,1,1"));

double distanceTo(const QLineF& line, QPointF p) {
  const QPointF way = line.p2() - line.p1();
  const double length = QPointF::dotProduct(way, way);
  const double along = length > 0 ? QPointF::dotProduct(p - line.p1(), way) / length : 0;
  return QLineF(line.pointAt(std::clamp(along, 0.0, 1.0)), p).length();
}

class Readable : public ::testing::TestWithParam<const char*> {};

/// Returns whether a link joins two rows or columns of switches and a node stands in one of them: near
/// its ends such links are a fan.
bool isInFan(const Topology& topology, const LinkShape& shape, const Link& ends, QPointF node) {
  const QLineF& way = shape.segments[0];
  const auto standsIn = [](double at, double one, double other) {
    return one != other && (at == one || at == other);
  };
  return std::min(ends.from, ends.to) >= topology.hosts() && shape.count == 1 &&
         (standsIn(node.y(), way.y1(), way.y2()) || standsIn(node.x(), way.x1(), way.x2()));
}

/// Checks that a link keeps clear of other nodes; otherwise it would seem to end there.
TEST_P(Readable, LinksPassBesideTheNodesBetweenTheirEnds) {
  const std::shared_ptr<const Topology> topology = make_topology(GetParam());
  const auto layout = makeLayout(topology);
  for (LinkId id = 0; id < topology->link_count(); ++id) {
    const Link ends = topology->link(id);
    const LinkShape shape = layout->link(id);
    for (NodeId n = 0; n < topology->nodes(); ++n) {
      if (n == ends.from || n == ends.to) continue;
      const QPointF node = layout->nodes()[static_cast<std::size_t>(n)];
      if (isInFan(*topology, shape, ends, node)) continue;
      for (int i = 0; i < shape.count; ++i)
        EXPECT_GT(distanceTo(shape.segments[static_cast<std::size_t>(i)], node),
                  layout->nodeRadius())
            << "link from " << ends.from << " to " << ends.to << " over " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Readable,
    ::testing::Values("torus:4x4x4", "torus:3x4x5", "mesh:4x4x4", "torus:2x2x2", "torus:5x5x5",
                      "dragonfly:4,2,2", "dragonfly:2,1,1", "dragonfly:3,5,2", "dragonfly:1,3,4",
                      "two-tier:5,11", "full:5", "full:16", "full:40", "dragonfly+:2,2,2,1",
                      "dragonfly+:4,3,4,2,3", "torus:3x5x2", "fat-tree:8", "fat-tree:4,3",
                      "fat-tree:4,4;1,2", "groups:8,8,8,8", "groups:16,12,5,30", "clos:8,4,4,2",
                      "full:8", "full:24", "hammingmesh:2x2@2x3", "hammingmesh:4x4@2x2",
                      "hyperx:3x4", "hyperx:3x3x3", "nodes:2x8,nvswitch,nics=8@rails:1,2,8,4",
                      "nodes:8x8,nvswitch,nics=8@rails:1,8,8,4", "nodes:4x4,mesh@star:4",
                      "nodes:4x4,pcie,nics=2@fat-tree:2,3", "nodes:2x8,pcie,nics=4@star:8",
                      "nodes:2x8,mi250x,nics=4@star:8"));

/// Checks that messages on links over several hosts do not cover these.
TEST(Layout, MessagesPassBesideARow) {
  const std::shared_ptr<const Topology> topology = make_topology("hyperx:4x4");
  const auto layout = makeLayout(topology);
  constexpr double kLane = 0.115, kBall = 0.12, kNumber = 0.2;
  for (LinkId id = 0; id < topology->link_count(); ++id) {
    const LinkShape shape = layout->link(id);
    for (const QPointF node : layout->nodes())
      EXPECT_TRUE(shape.count < 3 || distanceTo(shape.segments[1], node) > kLane + kBall + kNumber);
  }
}

/// Checks that no two links of NICs to switches cross, since the picture of their fans was a tangle.
TEST(Layout, LinksOfServersDoNotCross) {
  for (const char* spec :
       {"nodes:2x8,nvswitch,nics=8@rails:1,2,8,4", "nodes:4x4,nvswitch,nics=4,rail-only@star:4",
        "nodes:8x8,nvswitch,nics=8@rails:1,8,8,4", "nodes:32x8,nvswitch,nics=8@rails:1,32,8,4",
        "nodes:16x4,mesh,nics=4@dragonfly+:2,32,18,1,1",
        "nodes:32x8,mi250x,nics=4@dragonfly:8,16,1,1"}) {
    const std::shared_ptr<const Topology> topology = make_topology(spec);
    const auto layout = makeLayout(topology);
    const ServerShape& servers = *topology->servers();
    const NodeId nics = servers.count * (servers.gpus + servers.switches);
    std::vector<LinkShape> up;
    for (LinkId id = 0; id < topology->link_count(); ++id)
      if (const Link ends = topology->link(id);
          ends.from >= nics && servers.server_of(ends.from) >= 0 && servers.server_of(ends.to) < 0)
        up.push_back(layout->link(id));
    int crossings = 0;
    const auto count = [&](const LinkShape& a, const LinkShape& b) {
      for (int i = 0; i < a.count; ++i)
        for (int k = 0; k < b.count; ++k) {
          const QLineF &one = a.segments[static_cast<std::size_t>(i)],
                       &other = b.segments[static_cast<std::size_t>(k)];
          if (one.p2() != other.p2())
            crossings += one.intersects(other, nullptr) == QLineF::BoundedIntersection;
        }
    };
    for (std::size_t a = 0; a < up.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) count(up[a], up[b]);
    EXPECT_EQ(up.size(), static_cast<std::size_t>(servers.count * servers.nics)) << spec;
    EXPECT_EQ(crossings, 0) << spec;
  }
}

/// A picture of a network has the shape of the window's stage, and nodes that can be seen in it.
TEST(Layout, TreesAndServersUseTheRoom) {
  for (const auto& [spec, least] : {std::pair("fat-tree:8", 15.0),
                                    {"fat-tree:4,3", 24},
                                    {"groups:16,12,5,30", 20},
                                    {"nodes:8x8,nvswitch,nics=8@rails:1,8,8,4", 17},
                                    {"nodes:2x8,mi250x,nics=4@star:8", 24}}) {
    const QRectF bounds = makeLayout(make_topology(spec))->bounds();
    EXPECT_GT(std::min(690 / bounds.width(), 480 / bounds.height()), least) << spec;
  }
}

/// Checks that no ranks are named below hosts whose links lead down.
TEST(Layout, HostsAboveTheirSwitchesHaveNoRoomBelow) {
  const auto layout = makeLayout(make_topology("clos:20,1,2"));
  EXPECT_LT(layout->nodes()[0].y(), layout->nodes()[20].y());
  EXPECT_EQ(layout->roomBelow(), 0);
}

/// Checks that a wide window has a wide picture.
TEST(Layout, PlanesAndGroupsFillTheWindow) {
  for (const char* spec : {"torus:4x4x4", "torus:8x8x8", "torus:2x8x8", "dragonfly:4,2,2"}) {
    const QRectF bounds = makeLayout(make_topology(spec))->bounds();
    EXPECT_GT(bounds.width() / bounds.height(), 0.9) << spec;
    EXPECT_LT(bounds.width() / bounds.height(), 2.8) << spec;
  }
}

bool contains(const Area& area, QPointF p) {
  for (std::size_t i = 0; i < 4; ++i) {
    const QPointF a = area.corners[i], side = area.corners[(i + 1) % 4] - a, to = p - a;
    if (side.x() * to.y() - side.y() * to.x() < 0) return false;
  }
  return true;
}

TEST(Layout, EachPlaneAndEachGroupHasGroundOfItsOwn) {
  for (const auto& [spec, areas] :
       {std::pair("torus:3x4x5", 3U), std::pair("torus:16x4x4", 16U),
        std::pair("dragonfly:4,2,2", 9U), std::pair("dragonfly:1,3,4", 5U),
        std::pair("dragonfly+:2,2,2,1", 3U), std::pair("dragonfly+:4,1,3,2,2", 2U)}) {
    const std::shared_ptr<const Topology> topology = make_topology(spec);
    const auto layout = makeLayout(topology);
    ASSERT_EQ(layout->areas().size(), areas) << spec;
    for (const QPointF& node : layout->nodes()) {
      const auto on = std::count_if(layout->areas().begin(), layout->areas().end(),
                                    [&](const Area& area) { return contains(area, node); });
      EXPECT_EQ(on, 1) << spec;
    }
    const int hosts = topology->hosts() / static_cast<int>(areas);
    for (NodeId n = 0; n < topology->hosts(); ++n)
      EXPECT_TRUE(contains(layout->areas()[static_cast<std::size_t>(n / hosts)],
                           layout->nodes()[static_cast<std::size_t>(n)]))
          << spec << " host " << n;
  }
}

/// Checks the order from top to bottom: spine switches, leaf switches, hosts.
TEST(Layout, SpinesOfAGroupStandAboveItsLeaves) {
  const std::shared_ptr<const Topology> topology = make_topology("dragonfly+:3,2,2,1");
  const auto layout = makeLayout(topology);
  for (LinkId id = 0; id < topology->link_count(); ++id) {
    const Link link = topology->link(id);
    if (link.level == 2) continue;
    EXPECT_EQ(layout->nodes()[static_cast<std::size_t>(link.from)].y() >
                  layout->nodes()[static_cast<std::size_t>(link.to)].y(),
              link.from < link.to)
        << id;
  }
}

/// Checks that links between groups do not cross at one point.
TEST(Layout, ServersHaveTheirPartsOnTheirGround) {
  const std::shared_ptr<const Topology> topology =
      make_topology("nodes:6x4,nvswitch,nics=2@clos:3,4,2");
  const auto layout = makeLayout(topology);
  ASSERT_EQ(layout->areas().size(), 6U);
  const ServerShape& servers = *topology->servers();
  for (NodeId node = 0; node < topology->nodes(); ++node) {
    int on = 0;
    const QPointF at = layout->nodes()[static_cast<std::size_t>(node)];
    for (std::size_t a = 0; a < 6; ++a) {
      const auto& corners = layout->areas()[a].corners;
      if (!QRectF(corners[0], corners[2]).contains(at)) continue;
      ++on;
      EXPECT_EQ(servers.server_of(node), static_cast<int>(a));
    }
    EXPECT_EQ(on, servers.server_of(node) < 0 ? 0 : 1) << node;
  }
  for (const char* spec :
       {"nodes:1x1@star:1", "nodes:2x8,mi250x,nics=4@star:8", "nodes:5x3,pcie@star:5"}) {
    const auto other = makeLayout(make_topology(spec));
    for (const Area& area : other->areas())
      for (const QPointF corner : area.corners)
        EXPECT_TRUE(other->bounds().contains(corner)) << spec;
  }
  // The switch is in the middle, GPUs around it, and NICs further out.
  const QPointF middle = layout->nodes()[24];
  const double gpu = QLineF(middle, layout->nodes()[0]).length();
  for (NodeId g = 0; g < 4; ++g)
    EXPECT_NEAR(QLineF(middle, layout->nodes()[static_cast<std::size_t>(g)]).length(), gpu, 1e-9);
  EXPECT_GT(QLineF(middle, layout->nodes()[30]).length(), gpu + 0.5);
}

TEST(Layout, LinksBetweenGroupsStayAtTheirs) {
  const std::shared_ptr<const Topology> topology = make_topology("dragonfly:4,2,2");
  const auto layout = makeLayout(topology);
  int between = 0;
  for (LinkId id = 0; id < topology->link_count(); ++id) {
    const LinkShape shape = layout->link(id);
    if (topology->link(id).level < 2) continue;
    ++between;
    ASSERT_EQ(shape.count, 2);
    EXPECT_LT(shape.segments[0].length(), 1);
    EXPECT_LT(shape.segments[1].length(), 1);
    const int group = (topology->link(id).to - topology->hosts()) / 4;
    EXPECT_EQ(layout->beyond(id), QString::number(group));
  }
  EXPECT_EQ(between, 9 * 8);
}

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
