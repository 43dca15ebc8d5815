// Tests networks in the formats of other programs: the contents of small files, and the errors for broken
// ones.
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "emu/net/imports/import.h"
#include "emu/net/topologies/graph.h"
#include "tests/fuzz/mutated.h"
#include "tests/unit/net/imported.h"

namespace orrery {
namespace {

using namespace imported;

constexpr const char* kRing = R"(<?xml version="1.0"?>
<platform version="4.1"><zone id="ring" routing="Floyd">
<host id="n0" speed="1Gf"/><host id="n1" speed="1Gf"/><host id="n2" speed="1Gf"/>
<link id="l0" bandwidth="10Gbps" latency="10us"/><link id="l1" bandwidth="125MBps" latency="0.001"/>
<link id="l2" bandwidth="125000000"/>
<route src="n0" dst="n1"><link_ctn id="l0"/></route><route src="n1" dst="n2"><link_ctn id="l1"/></route>
<route src="n2" dst="n0"><link_ctn id="l2"/></route></zone></platform>)";
constexpr const char* kCluster =
    R"(<platform version="4.1"><cluster id="c" prefix="n" suffix="" radical="0-15" speed="1Gf" bw="10Gbps" lat="10us" )";
constexpr const char* kNcclTopology =
    R"(<system version="1"><cpu numaid="0"><pci busid="a" link_speed="16.0 GT/s PCIe" link_width="16">
<pci busid="b" link_speed="16.0 GT/s PCIe" link_width="16"><gpu dev="0" sm="80"><nvlink target="c" count="4" tclass="0x030200"/></gpu></pci>
<pci busid="c" link_speed="16.0 GT/s PCIe" link_width="16"><gpu dev="1" sm="80"><nvlink target="b" count="4" tclass="0x030200"/></gpu></pci>
<nic><net name="mlx5_0" speed="200000"/></nic></pci></cpu></system>)";
constexpr const char* kGraphMlFile =
    R"(<graphml><key id="d0" for="edge" attr.name="bandwidth"/><graph><node id="a"/><node id="b"/><node id="s"/>
<edge source="a" target="s"><data key="d0">100Gb/s</data></edge><edge source="b" target="s"/></graph></graphml>)";
constexpr const char* kNodeLinkFile =
    R"({"nodes": [{"id": 0}, {"id": 1}, {"id": "s", "type": "switch"}],
"links": [{"source": 0, "target": "s", "bandwidth": "100Gbps", "latency": "1us"}, {"source": 1, "target": "s"}]})";
constexpr const char* kYaml =
    "topology: [ Ring, FullyConnected, Switch ]\nnpus_count: [ 4, 3, 2 ]\nbandwidth: [ 200.0, "
    "100.0, 50.0 ]\n"
    "latency: [ 50.0, 500.0, 1000.0 ]\n";
constexpr const char* kJson =
    R"({"topologies-per-dim": ["Ring", "Switch"], "units-count": [4, 2], "link-latency": [500, 700], "link-bandwidth": [50, 25]})";
constexpr const char* kSlurmFile =
    "# a tree\nSwitchName=s0 Nodes=n[00-03]\nSwitchName=s1 Nodes=n[04-06,09]\nSwitchName=s2 "
    "Switches=s[0-1] LinkSpeed=1\n";
constexpr const char* kTopo =
    "Nodes 16\nTiers 3\nPodsize 8\nTier 0\nDownlink_speed_Gbps 400\nRadix_Down 4\nRadix_Up "
    "4\nDownlink_Latency_ns 500\n"
    "Tier 1\nDownlink_speed_Gbps 400\nRadix_Down 2\nRadix_Up 4\nTier 2\nDownlink_speed_Gbps "
    "400\nRadix_Down 2\n";
