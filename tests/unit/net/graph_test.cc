#include "emu/net/graph.h"

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace orrery {
namespace {

std::string error_of(std::string_view text) {
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

TEST(Graph, ErrorsNameLineAndKey) {
  EXPECT_EQ(error_of("hosts = ['a', 'a']"),
            "g.toml:1:15: hosts: 'a' is there twice; expected different names");
  EXPECT_EQ(error_of("hosts = ['a']\nswitches = ['a']"),
            "g.toml:2:13: switches: 'a' is there twice; expected different names");
  EXPECT_EQ(error_of("hosts = [1]"), "g.toml:1:10: hosts: expected a name in quotes");
  EXPECT_EQ(error_of("hosts = 4"), "g.toml:1:9: hosts: expected a list");
  EXPECT_EQ(error_of("switches = ['s']"),
            "g.toml:1:1: hosts: there are none; expected a list of names");
  EXPECT_EQ(error_of("hosts = ['a']\nlinsk = []"),
            "g.toml:2:1: linsk: unknown key; expected hosts, switches or links");
  const std::string two = "hosts = ['alpha', 'beta']\n";
  EXPECT_EQ(error_of(two + "links = [['alpha', 'betta']]"),
            "g.toml:2:20: links: 'betta' is no host or switch; did you mean 'beta'?");
  EXPECT_EQ(error_of(two + "links = [['alpha']]"),
            "g.toml:2:10: links: expected two names and perhaps a level: [\"a\", \"b\", 1]");
  EXPECT_EQ(error_of(two + "links = [\n  ['alpha', 'beta'],\n  ['beta', 'alpha', 2],\n]"),
            "g.toml:4:3: links: joins 'beta' and 'alpha' a second time");
  EXPECT_EQ(error_of(two + "links = [['alpha', 'alpha']]"),
            "g.toml:2:10: links: joins 'alpha' to itself");
  EXPECT_EQ(error_of(two + "links = [['alpha', 'beta', -1]]"),
            "g.toml:2:28: links: expected a level of 0 .. 63");
  EXPECT_EQ(error_of(two + "links = [['alpha', 'beta', 'fast']]"),
            "g.toml:2:28: links: expected a level of 0 .. 63");
  EXPECT_EQ(error_of(two),
            "g.toml: links: no way leads from host 'beta' to host 'alpha'; expected a "
            "connected graph");
  EXPECT_TRUE(error_of("hosts = [").starts_with("g.toml:1:10: ")) << error_of("hosts = [");
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

/// Whatever the text is, it is a graph with routes between all hosts, or refused.
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
