#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "emu/base/check.h"
#include "emu/net/topology.h"

/// What every topology promises (emu/net/topology.h), for all pairs of hosts and all paths between
/// them.
namespace orrery {
namespace {

using Neighbours = std::vector<std::vector<NodeId>>;  // by node

/// Links of level `once` lead from a node to the copy of its neighbour, and none leads back.
Neighbours neighbours(const Topology& topology, int once = -1) {
  const NodeId nodes = topology.nodes();
  Neighbours result(static_cast<std::size_t>(nodes) * (once < 0 ? 1 : 2));
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link link = topology.link(id);
    const auto from = static_cast<std::size_t>(link.from);
    result.at(from).push_back(link.level == once ? nodes + link.to : link.to);
    if (once >= 0 && link.level != once)
      result.at(from + static_cast<std::size_t>(nodes)).push_back(nodes + link.to);
  }
  return result;
}

/// Number of links from `src` to each node, -1 where there is no way. In a dragonfly, of the ways
/// with at most one link between groups: a copy of each node stands for those that had theirs.
std::vector<int> distances(const Topology& topology, NodeId src) {
  const auto nodes = static_cast<std::size_t>(topology.nodes());
  const bool dragonfly = topology.spec().starts_with("dragonfly");
  const Neighbours graph = neighbours(topology, dragonfly ? topology.levels() - 1 : -1);
  std::vector<int> distance(graph.size(), -1);
  distance[static_cast<std::size_t>(src)] = 0;
  for (std::deque<NodeId> queue{src}; !queue.empty(); queue.pop_front()) {
    const auto at = static_cast<std::size_t>(queue.front());
    for (const NodeId next : graph[at]) {
      int& known = distance[static_cast<std::size_t>(next)];
      if (known >= 0) continue;
      known = distance[at] + 1;
      queue.push_back(next);
    }
  }
  for (std::size_t n = nodes; n < distance.size(); ++n)
    if (distance[n] >= 0 && (distance[n - nodes] < 0 || distance[n] < distance[n - nodes]))
      distance[n - nodes] = distance[n];
  distance.resize(nodes);
  return distance;
}

void check_route(const Topology& topology, NodeId src, NodeId dst, int path, int expected_length) {
  std::vector<LinkId> route{-7};  // what is there already must stay
  topology.append_route(src, dst, path, route);
  ASSERT_EQ(route.front(), -7);
  ASSERT_EQ(route.size(), static_cast<std::size_t>(expected_length) + 1);
  NodeId at = src;
  for (std::size_t i = 1; i < route.size(); ++i) {
    ASSERT_GE(route[i], 0);
    ASSERT_LT(route[i], topology.link_count());
    const Link link = topology.link(route[i]);
    ASSERT_EQ(link.from, at);
    at = link.to;
  }
  ASSERT_EQ(at, dst);
  ASSERT_EQ(std::set<LinkId>(route.begin(), route.end()).size(), route.size()) << "a link twice";
  std::vector<LinkId> again{-7};
  topology.append_route(src, dst, path, again);
  ASSERT_EQ(again, route);
}

/// On a torus two paths iff some dimension d > 2 has a distance of d/2; elsewhere one.
int expected_paths(const Topology& topology, NodeId src, NodeId dst) {
  if (!topology.spec().starts_with("torus")) return 1;
  const std::vector<int> dims = topology.dims();
  for (auto d = dims.rbegin(); d != dims.rend(); src /= *d, dst /= *d, ++d)
    if (*d > 2 && 2 * std::abs(src % *d - dst % *d) == *d) return 2;
  return 1;
}

class TopologyContract : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Topology> topology_ = make_topology(GetParam());
};

TEST_P(TopologyContract, SpecIsCanonical) {
  EXPECT_EQ(make_topology(topology_->spec())->spec(), topology_->spec());
  EXPECT_GE(topology_->hosts(), 1);
  EXPECT_GE(topology_->nodes(), topology_->hosts());
}

