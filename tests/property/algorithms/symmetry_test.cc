#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

TEST(Symmetry, OneRankStandsForAllOnRings) {
  for (const int p : {1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 31, 32, 36})
    EXPECT_GT(expect_symmetric_on(fmt::format("torus:{}", p), p), 20) << p;
}

TEST(Symmetry, OneRankStandsForAllAroundASwitch) {
  for (const int p : {2, 3, 7, 8, 16, 33})
    EXPECT_GT(expect_symmetric_on(fmt::format("star:{}", p), p), 15) << p;
}

TEST(Symmetry, OneRankStandsForAllOnTori) {
  for (const auto& [network, p] :
       {std::pair("torus:2x2", 4), std::pair("torus:4x4", 16), std::pair("torus:2x8", 16),
        std::pair("torus:6x4", 24), std::pair("torus:3x5", 15), std::pair("torus:2x2x2", 8),
        std::pair("torus:2x4x4", 32), std::pair("torus:1x8", 8), std::pair("torus:4x1x4", 16),
        std::pair("torus:5x5", 25), std::pair("torus:9x3", 27), std::pair("torus:3x9", 27)})
    EXPECT_GT(expect_symmetric_on(network, p), 3) << network;
}

TEST(Symmetry, OneRankStandsForAllWhereAllAreJoined) {
  for (const auto& [network, p] :
       {std::pair("full:7", 7), std::pair("full:16", 16), std::pair("hyperx:4x4", 16),
        std::pair("hyperx:3x5", 15), std::pair("hyperx:2x8x2", 32), std::pair("hyperx:6", 6)})
    EXPECT_GT(expect_symmetric_on(network, p), 3) << network;
}

TEST(Symmetry, OneRankStandsForAllOnBoards) {
  for (const auto& [network, p] :
       {std::pair("hammingmesh:2x2@2x2", 16), std::pair("hammingmesh:2x2@4x4", 64),
        std::pair("hammingmesh:2x4@2x3", 48), std::pair("hammingmesh:2x2@4x2", 32)})
    EXPECT_GT(expect_symmetric_on(network, p), 3) << network;
}

TEST(Symmetry, OneRankStandsForAllInTrees) {
  for (const auto& [network, p] :
       {std::pair("fat-tree:4,2", 16), std::pair("fat-tree:2,4", 16), std::pair("fat-tree:3,2", 9),
        std::pair("fat-tree:4", 16), std::pair("fat-tree:8,4;1,2", 32),
        std::pair("fat-tree:4,2,4;1,2,2", 32), std::pair("fat-tree:4,8;1,8", 32),
        std::pair("fat-tree:6,4;1,3;1,2", 24)})
    EXPECT_GT(expect_symmetric_on(network, p), 3) << network;
}

/// Checks one port, links with latency, and eager messages.
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
      {{{"topology", "mesh:8"}}, "no two ranks on mesh:8"},
      {{{"topology", "dragonfly:2,2,1"}, {"bytes", "6KiB"}}, "no two ranks on dragonfly"},
      {{{"topology", "torus:16"}, {"ranks", "8"}}, "ranks"},
      {{{"algorithm", "double-tree"}}, "not known to do the same"},
      {{{"algorithm", "rabenseifner"}, {"topology", "torus:6"}, {"bytes", "6KiB"}},
       "not all ranks do the same"},
      {{{"eager_limit", "1KiB"}}, "cannot be kept"},
      {{{"routing", "adaptive"}}, "routes are not the same"},
      {{{"duplex", "half"}}, "half-duplex"},
      {{{"slow_ranks", "3=2"}}, "differ between ranks or links"},
  };
  for (const auto& [more, what] : kWrong)
    EXPECT_NE(refused(more).find(what), std::string::npos) << what << ": " << refused(more);
}

/// Checks that all ranks are emulated unless symmetry is requested.
TEST(Symmetry, IsNotTakenForGrantedWhereItIsNotKnown) {
  for (const char* network : {"dragonfly:2,2,1", "mesh:4x3", "nodes:2x3@star:2"}) {
    const Overrides cell{{"collective", "allreduce"},
                         {"algorithm", "ring"},
                         {"topology", network},
                         {"bytes", "12KiB"}};
    const RunResult one = run_with(cell, "auto");
    ASSERT_EQ(one.outcome, Outcome::kFine) << network << ": " << one.error.value_or("");
    expect_equal(one, run_with(cell, "off"));
  }
}

}  // namespace
}  // namespace orrery::testing
