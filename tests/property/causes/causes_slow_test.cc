// Tests the same as causes_test.cc, for more cells.
#include "scenarios/text/scenario_library.h"
#include "tests/property/causes/explained.h"

namespace orrery {
namespace {

TEST(CausesSlow, AddUpInTenThousandRandomCells) {
  testing::expect_random_cells_explained(1'000'003, 10'000);
}

TEST(CausesSlow, AddUpInEveryCellOfEveryBuiltInScenario) {
  for (const auto& path : built_in_scenarios()) {
    SCOPED_TRACE(path);
    for (const RunSpec& spec : load_scenario(path).cells)
      if (spec.skipped.empty()) testing::expect_explained(spec);
  }
}

}  // namespace
}  // namespace orrery
