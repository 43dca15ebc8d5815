// What the time of a run is made of adds up to the picosecond, whatever is run.
#include "scenarios/text/scenario_library.h"
#include "tests/property/causes/explained.h"

namespace orrery {
namespace {

TEST(Causes, AddUpInAThousandRandomCells) {
  testing::expect_random_cells_explained(18, 1000);
}

/// Ranks with lanes, ports and eager messages: who posts first within an instant decides about the time.
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

/// The cells that take longest are left to the slow test.
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