TEST_P(TopologyContract, LinksAreASimpleSymmetricGraph) {
  std::set<std::pair<NodeId, NodeId>> seen;
  std::set<int> levels;
  for (LinkId id = 0; id < topology_->link_count(); ++id) {
    const Link link = topology_->link(id);
    for (const NodeId end : {link.from, link.to}) {
      ASSERT_GE(end, 0);
      ASSERT_LT(end, topology_->nodes());
    }
    EXPECT_NE(link.from, link.to);
    EXPECT_TRUE(seen.emplace(link.from, link.to).second) << link.from << " -> " << link.to;
    const int hosts = (link.from < topology_->hosts() ? 1 : 0) + (link.to < topology_->hosts());
    EXPECT_FALSE(hosts == 2 && link.level > 0) << "link " << id;
    EXPECT_FALSE(hosts == 0 && link.level == 0 && topology_->levels() > 1) << "link " << id;
    levels.insert(link.level);
  }
  for (const auto& [from, to] : seen) EXPECT_TRUE(seen.contains({to, from}));
  if (seen.empty()) return;
  EXPECT_EQ(*levels.begin(), 0);
  EXPECT_EQ(*levels.rbegin(), topology_->levels() - 1);
  // A level may have no links: groups without leaf switches.
  EXPECT_LE(static_cast<int>(levels.size()), topology_->levels());
}

TEST_P(TopologyContract, PortsAreTheLinksOfTheBestConnectedHost) {
  const Neighbours graph = neighbours(*topology_);
  std::size_t most = 0;
  for (int host = 0; host < topology_->hosts(); ++host)
    most = std::max(most, graph[static_cast<std::size_t>(host)].size());
  EXPECT_EQ(topology_->ports_per_host(), static_cast<int>(most));
}

TEST_P(TopologyContract, DimensionsMultiplyToHosts) {
  if (topology_->dims().empty()) return;
  int product = 1;
  for (const int d : topology_->dims()) product *= d;
  EXPECT_EQ(product, topology_->hosts());
}

TEST_P(TopologyContract, RoutesAreShortestPaths) {
  for (NodeId src = 0; src < topology_->hosts(); ++src) {
    const std::vector<int> distance = distances(*topology_, src);
    EXPECT_EQ(std::count(distance.begin(), distance.end(), -1), 0) << "unreachable from " << src;
    for (NodeId dst = 0; dst < topology_->hosts(); ++dst) {
      SCOPED_TRACE(::testing::Message() << src << " -> " << dst);
      const int paths = topology_->path_count(src, dst, Routing::kMinimal);
      ASSERT_EQ(paths, expected_paths(*topology_, src, dst));
      ASSERT_EQ(topology_->path_count(src, dst, Routing::kDimensionOrder), 1);
      for (int path = 0; path < paths; ++path)
        check_route(*topology_, src, dst, path, distance[static_cast<std::size_t>(dst)]);
      if (HasFatalFailure()) return;
    }
  }
}

/// All paths that a message may choose from are different shortest ones, the split ones first.
TEST_P(TopologyContract, ChoicesAreDifferentShortestPaths) {
  const NodeId step = 1 + topology_->hosts() / 20;
  for (NodeId src = 0; src < topology_->hosts(); src += step) {
    const std::vector<int> distance = distances(*topology_, src);
    for (NodeId dst = 0; dst < topology_->hosts(); ++dst) {
      SCOPED_TRACE(::testing::Message() << src << " -> " << dst);
      const int paths = topology_->path_count(src, dst, Routing::kAdaptive);
      ASSERT_GE(paths, topology_->path_count(src, dst, Routing::kMinimal));
      ASSERT_LE(paths, kMostPaths);
      ASSERT_EQ(paths, topology_->path_count(src, dst, Routing::kEcmp));
      ASSERT_TRUE(src != dst || paths == 1);
      std::set<std::vector<LinkId>> routes;
      for (int path = 0; path < paths; ++path) {
        check_route(*topology_, src, dst, path, distance[static_cast<std::size_t>(dst)]);
        if (HasFatalFailure()) return;
        std::vector<LinkId> route;
        topology_->append_route(src, dst, path, route);
        EXPECT_TRUE(routes.insert(route).second) << "path " << path << " twice";
      }
    }
  }
}

