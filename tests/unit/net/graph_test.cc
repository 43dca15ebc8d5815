#include "emu/net/topologies/graph.h"

#include <algorithm>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

std::string graph_error(std::string_view text) {
  try {
    parse_graph(text, "g.toml", "file:g.toml");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "accepted";
}

std::vector<NodeId> visits(const Topology& topology, NodeId src, NodeId dst, int path) {
  std::vector<LinkId> route;
  topology.append_route(src, dst, path, route);
  std::vector<NodeId> nodes;
  for (const LinkId id : route) nodes.push_back(topology.link(id).to);
  return nodes;
}

TEST(Graph, NumbersHostsThenSwitchesAndLinksInOrder) {
  const auto graph =
      parse_graph("hosts = ['a', 'b']\nswitches = ['s']\nlinks = [['b', 's', 1], ['a', 's']]",
                  "g.toml", "file:g");
  EXPECT_EQ(graph->spec(), "file:g");
  EXPECT_EQ(graph->hosts(), 2);
  EXPECT_EQ(graph->nodes(), 3);
  EXPECT_EQ(graph->link_count(), 4);
  EXPECT_EQ(graph->levels(), 2);
  EXPECT_EQ(graph->link(1).from, 2);
  EXPECT_EQ(graph->link(1).to, 1);
  EXPECT_EQ(graph->link(1).level, 1);
  EXPECT_TRUE(graph->dims().empty());
}

TEST(Graph, TakesTheFirstLinksThatLeadCloser) {
  const auto square = parse_graph(
      "hosts = ['a', 'b', 'c', 'd']\nlinks = [['d', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'd']]",
      "g.toml", "file:g");
  EXPECT_EQ(square->path_count(0, 2, Routing::kMinimal), 1);
  EXPECT_EQ(square->path_count(0, 2, Routing::kAdaptive), 2);
  EXPECT_EQ(visits(*square, 0, 2, 0), (std::vector<NodeId>{3, 2}));
  EXPECT_EQ(visits(*square, 0, 2, 1), (std::vector<NodeId>{1, 2}));
}

constexpr const char* kSquare =
    "links = [['d', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'd']]\nhosts = ";

TEST(Graph, RoutesOfTheirOwnReplaceShortestOnes) {
  const auto square =
      parse_graph(std::string(kSquare) +
                      "['a', 'b', 'c', 'd']\n"
                      "routes = [['a', 'c', [2, 4]], ['a', 'c', [1, 7]], ['a', 'b', [1, 7, 5]]]",
                  "g.toml", "file:g");
  EXPECT_EQ(square->path_count(0, 2, Routing::kMinimal), 2) << "an equal part over each";
  EXPECT_EQ(square->path_count(0, 2, Routing::kDimensionOrder), 1);
  EXPECT_EQ(visits(*square, 0, 2, 0), (std::vector<NodeId>{1, 2}));
  EXPECT_EQ(visits(*square, 0, 2, 1), (std::vector<NodeId>{3, 2}));
  EXPECT_EQ(visits(*square, 0, 1, 0), (std::vector<NodeId>{3, 2, 1})) << "a longer one";
  EXPECT_EQ(visits(*square, 1, 0, 0), (std::vector<NodeId>{0})) << "one way only";
  const auto refused = [](const std::string& route) {
    return graph_error(std::string(kSquare) + "['a', 'b', 'c', 'd']\nroutes = [" + route + "]");
  };
  EXPECT_NE(refused("['a', 'c', [2, 5]]").find("link 5 does not begin at 'b'"), std::string::npos);
  EXPECT_NE(refused("['a', 'c', [2]]").find("do not lead from host 'a' to host 'c'"),
            std::string::npos);
  EXPECT_NE(refused("['a', 'c', [8]]").find("numbers of links from 0 to 7"), std::string::npos);
  EXPECT_NE(refused("['a', 'x', [2]]").find("'x' is not a host"), std::string::npos);
  EXPECT_NE(refused("['a', 'b']").find("expected two hosts and numbers of links"),
            std::string::npos);
}

TEST(Graph, HostsMayBePositionsOfAGrid) {
  const auto plain =
      parse_graph(std::string(kSquare) + "['a', 'b', 'c', 'd']\ndims = [2, 2]", "g.toml", "file:g");
  EXPECT_EQ(plain->dims(), (std::vector<int>{2, 2}));
  const std::string placed =
      "[{ name = 'a', at = [1, 1] }, { name = 'b', at = [0, 1] }, { name = 'c', at = [0, 0] }, "
      "{ name = 'd', at = [1, 0] }]";
  const auto grid = parse_graph(std::string(kSquare) + placed, "g.toml", "file:g");
  EXPECT_EQ(grid->dims(), (std::vector<int>{2, 2}));
  EXPECT_EQ(grid->name_of(0), "c") << "the last dimension varies fastest";
  EXPECT_EQ(grid->name_of(1), "b");
  EXPECT_EQ(grid->name_of(3), "a");
  const auto holes =
      parse_graph(std::string(kSquare) + placed + "\ndims = [2, 3]", "g.toml", "file:g");
  EXPECT_TRUE(holes->dims().empty()) << "positions without hosts";
  EXPECT_NE(dynamic_cast<const Graph&>(*holes).comments().find(
                "# Note: no coordinates: no host is at [0, 2] (empty positions: 2)\n"),
            std::string::npos);
  const auto many =
      parse_graph(std::string(kSquare) + placed + "\ndims = [2000, 1048]", "g.toml", "file:g");
  EXPECT_NE(dynamic_cast<const Graph&>(*many).comments().find("(empty positions: 2095996)\n"),
            std::string::npos);
  const auto refused = [](const std::string& rest) { return graph_error(kSquare + rest); };
  EXPECT_NE(refused("['a', 'b', 'c', 'd']\ndims = [3, 2]").find("are not those of 4 hosts"),
            std::string::npos);
  EXPECT_NE(refused("[{ name = 'a', at = [0] }, { name = 'b', at = [0] }]")
                .find("two hosts have one position"),
            std::string::npos);
  EXPECT_NE(refused("[{ name = 'a', at = [0] }, 'b']").find("some have positions"),
            std::string::npos);
  EXPECT_NE(refused("[{ name = 'a', at = [0, 4] }]\ndims = [2, 2]").find("'a' is not in the grid"),
            std::string::npos);
}

TEST(Graph, ErrorsNameLineAndKey) {
  EXPECT_EQ(graph_error("hosts = ['a', 'a']"),
            "g.toml:1:15: hosts: 'a' appears twice; expected different names");
  EXPECT_EQ(graph_error("hosts = ['a']\nswitches = ['a']"),
            "g.toml:2:13: switches: 'a' appears twice; expected different names");
  EXPECT_EQ(graph_error("hosts = [1]"), "g.toml:1:10: hosts: expected a name in quotes");
  EXPECT_EQ(graph_error("hosts = 4"), "g.toml:1:9: hosts: expected a list");
  EXPECT_EQ(graph_error("switches = ['s']"),
            "g.toml:1:1: hosts: the list is empty; expected names, or links that name hosts");
  EXPECT_EQ(graph_error("hosts = ['a']\nlinsk = []"),
            "g.toml:2:1: linsk: unknown key; expected hosts, switches, links, no_forwarding, "
            "routes, jumps or dims");
  const std::string two = "hosts = ['alpha', 'beta']\n";
  EXPECT_EQ(graph_error(two + "links = [['alpha', 'betta']]"),
            "g.toml:2:20: links: 'betta' is not a host or switch; did you mean 'beta'?");
  EXPECT_EQ(graph_error(two + "links = [['alpha']]"),
            "g.toml:2:10: links: expected two names and perhaps a level: [\"a\", \"b\", 1], or { "
            "ends = [\"a\", \"b\"], bandwidth = \"400Gb/s\", latency = \"100ns\", count = 2 }");
  EXPECT_EQ(graph_error(two + "links = [\n  ['alpha', 'beta'],\n  ['beta', 'alpha', 2],\n]"),
            "g.toml:4:3: links: joins 'beta' and 'alpha' a second time; expected one entry with "
            "count = 2 for two parallel links");
  EXPECT_EQ(graph_error(two + "links = [['alpha', 'alpha']]"),
            "g.toml:2:10: links: joins 'alpha' to itself; expected two different ends");
  EXPECT_EQ(graph_error(two + "links = [['alpha', 'beta', -1]]"),
            "g.toml:2:28: links: expected a level of 0 .. 63");
  EXPECT_EQ(graph_error(two + "links = [['alpha', 'beta', 'fast']]"),
            "g.toml:2:28: links: expected a level of 0 .. 63");
  EXPECT_EQ(graph_error(two),
            "g.toml:1:1: links: no route leads from host 'beta' to host 'alpha'; expected a "
            "connected graph");
  EXPECT_EQ(graph_error(two + "links = []"),
            "g.toml:2:9: links: no route leads from host 'beta' to host 'alpha'; expected a "
            "connected graph");
  EXPECT_TRUE(graph_error("hosts = [").starts_with("g.toml:1:10: ")) << graph_error("hosts = [");
}

TEST(Graph, LinksHaveWhatTheySay) {
  const auto graph = parse_graph(
      "hosts = ['a', 'b']\nswitches = ['s']\nlinks = [{ ends = ['a', 's'], bandwidth = '3.6Tb/s', "
      "latency = '50ns', level = 1, count = 2 }, ['b', 's']]",
      "g.toml", "file:g");
  ASSERT_EQ(graph->link_count(), 6);
  EXPECT_FALSE(graph->has_identical_links());
  EXPECT_EQ(graph->ports_per_host(), 2);
  for (const LinkId id : {0, 1, 2, 3}) {
    EXPECT_EQ(graph->link(id).bandwidth, Bandwidth{450e9});
    EXPECT_EQ(graph->link(id).latency, Time(50ns));
    EXPECT_EQ(graph->link(id).level, 1);
    EXPECT_EQ(graph->link(id).from, id % 2 == 0 ? 0 : 2);
  }
  EXPECT_FALSE(graph->link(4).bandwidth || graph->link(5).latency);
  EXPECT_EQ(node_name(*graph, 0), "a");
  EXPECT_EQ(node_name(*graph, 2), "s");
}

TEST(Graph, ErrorsOfLinksWithCosts) {
  const auto error = [](const std::string& link) {
    return graph_error("hosts = ['a', 'b']\nlinks = [" + link + "]");
  };
  EXPECT_EQ(error("{ ends = ['a'] }"),
            "g.toml:2:10: links: expected the names of both ends: ends = [\"a\", \"b\"]");
  EXPECT_EQ(
      error("{ ends = ['a', 'b'], bandwith = '1Gb/s' }"),
      "g.toml:2:31: bandwith: unknown key; expected ends, level, bandwidth, latency or count");
  EXPECT_EQ(error("{ ends = ['a', 'b'], bandwidth = '1Gbsp' }"),
            "g.toml:2:43: links: '1Gbsp' has the unknown unit 'Gbsp'; expected a bandwidth such as "
            "400Gb/s or 50GB/s; did you mean 'Gbps'?");
  EXPECT_EQ(error("{ ends = ['a', 'b'], latency = 5 }"),
            "g.toml:2:41: links: expected a value with its unit, in quotes");
  EXPECT_EQ(error("{ ends = ['a', 'b'], count = 0 }"),
            "g.toml:2:39: links: expected a count of 1 .. 1024");
  EXPECT_EQ(error("{ ends = ['a', 'b'], count = 2 }, ['b', 'a']"),
            "g.toml:2:44: links: joins 'b' and 'a' a second time; expected one entry with count = "
            "2 for two parallel links");
  EXPECT_EQ(error("{ ends = ['a', 'b'], count = 1 }, { ends = ['b', 'a'], count = 2 }"),
            "accepted");
}

TEST(Graph, ParallelLinksAreSharedOut) {
  const auto graph = parse_graph(
      "hosts = ['a', 'b', 'c', 'd']\nswitches = ['s', 't']\nlinks = [['a', 's'], ['b', 's'], "
      "{ ends = ['s', 't'], count = 1 }, ['c', 't'], ['d', 't'], { ends = ['t', 's'], count = 2 }]",
      "g.toml", "file:g");
  EXPECT_EQ(graph->path_count(0, 2, Routing::kEcmp), 3);
  std::set<LinkId> first, all;
  for (const NodeId to : {2, 3}) {
    std::set<LinkId> used;
    for (int path = 0; path < 3; ++path) {
      std::vector<LinkId> route;
      graph->append_route(0, to, path, route);
      ASSERT_EQ(route.size(), 3U);
      EXPECT_EQ(graph->link(route[1]).to, 5);
      if (path == 0) first.insert(route[1]);
      used.insert(route[1]);
    }
    EXPECT_EQ(used.size(), 3U);
  }
  EXPECT_EQ(first.size(), 2U);  // destinations are dealt out
}

constexpr const char* kServer = R"(hosts = ['gpu0', 'gpu1', 'gpu2']
switches = ['pcie', 'nic']
links = [['gpu0', 'gpu1'], ['gpu1', 'gpu2'], ['gpu0', 'pcie'], ['pcie', 'nic'], ['nic', 'gpu2']]
)";

