// Tests sizes whose results are derived from other sizes, against runs.
#include "scenarios/run/sizes/size_family.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "tests/property/algorithms/size_family.h"
#include "tests/setting.h"

namespace orrery::testing {
namespace {

Scenario sizes_of(const Algorithm& a, const std::string& network, const std::string& bytes,
                  Overrides more) {
  more.insert(more.end(), {{"collective", std::string(a.collective)},
                           {"algorithm", std::string(a.name)},
                           {"topology", network},
                           {"bytes", bytes}});
  return load_scenario("", more, Unsupported::kSkip);
}

int compare_catalogue(const std::string& network, const std::string& bytes, const Overrides& more) {
  int cells = 0;
  for (const Algorithm* a : some_of(catalog(), 2)) {
    SCOPED_TRACE(::testing::Message() << a->collective << " " << a->name << " on " << network);
    cells += compare_sizes(sizes_of(*a, network, bytes, more));
    if (::testing::Test::HasFailure()) break;
  }
  return cells;
}

constexpr const char* kPowers = "64B..1MiB*2";
constexpr const char* kMultiples = "960B,1920B,2880B,9600B,19200B,28800B,96000B,192000B,960000B";

TEST(SizeFamily, SaysWhatRunsWouldMeasure) {
  int cells = 0;
  for (const char* network : {"torus:8", "torus:3x4", "fat-tree:4", "star:6"})
    cells += compare_catalogue(network, network == std::string("torus:8") ? kPowers : kMultiples,
                               {{"ports", "unlimited"}});
  EXPECT_GT(cells, 1500);
}

TEST(SizeFamily, HoldsWithPortsAndCosts) {
  int cells = 0;
  for (const char* ports : {"1", "per-link"})
    cells += compare_catalogue(
        "mesh:6", kMultiples,
        {{"ports", ports}, {"gamma", "7ps/B"}, {"alpha", "3us"}, {"link_bandwidth", "3GB/s"}});
  EXPECT_GT(cells, 500);
}

/// Checks hosts whose cores are shared by 9 to 16 ranks: fractions of a picosecond per byte are whole for multiples of
/// bytes.
TEST(SizeFamily, HoldsWhereRanksShareCores) {
  int cells = 0;
  for (const char* ranks : {"130", "144", "90"})
    for (const char* algorithm : {"ring", "bruck", "sparbit", "neighbor-exchange"})
      for (const char* bytes : {"1B..1MiB*2", "3B,5B,7B,9B,11B,13B,999B", "8B,16B,24B,40B,4000B"})
        cells += compare_sizes(load_scenario("", {{"collective", "allgather"},
                                                  {"algorithm", algorithm},
                                                  {"topology", "yahoo"},
                                                  {"ranks", ranks},
                                                  {"bytes", bytes}}));
  EXPECT_GT(cells, 100);
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

/// Checks three points that determine nothing about the sizes between them.
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