constexpr const char* kInfiniBandFile =
    "Switch\t36 \"S-1\"\t# \"sw0\"\n[1]\t\"H-a\"[1](2)\t# \"node1\" 4xEDR\n[2]\t\"H-b\"[1]\t# "
    "4xHDR\n[3]\t\"S-2\"[1]\t# 4xEDR\n\n"
    "Switch\t36 \"S-2\"\n[1]\t\"S-1\"[3]\t# 4xEDR\n[2]\t\"H-c\"[1]\t# 4xEDR\n\nCa\t1 "
    "\"H-a\"\n[1](2)\t\"S-1\"[1]\t# 4xEDR\n";
constexpr const char* kNs3File =
    "5 1 4\n4\n0 4 100Gbps 0.001ms 0\n1 4 100Gbps 1us 0\n2 4 100Gbps 1us 0\n3 4 50Gbps 1us 0\n";
constexpr const char* kEdges = "# from to\na s 100Gb/s 1us\nb, s, 100Gb/s, 1us\nc s\nc s\n";
constexpr const char* kGraph =
    "digraph g { node [type=host]; subgraph c { a; b; } s [type=switch]; {a b} -> s:p\n"
    "[bandwidth=\"100Gb/s\" label=\"1us\"]; /* and */ s -> \"a\"; }\n";

/// A tree of four hosts and a host that forwards, in a file that gives only the links of each route.
constexpr const char* kRoutes = R"(<platform version="4.1"><zone id="z" routing="Full">
<host id="A" speed="1Gf"/><host id="B" speed="1Gf"/><host id="C" speed="1Gf"/><host id="D" speed="1Gf"/>
<link id="ab" bandwidth="1GBps" latency="1us"/><link id="a" bandwidth="2GBps" latency="2us"/>
<link id="c" bandwidth="3GBps" latency="3us"/><link id="d" bandwidth="4GBps" latency="4us"/>
<link id="core" bandwidth="5GBps" latency="5us"/>
<route src="A" dst="A"><link_ctn id="ab"/></route>
<route src="A" dst="B"><link_ctn id="ab"/></route>
<route src="A" dst="C"><link_ctn id="a"/><link_ctn id="core"/><link_ctn id="c"/></route>
<route src="A" dst="D"><link_ctn id="a"/><link_ctn id="core"/><link_ctn id="d"/></route>
<route src="C" dst="D"><link_ctn id="c"/><link_ctn id="d"/></route>
<route src="B" dst="C"><link_ctn id="ab"/><link_ctn id="a"/><link_ctn id="core"/><link_ctn id="c"/></route>
<route src="B" dst="D"><link_ctn id="ab"/><link_ctn id="a"/><link_ctn id="core"/><link_ctn id="d"/></route>
</zone></platform>)";

TEST(Imports, AreToldByTheirContents) {
  const std::pair<const char*, const char*> kFiles[] = {
      {kRing, "a SimGrid platform"},
      {kNcclTopology, "a topology of NCCL"},
      {kGraphMlFile, "GraphML"},
      {kNodeLinkFile, "a node-link graph in JSON"},
      {kYaml, "a network of ASTRA-sim in YAML"},
      {kJson, "a network of ASTRA-sim in JSON"},
      {kSlurmFile, "Slurm's topology.conf"},
      {kTopo, "an htsim topology"},
      {kInfiniBandFile, "output of ibnetdiscover or iblinkinfo"},
      {kNs3File, "an ns-3 topology"},
      {kEdges, "an edge list"},
      {"graph g { a -- b; }", "a graph of Graphviz"}};
  for (const auto& [text, name] : kFiles) {
    const imports::NetworkFormat* const format = imports::format_of_network(text);
    ASSERT_NE(format, nullptr) << text;
    EXPECT_EQ(format->name, name);
  }
  for (const char* text : {"", "root:x:0:0", "A sentence is not a network, whatever it says.", "{}",
                           "[run]\nranks = 4\n", "<html></html>"})
    EXPECT_EQ(imports::format_of_network(text), nullptr) << text;
}