TEST(Graph, RoutesLeaveOutNodesThatDoNotForward) {
  const auto forwarding = parse_graph(kServer, "g.toml", "file:g");
  EXPECT_EQ(visits(*forwarding, 0, 2, 0), (std::vector<NodeId>{1, 2}));
  for (const char* who : {"'hosts'", "['gpu1']"}) {
    const auto graph =
        parse_graph(kServer + std::string("no_forwarding = ") + who, "g.toml", "file:g");
    EXPECT_EQ(visits(*graph, 0, 2, 0), (std::vector<NodeId>{3, 4, 2}));
    EXPECT_EQ(visits(*graph, 2, 0, 0), (std::vector<NodeId>{4, 3, 0}));
    EXPECT_EQ(visits(*graph, 1, 2, 0), (std::vector<NodeId>{2}));
    EXPECT_EQ(graph->path_count(0, 2, Routing::kAdaptive), 1);
  }
}

TEST(Graph, WhatIsNotConnectedWithoutThemIsRefused) {
  const auto error = [](const std::string& who) {
    return graph_error(kServer + std::string("no_forwarding = ") + who);
  };
  EXPECT_EQ(
      error("['gpu1', 'nic']"),
      "g.toml:4:17: no_forwarding: no route leads from host 'gpu2' to host 'gpu0' but through "
      "nodes that do not forward; expected a graph that is connected without them");
  EXPECT_EQ(error("'switches'"),
            "g.toml:4:17: no_forwarding: expected \"hosts\" or a list of names");
  EXPECT_EQ(error("['gpu3']"),
            "g.toml:4:18: no_forwarding: 'gpu3' is not a host or switch; did you mean 'gpu0'?");
  EXPECT_EQ(error("[1]"), "g.toml:4:18: no_forwarding: expected the name of a host or a switch");
}

