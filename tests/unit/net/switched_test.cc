#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/topologies/xgft.h"
#include "emu/net/topology.h"
#include "tests/own_folder.h"

namespace orrery {
namespace {

std::vector<LinkId> route(const Topology& topology, NodeId src, NodeId dst) {
  std::vector<LinkId> links;
  topology.append_route(src, dst, 0, links);
  return links;
}

std::vector<int> levels_on_route(const Topology& topology, NodeId src, NodeId dst) {
  std::vector<int> levels;
  for (const LinkId id : route(topology, src, dst)) levels.push_back(topology.link(id).level);
  return levels;
}

TEST(Full, OrdersLinksBySourceThenDestination) {
  const auto full = make_topology("full:4");
  EXPECT_EQ(full->link_count(), 12);
  EXPECT_EQ(full->ports_per_host(), 3);
  EXPECT_EQ(route(*full, 0, 1), std::vector<LinkId>{0});
  EXPECT_EQ(route(*full, 3, 2), std::vector<LinkId>{11});
  EXPECT_EQ(make_topology("full:1")->link_count(), 0);
}

TEST(Star, HasOneSwitch) {
  const auto star = make_topology("star:3");
  EXPECT_EQ(star->hosts(), 3);
  EXPECT_EQ(star->nodes(), 4);
  EXPECT_EQ(star->link_count(), 6);
  EXPECT_EQ(star->ports_per_host(), 1);
  EXPECT_EQ(route(*star, 0, 2), (std::vector<LinkId>{0, 5}));
}

TEST(TwoTier, CrossesTheCoreBetweenLeavesOnly) {
  const auto tree = make_topology("two-tier:5,11");
  EXPECT_EQ(tree->hosts(), 16);
  EXPECT_EQ(tree->nodes(), 19);
  EXPECT_EQ(tree->link_count(), 2 * 18);
  EXPECT_EQ(tree->levels(), 2);
  EXPECT_EQ(levels_on_route(*tree, 0, 4), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*tree, 5, 15), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*tree, 4, 5), (std::vector<int>{0, 1, 1, 0}));
}

TEST(Groups, AreJoinedByWideLinks) {
  const auto groups = make_topology("groups:3,2");
  EXPECT_EQ(groups->hosts(), 5);
  EXPECT_EQ(groups->nodes(), 5 + 2 + 1);
  EXPECT_EQ(groups->levels(), 3);
  EXPECT_EQ(levels_on_route(*groups, 0, 2), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*groups, 2, 3), (std::vector<int>{0, 2, 2, 0}));
  const std::vector<LinkId> way = route(*groups, 2, 3);
  EXPECT_EQ(groups->link(way[0]).width, 1);
  EXPECT_EQ(groups->link(way[1]).width, 3);
  EXPECT_EQ(make_topology("groups:9,2")->link(LinkId{2} * 11).width, 9);
  EXPECT_EQ(node_name(*groups, 5), "group 0");
  EXPECT_EQ(node_name(*groups, 0), "host 0");
}

TEST(Groups, AreReadFromATableOfPlaces) {
  const std::string file = own_folder() / "places.csv";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("rank,node,group,leaf_switch\n0,b,7,x\n1,a,7,x\n2,a,7,x\n3,c,7,y\n4,d,9,z\n");
  const auto groups = make_topology("groups:" + file);
  EXPECT_EQ(groups->hosts(), 4);
  EXPECT_EQ(groups->name_of(0), "b");  // as they come
  EXPECT_EQ(levels_on_route(*groups, 0, 1), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*groups, 0, 2), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(levels_on_route(*groups, 2, 3), (std::vector<int>{0, 1, 2, 2, 1, 0}));
  const LinkId above_9 = route(*groups, 2, 3)[3];
  EXPECT_EQ(groups->link(above_9).width, 1);
  // A whole group has three hosts, so that d has three times the bandwidth to other groups.
  const auto whole = make_topology("groups:3:" + file);
  EXPECT_EQ(whole->link(above_9).width, 3);
  EXPECT_EQ(whole->link(route(*whole, 2, 3)[0]).width, 1);
  EXPECT_EQ(make_topology("groups:2:" + file)->link(route(*whole, 2, 3)[2]).width, 3);
  EXPECT_THROW(make_topology("groups:0:" + file), std::invalid_argument);
  EXPECT_THROW(make_topology("groups:3:"), std::invalid_argument);
  EXPECT_THROW(make_topology("groups:99999999999:" + file), std::invalid_argument);
  write("rank,node\n0,a\n");
  EXPECT_THROW(make_topology("groups:" + file), std::invalid_argument);
  write("node,group\na,1\na,2\n");
  EXPECT_THROW(make_topology("groups:" + file), std::invalid_argument);
  write("node,group,leaf_switch\na,1,x\nb,2,x\n");
  EXPECT_THROW(make_topology("groups:" + file), std::invalid_argument);
  write("node,group\n");
  EXPECT_THROW(make_topology("groups:" + file), std::invalid_argument);
}

TEST(FatTree, HasTheSizesOfItsDefinition) {
  const auto tree = make_topology("fat-tree:4,3");  // 4^3 hosts, 3 levels of 4^2 switches
  EXPECT_EQ(tree->hosts(), 64);
  EXPECT_EQ(tree->nodes(), 64 + 3 * 16);
  EXPECT_EQ(tree->levels(), 3);
  EXPECT_EQ(tree->link_count(), 2 * 3 * 64);
  const auto pods = make_topology("fat-tree:4");  // 4^3/4 hosts, 8 + 8 + 4 switches
  EXPECT_EQ(pods->hosts(), 16);
  EXPECT_EQ(pods->nodes(), 16 + 20);
  EXPECT_EQ(pods->levels(), 3);
  EXPECT_EQ(pods->link_count(), 2 * 3 * 16);
}