TEST(Imports, HaveTheShapesOfTheirFiles) {
  EXPECT_EQ(shape_of(kRing), "3 0 3 1");
  EXPECT_EQ(shape_of(std::string(kCluster) + "/></platform>"), "16 1 16 2");
  EXPECT_EQ(
      shape_of(std::string(kCluster) + "topology='TORUS' topo_parameters='4,2,2'/></platform>"),
      "16 0 48 4");
  EXPECT_EQ(shape_of(std::string(kCluster) +
                     "topology='FAT_TREE' topo_parameters='2;4,4;1,2;1,2'/></platform>"),
            "16 6 32 4");
  EXPECT_EQ(shape_of(std::string(kCluster) +
                     "topology='DRAGONFLY' topo_parameters='2,1;2,1;2,1;2'/></platform>"),
            "16 8 25 7");
  EXPECT_EQ(shape_of(kNcclTopology), "2 3 5 1");
  EXPECT_EQ(shape_of(kGraphMlFile), "2 1 2 2");
  EXPECT_EQ(shape_of(kNodeLinkFile), "2 1 2 2");
  EXPECT_EQ(shape_of(kYaml), "24 12 72 5");
  EXPECT_EQ(shape_of(kJson), "8 4 16 4");
  EXPECT_EQ(shape_of(kSlurmFile), "8 3 10 4");
  EXPECT_EQ(shape_of(kTopo), "16 28 64 6");
  EXPECT_EQ(shape_of(kInfiniBandFile), "3 2 4 3");
  EXPECT_EQ(shape_of(kNs3File), "4 1 4 2");
  EXPECT_EQ(shape_of(kEdges), "3 1 4 2");
}

TEST(Imports, HaveTheCostsOfTheirFiles) {
  EXPECT_EQ(cost_between(kRing, "n0", "n1"), "10000000000 10000000");
  EXPECT_EQ(cost_between(kRing, "n2", "n1"), "1000000000 1000000000") << "seconds without a unit";
  EXPECT_EQ(cost_between(kRing, "n0", "n2"), "1000000000 0") << "bytes per second without a unit";
  EXPECT_EQ(cost_between(kYaml, "0", "1"), "1600000000000 50000") << "GB/s and ns";
  EXPECT_EQ(cost_between(kYaml, "0", "8"), "800000000000 500000");
  EXPECT_EQ(cost_between(kInfiniBandFile, "H-b", "S-1"), "200000000000 0");
  EXPECT_EQ(cost_between(kNs3File, "3", "4"), "50000000000 1000000");
  EXPECT_EQ(cost_between(kEdges, "b", "s"), "100000000000 1000000");
  EXPECT_EQ(cost_between(kNcclTopology, "gpu0", "gpu1"), "640000000000 0")
      << "four NVLinks of 20 GB/s";
}

TEST(Imports, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(
      error_of("<platform><zone id='z'><host id='a'/><route src='a' dst='b'/></zone></platform>"),
      "f:1: 'b' is not a host or router; expected the id of one");
  EXPECT_EQ(error_of(std::string(kCluster) + "topology='TORUS' topo_parameters='4,2'/></platform>"),
            "f:1: topo_parameters are for 8 hosts, and radical has 16; expected equal numbers");
  EXPECT_EQ(error_of("2 0 1\n\n0 2 1Gbps 1us 0\n"), "f:3: 2 is not a node; expected 0 to 1");
  EXPECT_EQ(error_of("2 0 2\n0 1 1Gbps 1us 0\n"),
            "f:1: 1 links; expected 2, as the first line says");
  EXPECT_EQ(error_of("<system>\n<cpu>\n</system>"), "f:3: not valid XML: Start-end tags mismatch");
  EXPECT_EQ(error_of("\n<system>\n<cpu/></system>"), "f:2: no GPUs; expected elements gpu");
  EXPECT_EQ(error_of("SwitchName=s Nodes=n[0-\n"),
            "f:1: 'n[0-' has no ]; expected names such as n[0-3]");
  EXPECT_EQ(error_of("topology: [ Rnig ]\nnpus_count: [ 4 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n"),
            "f:1: 'Rnig' is unknown; expected Ring, FullyConnected or Switch");
  EXPECT_NE(error_of(R"({"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]})")
                .find("'2' is not a node"),
            std::string::npos);
}

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

