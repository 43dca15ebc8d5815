#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "emu/base/check.h"
#include "emu/net/topology.h"

/// Tests the contract of topologies (emu/net/topology.h) for all pairs of hosts and all paths
/// between them.
namespace orrery {
namespace {

using Neighbours = std::vector<std::vector<NodeId>>;  // by node

/// Returns the neighbours of each node. Links of level `once` lead to a copy of the neighbour, and
/// none leads back.
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

/// Returns whether messages may pass a node in a network of servers: a message between two servers uses NICs of
/// its ends only, a message within a server uses none, and other servers forward only at their NICs. GPUs
/// forward in two kinds only.
bool may_pass(const Topology& topology, NodeId node, NodeId src, NodeId dst) {
  const ServerShape& s = *topology.servers();
  const bool rail_only = topology.spec().find("rail-only") != std::string::npos;
  const int server = s.server_of(node);
  const bool at_home = server == s.server_of(src) || server == s.server_of(dst);
  const NodeId first_nic = s.count * (s.gpus + s.switches);
  if (server < 0) return true;
  if (node < topology.hosts())
    return at_home && (rail_only || topology.spec().find("mi250x") != std::string::npos);
  if (node < first_nic) return at_home;
  return s.server_of(src) != s.server_of(dst);
}

/// Returns whether the NIC at an end of a link inside a server, if there is one, belongs to the GPU of the
/// message.
bool is_own_nic(const Topology& topology, const Link& link, NodeId src, NodeId dst) {
  const ServerShape& s = *topology.servers();
  const NodeId node = std::max(link.from, link.to), first_nic = s.count * (s.gpus + s.switches);
  if (link.level > 1 || node < first_nic || topology.spec().find("rail-only") != std::string::npos)
    return true;
  const int nic = (node - first_nic) % s.nics;
  const int gpu = (s.server_of(node) == s.server_of(src) ? src : dst) % s.gpus;
  return s.nics <= s.gpus ? gpu * s.nics / s.gpus == nic : nic * s.gpus / s.nics == gpu;
}

/// Returns the links of a server network that lead to nodes which a message between two GPUs may
/// pass.
Neighbours passable(const Topology& topology, NodeId src, NodeId dst) {
  Neighbours result(static_cast<std::size_t>(topology.nodes()));
  const auto passes = [&](NodeId node) { return may_pass(topology, node, src, dst); };
  for (LinkId id = 0; id < topology.link_count(); ++id) {
    const Link l = topology.link(id);
    if ((l.from == src || passes(l.from)) && (l.to == dst || passes(l.to)) &&
        is_own_nic(topology, l, src, dst))
      result[static_cast<std::size_t>(l.from)].push_back(l.to);
  }
  return result;
}

std::vector<int> distances_in(const Neighbours& graph, NodeId src) {
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
  return distance;
}

/// Returns the number of links from `src` to each node, or -1 if it cannot be reached. In a
/// dragonfly routes have at most one link between groups; a copy of each node stands for routes
/// that have used theirs.
std::vector<int> distances(const Topology& topology, NodeId src) {
  const auto nodes = static_cast<std::size_t>(topology.nodes());
  if (topology.servers() != nullptr) {
    std::vector<int> result;
    for (NodeId dst = 0; dst < topology.hosts(); ++dst)
      result.push_back(
          distances_in(passable(topology, src, dst), src)[static_cast<std::size_t>(dst)]);
    return result;
  }
  const bool dragonfly =
      topology.spec().starts_with("dragonfly:") && !topology.spec().ends_with(",1");
  const Neighbours graph = neighbours(topology, dragonfly ? topology.levels() - 1 : -1);
  std::vector<int> distance = distances_in(graph, src);
  for (std::size_t n = nodes; n < distance.size(); ++n)
    if (distance[n] >= 0 && (distance[n - nodes] < 0 || distance[n] < distance[n - nodes]))
      distance[n - nodes] = distance[n];
  distance.resize(nodes);
  return distance;
}

void check_route(const Topology& topology, NodeId src, NodeId dst, int path, int expected_length) {
  std::vector<LinkId> route{-7};  // existing entries must stay
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

/// Returns the expected number of paths: two on a torus if a ring dimension d has a distance of d/2,
/// otherwise one.
int expected_paths(const Topology& topology, NodeId src, NodeId dst) {
  if (const ServerShape* const s = topology.servers()) {
    const auto outside = make_topology(topology.spec().substr(topology.spec().find('@') + 1));
    const NodeId a = s->server_of(src), b = s->server_of(dst);
    if (a == b) return 1;
    if (outside->hosts() == s->count) return expected_paths(*outside, a, b);
    const auto nic = [&](NodeId gpu) { return gpu % s->gpus * s->nics / s->gpus; };
    return expected_paths(*outside, a * s->nics + nic(src), b * s->nics + nic(dst));
  }
  if (!topology.spec().starts_with("torus")) return 1;
  const std::vector<int> dims = topology.dims();
  const int least = topology.spec().ends_with(",one-link") ? 3 : 2;
  for (auto d = dims.rbegin(); d != dims.rend(); src /= *d, dst /= *d, ++d)
    if (*d >= least && 2 * std::abs(src % *d - dst % *d) == *d) return 2;
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

/// Returns whether the parameters of a network state how many links are parallel.
bool are_parallel_links_named(const std::string& spec) {
  for (const char* kind : {"fat-tree", "clos", "rails", "dragonfly+"})
    if (spec.substr(spec.find('@') + 1).starts_with(text_of(kind, ":"))) return true;
  return false;
}

/// Returns whether a network may have parallel links; tori with a side of 2 have some, too.
bool may_have_parallel_links(const std::string& spec) {
  const std::string network = spec.substr(spec.find('@') + 1);
  return are_parallel_links_named(spec) ||
         (network.starts_with("torus:") && !network.ends_with(",one-link") &&
          std::ranges::count(make_topology(network)->dims(), 2) > 0);
}

TEST_P(TopologyContract, LinksAreASymmetricGraphSimpleButForParallelOnes) {
  std::map<std::pair<NodeId, NodeId>, int> seen;
  std::set<int> levels;
  for (LinkId id = 0; id < topology_->link_count(); ++id) {
    const Link link = topology_->link(id);
    for (const NodeId end : {link.from, link.to}) {
      ASSERT_GE(end, 0);
      ASSERT_LT(end, topology_->nodes());
    }
    EXPECT_NE(link.from, link.to);
    const int copies = ++seen[std::pair(link.from, link.to)];
    EXPECT_TRUE(copies == 1 || may_have_parallel_links(GetParam()))
        << link.from << " -> " << link.to;
    const int hosts = (link.from < topology_->hosts() ? 1 : 0) + (link.to < topology_->hosts());
    EXPECT_FALSE(hosts == 2 && link.level > 0) << "link " << id;
    EXPECT_FALSE(hosts == 0 && link.level == 0 && topology_->levels() > 1) << "link " << id;
    levels.insert(link.level);
  }
  for (const auto& [ends, links] : seen) {
    const auto back = seen.find({ends.second, ends.first});
    EXPECT_EQ(links, back == seen.end() ? 0 : back->second);
  }
  if (seen.empty()) return;
  // The only GPU of a server has no link to another GPU.
  EXPECT_EQ(*levels.begin(), GetParam().find("x1,mesh") == std::string::npos ? 0 : 1);
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

/// Checks that all paths of a message are different shortest ones, and that split paths come first.
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

/// Returns the number of shortest paths to `dst`, counting parallel links separately; at most
/// kMostPaths.
int shortest_paths(const Neighbours& graph, NodeId src, NodeId dst) {
  const std::vector<int> distance = distances_in(graph, src);
  std::vector<int> paths(distance.size(), 0);
  paths[static_cast<std::size_t>(src)] = 1;
  std::vector<std::size_t> order(distance.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t n) { return distance[n]; });
  for (const std::size_t n : order)
    for (const NodeId next : graph[n]) {
      const auto to = static_cast<std::size_t>(next);
      if (distance[to] == distance[n] + 1) paths[to] = std::min(kMostPaths, paths[to] + paths[n]);
    }
  return paths[static_cast<std::size_t>(dst)];
}

/// Checks that networks of switches offer all shortest paths, and so do networks of servers with a single
/// route inside a server.
TEST_P(TopologyContract, ChoicesAreAllShortestPathsBetweenSwitches) {
  const bool several_inside = GetParam().find("mi250x") != std::string::npos ||
                              GetParam().find("rail-only") != std::string::npos;
  if (!are_parallel_links_named(GetParam()) || several_inside) return;
  const Neighbours all = neighbours(*topology_);
  for (NodeId src = 0; src < topology_->hosts(); ++src)
    for (NodeId dst = 0; dst < topology_->hosts(); ++dst)
      ASSERT_EQ(
          topology_->path_count(src, dst, Routing::kAdaptive),
          shortest_paths(topology_->servers() == nullptr ? all : passable(*topology_, src, dst),
                         src, dst))
          << src << " -> " << dst;
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
                                 "torus:2x4,one-link",
                                 "torus:2x3x2,one-link",
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
                                 "fat-tree:5;2",
                                 "fat-tree:3,2;1,2;1,3",
                                 "fat-tree:2,3,2;1,2,1;2,1,3",
                                 "fat-tree:3,2;2,1;3,12",
                                 "clos:1,1,1",
                                 "clos:1,5,3",
                                 "clos:3,2,1,2",
                                 "clos:4,3,2,4",
                                 "clos:2,2,130",
                                 "rails:1,1,1,1",
                                 "rails:1,4,3,2",
                                 "rails:3,2,4,2,2",
                                 "rails:2,5,1,3",
                                 "dragonfly+:1,1,1,1",
                                 "dragonfly+:3,2,2,2,1",
                                 "dragonfly+:2,2,3,1",
                                 "dragonfly+:2,1,3,2,2",
                                 "dragonfly+:1,3,2,3,4",
                                 "dragonfly+:3,2,4,2,5",
                                 "dragonfly:4,2,1,1",
                                 "dragonfly:1,3,2,1",
                                 "nodes:1x1,nvswitch,nics=1@star:1",
                                 "nodes:1x1,mesh,nics=1@star:1",
                                 "nodes:1x8,nvswitch,nics=8@star:8",
                                 "nodes:1x3,mesh,nics=2@star:1",
                                 "nodes:3x1,pcie,nics=1@torus:3",
                                 "nodes:3x2,nvswitch,nics=1@torus:3",
                                 "nodes:4x2,mesh,nics=1@torus:4",
                                 "nodes:6x2,mesh,nics=4@torus:6",
                                 "nodes:2x4,mesh,nics=2@torus:4",
                                 "nodes:4x4,mesh,nics=4@clos:2,8,4",
                                 "nodes:4x4,mesh,nics=3@clos:3,4,2,2",
                                 "nodes:3x2,nvswitch,nics=5@clos:5,3,2",
                                 "nodes:4x4,nvswitch,nics=4@rails:2,2,4,2",
                                 "nodes:4x2,nvswitch,nics=4@rails:1,4,4,3",
                                 "nodes:4x4,nvswitch,nics=2@clos:2,2,3",
                                 "nodes:3x4,pcie,nics=2@rails:1,3,2,2",
                                 "nodes:3x2,pcie,nics=2@clos:3,1,2",
                                 "nodes:3x4,nvswitch,nics=4,rail-only@star:3",
                                 "nodes:3x4,mesh,nics=2,rail-only@clos:3,1,2",
                                 "nodes:3x4,pcie,nics=4,rail-only@star:3",
                                 "nodes:2x2,nvswitch,nics=3,rail-only@full:2",
                                 "nodes:2x3,mesh,nics=1,rail-only@star:2",
                                 "nodes:2x8,mi250x,nics=4@star:8",
                                 "nodes:2x8,mi250x,nics=4@rails:1,2,4,2",
                                 "nodes:2x8,mi250x,nics=8@star:16",
                                 "nodes:2x4,mi250x,nics=1@star:2",
                                 "nodes:2x6,mi250x,nics=3,rail-only@star:2",
                                 "nodes:2x8,mi250x,nics=4@dragonfly:2,4,1,1",
                                 "nodes:4x4,mesh,nics=4@dragonfly+:1,8,3,1,2"};
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

/// Returns "torus_4x3" for "torus:4x3"; separators of the levels of a fat tree become "_up_".
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
