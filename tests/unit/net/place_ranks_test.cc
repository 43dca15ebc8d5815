#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/network.h"

namespace orrery {
namespace {

using Hosts = std::vector<NodeId>;

Mapping mapping(MappingKind kind, int ranks_per_host) {
  Mapping m;
  m.kind = kind;
  m.ranks_per_host = ranks_per_host;
  return m;
}

Mapping list_mapping(int ranks_per_host, std::vector<int> list) {
  Mapping m = mapping(MappingKind::kList, ranks_per_host);
  m.list = std::move(list);
  return m;
}

std::string placing_error(const Mapping& m, int ranks, int hosts) {
  try {
    place_ranks(m, ranks, hosts);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PlaceRanks, SequentialFillsAHostBeforeTheNext) {
  EXPECT_EQ(place_ranks(mapping(MappingKind::kSequential, 1), 3, 4), (Hosts{0, 1, 2}));
  EXPECT_EQ(place_ranks(mapping(MappingKind::kSequential, 2), 5, 4), (Hosts{0, 0, 1, 1, 2}));
}

TEST(PlaceRanks, SequentialFillsCoresAndThenSharesOutTheRest) {
  Mapping m = mapping(MappingKind::kSequential, 4);
  m.cores_per_host = 2;
  EXPECT_EQ(place_ranks(m, 3, 3), (Hosts{0, 0, 1}));
  EXPECT_EQ(place_ranks(m, 6, 3), (Hosts{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(place_ranks(m, 8, 3), (Hosts{0, 0, 0, 1, 1, 1, 2, 2}));
  EXPECT_EQ(place_ranks(m, 12, 3), (Hosts{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}));
  m.cores_per_host = 9;  // more than ranks
  EXPECT_EQ(place_ranks(m, 5, 3), (Hosts{0, 0, 0, 0, 1}));
}

TEST(PlaceRanks, CyclicDealsOut) {
  EXPECT_EQ(place_ranks(mapping(MappingKind::kCyclic, 1), 3, 3), (Hosts{0, 1, 2}));
  EXPECT_EQ(place_ranks(mapping(MappingKind::kCyclic, 2), 5, 3), (Hosts{0, 1, 2, 0, 1}));
}

TEST(PlaceRanks, RandomShufflesTheSequentialSlots) {
  Mapping m = mapping(MappingKind::kRandom, 2);
  m.seed = 7;
  Hosts placed = place_ranks(m, 100, 60);
  EXPECT_EQ(placed, place_ranks(m, 100, 60)) << "same seed, same placement";
  const Hosts sequential = place_ranks(mapping(MappingKind::kSequential, 2), 100, 60);
  EXPECT_NE(placed, sequential);
  m.seed = 8;
  EXPECT_NE(placed, place_ranks(m, 100, 60));
  std::sort(placed.begin(), placed.end());
  EXPECT_EQ(placed, sequential);
}

/// Checks a fixed random mapping, which must be the same on every machine and with every standard
/// library, since traces are compared byte by byte.
TEST(PlaceRanks, RandomIsPortable) {
  Mapping m = mapping(MappingKind::kRandom, 1);
  m.seed = 1;
  EXPECT_EQ(place_ranks(m, 8, 8), (Hosts{4, 6, 3, 5, 1, 7, 2, 0}));
}

TEST(PlaceRanks, ListIsTakenAsItIs) {
  EXPECT_EQ(place_ranks(list_mapping(2, {3, 0, 3}), 3, 4), (Hosts{3, 0, 3}));
}

TEST(PlaceRanks, FillsEverySlot) {
  for (const auto kind : {MappingKind::kSequential, MappingKind::kCyclic, MappingKind::kRandom}) {
    const Hosts placed = place_ranks(mapping(kind, 3), 12, 4);
    for (NodeId host = 0; host < 4; ++host)
      EXPECT_EQ(std::count(placed.begin(), placed.end(), host), 3);
  }
}

TEST(PlaceRanks, RefusesWhatDoesNotFit) {
  const Mapping two = mapping(MappingKind::kSequential, 2);
  EXPECT_EQ(placing_error(two, 9, 4),
            "mapping: 9 ranks do not fit on 4 hosts with 2 ranks each; expected at most 8");
  EXPECT_EQ(placing_error(two, 0, 4), "mapping: 0 ranks; expected at least 1");
  EXPECT_EQ(placing_error(two, 1, 0), "mapping: 0 hosts; expected at least 1");
  EXPECT_EQ(placing_error(mapping(MappingKind::kCyclic, 0), 1, 4),
            "mapping: 0 ranks per host; expected at least 1");
}

TEST(PlaceRanks, RefusesWrongLists) {
  EXPECT_EQ(placing_error(list_mapping(1, {0, 1}), 3, 4),
            "mapping: the list has 2 entries; expected one for each of 3 ranks");
  EXPECT_EQ(placing_error(list_mapping(1, {0, 4}), 2, 4),
            "mapping: rank 1 is on host 4; expected 0 to 3");
  EXPECT_EQ(placing_error(list_mapping(1, {-1, 2}), 2, 4),
            "mapping: rank 0 is on host -1; expected 0 to 3");
  EXPECT_EQ(placing_error(list_mapping(2, {1, 3, 3, 3}), 4, 4),
            "mapping: host 3 has 3 ranks; expected at most 2");
  Mapping file = list_mapping(1, {1, 1});
  file.places = {"hosts.txt:1", "hosts.txt:4"};
  EXPECT_EQ(placing_error(file, 2, 4),
            "mapping: hosts.txt:4: host 1 has 2 ranks; expected at most 1");
  file.list = {1, 4};
  EXPECT_EQ(placing_error(file, 2, 4),
            "mapping: hosts.txt:4: rank 1 is on host 4; expected 0 to 3");
}

}  // namespace
}  // namespace orrery