/// Finds the length and number of shortest paths by walking all of them.
struct Walks {
  int shortest = 0, count = 0;
};
Walks walk(const Topology& t, const std::vector<bool>& forwards, NodeId src, NodeId dst) {
  std::vector<std::int64_t> ways(static_cast<std::size_t>(t.nodes()));
  ways[static_cast<std::size_t>(src)] = 1;
  for (int length = 1; length <= t.nodes(); ++length) {
    std::vector<std::int64_t> next(ways.size());
    for (LinkId id = 0; id < t.link_count(); ++id) {
      const auto from = static_cast<std::size_t>(t.link(id).from);
      if (t.link(id).from == src || forwards[from])
        next[static_cast<std::size_t>(t.link(id).to)] += ways[from];
    }
    ways = next;
    if (const std::int64_t n = ways[static_cast<std::size_t>(dst)]; n > 0)
      return {length, static_cast<int>(std::min<std::int64_t>(n, kMostPaths))};
  }
  return {};
}

TEST(Graph, RandomGraphsHaveAllShortestRoutesAndNoOthers) {
  std::mt19937 random(11);
  int connected = 0;
  for (int i = 0; i < 400; ++i) {
    const int hosts = 2 + static_cast<int>(random() % 4),
              nodes = hosts + static_cast<int>(random() % 4);
    std::vector<std::string> names;
    std::vector<bool> forwards;
    for (int n = 0; n < nodes; ++n) {
      names.push_back(std::to_string(n));
      forwards.push_back(random() % 3 != 0);
    }
    std::vector<Link> links;
    for (int n = 0; n < 2 * nodes; ++n) {
      const auto a = static_cast<NodeId>(random() % names.size()),
                 b = static_cast<NodeId>(random() % names.size());
      if (a != b) links.push_back({a, b});
    }
    const Graph graph("g", {hosts, names, forwards}, links);
    bool all = true;
    for (NodeId src = 0; src < hosts; ++src)
      for (NodeId dst = 0; dst < hosts; ++dst)
        all = all && (src == dst || walk(graph, forwards, src, dst).shortest > 0);
    if (!all) {
      EXPECT_TRUE(graph.unreached());
    }
    if (graph.unreached()) continue;
    EXPECT_TRUE(all);
    ++connected;
    for (NodeId src = 0; src < hosts; ++src)
      for (NodeId dst = 0; dst < hosts; ++dst) {
        if (src == dst) continue;
        const Walks expected = walk(graph, forwards, src, dst);
        ASSERT_EQ(graph.path_count(src, dst, Routing::kEcmp), expected.count);
        std::set<std::vector<LinkId>> routes;
        for (int path = 0; path < expected.count; ++path) {
          std::vector<LinkId> route;
          graph.append_route(src, dst, path, route);
          ASSERT_EQ(static_cast<int>(route.size()), expected.shortest);
          NodeId at = src;
          for (const LinkId id : route) {
            ASSERT_EQ(graph.link(id).from, at);
            ASSERT_TRUE(at == src || forwards[static_cast<std::size_t>(at)]);
            at = graph.link(id).to;
          }
          ASSERT_EQ(at, dst);
          routes.insert(route);
        }
        ASSERT_EQ(static_cast<int>(routes.size()), expected.count);
      }
  }
  EXPECT_GT(connected, 50);
}