TEST(FatTree, ClimbsToTheLowestCommonSwitch) {
  const auto tree = make_topology("fat-tree:2,3");
  EXPECT_EQ(levels_on_route(*tree, 0, 1), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*tree, 0, 3), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(levels_on_route(*tree, 0, 7), (std::vector<int>{0, 1, 2, 2, 1, 0}));
}

TEST(FatTree, SendsAllTrafficToAHostThroughOneRoot) {
  const auto tree = make_topology("fat-tree:3,3");
  for (NodeId dst = 0; dst < 9; ++dst) {
    std::map<NodeId, int> roots;
    for (NodeId src = 9; src < 27; ++src) ++roots[tree->link(route(*tree, src, dst)[2]).to];
    EXPECT_EQ(roots.size(), 1U) << "host " << dst;
  }
}

TEST(Clos, TakesParallelLinksInTurnsOfDestinations) {
  const auto clos = make_topology("clos:3,4,2,3");  // tapered 4 : 6
  EXPECT_EQ(clos->hosts(), 12);
  EXPECT_EQ(clos->nodes(), 12 + 3 + 2);
  EXPECT_EQ(clos->levels(), 2);
  EXPECT_EQ(clos->link_count(), 2 * (12 + 3 * 2 * 3));
  EXPECT_EQ(levels_on_route(*clos, 0, 3), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*clos, 0, 4), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(clos->path_count(0, 4, Routing::kAdaptive), 2 * 3 * 3);
  EXPECT_EQ(clos->path_count(0, 3, Routing::kAdaptive), 1);
  // Six consecutive destinations take all six links up from a leaf.
  std::set<LinkId> up;
  for (NodeId dst = 4; dst < 10; ++dst) up.insert(route(*clos, 0, dst)[1]);
  EXPECT_EQ(up.size(), 6U);
}

TEST(Rails, KeepEachRailOfAGroupOnOneSwitch) {
  const auto rails = make_topology("rails:2,3,4,2");  // 6 nodes of 4 NICs, 8 leaves, 2 spines
  EXPECT_EQ(rails->hosts(), 24);
  EXPECT_EQ(rails->nodes(), 24 + 8 + 2);
  EXPECT_EQ(rails->levels(), 2);
  for (NodeId src = 0; src < 24; ++src)
    for (NodeId dst = 0; dst < 24; ++dst) {
      if (src == dst) continue;
      const bool near = src % 4 == dst % 4 && src / 12 == dst / 12;
      EXPECT_EQ(route(*rails, src, dst).size(), near ? 2U : 4U) << src << " -> " << dst;
    }
}

TEST(DragonflyPlus, HasTheSizesOfItsDefinition) {
  const auto plus = make_topology("dragonfly+:3,2,2,2");  // 5 groups of 3 leaves and 2 spines
  EXPECT_EQ(plus->hosts(), 5 * 3 * 2);
  EXPECT_EQ(plus->nodes(), 30 + 5 * (3 + 2));
  EXPECT_EQ(plus->levels(), 3);
  EXPECT_EQ(plus->link_count(), 2 * (30 + 5 * 3 * 2) + 5 * 4);
  EXPECT_EQ(levels_on_route(*plus, 0, 1), (std::vector<int>{0, 0}));
  EXPECT_EQ(levels_on_route(*plus, 0, 2), (std::vector<int>{0, 1, 1, 0}));
  EXPECT_EQ(levels_on_route(*plus, 0, 6), (std::vector<int>{0, 1, 2, 1, 0}));
  EXPECT_EQ(plus->path_count(0, 2, Routing::kEcmp), 2);
  EXPECT_EQ(plus->path_count(0, 6, Routing::kEcmp), 1);
  EXPECT_EQ(make_topology("dragonfly+:3,2,2,2,2")->path_count(0, 6, Routing::kEcmp), 4);
  EXPECT_EQ(make_topology("dragonfly+:3,2,2,2,1")->levels(), 2);
}

/// Returns the number of routes over the busiest link when every host s sends to s + shift.
int load_of_shift(const Topology& tree, NodeId shift) {
  std::map<LinkId, int> load;
  int most = 0;
  for (NodeId src = 0; src < tree.hosts(); ++src)
    for (const LinkId id : route(tree, src, (src + shift) % tree.hosts()))
      most = std::max(most, ++load[id]);
  return most;
}

TEST(FatTree, ShiftPermutationsShareNoLink) {
  for (const std::string spec : {"fat-tree:2,2", "fat-tree:2,4", "fat-tree:3,3", "fat-tree:4,2",
                                 "fat-tree:4,3", "fat-tree:4", "fat-tree:6", "fat-tree:8"}) {
    const auto tree = make_topology(spec);
    for (NodeId shift = 1; shift < tree->hosts(); ++shift)
      EXPECT_EQ(load_of_shift(*tree, shift), 1) << spec << ", shift by " << shift;
  }
}

TEST(Xgft, TapersWhenThereAreFewerParentsThanChildren) {
  const std::array children{4, 4};
  const std::array parents{1, 2};
  const Xgft tree("test", children, parents);  // 4 leaves with 4 hosts and 2 links up
  EXPECT_EQ(tree.hosts(), 16);
  EXPECT_EQ(tree.nodes(), 16 + 4 + 2);
  EXPECT_EQ(tree.link_count(), 2 * (16 + 8));
  EXPECT_EQ(load_of_shift(tree, 4), 2);
}

TEST(Xgft, RefusesUnequalLists) {
  const std::array children{4, 4};
  const std::array parents{1};
  EXPECT_THROW(Xgft("test", children, parents), std::logic_error);
}

}  // namespace
}  // namespace orrery
