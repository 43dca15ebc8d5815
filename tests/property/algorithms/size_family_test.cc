// Cells that differ in their bytes only: what is derived from a few of them, against a run of each.
#include "scenarios/run/size_family.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/property/algorithms/symmetry.h"

namespace orrery::testing {
namespace {

struct Tally {
  std::size_t cells = 0, emulated = 0;
};

/// Runs all cells as a sweep does, and each by itself.
void compare(const Scenario& scenario, Tally& tally) {
  std::vector<RunResult> all(scenario.cells.size());
  run_each(scenario.cells, 1, Detail::kTime, [&](std::size_t i, RunResult r) {
    all[i] = std::move(r);
    return true;
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    SCOPED_TRACE(scenario.cells[i].bytes_text);
    const RunResult one = run_one(scenario.cells[i], nullptr, Detail::kTime);
    ASSERT_EQ(all[i].outcome, one.outcome);
    if (one.outcome != Outcome::kFine) continue;
    ++tally.cells;
    expect_equal(all[i], one);
    EXPECT_EQ(all[i].deficiency.psi, one.deficiency.psi);
    ASSERT_EQ(all[i].metrics.hottest.size(), one.metrics.hottest.size());
    for (std::size_t k = 0; k < one.metrics.hottest.size(); ++k) {
      const LinkLoad &a = all[i].metrics.hottest[k], &b = one.metrics.hottest[k];
      EXPECT_EQ(std::tuple(a.link, a.bytes, a.utilization),
                std::tuple(b.link, b.bytes, b.utilization));
    }
  }
}

Scenario sizes_of(const Algorithm& a, const std::string& network, const std::string& bytes,
                  Overrides more) {
  more.insert(more.end(), {{"collective", std::string(a.collective)},
                           {"algorithm", std::string(a.name)},
                           {"topology", network},
                           {"bytes", bytes}});
  return load_scenario("", more, Unsupported::kSkip);
}

void compare_catalogue(const std::string& network, const std::string& bytes, const Overrides& more,
                       Tally& tally) {
  for (const Algorithm* a : catalog()) {
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    compare(sizes_of(*a, network, bytes, more), tally);
    if (::testing::Test::HasFailure()) return;
  }
}

constexpr const char* kPowers = "64B..1MiB*2";
constexpr const char* kMultiples = "960B,1920B,2880B,9600B,19200B,28800B,96000B,192000B,960000B";

TEST(SizeFamily, SaysWhatRunsWouldMeasure) {
  Tally t;
  for (const char* network : {"torus:8", "torus:3x4", "fat-tree:4", "star:6"})
    compare_catalogue(network, network == std::string("torus:8") ? kPowers : kMultiples,
                      {{"ports", "unlimited"}}, t);
  EXPECT_GT(t.cells, 3000U);
}

TEST(SizeFamily, HoldsWithPortsAndCosts) {
  Tally t;
  for (const char* ports : {"1", "per-link"})
    compare_catalogue(
        "mesh:6", kMultiples,
        {{"ports", ports}, {"gamma", "7ps/B"}, {"alpha", "3us"}, {"link_bandwidth", "3GB/s"}}, t);
  EXPECT_GT(t.cells, 1000U);
}

/// Hosts whose cores are shared by 9 to 16 ranks: half a picosecond for a byte, and less, is whole for multiples of bytes.
TEST(SizeFamily, HoldsWhereRanksShareCores) {
  Tally t;
  for (const char* ranks : {"130", "144", "90"})
    for (const char* algorithm : {"ring", "bruck", "sparbit", "neighbor-exchange"})
      for (const char* bytes : {"1B..1MiB*2", "3B,5B,7B,9B,11B,13B,999B", "8B,16B,24B,40B,4000B"})
        compare(load_scenario("", {{"collective", "allgather"},
                                   {"algorithm", algorithm},
                                   {"topology", "yahoo"},
                                   {"ranks", ranks},
                                   {"bytes", bytes}}),
                t);
  EXPECT_GT(t.cells, 100U);
}

int emulated(const std::vector<std::int64_t>& bytes,
             const std::function<SizedRun(std::int64_t)>& run) {
  int count = 0;
  run_family(bytes, {[&](std::size_t i) {
                       ++count;
                       return std::optional(run(bytes[i]));
                     },
                     [&](std::size_t i, const Metrics& m) {
                       EXPECT_EQ(m.completion, run(bytes[i]).metrics.completion);
                     },
                     [] { return true; }});
  return count;
}

SizedRun of_time(std::int64_t bytes, std::int64_t ps, std::uint64_t order) {
  SizedRun r{bytes, {}, {order, true, 1, bytes}};
  r.metrics.completion = Time(ps);
  return r;
}

TEST(SizeFamily, EmulatesThreeOfALine) {
  const std::vector<std::int64_t> bytes{1, 2, 4, 8, 16, 32, 64, 128};
  EXPECT_EQ(emulated(bytes, [](std::int64_t b) { return of_time(b, 100 + 7 * b, 1); }), 3);
  EXPECT_EQ(
      emulated(bytes,
               [](std::int64_t b) { return of_time(b, b < 32 ? 100 + b : 68 + 2 * b, b < 32); }),
      8);
  EXPECT_EQ(emulated(bytes, [](std::int64_t b) { return of_time(b, b * b, 1); }), 8);
}

/// Three points that say nothing of what is between.
TEST(SizeFamily, RefusesWhatIsNotKnown) {
  const auto line = [](std::int64_t b) { return of_time(b, 10 * b, 1); };
  EXPECT_TRUE(between(line(2), line(4), line(16), 8));
  EXPECT_FALSE(between(line(2), line(4), line(16), 7)) << "no multiple of the step away";
  SizedRun other = line(16);
  other.pattern.order = 2;
  EXPECT_FALSE(between(line(2), line(4), other, 8)) << "another order";
  other = line(16);
  other.pattern.exact = false;
  EXPECT_FALSE(between(line(2), line(4), other, 8)) << "rounded";
  other = line(16);
  other.pattern.unit = 1;
  EXPECT_FALSE(between(line(2), line(4), other, 8)) << "messages that do not grow";
  EXPECT_FALSE(between(line(2), line(4), of_time(16, 161, 1), 8)) << "not on the line";
  SizedRun half = line(2);
  half.pattern.grain = 2;
  EXPECT_TRUE(between(half, line(4), line(16), 8));
  EXPECT_FALSE(between(half, line(3), line(16), 5)) << "half a picosecond";
}

}  // namespace
}  // namespace orrery::testing
