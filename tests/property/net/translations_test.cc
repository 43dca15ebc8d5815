#include "emu/net/translations.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/symmetry.h"
#include "emu/net/topology.h"

namespace orrery {
namespace {

using By = SymmetricNumbering::By;

std::vector<LinkId> links_between(const Topology& network, int u, int v, int path) {
  std::vector<LinkId> links;
  network.append_route(u, v, path, links);
  return links;
}

/// Checks that every translation maps the paths between two hosts to the paths between their
/// images.
void expect_paths_move(const Topology& network, const Translations& all) {
  for (int by = 0; by < network.hosts(); ++by)
    for (int u = 0; u < network.hosts(); ++u)
      for (int v = 0; v < network.hosts(); ++v) {
        const int x = all.moved(u, by), y = all.moved(v, by);
        const int paths = network.path_count(u, v, Routing::kMinimal);
        ASSERT_EQ(paths, network.path_count(x, y, Routing::kMinimal));
        for (int path = 0; path < paths; ++path) {
          const auto here = links_between(network, u, v, path);
          const auto there = links_between(network, x, y, path);
          ASSERT_EQ(here.size(), there.size());
          for (std::size_t hop = 0; hop < here.size(); ++hop)
            ASSERT_EQ(network.representative(here[hop], all),
                      network.representative(there[hop], all))
                << u << " to " << v << ", moved as " << by << ", hop " << hop;
        }
      }
}

/// Checks that each link has as many images as there are translations, and a representative of the same cost.
void expect_links_move(const Topology& network, const Translations& all) {
  std::map<LinkId, std::int64_t> images;
  for (LinkId id = 0; id < network.link_count(); ++id) {
    const LinkId first = network.representative(id, all);
    ASSERT_EQ(network.representative(first, all), first);
    ASSERT_EQ(network.link(id).level, network.link(first).level);
    ASSERT_EQ(network.link(id).width, network.link(first).width);
    ++images[first];
  }
  for (const auto& [link, n] : images) ASSERT_EQ(n, all.count()) << "link " << link;
}

/// Checks that no two images of a link are at the same place of paths from the same host.
void expect_images_differ(const Topology& network, const Translations& all) {
  std::map<LinkId, LinkId> image;  // by representative, of the links out of host 0
  for (int v = 1; v < network.hosts(); ++v) {
    const LinkId out = links_between(network, 0, v, 0).front();
    const auto [found, is_new] = image.try_emplace(network.representative(out, all), out);
    ASSERT_EQ(found->second, out);
  }
}

constexpr SymmetricNumbering kWays[] = {
    {By::kCoordinates, 1}, {By::kCoordinates, 2}, {By::kNumber, 1},  {By::kNumber, 2},
    {By::kNumber, 3},      {By::kExclusiveOr, 1}, {By::kDiagonal, 1}};

bool is_power_of_two(int n) {
  return (n & (n - 1)) == 0;
}

/// Checks all translations that may be requested. Returns how many times some hosts were identical.
int expect_symmetric(const std::string& spec) {
  const auto network = make_topology(spec);
  int known = 0;
  for (const SymmetricNumbering& numbering : kWays) {
    if (numbering.by == By::kExclusiveOr && !is_power_of_two(network->hosts())) continue;
    SCOPED_TRACE(::testing::Message() << spec << ", way " << static_cast<int>(numbering.by)
                                      << ", period " << numbering.period);
    const Translations all = network->translations(numbering);
    if (all.count() == 1) continue;
    ++known;
    expect_paths_move(*network, all);
    expect_links_move(*network, all);
    expect_images_differ(*network, all);
    if (::testing::Test::HasFatalFailure()) break;
  }
  return known;
}

TEST(Translations, TakeRoutesToRoutes) {
  for (const char* spec : {"torus:7",
                           "torus:8",
                           "torus:4x6",
                           "torus:2x2x3",
                           "torus:4x2x4",
                           "torus:1x6",
                           "star:6",
                           "star:8",
                           "full:6",
                           "full:8",
                           "hyperx:3x4",
                           "hyperx:4x4",
                           "hyperx:2x2x4",
                           "hammingmesh:2x2@4x4",
                           "hammingmesh:2x4@2x3",
                           "hammingmesh:4x2@1x5",
                           "fat-tree:2,3",
                           "fat-tree:4,2",
                           "fat-tree:3,3",
                           "fat-tree:4",
                           "fat-tree:6",
                           "fat-tree:4,8;1,4",
                           "fat-tree:8,4;1,2",
                           "fat-tree:4,4;1,8",
                           "fat-tree:4,4;2,2",
                           "fat-tree:4,6;1,2",
                           "fat-tree:2,4,4;1,2,2",
                           "fat-tree:6,4;1,3;1,2",
                           "clos:4,4,2"}) {
    try {
      make_topology(spec);
    } catch (const std::invalid_argument& e) {
      ADD_FAILURE() << e.what();
      continue;
    }
    EXPECT_GT(expect_symmetric(spec), 0) << spec;
    if (HasFailure()) return;
  }
}

/// Checks all kinds of networks.
TEST(Translations, HoldOnEveryKindOfNetwork) {
  for (const TopologyKind* kind : topology_kinds())
    if (kind->name != "file") expect_symmetric(std::string(kind->example));
}

/// Checks that a network with one slower link, or with open ends, has no translations.
TEST(Translations, MoveNothingWhereNothingIsKnown) {
  const auto classes = [](const char* spec) {
    const auto network = make_topology(spec);
    return Symmetry(*network, {By::kCoordinates, 1}).class_size();
  };
  EXPECT_EQ(classes("torus:4x6"), 24);
  EXPECT_EQ(classes("torus:4x6|3=1GB/s"), 1);
  EXPECT_EQ(classes("mesh:4x6"), 1);
}

TEST(Translations, ClassesAreAsLargeAsTheNetworkAllows) {
  const auto count = [](const char* spec, By by, int period) {
    return make_topology(spec)->translations({by, period}).count();
  };
  EXPECT_EQ(count("torus:8x8", By::kCoordinates, 2), 16);
  EXPECT_EQ(count("torus:32x32", By::kNumber, 1), 32);  // rows
  EXPECT_EQ(count("torus:4x3", By::kNumber, 2), 2);     // two rows are six ranks
  EXPECT_EQ(count("torus:64x64", By::kExclusiveOr, 1), 4);
  EXPECT_EQ(count("torus:8x4", By::kDiagonal, 1), 8);
  EXPECT_EQ(count("torus:4x8", By::kDiagonal, 1), 8);
  EXPECT_EQ(count("torus:6x4", By::kDiagonal, 1), 1);
  EXPECT_EQ(count("hyperx:8x8", By::kExclusiveOr, 1), 64);
  EXPECT_EQ(count("hammingmesh:2x2@4x8", By::kCoordinates, 1), 32);
  EXPECT_EQ(count("hammingmesh:4x4@4x8", By::kDiagonal, 1), 8);
  EXPECT_EQ(count("hammingmesh:2x2@4x8", By::kExclusiveOr, 1), 4);
  EXPECT_EQ(count("hammingmesh:2x2@33x2", By::kCoordinates, 1),
            1);  // rows of two levels of switches
  EXPECT_EQ(count("fat-tree:16,2", By::kExclusiveOr, 1), 256);
  EXPECT_EQ(count("fat-tree:16,2", By::kNumber, 1), 16);
  EXPECT_EQ(count("fat-tree:16,16;1,4", By::kExclusiveOr, 1), 64);  // four to one tapered
  EXPECT_EQ(count("fat-tree:4,2;1,4", By::kNumber, 1), 2);
}

TEST(Translations, MoveNumbersAsTheirRepresentativesAre) {
  const Translations all = rotations({By::kCoordinates, 2}, std::vector{4, 6});
  EXPECT_EQ(all.representatives(24), (std::vector<int>{0, 1, 6, 7}));
  EXPECT_EQ(all.count(), 6);
  const auto rank = [](int row, int column) { return row * 6 + column; };
  EXPECT_EQ(all.representative(rank(3, 4)), rank(1, 0));
  EXPECT_EQ(all.moved(rank(0, 1), rank(3, 4)), rank(2, 3));
  const Translations diagonal = rotations({By::kDiagonal, 1}, std::vector{3, 6});
  EXPECT_EQ(diagonal.representatives(18), (std::vector<int>{0, 6, 12}));
  EXPECT_EQ(diagonal.representative(rank(1, 5)), rank(0, 0));
  EXPECT_EQ(diagonal.moved(rank(2, 1), rank(1, 5)), rank(1, 2));
}

}  // namespace
}  // namespace orrery