std::vector<std::string> specs() {
  std::vector<std::string> specs{"full:1",
                                 "full:2",
                                 "full:9",
                                 "star:1",
                                 "star:2",
                                 "star:7",
                                 "two-tier:1",
                                 "two-tier:4",
                                 "two-tier:1,1",
                                 "two-tier:5,11",
                                 "two-tier:3,1,4",
                                 "groups:1",
                                 "groups:3,2",
                                 "groups:1,4,2",
                                 "fat-tree:2",
                                 "fat-tree:4",
                                 "fat-tree:6",
                                 "fat-tree:2,1",
                                 "fat-tree:5,1",
                                 "fat-tree:2,2",
                                 "fat-tree:2,3",
                                 "fat-tree:2,5",
                                 "fat-tree:3,2",
                                 "fat-tree:3,3",
                                 "fat-tree:4,2",
                                 "fat-tree:4,3",
                                 "fat-tree:7x2",
                                 "torus:3x3x3x3",
                                 "torus:2x3x4x5",
                                 "torus:4x2x2x4",
                                 "torus:2x2x2x2",
                                 "torus:1x1x1x1",
                                 "torus:4x4x4",
                                 "torus:6x1x8",
                                 "torus:1x2x1x3",
                                 "torus:8x8",
                                 "torus:7x8",
                                 "mesh:2x3x4x5",
                                 "mesh:1x2x1x3",
                                 "mesh:2x2x2x2",
                                 "mesh:3x3x3",
                                 "mesh:8x7",
                                 "mesh:1x1x1x1",
                                 "torus:2x3x2x1x3x2",
                                 "mesh:3x2x1x2x3x2",
                                 "hyperx:1",
                                 "hyperx:7",
                                 "hyperx:1x1",
                                 "hyperx:2x2",
                                 "hyperx:5x6",
                                 "hyperx:3x4x2",
                                 "hyperx:1x4x1",
                                 "hyperx:2x3x2x2x3",
                                 "hammingmesh:2x2@1x1",
                                 "hammingmesh:2x2@4x4",
                                 "hammingmesh:4x4@2x3",
                                 "hammingmesh:2x4@3x1",
                                 "hammingmesh:6x2@1x3",
                                 "hammingmesh:8x2@2x2",
                                 "hammingmesh:2x2@1x33",
                                 "hammingmesh:2x6@1x34",
                                 "hammingmesh:2x2@1x81",
                                 "fat-tree:3,2;1,1",
                                 "fat-tree:2,3,2;1,2,1",
                                 "fat-tree:4,2;2,2",
                                 "fat-tree:3,3;1,2",
                                 "fat-tree:2,2,2,2;1,2,1,2",
                                 "fat-tree:5;1",
                                 "fat-tree:5;2"};
  for (const char* shape : {"torus:", "mesh:"}) {
    for (const char* a : {"1", "2", "3", "4", "5", "6"}) {
      specs.push_back(std::string(shape) + a);
      for (const char* b : {"1", "2", "3", "4", "5"})
        specs.push_back(std::string(shape) + a + "x" + b);
    }
  }
  for (const TopologyKind* kind : topology_kinds())
    if (kind->name != "file") specs.emplace_back(kind->example);
  for (const char* graph : {"ring-with-chords", "house", "two-hosts", "one-host"})
    specs.push_back(text_of("file:", ORRERY_GRAPH_DIR, "/", graph, ".toml"));
  std::sort(specs.begin(), specs.end());
  specs.erase(std::unique(specs.begin(), specs.end()), specs.end());
  return specs;
}

/// "torus:4x3" -> "torus_4x3"; what separates levels of a fat tree becomes "_up_".
std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name;
  const std::size_t folders = info.param.starts_with("file:") ? info.param.rfind('/') + 1 : 0;
  for (const char c : info.param.substr(folders)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += c;
    else
      name += c == ';' ? "_up_" : "_";
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, TopologyContract, ::testing::ValuesIn(specs()), test_name);

}  // namespace
}  // namespace orrery
