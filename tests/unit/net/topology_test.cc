#include "emu/net/topology.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace orrery {
namespace {

/// Returns the error of make_topology for a wrong spec.
std::string topology_error(std::string_view spec) {
  try {
    make_topology(spec);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(TopologyKinds, AreCompleteAndDistinct) {
  std::set<std::string_view> names;
  for (const TopologyKind* kind : topology_kinds()) {
    EXPECT_TRUE(names.insert(kind->name).second) << kind->name << " twice";
    EXPECT_TRUE(kind->grammar.starts_with(kind->name));
    EXPECT_FALSE(kind->summary.empty());
    if (kind->name == "file") continue;  // needs one: graph_test.cc
    EXPECT_EQ(make_topology(kind->example)->spec(), kind->example);
  }
  const std::set<std::string_view> expected{"full",   "star",   "two-tier",    "fat-tree",  "torus",
                                            "mesh",   "hyperx", "hammingmesh", "dragonfly", "file",
                                            "groups", "clos",   "rails",       "dragonfly+"};
  EXPECT_TRUE(std::ranges::includes(names, expected));
}

TEST(MakeTopology, GivesCanonicalSpecs) {
  EXPECT_EQ(make_topology("torus:08x8")->spec(), "torus:8x8");
  EXPECT_EQ(make_topology("fat-tree:4x3")->spec(), "fat-tree:4,3");
  EXPECT_EQ(make_topology("fat-tree:4,3")->spec(), "fat-tree:4,3");
  EXPECT_EQ(make_topology("fat-tree:4")->spec(), "fat-tree:4");
  EXPECT_EQ(make_topology("two-tier:5,11")->spec(), "two-tier:5,11");
  EXPECT_EQ(make_topology("groups:05,3")->spec(), "groups:5,3");
  EXPECT_EQ(make_topology("fat-tree:04,2;1,2")->spec(), "fat-tree:4,2;1,2");
  EXPECT_EQ(make_topology("mesh:1x2x3")->spec(), "mesh:1x2x3");
  EXPECT_EQ(make_topology("dragonfly:4,2,2")->spec(), "dragonfly:4,2,2,9");
  EXPECT_EQ(make_topology("nodes:2x04@star:8")->spec(), "nodes:2x4,nvswitch,nics=4@star:8");
  EXPECT_EQ(make_topology("nodes:2x4,nics=2,mesh@star:2")->spec(), "nodes:2x4,mesh,nics=2@star:2");
  EXPECT_EQ(make_topology("nodes:2x4,rail-only,pcie@star:2")->spec(),
            "nodes:2x4,pcie,nics=4,rail-only@star:2");
  EXPECT_EQ(make_topology("nodes:4x1@hammingmesh:2x2@1x1")->spec(),
            "nodes:4x1,nvswitch,nics=1@hammingmesh:2x2@1x1");
  EXPECT_EQ(make_topology("dragonfly:4,2,1,1")->spec(), "dragonfly:4,2,1,1");
  EXPECT_EQ(make_topology("dragonfly+:2,3,2,02")->spec(), "dragonfly+:2,3,2,2,5");
  EXPECT_EQ(make_topology("clos:3,04,2,1")->spec(), "clos:3,4,2");
  EXPECT_EQ(make_topology("clos:3,4,2,05")->spec(), "clos:3,4,2,5");
  EXPECT_EQ(make_topology("rails:1,4,8,2,1")->spec(), "rails:1,4,8,2");
  EXPECT_EQ(make_topology("fat-tree:3,2;1,2;01,3")->spec(), "fat-tree:3,2;1,2;1,3");
  EXPECT_EQ(make_topology("hyperx:4x03")->spec(), "hyperx:4x3");
  EXPECT_EQ(make_topology("hammingmesh:2x04@3x3")->spec(), "hammingmesh:2x4@3x3");
}

TEST(MakeTopology, LinksMayHaveABandwidthOfTheirOwn) {
  const auto plain = make_topology("torus:3x4"), own = make_topology("torus:03x4|7=3GB/s");
  EXPECT_EQ(own->spec(), "torus:3x4|7=3GB/s");
  EXPECT_EQ(own->dims(), plain->dims());
  ASSERT_EQ(own->link_count(), plain->link_count());
  for (LinkId id = 0; id < own->link_count(); ++id) {
    EXPECT_EQ(own->link(id).to, plain->link(id).to);
    ASSERT_EQ(own->link(id).bandwidth.has_value(), id == 7);
  }
  EXPECT_EQ(own->link(7).bandwidth->bytes_per_second, 3e9);
  EXPECT_FALSE(own->has_identical_links());
  const auto twice = make_topology("torus:3x4|7=3GB/s|7=5GB/s|0=1GB/s");
  EXPECT_EQ(twice->link(7).bandwidth->bytes_per_second, 5e9);
  EXPECT_EQ(twice->link(0).bandwidth->bytes_per_second, 1e9);
  EXPECT_TRUE(contains(topology_error("torus:3x4|48=3GB/s"), "has no link 48; expected 0 to 47"));
  EXPECT_TRUE(contains(topology_error("torus:3x4|4=fast"), "fast"))
      << topology_error("torus:3x4|4=fast");
  EXPECT_NE(topology_error("torus:3x4|x=3GB/s"), "accepted");
}

TEST(MakeTopology, SuggestsTheNearestName) {
  const std::string error = topology_error("tours:4x4");
  EXPECT_TRUE(contains(error, "topology 'tours' is unknown; expected one of full:P")) << error;
  EXPECT_TRUE(contains(error, "; did you mean 'torus'?")) << error;
  for (const TopologyKind* kind : topology_kinds())
    EXPECT_TRUE(contains(error, kind->grammar)) << error;
  EXPECT_TRUE(contains(topology_error("TORUS:4"), "did you mean 'torus'?"));
  EXPECT_TRUE(contains(topology_error("fattree"), "did you mean 'fat-tree'?"));
  const std::string far = topology_error("butterfly:3");
  EXPECT_TRUE(contains(far, "topology 'butterfly' is unknown; expected one of full:P")) << far;
}

TEST(MakeTopology, AsksForMissingSizes) {
  EXPECT_EQ(
      topology_error("torus"),
      "topology 'torus' lacks its sizes; expected torus:AxBx..[,one-link], such as torus:4x3");
  EXPECT_EQ(topology_error("star:"),
            "topology 'star:' lacks its sizes; expected star:HOSTS, such as star:4");
  EXPECT_TRUE(contains(topology_error(""), "the topology is empty; expected one of full:P"));
  EXPECT_TRUE(contains(topology_error(":4"), "topology '' is unknown; expected one of"));
}

TEST(MakeTopology, NamesTheWrongSize) {
  const std::string positive = "expected an integer of at least 1";
  EXPECT_EQ(topology_error("torus:4x0"), "torus: dimension 2 is '0'; " + positive);
  EXPECT_EQ(topology_error("torus:4x"), "torus: dimension 2 is ''; " + positive);
  EXPECT_EQ(topology_error("torus:x4"), "torus: dimension 1 is ''; " + positive);
  EXPECT_EQ(topology_error("torus:4,4"),
            "torus: '4' follows the sizes; expected nothing or one-link");
  EXPECT_EQ(topology_error("mesh:4,4"), "mesh: dimension 1 is '4,4'; " + positive);
  EXPECT_EQ(topology_error("mesh:3x-2"), "mesh: dimension 2 is '-2'; " + positive);
  EXPECT_EQ(topology_error("mesh:3x-99999999999"),
            "mesh: dimension 2 is '-99999999999'; " + positive);
  EXPECT_EQ(topology_error("full: 5"), "full: number of hosts is ' 5'; " + positive);
  EXPECT_EQ(topology_error("full:5x5"), "full: number of hosts is '5x5'; " + positive);
  EXPECT_EQ(topology_error("star:two"), "star: number of hosts is 'two'; " + positive);
  EXPECT_EQ(topology_error("two-tier:5,0"), "two-tier: hosts of leaf switch 2 is '0'; " + positive);
  EXPECT_EQ(topology_error("groups:5,0"), "groups: hosts of group 2 is '0'; " + positive);
  EXPECT_EQ(topology_error("fat-tree:4,x"), "fat-tree: parameter 2 is 'x'; " + positive);
  EXPECT_EQ(topology_error("full:99999999999"),
            "full: number of hosts is '99999999999'; expected an integer of at most 2147483647");
}

TEST(MakeTopology, RefusesWhatNodeIdsCannotNumber) {
  EXPECT_EQ(topology_error("torus:65536x65536"),
            "torus:65536x65536: the number of hosts is beyond 2147483647");
  EXPECT_EQ(topology_error("mesh:2147483647x2"),
            "mesh:2147483647x2: the number of hosts is beyond 2147483647");
  EXPECT_EQ(topology_error("star:2147483647"),
            "star:2147483647: the number of hosts and switches is beyond 2147483647");
  EXPECT_EQ(topology_error("two-tier:2147483640,5"),
            "two-tier with 2 leaf switches: the number of hosts and switches is beyond 2147483647");
  EXPECT_EQ(topology_error("fat-tree:1000,4"),
            "fat-tree:1000,4: the number of hosts is beyond 2147483647");
  EXPECT_EQ(topology_error("fat-tree:2,30"),
            "fat-tree:2,30: the number of hosts and switches is beyond 2147483647");
  EXPECT_EQ(topology_error("fat-tree:4000"),
            "fat-tree:4000: the number of hosts is beyond 2147483647");
}

TEST(MakeTopology, RefusesImpossibleFatTrees) {
  EXPECT_EQ(topology_error("fat-tree:5"),
            "fat-tree:5: the switches have 5 ports; expected an even number (half go up, half go "
            "down)");
  EXPECT_EQ(topology_error("fat-tree:1,3"), "fat-tree:1,3: the arity is 1; expected at least 2");
  EXPECT_EQ(topology_error("fat-tree:2,31"),
            "fat-tree:2,31: the number of levels is 31; expected at most 30");
  EXPECT_EQ(topology_error("fat-tree:2x3x4"),
            "fat-tree:2x3x4 has 3 parameters; expected K, K,N or M1,..;W1,..");
  EXPECT_EQ(topology_error("fat-tree:4,4;1"),
            "fat-tree:4,4;1 has 2 numbers of children and 1 numbers of parents; expected one of "
            "each for every level, such as fat-tree:4,4;1,2");
  EXPECT_EQ(topology_error("fat-tree:4,4;1,0"),
            "fat-tree: parents on level 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("fat-tree:;1"),
            "fat-tree: children on level 1 is ''; expected an integer of at least 1");
}

TEST(MakeTopology, RefusesImpossibleClosNetworks) {
  EXPECT_EQ(topology_error("clos:3,4"), "clos:3,4 has 2 parameters; expected L,H,S or L,H,S,P");
  EXPECT_EQ(topology_error("clos:3,0,2"),
            "clos: parameter 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("clos:65536,65536,1"),
            "clos:65536,65536,1: the number of hosts is beyond 2147483647");
  EXPECT_EQ(topology_error("clos:2147483647,1,2147483647,2147483647"),
            "clos:2147483647,1,2147483647,2147483647: the number of hosts and switches is beyond "
            "2147483647");
  EXPECT_EQ(topology_error("rails:3,4,2"),
            "rails:3,4,2 has 3 parameters; expected G,N,R,S or G,N,R,S,P");
  EXPECT_EQ(topology_error("rails:3,4,two,1"),
            "rails: parameter 3 is 'two'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("rails:65536,1,65536,1"),
            "rails:65536,1,65536,1: the number of leaf switches is beyond 2147483647");
  EXPECT_EQ(topology_error("fat-tree:4,4;1,2;3"),
            "fat-tree:4,4;1,2;3 has 1 numbers of parallel links; expected one for each of 2 "
            "levels, such as fat-tree:4,4;1,2;1,3");
  EXPECT_EQ(topology_error("fat-tree:4,4;1,2;1,0"),
            "fat-tree: parallel links on level 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("fat-tree:4;1;2;3"),
            "fat-tree: parallel links on level 1 is '2;3'; expected an integer of at least 1");
}

TEST(MakeTopology, RefusesImpossibleDragonflyPlus) {
  EXPECT_EQ(topology_error("dragonfly+:4,2,2"),
            "dragonfly+:4,2,2 has 3 parameters; expected L,H,S,C or L,H,S,C,G");
  EXPECT_EQ(topology_error("dragonfly+:4,2,0,1"),
            "dragonfly+: parameter 3 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("dragonfly+:4,2,2,2,6"),
            "dragonfly+:4,2,2,2,6: 6 groups of 4 channels; expected at most 5 groups");
  EXPECT_EQ(
      topology_error("dragonfly+:1,1,100000,100000"),
      "dragonfly+:1,1,100000,100000: 10000000001 groups are too many; expected fewer channels");
  EXPECT_EQ(topology_error("dragonfly+:1000,1000,1000,1000"),
            "dragonfly+:1000,1000,1000,1000,1000001: the number of hosts is beyond 2147483647");
}

TEST(MakeTopology, RefusesImpossibleNodes) {
  const std::string such =
      "; expected nodes:NxG, then perhaps nvswitch, mesh, pcie or mi250x, nics=K, rail-only "
      "and striped, then @NETWORK, such as nodes:4x8,nvswitch,nics=8@rails:1,4,8,4";
  EXPECT_EQ(topology_error("nodes:4x8"), "nodes:4x8 lacks the network outside" + such);
  EXPECT_EQ(topology_error("nodes:4x8@"), "nodes:4x8@ lacks the network outside" + such);
  EXPECT_EQ(topology_error("nodes:4@star:4"),
            "nodes:4 has 1 sizes; expected nodes x GPUs of a node, such as nodes:4x8");
  EXPECT_EQ(topology_error("nodes:4x0@star:4"),
            "nodes: size 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("nodes:4x8,nvlink@star:4"),
            "nodes: 'nvlink' is unknown; expected nvswitch, mesh, pcie, mi250x, nics=K, "
            "rail-only or striped");
  EXPECT_EQ(topology_error("nodes:4x8,rails-only@star:4"),
            "nodes: 'rails-only' is unknown; did you mean 'rail-only'? expected nvswitch, mesh, "
            "pcie, mi250x, nics=K, rail-only or striped");
  EXPECT_EQ(topology_error("nodes:4x8,nics=0@star:4"),
            "nodes: nics of a node is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("nodes:4x8,mesh,@star:4").substr(0, 22), "nodes: '' is unknown; ");
  EXPECT_EQ(topology_error("nodes:4x8,nvswitch,mesh@star:4"),
            "nodes: 'mesh' is a second fabric; expected one");
  EXPECT_EQ(topology_error("nodes:4x8,nics=2,rail-only,nics=4@star:4"),
            "nodes: 'nics=4' is a second nics; expected one");
  EXPECT_EQ(topology_error("nodes:4x8,nics=2@star:6"),
            "nodes: star:6 has 6 hosts; expected 4, one for each node, whose NICs then act as one, "
            "or 8, one for each of the 2 NICs of a node");
  EXPECT_EQ(topology_error("nodes:4x8@star:6"),
            "nodes: star:6 has 6 hosts; expected a multiple of 4 nodes");
  EXPECT_EQ(topology_error("nodes:4x8,rail-only@star:32"),
            "nodes: rail-only: star:32 has 32 hosts; expected 4, one for each node: the network of "
            "one rail");
  EXPECT_EQ(topology_error("nodes:4x8@stra:32").substr(0, 52),
            "topology 'stra' is unknown; expected one of full:P, ");
  EXPECT_EQ(topology_error("nodes:4x5,mi250x@star:20"),
            "nodes: mi250x: 5 GPUs in a node; expected 2, 4, 6 or 8, two dies for each package");
  EXPECT_EQ(topology_error("nodes:4x1,nics=129,striped@star:4"),
            "nodes: striped: 129 NICs in a node; expected at most 128");
  EXPECT_EQ(topology_error("nodes:1x4000@star:1"),
            "nodes: 4000 GPUs and 1 NICs in a node; expected at most 2047 together");
  EXPECT_EQ(topology_error("nodes:2147483647x2@star:2147483646").substr(0, 18),
            "nodes: star:214748");
  EXPECT_EQ(topology_error("nodes:2000000x2000,nics=1@torus:2000000"),
            "nodes:2000000x2000,nvswitch,nics=1@torus:2000000: the number of GPUs is beyond "
            "2147483647");
}

TEST(Names, TellPartsOfServersApart) {
  const auto nodes = make_topology("nodes:3x2,nvswitch,nics=1@clos:3,1,2");
  EXPECT_EQ(node_name(*nodes, 0), "node 0 GPU 0");
  EXPECT_EQ(node_name(*nodes, 5), "node 2 GPU 1");
  EXPECT_EQ(node_name(*nodes, 6), "node 0 switch");
  EXPECT_EQ(node_name(*nodes, 11), "node 2 NIC 0");
  EXPECT_EQ(node_name(*nodes, 12), "switch 0");
  EXPECT_EQ(node_name(*nodes, 16), "switch 4");
  EXPECT_EQ(nodes->nodes(), 17);
  EXPECT_EQ(nodes->servers()->server_of(8), 2);
  EXPECT_EQ(nodes->servers()->server_of(16), -1);
  EXPECT_EQ(make_topology("nodes:3x2@star:3|0=1GB/s")->servers()->gpus, 2);
}

TEST(MakeTopology, RefusesImpossibleDragonflies) {
  EXPECT_EQ(topology_error("dragonfly:4,2"),
            "dragonfly:4,2 has 2 parameters; expected A,P,H or A,P,H,G");
  EXPECT_EQ(topology_error("dragonfly:4,0,2"),
            "dragonfly: parameter 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("dragonfly:4,2,2,10"),
            "dragonfly:4,2,2,10: 10 groups of 8 channels; expected at most 9");
  EXPECT_EQ(topology_error("dragonfly:4,2,2,2"),
            "dragonfly:4,2,2,2: the 2 channels of a router need as many other groups; expected at "
            "least 3 groups");
  EXPECT_EQ(topology_error("dragonfly:100000,1,100000"),
            "dragonfly:100000,1,100000: 10000000001 groups are too many; expected fewer channels");
  EXPECT_EQ(topology_error("dragonfly:1000,1000,1000"),
            "dragonfly:1000,1000,1000,1000001: the number of hosts is beyond 2147483647");
}

TEST(MakeTopology, RefusesImpossibleHammingMeshes) {
  const std::string even =
      "; expected an even number (in the middle of an odd one both ways out are equally long; "
      "boards of 1x1 are hyperx:4x4)";
  EXPECT_EQ(topology_error("hammingmesh:3x2@4x4"),
            "hammingmesh:3x2@4x4: a side of the boards is 3" + even);
  EXPECT_EQ(topology_error("hammingmesh:1x1@4x4"),
            "hammingmesh:1x1@4x4: a side of the boards is 1" + even);
  EXPECT_EQ(topology_error("hammingmesh:2x2"),
            "hammingmesh:2x2 lacks '@'; expected the size of a board @ rows and columns of boards, "
            "such as hammingmesh:2x2@4x4");
  EXPECT_EQ(topology_error("hammingmesh:2@4x4"),
            "hammingmesh: board sides: '2'; expected two numbers, such as 2x2");
  EXPECT_EQ(topology_error("hammingmesh:2x2@4"),
            "hammingmesh: boards in lines: '4'; expected two numbers, such as 2x2");
  EXPECT_EQ(topology_error("hammingmesh:2x2@4x0"),
            "hammingmesh: boards in line 2 is '0'; expected an integer of at least 1");
  EXPECT_EQ(topology_error("hammingmesh:2x2@30000x30000"),
            "hammingmesh:2x2@30000x30000: the number of hosts is beyond 2147483647");
  EXPECT_EQ(topology_error("hammingmesh:2x2@1x2147483646"),
            "hammingmesh:2x2@1x2147483646: the number of hosts in a line is beyond 2147483647");
}

TEST(ParseSizes, SplitsAtTheSeparator) {
  EXPECT_EQ(parse_sizes("8", 'x', "size"), std::vector<int>{8});
  EXPECT_EQ(parse_sizes("8,2147483647", ',', "size"), (std::vector<int>{8, 2147483647}));
  EXPECT_THROW(parse_sizes("8x8x", 'x', "size"), std::invalid_argument);
}

TEST(NodeCount, MultipliesUpToTheLargestNodeId) {
  const std::vector<int> fits{2147483647, 1, 1};
  EXPECT_EQ(node_count(fits, "product"), 2147483647);
  const std::vector<int> too_many{32768, 65536};
  EXPECT_THROW(node_count(too_many, "product"), std::invalid_argument);
}

}  // namespace
}  // namespace orrery
