#include <cctype>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/topology.h"

/// Tests that large networks need no memory, since links and routes are computed. Samples represent
/// all pairs of hosts.
namespace orrery {
namespace {

class LargeTopology : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<Topology> topology_ = make_topology(GetParam());
  std::mt19937_64 random_{20240229};

  NodeId some_host() {
    return static_cast<NodeId>(random_() % static_cast<std::uint64_t>(topology_->hosts()));
  }
};

TEST_P(LargeTopology, RoutesAreContiguous) {
  std::vector<LinkId> route;
  for (int i = 0; i < 100; ++i) {
    const NodeId src = some_host();
    const NodeId dst = some_host();
    for (int path = 0; path < topology_->path_count(src, dst, Routing::kAdaptive); ++path) {
      route.clear();
      topology_->append_route(src, dst, path, route);
      NodeId at = src;
      for (const LinkId id : route) {
        ASSERT_GE(id, 0);
        ASSERT_LT(id, topology_->link_count());
        ASSERT_EQ(topology_->link(id).from, at) << src << " -> " << dst;
        at = topology_->link(id).to;
      }
      ASSERT_EQ(at, dst);
    }
  }
}

TEST_P(LargeTopology, ExtremeLinksAreValid) {
  for (const LinkId id : {LinkId{0}, topology_->link_count() / 2, topology_->link_count() - 1}) {
    const Link link = topology_->link(id);
    for (const NodeId end : {link.from, link.to}) {
      EXPECT_GE(end, 0);
      EXPECT_LT(end, topology_->nodes());
    }
  }
}

/// Checks both directions of host links: the link of the route between two neighbours is the link
/// itself.
TEST_P(LargeTopology, EndsOfHostLinksMatchTheirRoutes) {
  if (topology_->nodes() != topology_->hosts()) return;  // only hosts have routes
  for (int i = 0; i < 300; ++i) {
    const auto id =
        static_cast<LinkId>(random_() % static_cast<std::uint64_t>(topology_->link_count()));
    const Link link = topology_->link(id);
    std::vector<LinkId> route;
    topology_->append_route(link.from, link.to, 0, route);
    EXPECT_EQ(route, std::vector<LinkId>{id});
  }
}

std::string large_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    All, LargeTopology,
    ::testing::Values("full:65536", "full:2147483647", "star:2147483646",
                      "two-tier:1000000,2000000,3", "torus:1024x1024", "torus:46340x46340",
                      "torus:128x128x128", "mesh:1024x1024", "mesh:30x1x2x31x30", "fat-tree:32,4",
                      "fat-tree:2,20", "fat-tree:128", "fat-tree:64x3", "fat-tree:24,24,24;1,12,6",
                      "hyperx:1024x1024", "hyperx:64x64x64x64", "hammingmesh:2x2@32x32",
                      "hammingmesh:4x4@16x16", "dragonfly:32,16,16", "dragonfly:64,32,32,100",
                      "hammingmesh:2x2@512x512", "clos:1000,40,20,2", "rails:64,32,8,32",
                      "dragonfly+:16,16,16,16", "dragonfly+:18,20,18,8,19",
                      "nodes:65536x8,nvswitch,nics=8@rails:2048,32,8,32",
                      "nodes:1048576x8,mesh,nics=4,rail-only@torus:1024x1024",
                      "nodes:2400x8,mi250x,nics=4@dragonfly:25,16,20,24",
                      "nodes:2400x8,mi250x,nics=4,striped@dragonfly:25,16,20,24"),
    large_name);

}  // namespace
}  // namespace orrery
