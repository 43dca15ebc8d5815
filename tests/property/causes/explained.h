#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/run/explain.h"
#include "tests/fuzz/scenarios/random_cells.h"
#include "tests/fuzz/scenarios/stretches.h"

/// Checks the explanation of a run.
namespace orrery::testing {

inline void expect_none(const TimeByCause& times, Cause cause, bool if_so) {
  if (if_so) {
    EXPECT_EQ(time_of(times, cause), Time(0)) << kCauseNames[static_cast<std::size_t>(cause)];
  }
}

inline bool has_no_preemption(const RunSpec& spec) {
  const GivenConditions& given = spec.conditions;
  return given.arrival == "none" && given.noise == "none" && given.time_slice == Time(0);
}

/// Checks that the stretches follow each other from 0 to completion, that impossible causes do not occur,
/// and that a run without a trace takes as long or ends in the same deadlock.
inline void expect_explained(const RunSpec& spec) {
  const Explained e = explain(spec);
  if (e.result.outcome == Outcome::kDeadlock) {
    EXPECT_EQ(run_one(spec).error, e.result.error);
    return;
  }
  ASSERT_TRUE(is_measured(e.result)) << e.result.error.value_or("");
  const Time completion = e.result.metrics.completion;
  EXPECT_EQ(run_one(spec, nullptr, Detail::kTime).metrics.completion, completion);
  ASSERT_EQ(flaw_of_stretches(e), "");
  const TimeByCause times = e.path.by_cause();
  expect_none(times, Cause::kNoise, has_no_preemption(spec));
  expect_none(times, Cause::kContention, !spec.contention || !e.result.metrics.shared);
  expect_none(times, Cause::kPort,
              spec.ports.kind == Ports::Kind::kUnlimited || spec.ports.are_links());
  expect_none(times, Cause::kPartner, spec.engine.protocol == Protocol::kEager);
  expect_none(times, Cause::kOverhead,
              spec.costs.overhead == Time(0) && spec.costs.receive_overhead == Time(0));
  Time of_links{0};
  for (const CausesOfLink& link : causes_of_links(e.path)) of_links += total(link.times);
  EXPECT_LE(of_links, completion);
}

/// Runs cells until `runs` of them were possible.
inline void expect_random_cells_explained(std::uint64_t seed, int runs) {
  RandomCells cells(seed);
  for (int done = 0; done < runs;) {
    const Overrides options = cells.next();
    SCOPED_TRACE(text_of_options("orrery why", options));
    const std::optional<RunSpec> spec = cell_of(options);
    if (!spec) continue;
    expect_explained(*spec);
    if (::testing::Test::HasFailure()) return;
    ++done;
  }
}

}  // namespace orrery::testing
