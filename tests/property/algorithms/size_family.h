#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/property/algorithms/symmetry.h"

/// Compares cells that differ only in their bytes: results derived from a few of them, and a run of
/// each.
namespace orrery::testing {

inline void expect_same_loads(const std::vector<LinkLoad>& all, const std::vector<LinkLoad>& one) {
  ASSERT_EQ(all.size(), one.size());
  for (std::size_t k = 0; k < one.size(); ++k)
    EXPECT_EQ(std::tuple(all[k].link, all[k].bytes, all[k].utilization),
              std::tuple(one[k].link, one[k].bytes, one[k].utilization));
}

/// Runs all cells as a sweep does, and each by itself. Returns how many could be compared.
inline int compare_sizes(const Scenario& scenario) {
  int compared = 0;
  std::vector<RunResult> all(scenario.cells.size());
  run_each(scenario.cells, 1, Detail::kTime, [&](std::size_t i, RunResult r) {
    all[i] = std::move(r);
    return true;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(scenario.cells[i].bytes_text);
    const RunResult one = run_one(scenario.cells[i], nullptr, Detail::kTime);
    EXPECT_EQ(all[i].outcome, one.outcome);
    if (one.outcome != Outcome::kFine) continue;
    ++compared;
    expect_equal(all[i], one);
    EXPECT_EQ(all[i].deficiency.psi, one.deficiency.psi);
    expect_same_loads(all[i].metrics.hottest, one.metrics.hottest);
  }
  return compared;
}

}  // namespace orrery::testing