/// Checks a file that names its switches only: all other ends of its links are hosts.
TEST(Graph, HostsMayBeImplied) {
  const auto graph = parse_graph(
      "switches = ['s', 't']\nlinks = [['b', 's'], ['s', 't', 1], { ends = ['t', 'a'] }]", "g.toml",
      "file:g");
  EXPECT_EQ(graph->hosts(), 2);
  EXPECT_EQ(graph->name_of(0), "b");
  EXPECT_EQ(graph->name_of(1), "a");
  EXPECT_EQ(graph->name_of(2), "s");
  EXPECT_EQ(graph_error("switches = ['s']"),
            "g.toml:1:1: hosts: the list is empty; expected names, or links that name hosts");
}

TEST(Graph, LinksOfRoutesMayJumpWhereTheFileSaysSo) {
  const std::string text =
      "hosts = ['a', 'b', 'c', 'd']\nlinks = [['a', 'b'], ['b', 'c'], ['c', 'd']]\nroutes = [['a', "
      "'d', [0, 4]]]\n";
  EXPECT_NE(graph_error(text).find("link 4 does not begin at 'b'"), std::string::npos)
      << graph_error(text);
  const auto graph = parse_graph(text + "jumps = true", "g.toml", "file:g");
  EXPECT_EQ(visits(*graph, 0, 3, 0), (std::vector<NodeId>{1, 3}));
  EXPECT_NE(graph_error("jumps = true\n" + text + "x = 1"), "accepted");
  EXPECT_NE(graph_error(text + "jumps = 1"), "accepted");
}

