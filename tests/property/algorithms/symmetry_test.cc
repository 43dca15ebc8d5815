#include "tests/property/algorithms/symmetry.h"

#include "emu/net/symmetry.h"

namespace orrery::testing {
namespace {

TEST(Symmetry, OneRankStandsForAllOnRings) {
  for (const int p : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 31, 32, 64, 100})
    EXPECT_GT(expect_alike_on(fmt::format("torus:{}", p), p), 20) << p;
}

TEST(Symmetry, OneRankStandsForAllAroundASwitch) {
  for (const int p : {2, 3, 7, 8, 16, 33})
    EXPECT_GT(expect_alike_on(fmt::format("star:{}", p), p), 15) << p;
}

TEST(Symmetry, OneRankStandsForAllOnTori) {
  for (const auto& [network, p] :
       {std::pair("torus:2x2", 4), std::pair("torus:4x4", 16), std::pair("torus:2x8", 16),
        std::pair("torus:6x4", 24), std::pair("torus:3x5", 15), std::pair("torus:4x4x2", 32),
        std::pair("torus:8x8", 64), std::pair("torus:1x8", 8), std::pair("torus:4x1x4", 16)})
    EXPECT_GT(expect_alike_on(network, p), 3) << network;
}

/// With one port, with links that take their time and with messages that start on their own.
TEST(Symmetry, HoldsWithOtherCosts) {
  for (const char* algorithm : {"ring", "circulant"})
    for (const char* ports : {"1", "unlimited"}) {
      Overrides cell{{"collective", "allreduce"},
                     {"algorithm", algorithm},
                     {"topology", "torus:24"},
                     {"ports", ports},
                     {"bytes", "48KiB"},
                     {"alpha", "2us"},
                     {"overhead", "300ns"},
                     {"protocol", "eager"},
                     {"duplex", "0.7"}};
      const RunResult one = run_with(cell, "on");
      ASSERT_EQ(one.outcome, Outcome::kFine) << one.error.value_or("");
      expect_equal(one, run_with(cell, "off"));
    }
}

std::string refusal_of(const Overrides& more) {
  Overrides all{{"collective", "allreduce"},
                {"algorithm", "ring"},
                {"topology", "torus:8"},
                {"bytes", "8KiB"},
                {"symmetry", "on"}};
  for (const auto& [key, value] : more) {
    std::erase_if(all, [&](const auto& given) { return given.first == key; });
    all.emplace_back(key, value);
  }
  try {
    const RunResult r = run_one(load_scenario("", all).cells.front());
    return r.error.value_or("");
  } catch (const InputError& e) {
    return e.what();
  }
}

TEST(Symmetry, IsRefusedWhereItIsNotKnown) {
  EXPECT_EQ(refusal_of({}), "");
  const auto refused = [](const Overrides& more) { return refusal_of(more); };
  const std::pair<Overrides, const char*> kWrong[] = {
      {{{"payload", "real"}}, "data of ranks that are not emulated"},
      {{{"mapping", "random"}}, "not on the hosts of their numbers"},
      {{{"bytes", "8191B"}}, "not all ranks do the same"},
      {{{"topology", "torus:7"}, {"algorithm", "swing-bandwidth"}}, "not all ranks do the same"},
      {{{"topology", "torus:4x2"}}, "not all ranks do the same"},
      {{{"topology", "mesh:8"}}, "torus or a star"},
      {{{"topology", "fat-tree:4"}, {"ranks", "16"}}, "torus or a star"},
      {{{"topology", "torus:16"}, {"ranks", "8"}}, "ranks"},
      {{{"algorithm", "rabenseifner"}}, "not known to do the same"},
      {{{"eager_limit", "1KiB"}}, "cannot be kept"},
      {{{"routing", "adaptive"}}, "routes are not the same"},
      {{{"duplex", "half"}}, "half-duplex"},
      {{{"slow_ranks", "3=2"}}, "a day of their own"},
  };
  for (const auto& [more, what] : kWrong)
    EXPECT_NE(refused(more).find(what), std::string::npos) << what << ": " << refused(more);
}

/// Tests can fail: a network of which one link is slower is not the same seen from every rank.
TEST(Symmetry, LooksAtEveryLink) {
  const auto refuses = [](const char* spec, std::vector<int> sides, int period) {
    try {
      const auto network = make_topology(spec);
      const Symmetry all(*network, std::move(sides), period);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  EXPECT_FALSE(refuses("torus:4x6", {4, 6}, 1));
  EXPECT_FALSE(refuses("torus:4x6", {4, 6}, 2));
  EXPECT_FALSE(refuses("star:24", {4, 6}, 1));
  EXPECT_TRUE(refuses("torus:4x6", {6, 4}, 1));
  EXPECT_TRUE(refuses("torus:4x6", {24}, 1));
  EXPECT_TRUE(refuses("torus:4x6", {4, 6}, 4));
  EXPECT_TRUE(refuses("torus:4x6|3=1GB/s", {4, 6}, 1));
  EXPECT_TRUE(refuses("mesh:4x6", {4, 6}, 1));
}

TEST(Symmetry, MovesRanksAsTheirRepresentativesAre) {
  const auto network = make_topology("torus:4x6");
  const Symmetry all(*network, {4, 6}, 2);
  EXPECT_EQ(all.representatives(), (std::vector<int>{0, 1, 6, 7}));
  EXPECT_EQ(all.class_size(), 6);
  const auto rank = [](int row, int column) { return row * 6 + column; };
  EXPECT_EQ(all.representative(rank(3, 4)), rank(1, 0));
  EXPECT_EQ(all.moved(rank(0, 1), rank(3, 4)), rank(2, 3));
}

}  // namespace
}  // namespace orrery::testing
