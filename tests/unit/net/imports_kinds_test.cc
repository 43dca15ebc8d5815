// What files of other programs in common use contain besides the plainest form; numbers are worked out by hand.
#include <ctime>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/unit/net/imported.h"

namespace orrery {
namespace {

using namespace imported;

/// Returns the notes at the beginning of the TOML that a text becomes.
std::string notes_of(const std::string& text) {
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  if (format == nullptr) return "no format";
  const std::string toml = imports::imported_toml(*format, text, "f");
  return toml.substr(0, toml.find("hosts = "));
}
bool notes(const std::string& text, std::string_view part) {
  return notes_of(text).find(part) != std::string::npos;
}

/// Returns the latency along the route between two hosts, in nanoseconds.
std::int64_t latency_ns(const std::string& text, NodeId from, NodeId to) {
  const auto network = read(text);
  std::vector<LinkId> route;
  network->append_route(from, to, 0, route);
  std::int64_t sum = 0;
  for (const LinkId id : route) sum += network->link(id).latency.value_or(Time(0)).count();
  return sum / 1000;
}

constexpr const char* kTwoClusters = R"(<platform version="4.1"><zone id="w" routing="Full">
<cluster id="c" prefix="n-" suffix=".org" radical="0-1" speed="1Gf" bw="1GBps" lat="10us" bb_bw="2GBps" bb_lat="6us"/>
<cluster id="d" prefix="m-" suffix=".org" radical="0-1" speed="1Gf" bw="1GBps" lat="20us"/>
<link id="x" bandwidth="3GBps" latency="100us"/>
<zoneRoute src="c" dst="d" gw_src="n-c_router.org" gw_dst="m-d_router.org"><link_ctn id="x"/></zoneRoute>
</zone></platform>)";
constexpr const char* kClusterZone =
    R"(<platform version="4.1"><zone id="z" routing="Cluster"><router id="r"/>
<host id="a" speed="1Gf"/><link id="a_UP" bandwidth="1GBps" latency="10us"/><link id="a_DOWN" bandwidth="1GBps" latency="10us"/>
<host_link id="a" up="a_UP" down="a_DOWN"/>
<host id="b" speed="1Gf"/><link id="l" bandwidth="2GBps" latency="20us" sharing_policy="SPLITDUPLEX"/>
<host_link id="b" up="l_UP" down="l_DOWN"/>
<cabinet id="c" prefix="c" suffix="" radical="0-1" speed="1Gf" bw="1GBps" lat="30us"/>
<backbone id="bb" bandwidth="9GBps" latency="8us"/></zone></platform>)";