/// Returns the shortest paths to a host as a search from it finds them, without edges.
std::vector<ShortestWays::Ways> searched(const std::vector<Link>& links,
                                         const std::vector<bool>& forwards, NodeId to) {
  std::vector<ShortestWays::Ways> ways(forwards.size());
  ways[static_cast<std::size_t>(to)].distance = 0, ways[static_cast<std::size_t>(to)].paths = 1;
  for (std::uint32_t d = 0; d < forwards.size(); ++d)
    for (const Link& link : links)
      for (const auto& [a, b] : {std::pair(link.from, link.to), {link.to, link.from}}) {
        const ShortestWays::Ways here = ways[static_cast<std::size_t>(a)];
        ShortestWays::Ways& there = ways[static_cast<std::size_t>(b)];
        if (here.distance != d || there.distance <= d ||
            (a != to && !forwards[static_cast<std::size_t>(a)]))
          continue;
        const std::uint32_t before = there.distance == ShortestWays::kUnreached ? 0U : there.paths;
        there.distance = (d + 1) & ShortestWays::kUnreached;
        there.paths = std::min(128U, before + here.paths) & 0xffU;
      }
  return ways;
}

/// Checks the same paths whether all are kept or only the last, with edges and parallel links.
TEST(ShortestWays, AreThoseOfASearch) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int i = 0; i < 300; ++i) {
    const std::size_t nodes = 2 + below(11), hosts = 1 + below(nodes);
    std::vector<bool> forwards;
    for (std::size_t n = 0; n < nodes; ++n) forwards.push_back(below(4) > 0);
    std::vector<Link> links;
    for (std::size_t n = 0; n < nodes + below(nodes); ++n) {
      const Link link{.from = static_cast<NodeId>(below(nodes)),
                      .to = static_cast<NodeId>(below(nodes))};
      if (link.from != link.to) links.insert(links.end(), 1 + below(3), link);
    }
    for (const std::size_t most_kept : {ShortestWays::kMostKept, std::size_t{0}, nodes}) {
      const ShortestWays ways(static_cast<int>(hosts), forwards, links, most_kept);
      for (std::size_t query = 0; query < 60; ++query) {
        const auto from = static_cast<NodeId>(below(nodes)), to = static_cast<NodeId>(below(hosts));
        const auto expected = searched(links, forwards, to);
        const auto found = ways.between(from, to);
        ASSERT_EQ(found.distance, expected[static_cast<std::size_t>(from)].distance)
            << from << " to " << to;
        ASSERT_EQ(found.paths, expected[static_cast<std::size_t>(from)].paths)
            << from << " to " << to;
        for (const Link& link : links)
          if (link.from == from) {
            ASSERT_EQ(ways.is_nearer(link.to, from, to),
                      expected[static_cast<std::size_t>(link.to)].distance <
                          expected[static_cast<std::size_t>(from)].distance);
          }
      }
    }
  }
}

