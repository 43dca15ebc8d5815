#include <gtest/gtest.h>

#include "scenarios/document/errors.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/chakra_texts.h"

/// Traces of machine-learning jobs: their times by hand, and what is wrong named with its place.
namespace orrery {
namespace {

using namespace testing;
using Ranks = std::vector<std::vector<ChakraNode>>;

/// Links of 1 GB/s and 100 ns.
RunResult run_trace(const Ranks& ranks, const Overrides& more = {}) {
  static int jobs = 0;
  Overrides all{{"schedule", write_chakra(own_folder(), "job" + std::to_string(jobs++), ranks)},
                {"topology", "full:" + std::to_string(ranks.size())},
                {"link_bandwidth", "8Gb/s"},
                {"link_latency", "100ns"}};
  all.insert(all.end(), more.begin(), more.end());
  return run_one(load_scenario("", all).cells.front());
}

std::string error_of(const Ranks& ranks) {
  try {
    run_trace(ranks);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

ChakraNode compute(std::uint64_t id, std::uint64_t us, std::vector<std::uint64_t> after = {}) {
  return {id, kChakraCompute, std::move(after), us, {}, "", ""};
}
ChakraNode send(std::uint64_t id, std::uint64_t to, std::uint64_t bytes,
                std::vector<std::uint64_t> after = {}) {
  return {id, kChakraSend, std::move(after), 0, {{"comm_dst", to}, {"comm_size", bytes}}, "", ""};
}
ChakraNode receive(std::uint64_t id, std::uint64_t from, std::uint64_t bytes,
                   std::vector<std::uint64_t> after = {}) {
  return {id, kChakraReceive, std::move(after), 0, {{"comm_src", from}, {"comm_size", bytes}}, "",
          ""};
}
ChakraNode allreduce(std::uint64_t id, std::uint64_t bytes, const std::string& group,
                     std::vector<std::uint64_t> after = {}) {
  return {id, kChakraCollective, std::move(after), 0, {{"comm_size", bytes}}, group, ""};
}
ChakraNode groups(std::uint64_t id, const std::string& json) {
  return {id, kChakraMetadata, {}, 0, {}, "", json};
}

TEST(Chakra, NodesWaitForThoseTheyName) {
  const RunResult r = run_trace(
      {{compute(1, 5), send(2, 1, 1000, {1})}, {compute(4, 3, {3}), receive(3, 0, 1000)}});
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  EXPECT_EQ(r.metrics.completion, 5us + 1us + 100ns + 3us);
  EXPECT_EQ(r.metrics.messages, 1);
}

/// A tag 0, a duration 0 and a source 0 are not written.
TEST(Chakra, MessagesOfOnePairGoInTheirOrder) {
  const RunResult r = run_trace(
      {{send(1, 1, 1000), send(2, 1, 4000, {1})}, {receive(1, 0, 1000), receive(2, 0, 4000, {1})}});
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  EXPECT_EQ(r.metrics.messages, 2);
}

/// Two groups of the same name, each known to its own ranks: both reduce at once, in the time of one.
TEST(Chakra, GroupsRunTheirCollectivesAtOnce) {
  const std::string low = R"([{"pg_name": "tp", "ranks": [0, 1]}])",
                    high = R"([{"pg_name": "tp", "ranks": [2, 3]}])";
  Ranks four;
  for (const std::string& list : {low, low, high, high})
    four.push_back({groups(1, list), allreduce(2, 8000, "tp")});
  const RunResult r = run_trace(four);
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  const RunResult one = run_trace({{allreduce(2, 8000, "")}, {allreduce(2, 8000, "")}});
  EXPECT_EQ(r.metrics.completion, one.metrics.completion);
  EXPECT_EQ(r.metrics.messages, 2 * one.metrics.messages);
  EXPECT_GT(one.metrics.messages, 0);
}

TEST(Chakra, WhatIsWrongIsNamed) {
  const auto has = [](const std::string& error, const char* part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  has(error_of({{compute(1, 5, {9})}}), "node 1 depends on node 9, which there is not");
  has(error_of({{compute(1, 5), compute(1, 6)}}), "node 1 is there twice");
  has(error_of({{{1, kChakraLoad, {}, 0, {}, "", ""}}}), "loads or stores");
  has(error_of({{send(1, 1, 1000)}, {receive(1, 0, 2000)}}),
      "rank 1 receives 2000 bytes where rank 0 sends 1000, tag 0");
  has(error_of({{send(1, 7, 10)}}), "rank 7, 10 bytes, tag 0");
  has(error_of({{allreduce(1, 10, "")}, {allreduce(1, 20, "")}}), "is another collective");
  has(error_of({{allreduce(1, 10, "")}, {}}), "0 collectives of a group in which rank 0 has 1");
  const std::string list = R"([{"pg_name": "a", "ranks": [1]}])";
  has(error_of({{groups(1, list), allreduce(2, 8, "a")}, {}}),
      "rank 0 is not in process group 'a'");
  has(error_of({{groups(1, list), allreduce(2, 8, "b")}, {}}), "no process group 'b'");
  has(error_of({{groups(1, R"([{"pg_name": "a"}])")}}), "process groups cannot be read");
  has(error_of({{compute(1, 5, {2}), compute(2, 5, {1})}}), ".0.et");
}

}  // namespace
}  // namespace orrery