TEST(SimGridImports, ClustersHaveTheirRoutersAndBackbones) {
  EXPECT_EQ(shape_of(kTwoClusters), "4 3 6 4") << "two routers, and a backbone before one of them";
  EXPECT_EQ(latency_ns(kTwoClusters, 0, 1), 26'000);
  EXPECT_EQ(latency_ns(kTwoClusters, 0, 3), 10'000 + 6'000 + 100'000 + 20'000);
  EXPECT_EQ(shape_of(kClusterZone), "4 1 4 2");
  EXPECT_EQ(latency_ns(kClusterZone, 0, 1), 38'000);
  EXPECT_EQ(latency_ns(kClusterZone, 2, 3), 68'000);
  EXPECT_EQ(error_of("<platform><zone id='z'><link id='w' sharing_policy='WIFI' "
                     "bandwidth='54Mbps,36Mbps'/></zone></platform>"),
            "f:1: link 'w' is wireless (WIFI); expected links of cables");
}

/// A limiter is a link of each node, which messages cross besides the others.
TEST(SimGridImports, LimitersOfNodesLimitTheirLinks) {
  const auto torus = [](const char* limit) {
    return text_of("<platform><cluster id='c' topology='TORUS' topo_parameters='2,2' prefix='n' ",
                   "suffix='' radical='0-3' speed='1Gf' bw='125MBps' lat='50us' limiter_link='",
                   limit, "'/></platform>");
  };
  EXPECT_EQ(cost_between(torus("50MBps"), "n0", "n1"), "400000000 50000000");
  EXPECT_EQ(cost_between(torus("500MBps"), "n0", "n1"), "1000000000 50000000");
  EXPECT_TRUE(notes(torus("50MBps"), "limiter_link")) << notes_of(torus("50MBps"));
}

/// SimGrid takes bypassRoute before route, and not for the way back; routes of one direction keep their own links.
TEST(SimGridImports, RoutesOfOneDirection) {
  const std::string hosts =
      R"(<platform version="4.1"><zone id="z" routing="Full"><host id="a"/><host id="b"/><host id="c"/>
<link id="ab" bandwidth="1GBps" latency="10us"/><link id="bc" bandwidth="1GBps" latency="10us"/>
<link id="ac" bandwidth="1GBps" latency="90us"/><link id="ca" bandwidth="1GBps" latency="70us"/>
<route src="a" dst="b"><link_ctn id="ab"/></route><route src="b" dst="c"><link_ctn id="bc"/></route>)";
  const std::string bypass = hosts +
                             R"(<route src="a" dst="c"><link_ctn id="ac"/></route>
<bypassRoute src="a" dst="c"><link_ctn id="ab"/><link_ctn id="bc"/></bypassRoute></zone></platform>)";
  EXPECT_EQ(latency_ns(bypass, 0, 2), 20'000);
  EXPECT_EQ(latency_ns(bypass, 2, 0), 90'000);
  std::string both = bypass;  // which SimGrid refuses
  both.replace(both.find("<bypassRoute "), 13, R"(<bypassRoute symmetrical="YES" )");
  EXPECT_EQ(latency_ns(both, 0, 2), 20'000);
  EXPECT_EQ(latency_ns(both, 2, 0), 20'000);
  const std::string two = hosts +
                          R"(<route src="a" dst="c" symmetrical="NO"><link_ctn id="ac"/></route>
<route src="c" dst="a" symmetrical="NO"><link_ctn id="ca"/></route></zone></platform>)";
  EXPECT_EQ(latency_ns(two, 0, 2), 90'000);
  EXPECT_EQ(latency_ns(two, 2, 0), 70'000);
}

/// Latencies are those of SimGrid 3.32 (route_to() of its Python module) for the same files.
TEST(SimGridImports, RoutesOfZonesAreComposed) {
  const auto link = [](const char* id, int us) {
    return text_of("<link id='", id, "' bandwidth='1GBps' latency='", us, "us'/>");
  };
  const auto route = [](const char* kind, const char* ends, const std::vector<const char*>& links) {
    std::string text = text_of('<', kind, ' ', ends, '>');
    for (const char* const id : links) text += text_of("<link_ctn id='", id, "'/>");
    return text_of(text, "</", kind, '>');
  };
  const auto cluster = [](const char* id) {
    return text_of("<cluster id='", id, "' prefix='", id,
                   "' suffix='' radical='0' bw='1GBps' lat='50us' router_id='r", id, "'/>");
  };
  const std::string begin = "<platform version='4.1'><zone id='w' routing='",
                    end = "</zone></platform>";
  const std::string longer =
      begin + "Full'>" + cluster("a") + cluster("b") + cluster("c") + link("x1", 100) +
      link("x2", 200) + link("x3", 300) + link("x4", 400) + link("x5", 500) +
      route("zoneRoute", "src='a' dst='b' gw_src='ra' gw_dst='rb'", {"x1", "x2", "x3"}) +
      route("zoneRoute", "src='b' dst='c' gw_src='rb' gw_dst='rc'", {"x4"}) +
      route("zoneRoute", "src='a' dst='c' gw_src='ra' gw_dst='rc'", {"x5"}) + end;
  EXPECT_EQ(latency_ns(longer, 0, 1), 700'000) << "not by way of c, which has fewer links";
  EXPECT_EQ(latency_ns(longer, 2, 0), 600'000);
  std::string floyd = longer;
  floyd.replace(floyd.find("Full"), 4, "Floyd");
  EXPECT_EQ(latency_ns(floyd, 0, 1), 1'000'000) << "the fewest links";
  const std::string one_way =
      begin + "Full'>" + cluster("a") + cluster("b") + link("go", 100) + link("back", 20) +
      route("zoneRoute", "src='a' dst='b' gw_src='ra' gw_dst='rb' symmetrical='NO'", {"go"}) +
      route("zoneRoute", "src='b' dst='a' gw_src='rb' gw_dst='ra' symmetrical='NO'", {"back"}) +
      end;
  EXPECT_EQ(latency_ns(one_way, 0, 1), 200'000);
  EXPECT_EQ(latency_ns(one_way, 1, 0), 120'000);
  const std::string within =
      begin +
      "Floyd'><zone id='L' routing='Dijkstra'><host id='a'/><host id='b'/><router id='r'/>" +
      link("ab", 1) + link("br", 2) + route("route", "src='a' dst='b'", {"ab"}) +
      route("route", "src='b' dst='r'", {"br"}) +
      "</zone><zone id='M' routing='Full'><host id='m'/><host id='n'/>" + link("mn", 4) +
      route("route", "src='m' dst='n'", {"mn"}) +
      "</zone><zone id='R' routing='Full'><host id='z'/></zone>" + link("lm", 8) + link("mz", 16) +
      route("zoneRoute", "src='L' dst='M' gw_src='r' gw_dst='m'", {"lm"}) +
      route("zoneRoute", "src='M' dst='R' gw_src='n' gw_dst='z'", {"mz"}) + end;
  EXPECT_EQ(latency_ns(within, 0, 4), 31'000) << "through gateways that are hosts";
  EXPECT_EQ(latency_ns(within, 3, 1), 14'000);
}

std::string gpu(const std::string& bus, const std::string& attributes, const std::string& links) {
  return "<pci busid='" + bus + "' link_speed='16.0 GT/s PCIe' link_width='0'><gpu " + attributes +
         ">" + links + "</gpu></pci>";
}

TEST(NcclImports, LinksOfGpusActAsInNccl) {
  const std::string four =
      "<nvlink target='s0' count='4' tclass='0x068000'/>"
      "<nvlink target='s1' count='5' tclass='0x068000'/>";
  const std::string switches = "<system><cpu numaid='0'>" + gpu("a", "dev='0' sm='90'", four) +
                               gpu("b", "dev='1' sm='90'", four) + "</cpu></system>";
  EXPECT_EQ(cost_between(switches, "gpu0", "nvswitch"), "1483200000000 0") << "9 of 20.6 GB/s";
  EXPECT_EQ(cost_between(switches, "gpu0", "cpu0"), "252064000000 0") << "16 lanes without a width";
  EXPECT_EQ(shape_of(switches), "2 2 4 2");
  const std::string amd =
      "<system version='2'><cpu numaid='0'>" +
      gpu("a", "dev='0' gcn='gfx90a'", "<xgmi target='b' count='2' tclass='0x038000'/>") +
      gpu("b", "dev='1' gcn='910'", "<xgmi target='a' count='2' tclass='0x038000'/>") +
      "</cpu></system>";
  EXPECT_EQ(cost_between(amd, "gpu0", "gpu1"), "576000000000 0") << "2 of 36 GB/s";
  const std::string power =
      "<system><cpu numaid='0'>" +
      gpu("a", "dev='0' sm='70'", "<nvlink target='' count='3' tclass='0x068001'/>") +
      "</cpu><cpu numaid='1'>" + gpu("b", "dev='1' sm='90'", "<c2c bw='344448' count='1'/>") +
      "</cpu></system>";
  EXPECT_EQ(shape_of(power), "2 2 3 3");
  EXPECT_EQ(cost_between(power, "gpu0", "cpu0"), "480000000000 0") << "not PCIe";
}

TEST(ClusterImports, SlurmContinuesLinesAndHasBlocks) {
  EXPECT_EQ(shape_of("SwitchName=s0 \\\n  Nodes=n[001-003,20]\nSwitchName=s1 Nodes=m[1-2] \\\n"
                     "LinkSpeed=9\nSwitchName=s2 Switches=s[0-1]\n"),
            "6 3 8 4");
  const std::string blocks =
      "BlockName=b1 Nodes=n[01-04]\nBlockName=b2 Nodes=n[05-08]\nBlockSizes=4,8\n";
  EXPECT_EQ(shape_of(blocks), "8 3 10 4");
  EXPECT_TRUE(notes(blocks, "the links between blocks")) << notes_of(blocks);
  EXPECT_NE(error_of("SwitchName=s0 Nodes=n[0-1]\nRingName=r Nodes=n[2-3]\n").find("RingName=r"),
            std::string::npos);
}

TEST(ClusterImports, InfiniBandWidthsStandBehindNames) {
  const std::string fabric =
      "Switch\t36 \"S-1\"\t# \"leaf 1xDDR\" base port 0\n"
      "[1]\t\"H-a\"[1](a)\t# \"node 4xSDR\" lid 2 4xNDR\n[2]\t\"H-b\"[1](b)\t# \"b\" lid 3 4xHDR\n"
      "[41]\t\"H-c\"[1](c)\t# \"Mellanox Technologies Aggregation Node\" lid 9 4xHDR\n"
      "[42]\t\"R-d\"[1](d)\t# \"router\" lid 10 4xHDR\n"
      "Ca\t1 \"H-a\"\t# \"node 4xSDR\"\n[1](a)\t\"S-1\"[1]\t# lid 2 \"leaf 1xDDR\" lid 1 4xNDR\n"
      "Ca\t1 \"H-c\"\t# \"Mellanox Technologies Aggregation Node\"\n[1](c)\t\"S-1\"[41]\t# 4xHDR\n"
      "Rt\t1 \"R-d\"\t# \"router\"\n[1](d)\t\"S-1\"[42]\t# lid 10 4xHDR\n";
  EXPECT_EQ(shape_of(fabric), "2 2 3 2") << "the aggregation node is no host, nor is the router";
  EXPECT_EQ(cost_between(fabric, "H-a", "S-1"), "400000000000 0");
  EXPECT_EQ(
      cost_between("Switch\t36 \"S-1\"\n[1]\t\"H-a\"[1]\t# 12xEDR\nCa\t1 \"H-a\"\n", "H-a", "S-1"),
      "300000000000 0");
  EXPECT_TRUE(notes(fabric, "aggregation nodes"));
  EXPECT_EQ(error_of("Switch\t36 \"S-1\"\n[1]\t\"S-2\"[1]\t# 4xHDR\nSwitch\t36 \"S-2\"\n"),
            "f: no hosts in output of ibnetdiscover or iblinkinfo");
}

/// A route has the latency of each switch once: 2 links of 100 ns and one of 2 x 40, 30 and 20 ns of switches.
TEST(LineImports, HtsimCountsEachSwitchOnce) {
  const std::string tree =
      "Nodes 16\nTiers 3\nPodsize 8\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 4\nRadix_Up 4\n"
      "Downlink_Latency_ns 100\nSwitch_Latency_ns 40\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down "
      "2\n"
      "Radix_Up 4\nDownlink_Latency_ns 200\nSwitch_Latency_ns 30\nTier 2\nDownlink_speed_Gbps 100\n"
      "Radix_Down 2\nDownlink_Latency_ns 300\nSwitch_Latency_ns 20\n";
  EXPECT_EQ(latency_ns(tree, 0, 1), 2 * 100 + 40);
  EXPECT_EQ(latency_ns(tree, 0, 4), 2 * (100 + 200) + 2 * 40 + 30);
  EXPECT_EQ(latency_ns(tree, 0, 15), 2 * (100 + 200 + 300) + 2 * 40 + 2 * 30 + 20);
}

TEST(LineImports, Ns3OfSimAiAndWithRemarks) {
  EXPECT_EQ(
      shape_of(
          "5 2 1 2 6 H100\n2 3 4\n0 2 2880Gbps 25ns 0\n1 2 2880Gbps 25ns 0\n"
          "0 3 400Gbps 500ns 0\n1 3 400Gbps 500ns 0\n0 4 400Gbps 500ns 0\n1 4 400Gbps 500ns 0\n"),
      "2 3 6 2");
  EXPECT_EQ(shape_of("3 1 2\n2\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n\nFirst line: total node #, "
                     "switch node #, link #\nsrc0 dst0 rate delay error_rate\n...\n"),
            "2 1 2 2");
  EXPECT_EQ(shape_of("0 1 1\n1 2 1\n2 0 1\n"), "3 0 3 1") << "an edge list with weights";
}

TEST(LineImports, EdgeListsAsOtherProgramsWriteThem) {
  const std::string weights = "1 2 5\n2 3 7\n3 1 9\n";
  EXPECT_EQ(shape_of(weights), "3 0 3 1");
  EXPECT_EQ(cost_between(weights, "1", "2"), "0 0");
  EXPECT_TRUE(notes(weights, "weights")) << notes_of(weights);
  EXPECT_EQ(shape_of("% of a matrix\n// and so on\na b\nb c\nc a\n"), "3 0 3 1");
  const std::string table =
      "source;target;weight;latency;bandwidth\na;b;3;1us;100Gb/s\nb;a;3;1us;100Gb/s\n";
  EXPECT_EQ(cost_between(table, "a", "b"), "100000000000 1000000");
  EXPECT_EQ(shape_of(table), "2 0 1 1") << "both directions are listed";
  EXPECT_EQ(cost_between("source,target,label,bandwidth\na,b,,100Gb/s\n", "a", "b"),
            "100000000000 0");
  EXPECT_EQ(error_of("source,target,label,bandwidth\na,b,100Gb/s\n"),
            "f:2: 3 cells; expected 4, as the line of names has");
  EXPECT_EQ(cost_between("id,Source,Target,bandwidth\n1,New York,b,100 Gb/s\n", "New York", "b"),
            "100000000000 0");
  EXPECT_EQ(cost_between("a -> b 100Gb/s\nb -- c\n", "a", "b"), "100000000000 0");
  EXPECT_EQ(cost_between("a\tb\t100 Gbps\t1 us\n", "a", "b"), "100000000000 1000000");
  EXPECT_NE(error_of("a;b;9G;\"1,5us\"\n").find("1,5us"), std::string::npos);
  EXPECT_TRUE(notes("source,target,bandwidth_gbps\na,b,100\n", "the attribute bandwidth_gbps"));
  const std::string quoted = "\"a\",\"b\",\"100Gb/s\",\"1us\"\n\"a\",\"b\",\"100Gb/s\",\"1us\"\n";
  EXPECT_EQ(shape_of(quoted), "2 0 2 1") << "two parallel links";
  const std::string networkx =
      "a b {}\nb c {'bandwidth': '100Gb/s', 'latency': '1us', 'weight': 3}\nc a {}\n";
  EXPECT_EQ(cost_between(networkx, "b", "c"), "100000000000 1000000");
  EXPECT_EQ(shape_of(networkx), "3 0 3 1");
  EXPECT_EQ(error_of("a b {'weight': }\n"),
            "f:1: attributes without values; expected {'bandwidth': '100Gb/s'}");
}

TEST(LineImports, HtsimHasTwoOrThreeTiers) {
  for (const char* const tree : {"Nodes 4\nTiers 0\nPodsize 4\n",
                                 "Nodes 4\nTiers 1\nTier 0\nDownlink_speed_Gbps 9\nRadix_Down 2\n"})
    EXPECT_NE(error_of(tree).find("expected two or three of them"), std::string::npos) << tree;
}

TEST(LineImports, CountsTellNs3FromEdgeLists) {
  const std::string edges = "0 1 100000000000 0.000001\n1 2 100000000000 0.000001\n";
  EXPECT_EQ(cost_between(edges, "0", "1"), "100000000000 1000000");
}

TEST(LineImports, WeightsAreAWholeColumn) {
  EXPECT_EQ(
      error_of("a b 100Gb/s\nb c 100\n"),
      "f:2: the bandwidth 100 without a unit is in bits per second; expected one, such as 100Gb/s");
  EXPECT_EQ(shape_of("1 2 -1\n2 3 4\n3 1 5\n"), "3 0 3 1");
  EXPECT_NE(error_of("a b -\nb c -\n").find("bandwidth"), std::string::npos);
  EXPECT_EQ(shape_of("source,target,relation\na,b,E\nb,c,E\nc,a,E\n"), "3 0 3 1");
}

TEST(GraphImports, AstraSimCountsGibibytes) {
  const std::string ring =
      "topology: [ Ring ]\nnpus_count: [ 4 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n";
  EXPECT_EQ(cost_between(ring, "0", "1"), "400000000000 500000") << "GB/s as its pages say";
  EXPECT_TRUE(notes(ring, "7.4 %"));
}

TEST(GraphImports, DirectedEdgesAndTheirOppositesAreOneLink) {
  const std::string nodes =
      R"({"directed": true, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "edges": [)";
  const auto edge = [](const char* from, const char* to, const char* bandwidth) {
    return text_of(R"({"source": ")", from, R"(", "target": ")", to, R"(", "bandwidth": ")",
                   bandwidth, "\"}");
  };
  const std::string both = nodes + edge("a", "b", "100Gbps") + ',' + edge("b", "a", "100Gbps") +
                           ',' + edge("b", "c", "100Gbps") + ',' + edge("c", "b", "50Gbps") + ',' +
                           edge("a", "c", "9Gbps") + "]}";
  EXPECT_EQ(shape_of(both), "3 0 3 1");
  EXPECT_EQ(cost_between(both, "b", "c"), "100000000000 0");
  EXPECT_TRUE(notes(both, "links with other costs in one direction"));
  EXPECT_TRUE(notes(both, "the directions of edges"));
  EXPECT_EQ(shape_of(R"(<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/>
<edge source="a" target="b"/><edge source="b" target="a"/></graph></graphml>)"),
            "2 0 1 1");
}

TEST(GraphImports, NodesMayHaveNamesOnly) {
  EXPECT_EQ(
      shape_of(
          R"({"nodes": [{"name": "a"}, {"name": "b"}], "links": [{"source": 0, "target": 1}]})"),
      "2 0 1 1");
  EXPECT_EQ(error_of("topology: {a: b}\nnpus_count: 8\nbandwidth: 5\nlatency: 5\n"),
            "f: topology is not a list; expected a list by dimension, such as [4, 8]");
}

TEST(GraphImports, LabelsHaveOneBandwidthAndOneLatency) {
  const auto edge = [](const std::string& attributes) {
    return R"({"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b", )" +
           attributes + "}]}";
  };
  for (const char* const label : {"100Gb/s/1us", "bw=100Gb/s, lat=1us", "eth0: 100Gbps @ 1 us"}) {
    const std::string file = edge(text_of(R"("label": ")", label, '"'));
    EXPECT_EQ(cost_between(file, "a", "b"), "100000000000 1000000") << label;
    EXPECT_FALSE(notes(file, "labels")) << label;
  }
  for (const char* const more : {R"("label": "100Gb/s 40Gb/s")", R"("label": "100G/40G")",
                                 R"("bandwidth": "100Gb/s", "label": "40Gb/s")"}) {
    EXPECT_EQ(cost_between(edge(more), "a", "b"), "100000000000 0") << more;
    EXPECT_TRUE(notes(edge(more), "values of labels")) << more;
  }
}

TEST(GraphImports, GraphMlHasDefaultsAndGraphsWithin) {
  const std::string file =
      R"(<graphml><key id="d0" for="edge" attr.name="bandwidth"><default>100Gbps</default></key>
<key id="d1" for="node" attr.name="type"><default>switch</default></key>
<graph edgedefault="undirected"><node id="h"><data key="d1">host</data></node>
<node id="rack"><graph><node id="i"><data key="d1">host</data></node><node id="s"/><edge source="i" target="s"/></graph></node>
<edge source="h" target="s"><data key="d0">200Gbps</data></edge></graph></graphml>)";
  EXPECT_EQ(shape_of(file), "2 1 2 2");
  EXPECT_EQ(cost_between(file, "h", "s"), "200000000000 0");
  EXPECT_EQ(cost_between(file, "i", "s"), "100000000000 0");
}

TEST(GraphImports, PositionsAreNamesAndNumbersHaveUnits) {
  EXPECT_EQ(
      shape_of(
          R"({"nodes": [{"id": [0, 0]}, {"id": [0, 1]}], "edges": [{"source": [0, 0], "target": [0, 1]}]})"),
      "2 0 1 1");
  EXPECT_EQ(
      shape_of(R"({"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": 0, "target": 1}]})"),
      "2 0 1 1");
  const std::string edge =
      R"({"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2, )";
  EXPECT_EQ(
      error_of(edge + R"("bandwidth": 100}]})"),
      "f: the bandwidth 100 without a unit is in bits per second; expected one, such as 100Gb/s");
  EXPECT_EQ(error_of(edge + R"("latency": 5}]})"),
            "f: the latency 5 without a unit is in seconds; expected one, such as 500ns");
  EXPECT_EQ(imports::format_of_network("graph [\n  node [\n    id 0\n  ]\n]\n"), nullptr) << "GML";
}

TEST(GraphImports, GraphMlDefaultsAreShortAndForAll) {
  const std::string key = "<graphml><key id='d' attr.name='bandwidth'><default>";
  const std::string graph =
      "</default></key><graph><node id='a'/><node id='b'/><edge source='a' "
      "target='b'/></graph></graphml>";
  EXPECT_EQ(cost_between(key + "100Gbps" + graph, "a", "b"), "100000000000 0");
  EXPECT_EQ(error_of(key + std::string(10'001, '1') + graph),
            "f:1: more than 100 defaults, or 10000 characters in them");
}

/// Graphs of Graphviz are refused in a program that was built without its library.
class GraphvizImports : public ::testing::Test {
  void SetUp() override {
    if (error_of("graph g { a -- b; }") != "accepted") GTEST_SKIP() << "no libgraphviz-dev";
  }
};

TEST_F(GraphvizImports, AsUsersWriteThem) {
  const std::string racks =
      "/* racks\n * of */\n# and\nstrict graph \"my net\" { edge [bandwidth=\"100Gb/s\"];\n"
      "subgraph cluster_a { label=\"A\"; edge [latency=\"1us\"]; {a1; a2} -- sa; }\n"
      "sa [type=switch, label=<<b>sa</b>>]; sa:in:n -- b; { rank=same; sa; b } }";
  EXPECT_EQ(shape_of(racks), "3 1 3 2");
  EXPECT_EQ(cost_between(racks, "a2", "sa"), "100000000000 1000000");
  EXPECT_EQ(cost_between(racks, "sa", "b"), "100000000000 0");
  const std::string labels =
      "graph { a -- s [label=\"100 Gb/s, 1us\"]; s -- b [label=<<i>25GB/s</i><br/>2us>, "
      "bandwidth=\"9G\"];"
      " s -- c [label=\"eth0\"]; }\ngraph {}";
  EXPECT_EQ(cost_between(labels, "a", "s"), "100000000000 1000000");
  EXPECT_EQ(cost_between(labels, "s", "b"), "9000000000 2000000") << "attributes count first";
  EXPECT_EQ(cost_between(labels, "s", "c"), "0 0");
  EXPECT_TRUE(notes(labels, "all graphs after the first"));
  EXPECT_EQ(error_of("graph { a -- b\n c -> d }"),
            "f:2: not a valid graph of Graphviz: syntax error near '->'");
}

/// The library takes time and memory for each node and attribute, group, and pair of an edge.
TEST_F(GraphvizImports, LimitsAreCheckedBeforeTheyCost) {
  std::string attributes = "graph {", ids;
  for (int i = 0; i < 60'000; ++i) {
    attributes += text_of('n', i, "[a", i, "=1];");
    ids += text_of(' ', i);
  }
  EXPECT_EQ(error_of(attributes + '}'), "f: more than 100 names of attributes");
  const std::string limit = "f: more than 262144 links; expected a smaller network";
  EXPECT_EQ(error_of("graph {{" + ids + "} -- {" + ids + "}}"), limit);
  EXPECT_EQ(error_of("graph { subgraph s {" + ids + "}; subgraph s {} -- subgraph s {} }"), limit);
  const auto group = [&](const std::string& name, const std::string& body) {
    return "subgraph " + name + " {" + body + "} ";
  };
  for (const auto& [name, same] : {std::pair(R"("A" + "B")", "AB"),
                                   {R"("A\
B")",
                                    "AB"},
                                   {R"("A"+"\"")", R"("A\"")"},
                                   {R"("")", R"("")"}})
    EXPECT_EQ(
        error_of("graph {" + group(name, ids) + group(same, "") + "--" + group(same, "") + '}'),
        limit)
        << name;
  EXPECT_EQ(error_of("graph {{" + ids + R"("subgraph"} -- {"subgraph")" + ids + "}}"), limit);
  EXPECT_EQ(error_of("graph {" + group("s", R"("subgraph" -- a)") + '}'), "accepted");
  std::string numbers = "graph {{";
  for (int i = 100; i < 1000; ++i) numbers += text_of('.', i);
  EXPECT_EQ(error_of(numbers + "} -- {" + numbers.substr(8) + "}}"), limit);
  EXPECT_EQ(error_of("graph " + std::string(9999, '{') + 'a' + std::string(9999, '}')),
            "f: more than 64 groups within each other");
  EXPECT_EQ(error_of("graph " + std::string(60, '{') + ids + std::string(60, '}')),
            "f: more than 2097152 nodes of groups");
  EXPECT_NE(error_of("graph { a [b=\"" + std::string(99'999, '\\')), "accepted");
}

TEST(GraphImports, NumbersOfNodesAreNoIds) {
  const std::string texts =
      R"({"nodes": [{"id": "1"}, {"id": "2"}, {"id": "3"}], "links": [{"source": 1, "target": 2, "bandwidth": "9Gb/s"},
{"source": 2, "target": 3}, {"source": 3, "target": 1}]})";
  EXPECT_EQ(cost_between(texts, "1", "2"), "9000000000 0");
  EXPECT_EQ(
      cost_between(
          R"({"nodes": [{"id": "a"}, {"id": "a"}, {"id": "?"}], "links": [{"source": 1, "target": 2}]})",
          "a", "?"),
      "0 0");
}

/// Checks processor time, which other work of the machine hardly changes.
TEST(GraphImports, LargeFilesTakeLittleTime) {
  const auto many = [](int n, auto part) {
    std::string text;
    for (int i = 0; i < n; ++i) text += part(i);
    return text;
  };
  const std::string files[] = {
      "<platform><zone routing='Floyd'>" +
          many(3000,
               [](int i) {
                 return text_of("<host id='h", i, "'/><link id='l", i, "' bandwidth='1GBps'/>");
               }) +
          many(2999,
               [](int i) {
                 return text_of("<route src='h", i, "' dst='h", i + 1, "'><link_ctn id='l", i,
                                "'/></route>");
               }) +
          "</zone></platform>",
      "<graphml>" +
          many(99,
               [](int i) {
                 return text_of("<key id='k", i, "' for='edge'><default>1</default></key>");
               }) +
          "<graph>" + many(5000, [](int i) { return text_of("<node id='", i, "'/>"); }) +
          many(4999,
               [](int i) { return text_of("<edge source='", i, "' target='", i + 1, "'/>"); }) +
          "</graph></graphml>",
      R"({"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2)" +
          many(20'000, [](int i) { return text_of(R"(, "a)", i, R"(": 1)"); }) + "}]}",
      many(3000, [](int i) { return text_of('a', i, " b", i % 300, " 1Gb/s\n"); }) +
          many(299, [](int i) { return text_of('b', i, " b", i + 1, " 1Gb/s\n"); }),
      "SwitchName=s Nodes=n[0-100000]\n" +
          many(9000, [](int i) { return text_of("SwitchName=t", i, " Switches=s\n"); })};
  for (const std::string& file : files) {
    const std::clock_t begin = std::clock();
    EXPECT_EQ(error_of(file), "accepted");
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 5) << file.substr(0, 60);
  }
}

TEST(GraphImports, EndsOfLinksAreIdsOfTheirKind) {
  const std::string nodes =
      R"({"multigraph": true, "nodes": [{"id": 1}, {"id": "1"}, {"id": [0, 1]}], "links": [)";
  const auto link = [](const char* from, const char* to) {
    return text_of(R"({"key": 0, "source": )", from, R"(, "target": )", to, "}");
  };
  const std::string good = nodes + link("1", "\"1\"") + ',' + link("[0, 1]", "1") + "]}";
  EXPECT_EQ(shape_of(good), "2 1 2 2");
  EXPECT_EQ(cost_between(good, "1", "\"1\""), "0 0");
  EXPECT_EQ(error_of(nodes + link("1", "null") + "]}"),
            "f: link 0: the target is null; expected the id of a node");
  EXPECT_EQ(error_of(nodes + link("1", "[0, 1]") + ',' + link("1", "[7]") + "]}"),
            "f: link 1: the target '[7]' is not a node; expected the id of one");
  const std::string group =
      R"(<graphml><graph><node id="r"><graph><node id="a"/></graph></node><node id="b"><port name="p"/></node>
<edge source="b" target=")";
  EXPECT_EQ(error_of(group + R"(r"/></graph></graphml>)"),
            "f:2: 'r' is a group of nodes; expected the id of one of them");
  EXPECT_EQ(cost_between(group + R"(a" sourceport="p"><data key="d"><y:PolyLineEdge><y:EdgeLabel>
25 Gb/s</y:EdgeLabel></y:PolyLineEdge></data></edge></graph></graphml>)",
                         "b", "a"),
            "25000000000 0");
}

TEST(GraphImports, NotesOnlyWhatIsLeftOut) {
  const std::string both =
      R"({"directed": true, "nodes": [{"id": "a", "kind": "rack", "type": "switch"}, {"id": "b"}], "links": [
{"source": "a", "target": "b", "bandwidth": "9Gb/s"}, {"source": "b", "target": "a", "bandwidth": "5Gb/s"}]})";
  EXPECT_TRUE(notes(both, "links with other costs in one direction"));
  EXPECT_FALSE(notes(both, "the directions of edges"));
  EXPECT_EQ(shape_of(both), "1 1 1 0") << "type counts before kind";
}

TEST(NcclImports, HostsHaveTheirOwnDevices) {
  const std::string pair =
      gpu("a", "dev='0' sm='70'",
          "<nvlink target='b' tclass='0x030200'/><nvlink target='c' tclass='0x068000'/>") +
      gpu("b", "dev='1' sm='70'",
          "<nvlink target='a' count='1' tclass='0x030200'/><nvlink target='' tclass='0x020000'/>"
          "<nvlink target='c' tclass='0x068000'/>");
  const auto system = [&](const char* first, const char* second) {
    const auto host = [&](const char* hash) {
      return text_of("<cpu ", hash, " numaid='0'>", pair, "<nic><net name='m'/></nic></cpu>");
    };
    return "<system>" + host(first) + host(second) + "</system>";
  };
  EXPECT_EQ(error_of(system("", "")),
            "f:1: the GPU 'a' appears twice; expected one, or CPUs with different host_hash");
  const std::string two = system("host_hash='0x1'", "host_hash='0x2'");
  EXPECT_EQ(cost_between(two, "gpu0@1", "gpu1@1"), "160000000000 0");
  EXPECT_EQ(cost_between(two, "gpu0", "gpu1@1"), "none");
  EXPECT_EQ(cost_between(two, "cpu0", "cpu0@1"), "none");
  EXPECT_EQ(cost_between(two, "cpu0@1", "m@1"), "100000000000 0");
  EXPECT_TRUE(notes(two, "neither GPUs, CPUs nor NVSwitches"));
  for (const char* const bw : {"nan", "inf", "-1"})
    EXPECT_EQ(error_of("<system><cpu>\n" + gpu("a", "sm='90'", text_of("\n<c2c bw='", bw, "'/>")) +
                       "</cpu></system>"),
              text_of("f:3: bw is '", bw, "'; expected 0 to 1000000000"));
}

/// Two GPUs of a node reach its two NICs over one PCIe switch each.
TEST(NcclImports, NodesAreJoinedByANetwork) {
  const std::string file = testing::TempDir() + "joined_node.xml";
  const auto half = [&](const char* dev) {
    return text_of("<pci busid='s", dev, "'>", gpu(dev, text_of("dev='", dev, "' sm='80'"), ""),
                   "<nic><net name='m", dev, "' speed='200000'/></nic></pci>");
  };
  std::ofstream(file) << "<system><cpu numaid='0'>" << half("0") << half("1") << "</cpu></system>";
  const auto hops = [&](const std::string& network, NodeId from, NodeId to) {
    std::vector<LinkId> route;
    make_topology(network + "@file:" + file)->append_route(from, to, 0, route);
    return route.size();
  };
  EXPECT_EQ(make_topology("nodes:3,star:3@file:" + file)->hosts(), 6);
  EXPECT_EQ(hops("nodes:3,star:3", 0, 1), 4U) << "over the CPU";
  EXPECT_EQ(hops("nodes:3,star:3", 0, 5), 8U) << "GPU, PCIe, NIC, node, star and back";
  EXPECT_EQ(hops("nodes:3,star:6", 0, 5), 6U);
  const auto joined = make_topology("nodes:3,star:3@file:" + file);
  EXPECT_NE(dynamic_cast<const Graph&>(*joined).comments().find("latencies, which the file"),
            std::string::npos)
      << "what a node leaves out, its copies leave out";
  EXPECT_THROW(make_topology("nodes:3,star:4@file:" + file), std::invalid_argument);
  EXPECT_THROW(make_topology("nodes:3@file:" + file), std::invalid_argument);
  EXPECT_THROW(make_topology("nodes:2147483647,star:4@file:" + file), std::invalid_argument);
}

/// Gateways that lead from one to the other without end, and hosts without a route.
TEST(SimGridImports, WrongRoutesEnd) {
  const auto platform = [](const std::string& routes, const std::string& outer) {
    return "<platform version='4.1'><zone id='w' routing='Full'><zone id='X' routing='Full'>"
           "<host id='a' speed='1Gf'/><host id='g' speed='1Gf'/><host id='h' speed='1Gf'/>"
           "<link id='l' bandwidth='1GBps' latency='1us'/>"
           "<link id='m' bandwidth='1GBps' latency='1us'/>"
           "<link id='n' bandwidth='1GBps' latency='1us'/>" +
           routes + "</zone><zone id='Y' routing='Full'><host id='y' speed='1Gf'/></zone>" + outer +
           "</zone></platform>";
  };
  const std::string round = platform(
      "<route src='a' dst='g' gw_src='y' gw_dst='g'><link_ctn id='l'/></route>"
      "<route src='a' dst='h'><link_ctn id='m'/></route>"
      "<route src='g' dst='h'><link_ctn id='n'/></route>",
      "<zoneRoute src='X' dst='Y' gw_src='g' gw_dst='y'><link_ctn id='l'/></zoneRoute>");
  const std::string apart = platform(
      "<route src='a' dst='g'><link_ctn id='l'/></route>"
      "<route src='a' dst='h'><link_ctn id='m'/></route>"
      "<route src='g' dst='h'><link_ctn id='n'/></route>",
      "");
  for (const std::string& text : {round, apart}) {
    const std::string file = testing::TempDir() + "wrong_routes.xml";
    std::ofstream(file) << text;
    try {
      make_topology("file:" + file);
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(std::string(e.what()).rfind(file, 0), 0U) << e.what();
    }
  }
}

TEST(GraphImports, FilesThatAreNoTextSayWhy) {
  const std::string file = testing::TempDir() + "no_text";
  for (const auto& [text, why] :
       {std::pair("\x1f\x8b\x08", "is compressed; expected it unpacked"),
        {"\xff\xfe<", "is in UTF-16; expected UTF-8, as iconv -f UTF-16 -t UTF-8 writes it"},
        {" \n", "is empty; expected a network"}}) {
    std::ofstream(file) << text;
    try {
      make_topology("file:" + file);
      ADD_FAILURE() << why;
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(e.what(), text_of(file, ": ", why));
    }
  }
}

TEST(SimGridImports, HostLinksHaveTwoWays) {
  std::string other = kClusterZone;
  other.replace(other.find(R"(id="a_DOWN" bandwidth="1)") + 23, 1, "3");
  EXPECT_FALSE(notes(kClusterZone, "links with other costs in one direction"));
  EXPECT_TRUE(notes(other, "links with other costs in one direction"));
  other.replace(other.find(R"(down="a_DOWN")"), 13, R"(down="x")");
  EXPECT_EQ(error_of(other), "f:3: 'a' or its links are missing; expected all");
  std::string full = kClusterZone;
  full.replace(full.find("Cluster"), 7, "Full");
  for (const char* const kind : {"cabinet", "backbone", "host_link"})
    EXPECT_TRUE(notes(full, text_of("elements ", kind))) << kind;
}

}  // namespace
}  // namespace orrery