/// Checks 20,000 hosts at 200 switches, with more pairs of a host and a node than a table could
/// hold.
TEST(Graph, MayHaveManyHosts) {
  std::string text = "switches = [";
  for (int s = 0; s < 200; ++s) text += "'s" + std::to_string(s) + "', ";
  text += "'top']\nlinks = [";
  for (int s = 0; s < 200; ++s) text += "['s" + std::to_string(s) + "', 'top', 1], ";
  for (int h = 0; h < 20'000; ++h)
    text += "['" + std::to_string(h) + "', 's" + std::to_string(h / 100) + "'], ";
  const auto graph = parse_graph(text + "]", "g.toml", "file:g");
  EXPECT_EQ(graph->hosts(), 20'000);
  EXPECT_EQ(visits(*graph, 0, 99, 0).size(), 2U);
  EXPECT_EQ(visits(*graph, 0, 19'999, 0).size(), 4U);
}

TEST(Graph, FilesThatCannotBeRead) {
  const auto error = [](const char* spec) -> std::string {
    try {
      make_topology(spec);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error("file:/nowhere/graph.toml"),
            "/nowhere/graph.toml: cannot be read: No such file or directory");
  EXPECT_EQ(error("file:/"), "/: is a directory; expected a file");
  EXPECT_EQ(error("file:"),
            "topology 'file:' lacks its sizes; expected file:GRAPH.toml, such as file:graph.toml");
}

/// Checks that files of other programs are recognised, not reported as a mistake in the first line.
TEST(Graph, FilesOfOtherProgramsAreNamedAsSuch) {
  for (const char* text :
       {"<?xml version='1.0'?>\n<platform version='4.1'>", "9 1 16\n8\n0 8 200Gbps 0.0005ms 0\n",
        "SwitchName=s0 Nodes=n[0-3]", "digraph { a -> b }", "{\"nodes\": []}"})
    EXPECT_EQ(graph_error(text).find("g.toml: is not a network file; expected TOML with hosts, "),
              0U)
        << graph_error(text);
  EXPECT_EQ(graph_error("hosts = ['a', 'b'\nlinks = [['a', 'b']]").find("g.toml:"), 0U);
}

/// Checks that a random text is either a graph with routes between all hosts, or refused.
TEST(Graph, RandomTextsAreGraphsOrRefused) {
  std::mt19937_64 random(7);
  const std::vector<std::string> pieces{"hosts = ['a', 'b', 'c']\n",
                                        "switches = ['s', 't']\n",
                                        "links = [",
                                        "['a', 'b'],",
                                        "['b', 's'],",
                                        "['s', 'c', 1],",
                                        "['c', 't', 63],",
                                        "['t', 'a'],",
                                        "]\n",
                                        "[",
                                        "'",
                                        "=",
                                        "9999999999999999999",
                                        "hosts = ['a']\n",
                                        "# ",
                                        "\n",
                                        "['a', 's', 64],",
                                        "{}",
                                        "\xff",
                                        "links = []\n"};
  int accepted = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = pieces[0] + pieces[1] + "links = [" + pieces[3] + pieces[4] + pieces[5] +
                       pieces[6] + pieces[7] + "]\n";
    if (i % 2 == 0) text.clear();
    for (std::uint64_t n = random() % 8; n > 0; --n) {
      const std::string& piece = pieces[random() % pieces.size()];
      const std::size_t at = random() % (text.size() + 1);
      text.replace(at, random() % 4,
                   i % 2 == 0 ? text.substr(0, 0) + piece : piece.substr(0, random() % 3));
    }
    try {
      const auto graph = parse_graph(text, "g.toml", "file:g");
      ++accepted;
      for (NodeId src = 0; src < graph->hosts(); ++src)
        for (NodeId dst = 0; dst < graph->hosts(); ++dst)
          EXPECT_EQ(visits(*graph, src, dst, 0).empty(), src == dst);
    } catch (const std::invalid_argument&) {
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace orrery
