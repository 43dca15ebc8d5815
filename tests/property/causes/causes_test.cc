// Tests that the causes of the time of a run add up to it, to the picosecond.
#include "scenarios/text/scenario_library.h"
#include "tests/property/causes/explained.h"

namespace orrery {
namespace {

TEST(Causes, AddUpInAThousandRandomCells) {
  testing::expect_random_cells_explained(18, 1000);
}

/// Checks ranks with lanes, ports and eager messages, where the order of posts within an instant changes
/// the time.
TEST(Causes, AreThoseOfTheRunThatIsNotWatched) {
  const std::optional<RunSpec> spec = testing::cell_of({{"collective", "reduce-scatter"},
                                                        {"algorithm", "bucket"},
                                                        {"topology", "hyperx:3x4"},
                                                        {"link_latency", "0ns"},
                                                        {"ports", "unlimited"},
                                                        {"eager_limit", "21B"},
                                                        {"eager_copy", "400ps/B"}});
  ASSERT_TRUE(spec);
  testing::expect_explained(*spec);
}

/// Checks all but the longest cells, which the slow test has.
TEST(Causes, AddUpInTheCellsOfBuiltInScenarios) {
  constexpr std::int64_t kMostRanks = 64;
  for (const auto& path : built_in_scenarios()) {
    SCOPED_TRACE(path);
    for (const RunSpec& spec : load_scenario(path).cells)
      if (spec.skipped.empty() && spec.ranks <= kMostRanks) testing::expect_explained(spec);
  }
}

}  // namespace
}  // namespace orrery
