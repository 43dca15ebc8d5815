// Tests networks of servers with GPUs: the links of a message, and their widths.
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/network.h"

namespace orrery {
namespace {

/// Returns the names of the nodes on path `path`, both ends included.
std::vector<std::string> way(const Topology& t, NodeId src, NodeId dst, int path = 0) {
  std::vector<LinkId> links;
  t.append_route(src, dst, path, links);
  std::vector<std::string> names{node_name(t, src)};
  for (const LinkId id : links) names.push_back(node_name(t, t.link(id).to));
  return names;
}

/// Returns level and width of each link on path 0.
std::vector<std::pair<int, int>> links(const Topology& t, NodeId src, NodeId dst) {
  std::vector<LinkId> route;
  t.append_route(src, dst, 0, route);
  std::vector<std::pair<int, int>> result;
  for (const LinkId id : route) result.emplace_back(t.link(id).level, t.link(id).width);
  return result;
}

using Names = std::vector<std::string>;
using Widths = std::vector<std::pair<int, int>>;

TEST(Nodes, StayInsideOrLeaveByTheirOwnNic) {
  const auto t = make_topology("nodes:2x4,nvswitch,nics=2@star:4");
  EXPECT_EQ(t->hosts(), 8);
  EXPECT_EQ(t->ports_per_host(), 2);
  EXPECT_EQ(t->levels(), 3);
  EXPECT_EQ(way(*t, 0, 3), (Names{"node 0 GPU 0", "node 0 switch", "node 0 GPU 3"}));
  EXPECT_EQ(way(*t, 1, 6),
            (Names{"node 0 GPU 1", "node 0 NIC 0", "switch 0", "node 1 NIC 1", "node 1 GPU 2"}));
  EXPECT_EQ(links(*t, 0, 3), (Widths{{0, 1}, {0, 1}}));
  EXPECT_EQ(links(*t, 1, 6), (Widths{{1, 1}, {2, 1}, {2, 1}, {1, 1}}));
}

TEST(Nodes, ActAsOneNicOnANetworkOfNodes) {
  const auto t = make_topology("nodes:2x4,nvswitch,nics=2@star:2");
  EXPECT_EQ(way(*t, 1, 6),
            (Names{"node 0 GPU 1", "node 0 NIC 0", "switch 0", "node 1 NIC 0", "node 1 GPU 2"}));
  EXPECT_EQ(links(*t, 1, 6), (Widths{{1, 1}, {2, 2}, {2, 2}, {1, 1}}));
  const auto bridge = make_topology("nodes:2x4,pcie,nics=3@star:2");
  EXPECT_EQ(links(*bridge, 1, 6), (Widths{{0, 1}, {1, 3}, {2, 3}, {2, 3}, {1, 3}, {0, 1}}));
}

TEST(Nodes, WithRailsApartAGpuPassesOn) {
  const auto t = make_topology("nodes:2x2,nvswitch,rail-only@star:2");
  EXPECT_EQ(way(*t, 0, 2),
            (Names{"node 0 GPU 0", "node 0 NIC 0", "switch 0", "node 1 NIC 0", "node 1 GPU 0"}));
  // Rails of both ends, the receiver's first.
  EXPECT_EQ(t->path_count(0, 3, Routing::kAdaptive), 2);
  EXPECT_EQ(t->path_count(0, 3, Routing::kMinimal), 1);
  EXPECT_EQ(way(*t, 0, 3), (Names{"node 0 GPU 0", "node 0 switch", "node 0 GPU 1", "node 0 NIC 1",
                                  "switch 1", "node 1 NIC 1", "node 1 GPU 1"}));
  EXPECT_EQ(way(*t, 0, 3, 1), (Names{"node 0 GPU 0", "node 0 NIC 0", "switch 0", "node 1 NIC 0",
                                     "node 1 GPU 0", "node 1 switch", "node 1 GPU 1"}));
}

TEST(Nodes, OfMi250xHaveTheWiresOfLumi) {
  const auto t = make_topology("nodes:2x8,mi250x,nics=4@star:8");
  const auto width = [&](NodeId a, NodeId b) {
    const Widths w = links(*t, a, b);
    return w.size() == 1 ? w[0].second : 0;
  };
  EXPECT_EQ(width(0, 1), 4);
  EXPECT_EQ(width(0, 6), 2);
  EXPECT_EQ(width(0, 2), 1);
  EXPECT_EQ(width(0, 7), 0);
  // The odd die of each package has its NIC.
  EXPECT_EQ(way(*t, 4, 9), (Names{"node 0 GPU 4", "node 0 GPU 5", "node 0 NIC 2", "switch 0",
                                  "node 1 NIC 0", "node 1 GPU 1"}));
  // Each die has eight Infinity Fabric links: one leads to the processor, and on odd dies one to
  // the NIC.
  std::vector<int> wires(16);
  for (LinkId id = 0; id < t->link_count(); ++id)
    if (t->link(id).level == 0)
      wires[static_cast<std::size_t>(t->link(id).from)] += t->link(id).width;
  for (std::size_t die = 0; die < 16; ++die) EXPECT_EQ(wires[die], die % 2 == 0 ? 7 : 6);
}

TEST(Nodes, GpusPassNothingOnUnlessTheyMust) {
  for (const char* spec : {"nodes:3x4,nvswitch,nics=2@star:6", "nodes:3x4,mesh,nics=8@clos:3,8,2",
                           "nodes:3x4,pcie,nics=3@star:3", "nodes:2x2,pcie,rail-only@star:2"}) {
    const auto t = make_topology(spec);
    for (NodeId src = 0; src < t->hosts(); ++src)
      for (NodeId dst = 0; dst < t->hosts(); ++dst) {
        std::vector<LinkId> route;
        t->append_route(src, dst, 0, route);
        for (std::size_t i = 0; i + 1 < route.size(); ++i)
          EXPECT_GE(t->link(route[i]).to, t->hosts()) << spec << ": " << src << " -> " << dst;
      }
  }
}

/// Checks that every path is contiguous without a repeated link, as short as possible inside nodes if GPUs forward,
/// leaves and enters by the NICs of its part, and follows the outer network between them; choices of a part must
/// differ.
void expect_striped(const std::string& spec, const std::string& outside_spec, int nics) {
  SCOPED_TRACE(spec);
  const auto t = make_topology(spec), outside = make_topology(outside_spec);
  const ServerShape& s = *t->servers();
  EXPECT_EQ(make_topology(t->spec())->spec(), t->spec());
  ASSERT_EQ(s.nics, nics);
  const bool rails = outside->hosts() == s.count;
  const NodeId first_nic = s.count * (s.gpus + s.switches);
  for (NodeId src = 0; src < t->hosts(); ++src)
    for (NodeId dst = 0; dst < t->hosts(); ++dst) {
      const int a = s.server_of(src), b = s.server_of(dst);
      const int parts = a == b ? 1 : nics;
      EXPECT_EQ(t->path_count(src, dst, Routing::kMinimal), parts);
      EXPECT_EQ(t->path_count(src, dst, Routing::kDimensionOrder), parts);
      const int paths = t->path_count(src, dst, Routing::kEcmp);
      EXPECT_EQ(t->path_count(src, dst, Routing::kAdaptive), paths);
      EXPECT_EQ(paths % parts, 0);
      EXPECT_LE(paths, kMostPaths);
      std::map<int, std::set<std::vector<LinkId>>> ways;
      for (int path = 0; path < paths; ++path) {
        std::vector<LinkId> route;
        t->append_route(src, dst, path, route);
        ways[path % parts].insert(route);
        std::vector<NodeId> used;
        NodeId at = src;
        for (const LinkId id : route) {
          ASSERT_EQ(t->link(id).from, at);
          at = t->link(id).to;
          if (at >= first_nic && s.server_of(at) >= 0) used.push_back(at);
        }
        ASSERT_EQ(at, dst);
        EXPECT_EQ(std::set<LinkId>(route.begin(), route.end()).size(), route.size());
        const NodeId nic = path % parts;
        if (a != b) {
          ASSERT_GE(used.size(), 2U);
          EXPECT_EQ(used.front(), first_nic + a * nics + nic);
          EXPECT_EQ(used.back(), first_nic + b * nics + nic);
        }
      }
      if (a == b) continue;
      int most = 1;
      for (int nic = 0; nic < nics; ++nic) {
        const NodeId from = rails ? a : a * nics + nic, to = rails ? b : b * nics + nic;
        const int choices = outside->path_count(from, to, Routing::kEcmp);
        most = std::max(most, choices);
        EXPECT_EQ(std::ssize(ways[nic]), std::min(choices, paths / parts));
        std::vector<LinkId> there;
        outside->append_route(from, to, 0, there);
        std::ptrdiff_t beyond = 0;
        std::vector<LinkId> route;
        t->append_route(src, dst, nic, route);
        for (const LinkId id : route) beyond += t->link(id).level > 1 ? 1 : 0;
        EXPECT_EQ(beyond, std::ssize(there));
      }
      EXPECT_EQ(paths, nics * std::min(most, kMostPaths / nics));
    }
}

TEST(Nodes, StripeOverAllNicsOfAnyNetwork) {
  for (const int k : {2, 4, 8})
    for (const char* node :
         {"3x1,nvswitch", "2x4,nvswitch", "2x3,mesh", "2x8,pcie", "2x8,mi250x"}) {
      const int servers = node[0] - '0';
      const auto nodes = [&](const std::string& more, const std::string& outside) {
        expect_striped(text_of("nodes:", node, ",nics=", k, more, "@", outside), outside, k);
      };
      for (const std::string& outside :
           {text_of("star:", servers * k), text_of("full:", servers * k),
            text_of("torus:", servers, "x", k), text_of("mesh:", servers * k),
            text_of("rails:", servers, ",1,", k, ",3"), text_of("rails:1,", servers, ",", k, ",2"),
            text_of("clos:", servers, ",", k, ",3,2"),
            text_of("dragonfly+:1,", k, ",2,", servers - 1, ",", servers),
            text_of("dragonfly:", k, ",1,1,", servers), text_of("two-tier:", servers * k - 1, ",1"),
            text_of("fat-tree:", k, ",", servers, ";1,3")})
        nodes(",striped", outside);
      for (const std::string& outside : {text_of("star:", servers), text_of("torus:", servers),
                                         text_of("clos:", servers, ",1,3")}) {
        nodes(",striped", outside);
        nodes(",rail-only,striped", outside);
      }
    }
  expect_striped("nodes:2x8,mi250x,nics=4@star:2", "star:2", 4);
  expect_striped("nodes:2x1,nics=6,striped@dragonfly:2,2,1,3", "dragonfly:2,2,1,3", 6);
}

TEST(Nodes, WithOneNicHaveNothingToStripe) {
  const auto t = make_topology("nodes:3x2,nvswitch,nics=1,striped@torus:3");
  EXPECT_EQ(t->path_count(0, 2, Routing::kMinimal), 1);
  EXPECT_EQ(t->path_count(0, 2, Routing::kDimensionOrder), 1);
}

TEST(Nodes, AreNoFullyConnectedNetwork) {
  Network network;
  network.topology = make_topology("nodes:1x2,mesh,nics=1@full:1");
  EXPECT_EQ(network.topology->nodes(), 3);
  EXPECT_EQ(network.topology->ports_per_host(), 2);
  EXPECT_FALSE(network.fully_connected());
}

}  // namespace
}  // namespace orrery
