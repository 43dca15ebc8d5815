#include "scenarios/run/conformance/conformance.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "emu/engine/fibers/stacks.h"
#include "scenarios/cell/validate.h"
#include "tests/setting.h"

namespace orrery {
namespace {

std::vector<ConformanceCase> cases_of(const char* collective, const char* algorithm, int ranks) {
  return conformance_cases(find_algorithm(collective, algorithm), {ranks});
}

/// Returns all values of a key in the cases.
std::set<std::string> values(const std::vector<ConformanceCase>& cases, const std::string& key) {
  std::set<std::string> all;
  for (const ConformanceCase& c : cases)
    for (const auto& [name, value] : c.keys)
      if (name == key) all.insert(value);
  return all;
}

/// Checks that each case has the properties that it states, and that only the algorithm may refuse
/// it.
TEST(ConformanceCases, CanBeRunOnSoManyRanks) {
  const StackReserve stacks;  // of the runs that choices are made by
  Validator validator;
  Sampler sample(7);
  for (const Algorithm* a : catalog())
    for (const ConformanceCase& c : conformance_cases(*a, {6})) {
      if (!sample.takes_next()) continue;
      const Preparation prepared = validator.prepare(spec_of(c));
      if (const auto* refusal = std::get_if<Refusal>(&prepared)) {
        ASSERT_TRUE(refusal->unsupported) << command_line_of(c) << ": " << refusal->message();
        continue;
      }
      const RunSpec& spec = std::get<Prepared>(prepared).spec;
      ASSERT_EQ(spec.ranks, c.ranks) << command_line_of(c);
      ASSERT_EQ(spec.bytes.count(), c.bytes) << command_line_of(c);
    }
}

TEST(ConformanceCases, TheSmallestComeFirst) {
  const auto size = [](const ConformanceCase& c) { return std::tuple(c.ranks, c.bytes); };
  for (const Algorithm* a : catalog())
    EXPECT_TRUE(std::ranges::is_sorted(conformance_cases(*a, {7}), {}, size)) << a->name;
}

/// Checks cases that are easily forgotten, listed by hand.
TEST(ConformanceCases, HaveWhatOneDoesNotThinkOf) {
  const auto broadcast = cases_of("broadcast", "chain", 5);
  EXPECT_EQ(values(broadcast, "root"), (std::set<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(values(broadcast, "payload"), (std::set<std::string>{"provenance", "real"}));
  EXPECT_EQ(values(broadcast, "blocks"), (std::set<std::string>{"1", "35", "5"}));
  EXPECT_TRUE(values(broadcast, "bytes").contains("0B"));
  EXPECT_EQ(values(broadcast, "protocol"), std::set<std::string>{"eager"});
  EXPECT_EQ(values(broadcast, "ports"), (std::set<std::string>{"2", "per-link", "unlimited"}));
  EXPECT_TRUE(values(cases_of("reduce", "linear", 2), "op").contains("matrix-product"));
  EXPECT_EQ(values(cases_of("reduce", "linear", 2), "datatype").size(), 5U);
  EXPECT_TRUE(values(cases_of("gatherv", "linear", 3), "sizes").contains("list:0,3,0"));
  EXPECT_TRUE(values(cases_of("reduce-scatter", "circulant", 5), "skips").contains("list:4,2,1"));
  const auto swing = cases_of("allgather", "bucket", 6);
  EXPECT_TRUE(values(swing, "topology").contains("torus:2x3"));
  EXPECT_TRUE(values(swing, "topology").contains("torus:3x2"));
}

TEST(ConformanceCases, AreCommandLines) {
  const ConformanceCase c{
      "data", {{"collective", "broadcast"}, {"algorithm", "chain"}, {"op", "it's"}}, 1, 0};
  EXPECT_EQ(command_line_of(c),
            "orrery run --collective broadcast --algorithm chain --op 'it'\\''s'");
  EXPECT_EQ(words_of(c), "p = 1, op it's");
}

/// Checks that a stopped test returns no result that could be mistaken for a complete one.
TEST(Conformance, StopsWhenTold) {
  const auto cases = cases_of("barrier", "dissemination", 3);
  const Algorithm& a = find_algorithm("barrier", "dissemination");
  std::size_t last = 0;
  const auto stop_at_five = [&](std::size_t done) { return (last = done) < 5; };
  EXPECT_FALSE(verify(a, cases, 1, stop_at_five));
  EXPECT_EQ(last, 5U);
  const auto whole = verify(a, cases, 2, [](std::size_t) { return true; });
  if (!whole) FAIL() << "it stopped";
  EXPECT_TRUE(whole->holds());
  EXPECT_EQ(whole->all.run, cases.size());
}

}  // namespace
}  // namespace orrery
