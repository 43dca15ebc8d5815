// Descriptions of clusters, nodes and networks by dimension as their tools write them; numbers are worked out by hand.
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "tests/fuzz/mutated.h"
#include "tests/unit/net/imported.h"

namespace orrery {
namespace {

using namespace imported;

std::string format_of(const std::string& text) {
  const imports::NetworkFormat* const format = imports::format_of_network(text);
  return format == nullptr ? "none" : std::string(format->name);
}

TEST(SlurmFiles, HaveBlanksAroundEqualsSignsAndQuotes) {
  EXPECT_EQ(shape_of("SwitchName = s0 Nodes = \"n[0-2]\" LinkSpeed= 9\nSWITCHNAME=s1 Nodes=m1\n"
                     "\\\nSwitchName=s2 Switches =\"s[0-1]\"\n"),
            "4 3 6 4");
  EXPECT_EQ(format_of("\\\n"), "none");
}

/// scontrol lists the nodes below a switch at each level.
TEST(SlurmFiles, MayBeTheOutputOfScontrol) {
  EXPECT_EQ(shape_of("SwitchName=s0 Level=0 LinkSpeed=1 Nodes=n[0-1]\n"
                     "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=n[2-3]\n"
                     "SwitchName=s2 Level=1 LinkSpeed=1 Nodes=n[0-3] Switches=s[0-1]\n"),
            "4 3 6 4");
  EXPECT_EQ(shape_of("BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2\n"
                     "BlockName=b2 BlockIndex=1 Nodes=n[3-4] BlockSize=2\n"
                     "AggregatedBlock=b[1-2] BlockIndex=2 Nodes=n[1-4] BlockSize=4\n"),
            "4 3 6 4");
}

/// Slurm accepts trees without a common root, and topograph writes one for nodes whose switch it does not know.
TEST(SlurmFiles, MayHaveSeveralTrees) {
  const std::string forest =
      "SwitchName=core Switches=spine\nSwitchName=fabric Nodes=n[13,23]\n"
      "SwitchName=spine Switches=tor[1-2]\nSwitchName=tor1 Nodes=n[11-12]\n"
      "SwitchName=tor2 Nodes=n[21-22]\n";
  EXPECT_EQ(shape_of(forest), "6 6 11 6");
  EXPECT_EQ(cost_between(forest, "core", "fabric_"), "0 0");
}

constexpr const char* kTree = R"(---
- topology: all
  flat: true
- topology: racks
  cluster_default: true
  tree:
    switches:
      - switch: s0
        nodes: "n[00-03], m"
      - switch: s1
        nodes: n[04-05]
      - {switch: s2, children: "s[0-1]"}
)";
constexpr const char* kBlocks =
    "- topology: a\n  block:\n    block_sizes: [2, 4]\n    blocks:\n      - block: b1\n"
    "        nodes: n[1-2]\n      - block: b2\n        nodes: n[3-4]\n";

TEST(SlurmFiles, InYamlAreReadAsThoseInLines) {
  EXPECT_EQ(format_of(kTree), "Slurm's topology.yaml");
  EXPECT_EQ(shape_of(kTree), "7 3 9 4");
  EXPECT_EQ(cost_between(kTree, "n03", "s0"), "0 0");
  EXPECT_EQ(shape_of(kBlocks), "4 3 6 4");
  std::string wrong = kTree;
  wrong.replace(wrong.find("[04-05]"), 7, "[04-x]");
  EXPECT_EQ(error_of(wrong), "f:10: 'x' is not a number of nodes; expected 4 to 131072");
  const std::string flat =
      "f: the default topology has no switches; expected one with tree or block";
  EXPECT_EQ(error_of("- topology: a\n  flat: true\n"), flat);
  EXPECT_EQ(error_of("x:\n- topology: a\n  flat: true\n"), flat);
  EXPECT_EQ(error_of("- topology: a\n  tree:\n    switches: []\n"),
            "f: no hosts in Slurm's topology.yaml");
  for (const char* const switches : {"{a: b}", "[a, b]", "[[1], 2]", "7", "*x"})
    EXPECT_NE(error_of(text_of("- topology: a\n  tree:\n    switches: ", switches, "\n")),
              "accepted")
        << switches;
}

TEST(AstraFiles, CountLinksAndLatenciesOfUnits) {
  const auto file = [](const char* shape, int size, const char* rest) {
    return text_of("{\"topologies-per-dim\": [\"", shape, "\"], \"units-count\": [", size,
                   "], \"link-bandwidth\": [1], \"link-latency\": [100]", rest, "}");
  };
  const char* const rest =
      ", \"links-count\": [6], \"nic-latency\": [10], \"router-latency\": [40]";
  EXPECT_EQ(cost_between(file("Switch", 4, rest), "0", "switch0.0"), "8000000000 130000");
  EXPECT_EQ(cost_between(file("AllToAll", 4, rest), "0", "1"), "8000000000 120000");
  EXPECT_EQ(cost_between(file("Ring", 4, rest), "0", "1"), "8000000000 100000");
  EXPECT_EQ(shape_of(file("Switch", 4, rest)), "4 1 24 2") << "6 links of each unit";
  EXPECT_EQ(shape_of(file("FullyConnected", 4, rest)), "4 0 12 1") << "2 links of each pair";
  EXPECT_EQ(shape_of(file("Ring", 4, rest)), "4 0 12 2") << "3 rings";
  EXPECT_EQ(shape_of(file("Ring", 4, "")), "4 0 4 2");
  EXPECT_EQ(error_of(file("Ring", 4, ", \"links-count\": [2, 2]")),
            "f: lists of different length; expected 1 entries in each, as topologies-per-dim has");
  EXPECT_EQ(error_of("{\"topology-name\": \"Torus2D\", \"units-count\": [4]}"),
            "f: topologies-per-dim is missing; expected a list by dimension, such as [4, 8]");
}

TEST(AstraFiles, OfOneDimensionNeedNoLists) {
  EXPECT_EQ(shape_of("topology: Switch\nnpus_count: [4]\nbandwidth: 25.0\nlatency: [1.0]\n"),
            "4 1 4 2");
}

constexpr const char* kClasses =
    "<system version='1'><cpu numaid='0'><pci busid='s' class='0x060400' link_speed='16 GT/s' "
    "link_width='16'><pci busid='a' class='0x030200' link_speed='16 GT/s' link_width='16'/>"
    "<pci busid='b' class='0x030200' link_speed='16 GT/s' link_width='8'/>"
    "<pci busid='c' class='0x020700' link_speed='16 GT/s' link_width='16'/></pci></cpu></system>";

/// Such files for NCCL_TOPO_FILE have the classes of devices, and NCCL adds the rest.
TEST(NcclFiles, MayHaveClassesOnly) {
  EXPECT_EQ(shape_of(kClasses), "2 3 4 2");
  EXPECT_EQ(cost_between(kClasses, "gpu1", "s"), "126032000000 0");
  EXPECT_EQ(cost_between(kClasses, "nic0", "s"), "252064000000 0");
}

TEST(InfiniBandFiles, OfNodesOnlyAreRefused) {
  EXPECT_EQ(
      error_of("Ca\t : 0x0002c903000abcde ports 1 devid 0x673c vendid 0x2c9 \"n1 HCA-1\"\n"),
      "f:1: a list of nodes without links (-l); expected ibnetdiscover without -l, or with -p");
}

/// The manual of ibnetdiscover has such a report, without channel adapters, indented as a listing.
TEST(InfiniBandFiles, MayBeIndented) {
  const std::string report =
      "   Switch  24 \"S-30\"  # \"a\" base port 0 lid 6 lmc 0\n"
      "   [22]    \"H-54\"[1](55)  # \"m\" lid 4 4xSDR\n"
      "   [10]    \"S-40\"[1]  # \"b\" lid 3 1xSDR\n   [6]     \"S-40\"[3]  # \"b\" lid 3 4xSDR\n"
      "   Switch  8 \"S-40\"  # \"b\" base port 0 lid 3 lmc 0\n"
      "   [4]     \"H-00\"[1](01)  # \"m\" lid 12 4xSDR\n"
      "   [1]     \"S-30\"[10]  # \"a\" lid 6 1xSDR\n   [3]     \"S-30\"[6]  # \"a\" lid 6 4xSDR\n";
  EXPECT_EQ(shape_of(report), "2 2 4 3");
}

/// Two adapters at a switch and a third at another of the same name, two cables between the
/// switches, and ports without a peer: ibnetdiscover -p and iblinkinfo.
constexpr const char* kPortList =
    "SW     2  1 0x01 4x EDR - CA     5  1 0x0a ( 'core' - 'n1 HCA-1' )\n"
    "SW     2  2 0x01 4x HDR - CA     6  1 0x0b ( 'core' - 'n2 HCA-1' )\n"
    "SW     2  7 0x01 4x SDR                                      'core'\n"
    "SW     2  8 0x01 4x NDR - SW     3  8 0x02 ( 'core' - 'core' )\n"
    "SW     2  9 0x01 4x NDR - SW     3  9 0x02 ( 'core' - 'core' )\n"
    "SW     3  8 0x02 4x NDR - SW     2  8 0x01 ( 'core' - 'core' )\n"
    "SW     3  9 0x02 4x NDR - SW     2  9 0x01 ( 'core' - 'core' )\n"
    "SW     3  1 0x02 2x EDR - CA     7  1 0x0c ( 'core' - 'n3 HCA-1' )\n"
    "CA     5  1 0x0a 4x EDR - SW     2  1 0x01 ( 'n1 HCA-1' - 'core' )\n";
constexpr const char* kLinkInfo =
    "CA: n1 HCA-1:\n"
    "      0x000000000000000a      5    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       "
    "2  "
    "  1[  ] \"core\" ( )\n"
    "Switch: 0x0000000000000001 core:\n"
    "           2    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       5    1[  ] \"n1 "
    "HCA-1\" ( )\n"
    "           2    2[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       6    1[  ] \"n2 "
    "HCA-1\" ( )\n"
    "           2    7[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n"
    "           2    8[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>       3    8[  ] \"core\" "
    "( "
    ")\n"
    "           2    9[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>       3    9[  ] \"core\" "
    "( "
    ")\n"
    "Switch: 0x0000000000000002 core:\n"
    "           3    1[  ] ==( 2X      25.78125 Gbps Active/  LinkUp)==>       7    1[  ] \"n3 "
    "HCA-1\" ( )\n"
    "           3    9[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>       2    9[  ] \"core\" "
    "( "
    ")\n";

TEST(InfiniBandFiles, OfPortsHaveEachCableOnce) {
  for (const std::string text : {kPortList, kLinkInfo}) {
    EXPECT_EQ(shape_of(text), "3 2 5 3") << text;
    EXPECT_EQ(cost_between(text, "n1 HCA-1", "core"), "100000000000 0") << text;
    EXPECT_EQ(cost_between(text, "n2 HCA-1", "core"), "200000000000 0") << text;
    EXPECT_EQ(cost_between(text, "n3 HCA-1", "core lid 3"), "50000000000 0") << text;
  }
}

/// Two GPUs and a NIC at each of two CPUs; the GPUs of a CPU share a PCIe switch, behind which is another with the NIC.
std::string matrix(const char* pair, const char* other) {
  return text_of(
      "\x1b[4m\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\x1b[0m\n",
      "GPU0\t X \t", pair, '\t', other, '\t', other, "\tPXB\tSYS\t0-31\t0\n", "GPU1\t", pair,
      "\t X \t", other, '\t', other, "\tPXB\tSYS\t0-31\t0\n", "GPU2\t", other, '\t', other,
      "\t X \t", pair, "\tSYS\tPXB\t32-63\t1\n", "GPU3\t", other, '\t', other, '\t', pair,
      "\t X \tSYS\tPXB\t32-63\t1\n",
      "NIC0\tPXB\tPXB\tSYS\tSYS\t X \tSYS\nNIC1\tSYS\tSYS\tPXB\tPXB\tSYS\t X \n\n",
      "Legend:\n\n  X    = Self\n\nNIC Legend:\n\n  NIC0: mlx5_0\n");
}

TEST(NvidiaSmiFiles, BecomeSwitchesAndLinks) {
  EXPECT_EQ(format_of(matrix("PIX", "SYS")), "output of nvidia-smi topo -m");
  EXPECT_EQ(shape_of(matrix("PIX", "SYS")), "4 8 11 7") << "two switches and a CPU twice, and NICs";
  EXPECT_EQ(cost_between(matrix("PIX", "SYS"), "cpu0", "cpu1"), "80000000000 0");
  EXPECT_EQ(shape_of(matrix("NV2", "NV2")), "4 6 15 1") << "6 NVLinks to other GPUs";
  EXPECT_EQ(cost_between(matrix("NV2", "NV2"), "gpu0", "gpu3"), "320000000000 0");
  EXPECT_EQ(shape_of(matrix("NV12", "NV12")), "4 7 13 2") << "more than a GPU has";
  EXPECT_EQ(cost_between(matrix("NV12", "NV12"), "gpu0", "nvswitch"), "1920000000000 0");
  EXPECT_EQ(error_of(matrix("PIX", "XYZ")),
            "f:2: 'XYZ' is unknown; expected NV4, PIX, PXB, PHB, NODE, SYS or X");
  const std::string text = matrix("PIX", "SYS");
  EXPECT_EQ(error_of(text.substr(0, text.find("GPU3\tSYS"))),
            "f: 3 rows; expected 6, as there are columns");
  EXPECT_EQ(error_of(text.substr(0, text.find("NIC0\tPXB")) + "NIC0 PXB\n"),
            "f:6: no row of NIC0; expected 6 entries after its name");
}

TEST(ClusterFiles, ThatAreWrongAreRefusedByTheirFormat) {
  const std::string file = testing::TempDir() + "wrong_cluster";
  for (const auto& [text, why] :
       {std::pair("SwitchName=s Nodes=n[1-x]\n",
                  ":1: 'x' is not a number of nodes; expected 1 to 131072 (read as Slurm's "
                  "topology.conf)"),
        {"<graphs version=\"1\"><graph id=\"0\"/></graphs>\n",
         ": graphs of channels (NCCL_GRAPH_DUMP_FILE); expected the topology "
         "(NCCL_TOPO_DUMP_FILE) (read as a topology of NCCL)"},
        {"{\"logical-dims\": [\"8\", \"2\"]}\n",
         ": logical dimensions without links; expected the topology file of ns-3 that they are "
         "used "
         "with (read as a network of ASTRA-sim in JSON)"},
        {"SwitchName=s\n", ": no hosts in Slurm's topology.conf"}}) {
    std::ofstream(file) << text;
    try {
      make_topology("file:" + file);
      ADD_FAILURE() << why;
    } catch (const std::invalid_argument& e) {
      EXPECT_EQ(e.what(), file + why);
    }
  }
}

/// Checks that a randomly changed file is read or refused.
TEST(ClusterFiles, ThatAreChangedAreReadOrRefused) {
  std::mt19937_64 random(1);
  int read_well = 0, refused = 0;
  for (const std::string& text :
       {std::string(kTree), std::string(kBlocks), matrix("PIX", "SYS"), matrix("NV4", "NV4"),
        std::string(kClasses),
        std::string(
            "SwitchName = s0 Level=0 Nodes = \"n[0-2]\"\nSwitchName=s1 Level=1 Nodes=n[0-2] "
            "Switches=s0\n")})
    for (int i = 0; i < 200; ++i)
      error_of(scrambled(text, 3, random)) == "accepted" ? ++read_well : ++refused;
  EXPECT_GT(read_well, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace orrery