/// Checks that huge numbers and depths are refused before memory is taken or time is spent.
TEST(Imports, HugeNumbersAndDepthsAreRefused) {
  const std::string cluster = "<platform><cluster id='c' prefix='n' bw='1Gbps' lat='1us' radical='";
  for (const std::string& text :
       {"SwitchName=s Nodes=n" + repeated("[0]", 100'000),
        "SwitchName=s Nodes=" + repeated("n[0-1000000],", 1000),
        cluster + repeated("0-1000000,", 1000) + "1'/></platform>",
        cluster +
            "0-3' topology='FAT_TREE' topo_parameters='2;2,2;1000000,1000000;1,1'/></platform>",
        cluster +
            "0-999999' topology='DRAGONFLY' topo_parameters='1,1;1,1;1000000,1;1'/></platform>",
        "<platform>" + repeated("<zone>", 100'000) + repeated("</zone>", 100'000) + "</platform>",
        R"({"links": [], "nodes": [{"id": )" + repeated("[", 100'000) + repeated("]", 100'000) +
            "}]}",
        "npus_count: [1]\ntopology: " + repeated("[", 100'000),
        std::string("topology: [ FullyConnected ]\nnpus_count: [ 1000000 ]\nbandwidth: [ 1 "
                    "]\nlatency: [ 1 ]\n"),
        std::string("1000000 0 1\n0 1 1Gbps 1us 0\n"),
        std::string("Nodes 1000000\nTiers 2\nTier 0\nRadix_Down 1\nRadix_Up "
                    "1000000\nDownlink_speed_Gbps 1\nTier 1\nDownlink_speed_Gbps 1\n")})
    EXPECT_NE(error_of(text), "accepted") << text.substr(0, 60);
}

/// Checks that a randomly changed file is read or refused.
TEST(Imports, ChangedFilesAreReadOrRefused) {
  std::mt19937_64 random(1);
  int read_well = 0, refused = 0;
  for (const std::string text :
       {kRing, kNcclTopology, kGraphMlFile, kNodeLinkFile, kYaml, kJson, kSlurmFile, kTopo,
        kInfiniBandFile, kNs3File, kEdges, kRoutes, kGraph})
    for (int i = 0; i < 300; ++i) {
      const std::string changed = scrambled(text, 3, random);
      error_of(changed) == "accepted" ? ++read_well : ++refused;
    }
  EXPECT_GT(read_well, 100);
  EXPECT_GT(refused, 100);
}

/// Checks that written networks are read again unchanged.
TEST(Imports, TopologiesAreDescribedAndReadAgain) {
  for (const char* spec : {"torus:3x4", "fat-tree:4,2", "star:5", "dragonfly:4,2,2"}) {
    const auto network = make_topology(spec);
    const auto again = parse_graph(imports::described(*network).toml(spec), "f", "file:f");
    EXPECT_EQ(again->hosts(), network->hosts());
    EXPECT_EQ(again->nodes(), network->nodes());
    EXPECT_EQ(again->link_count(), network->link_count());
    EXPECT_EQ(again->levels(), network->levels());
    for (NodeId to = 0; to < network->hosts(); ++to) {
      std::vector<LinkId> route, other;
      network->append_route(0, to, 0, route);
      again->append_route(0, to, 0, other);
      EXPECT_EQ(route.size(), other.size()) << spec;
    }
  }
}

/// Checks sums of latencies in microseconds and minimum bandwidths in GB/s of the routes above.
TEST(Imports, LinksOfRoutesJoinTheNodesBetween) {
  const auto network = read(kRoutes);
  EXPECT_EQ(network->hosts(), 4);
  EXPECT_EQ(network->nodes(), 6) << "two places where links meet";
  EXPECT_EQ(network->link_count(), 10);
  EXPECT_TRUE(network->forwards(0)) << "B is behind A";
  EXPECT_FALSE(network->forwards(2));
  const auto along = [&](NodeId from, NodeId to) {
    std::vector<LinkId> route;
    network->append_route(from, to, 0, route);
    std::int64_t latency = 0;
    double least = 1e18;
    for (const LinkId id : route) {
      latency += network->link(id).latency->count() / 1'000'000;
      least = std::min(least, network->link(id).bandwidth->bytes_per_second / 1e9);
    }
    return text_of(route.size(), ' ', latency, ' ', least);
  };
  EXPECT_EQ(along(0, 1), "1 1 1");
  EXPECT_EQ(along(0, 2), "3 10 2");
  EXPECT_EQ(along(3, 0), "3 11 2") << "and back";
  EXPECT_EQ(along(2, 3), "2 7 3");
  EXPECT_EQ(along(1, 2), "4 11 1");
}

/// Checks the links of each route against the output of SimGrid's flatifier; for the larger example of SimGrid against
/// its rule, worked out on paper.
TEST(Imports, DragonfliesOfSimGridHaveItsRoutes) {
  const std::string cluster =
      R"(<platform version="4.1"><zone id="w" routing="Full"><cluster id="c" prefix="n" suffix="" bw="125MBps" )"
      R"(lat="50us" topology="DRAGONFLY" topo_parameters=)";
  const auto small = read(cluster + R"("1,4;2,3;2,1;1" radical="0-3"/></zone></platform>)");
  const auto hops = [](const Topology& network, NodeId from, NodeId to) {
    std::vector<LinkId> route;
    network.append_route(from, to, 0, route);
    return static_cast<int>(route.size());
  };
  constexpr int kLinks[4][4] = {{0, 3, 3, 4}, {3, 0, 4, 3}, {3, 3, 0, 4}, {3, 3, 4, 0}};
  for (NodeId from = 0; from < 4; ++from)
    for (NodeId to = 0; to < 4; ++to)
      EXPECT_EQ(hops(*small, from, to), kLinks[from][to]) << from << " to " << to;
  const auto again = parse_graph(imports::described(*small).toml("it"), "f", "file:f");
  EXPECT_EQ(hops(*again, 2, 1), 3);
  EXPECT_EQ(hops(*again, 2, 3), 4);

  const auto large = read(cluster + R"("3,4;4,3;5,1;2" radical="0-119"/></zone></platform>)");
  const auto node = [](int group, int chassis, int blade) {
    return ((group * 4 + chassis) * 5 + blade) * 2;
  };
  EXPECT_EQ(hops(*large, node(0, 1, 3), node(2, 2, 1)), 7);  // green, black, blue, green, black
  EXPECT_EQ(hops(*large, node(0, 0, 2), node(2, 0, 0)), 3);  // blue
  EXPECT_EQ(hops(*large, node(0, 1, 2), node(2, 0, 0)), 4);  // black, blue
  EXPECT_EQ(hops(*large, node(1, 2, 0), node(1, 3, 4)), 4);  // green, black
  EXPECT_EQ(hops(*large, node(1, 2, 0), node(1, 2, 4)), 4);  // green, and a black one too many
  EXPECT_EQ(hops(*large, node(1, 2, 0), node(1, 0, 4)), 3);  // green, without the black one
  EXPECT_EQ(hops(*large, node(1, 0, 0), node(1, 2, 4)), 4);  // green, black
  EXPECT_EQ(hops(*large, node(1, 2, 0), node(1, 0, 0)), 3);  // black
}

/// Returns a network after it was written in a format and read by its reader.
std::unique_ptr<Topology> written_and_read(const Topology& network, const Costs& costs,
                                           const imports::NetworkWriter& format) {
  const std::string text = format.write(imports::described(network, costs, format.routes));
  if (format.name == "toml") return parse_graph(text, "f", "file:f");
  return read(text);
}

/// Returns latency and bandwidth along a path; links of equal costs are equal.
std::vector<std::pair<std::int64_t, double>> costs_along(const Topology& network,
                                                         const Costs& costs, NodeId from, NodeId to,
                                                         int path) {
  std::vector<LinkId> route;
  network.append_route(from, to, path, route);
  std::vector<std::pair<std::int64_t, double>> along;
  for (const LinkId id : route) {
    const LinkCost cost = costs.of(network.link(id));
    along.emplace_back((cost.latency + costs.hop_latency).count(), cost.bandwidth.bytes_per_second);
  }
  return along;
}

constexpr const char* kNetworks[] = {"torus:3x4",
                                     "torus:4x4",
                                     "torus:2x3x2",
                                     "mesh:3x3",
                                     "star:5",
                                     "full:6",
                                     "clos:4,2,2,2",
                                     "hyperx:3x4",
                                     "fat-tree:4,2",
                                     "two-tier:3,5",
                                     "groups:4,3,1",
                                     "fat-tree:4,4;1,2;1,3",
                                     "dragonfly:4,2,2",
                                     "rails:2,2,2,2",
                                     "hammingmesh:2x2@2x2",
                                     "dragonfly+:2,2,2,2",
                                     "nodes:3x4,nvswitch@star:3",
                                     "nodes:2x4,mesh,nics=2@star:4"};

Costs costs_of_levels() {
  Costs costs;
  costs.links.clear();
  for (const auto& [gbps, latency] : {std::pair(200, 100ns), {100, 300ns}, {50, 1000ns}})
    costs.links.push_back({Bandwidth{gbps * 1e9 / 8}, latency});
  costs.hop_latency = 7ns;
  return costs;
}

/// Checks that formats with routes preserve the links that each message crosses, and that all formats preserve
/// number and costs of links.
TEST(Imports, WrittenNetworksAreReadAsTheyWere) {
  const Costs costs = costs_of_levels();
  const Costs read_again;
  for (const imports::NetworkWriter& format : imports::network_writers())
    for (const char* spec : kNetworks) {
      if (format.name == "dot" && error_of("graph g { a -- b; }") != "accepted") continue;
      if (format.name == "ns3" && std::string_view(spec).starts_with("hammingmesh")) {
        EXPECT_THROW(written_and_read(*make_topology(spec), costs, format), std::invalid_argument)
            << "its hosts pass messages on beside switches";
        continue;
      }
      SCOPED_TRACE(text_of(format.name, " ", spec));
      const auto network = make_topology(spec);
      const auto again = written_and_read(*network, costs, format);
      ASSERT_EQ(again->hosts(), network->hosts());
      for (NodeId from = 0; from < network->hosts(); ++from)
        for (NodeId to = 0; to < network->hosts(); ++to) {
          const auto ours = costs_along(*network, costs, from, to, 0);
          const auto theirs = costs_along(*again, read_again, from, to, 0);
          // Without routes paths are shortest ones, which those of a dragonfly are not.
          ASSERT_LE(theirs.size(), ours.size()) << from << " to " << to;
          if (format.routes == imports::Described::kNoRoutes) continue;
          ASSERT_EQ(ours, theirs) << from << " to " << to;
        }
    }
}

/// Checks that messages share links as before: paths cross a common link equally often.
TEST(Imports, WrittenNetworksShareLinksAsBefore) {
  const Costs costs = costs_of_levels();
  const auto shared = [](const Topology& network) {
    std::map<LinkId, int> crossed;
    for (NodeId from = 0; from < network.hosts(); ++from)
      for (NodeId to = 0; to < network.hosts(); ++to) {
        std::vector<LinkId> route;
        network.append_route(from, to, 0, route);
        for (const LinkId id : route) ++crossed[id];
      }
    std::multiset<int> loads;
    for (const auto& [id, times] : crossed) loads.insert(times);
    return loads;
  };
  for (const imports::NetworkWriter& format : imports::network_writers())
    for (const char* spec : kNetworks) {
      if (format.routes == imports::Described::kNoRoutes) continue;
      const auto network = make_topology(spec);
      EXPECT_EQ(shared(*network), shared(*written_and_read(*network, costs, format)))
          << format.name << " " << spec;
    }
}

}  // namespace
}  // namespace orrery
