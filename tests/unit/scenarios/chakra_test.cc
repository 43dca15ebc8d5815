#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/report.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/errors.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/chakra_texts.h"
#include "tests/unit/scenarios/schedule_formats.h"
#include "tests/unit/scenarios/xml_texts.h"

/// Tests traces of machine-learning jobs: times against hand calculations, errors with their place.
namespace orrery {
namespace {

using namespace testing;
using Ranks = std::vector<std::vector<ChakraNode>>;

/// Runs traces on links of 1 GB/s and 100 ns.
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

/// Checks the JSON that protobuf writes, with names of either kind, and a list of nodes.
TEST(Chakra, TracesMayBeJson) {
  const auto& folder = own_folder();
  std::ofstream(folder / "j.0.json") << R"({
  "version": "0.0.4"
}
{"id": "1", "name": "forward", "type": "COMP_NODE", "durationMicros": "5", "attr": [{"name": "is_cpu_op", "boolVal": false}]}
{"id": "2", "type": "COMM_SEND_NODE", "dataDeps": ["1"],
 "attr": [{"name": "comm_dst", "int32Val": 1}, {"name": "comm_size", "int64Val": "1000"}]}
)";
  std::ofstream(folder / "j.1.json")
      << R"([{"id": 3, "type": 6, "attr": [{"name": "comm_size", "uint64_val": 1000}]},
{"id": 4, "type": "COMP_NODE", "ctrl_deps": [3], "duration_micros": 3}])";
  const auto run = [&] {
    return run_one(load_scenario("", {{"schedule", (folder / "j.0.json").string()},
                                      {"topology", "full:2"},
                                      {"link_bandwidth", "8Gb/s"},
                                      {"link_latency", "100ns"}})
                       .cells.front());
  };
  const RunResult r = run();
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  EXPECT_EQ(r.metrics.completion, 5us + 1us + 100ns + 3us);
  for (const auto& [text, expected] :
       {std::pair(R"({"version": "1"}

{"id": "1", "type": "RING_NODE"})",
                  "the node of line 3: expected a type of node, such as COMM_COLL_NODE"),
        {R"({"id": "x", "type": "COMP_NODE"})", "the node of line 1: expected a whole number"},
        {R"({"id": 1, "type": "COMP_NODE", )", "line 1: not valid JSON"}}) {
    std::ofstream(folder / "j.1.json") << text;
    try {
      run();
      ADD_FAILURE() << expected;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << e.what();
    }
  }
}

/// Checks a tag, a duration and a source of 0, which traces leave out.
TEST(Chakra, MessagesOfOnePairGoInTheirOrder) {
  const RunResult r = run_trace(
      {{send(1, 1, 1000), send(2, 1, 4000, {1})}, {receive(1, 0, 1000), receive(2, 0, 4000, {1})}});
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  EXPECT_EQ(r.metrics.messages, 2);
}

/// Checks that reductions within a collective cost γ, as outside of traces; two of them cost twice
/// as much.
TEST(Chakra, CollectivesReduceAtTheCostOfTheRun) {
  for (const int p : {2, 3, 5}) {
    const Overrides gamma{{"gamma", "125ps/B"}};
    Overrides plain{{"collective", "allreduce"}, {"topology", fmt::format("full:{}", p)},
                    {"bytes", "30000B"},         {"link_bandwidth", "8Gb/s"},
                    {"link_latency", "100ns"},   {"gamma", "125ps/B"}};
    const RunResult alone = run_one(load_scenario("", plain).cells.front());
    const auto times = [&](std::size_t n, const Overrides& more) {
      std::vector<ChakraNode> nodes;
      for (std::uint64_t k = 1; k <= n; ++k) nodes.push_back(allreduce(k, 30'000, "", {k - 1}));
      nodes.front() = allreduce(1, 30'000, "");
      return run_trace(Ranks(static_cast<std::size_t>(p), nodes), more).metrics.completion;
    };
    EXPECT_GT(alone.metrics.completion, times(1, {}));
    EXPECT_EQ(times(1, gamma), alone.metrics.completion) << p;
    EXPECT_EQ(times(2, gamma), 2 * alone.metrics.completion) << p;
  }
}

/// Checks two groups of the same name, each known to its own ranks: both reduce at once, in the time
/// of one.
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

/// Checks times by hand: rank 0 computes for 5 us while its allreduce of 2 us begins at 0 us; rank 1 comes 3 us
/// late. The allreduce ends 3 us later, whether rank 0 computes or not.
TEST(Chakra, TimesByKindOfNodeAndWhatComputingHides) {
  const RunResult alone = run_trace({{allreduce(2, 8000, "")}, {allreduce(2, 8000, "")}});
  const Time takes = alone.metrics.completion;
  ASSERT_LT(takes, 10us);
  const RunResult r = run_trace({{compute(1, 5), allreduce(2, 8000, ""), compute(3, 20, {2})},
                                 {compute(1, 3), allreduce(2, 8000, "", {1})}});
  ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  ASSERT_TRUE(r.trace && r.trace->ranks.size() == 2);
  const RankTimes &first = r.trace->ranks[0], &second = r.trace->ranks[1];
  EXPECT_EQ(first.of(NodeKind::kCollective), 3us + takes);
  EXPECT_EQ(first.of(NodeKind::kComputing), 25us);
  EXPECT_EQ(first.exposed, 3us + takes - 5us);
  EXPECT_EQ(first.end, 3us + takes + 20us);
  EXPECT_EQ(first.idle, Time(0));
  EXPECT_EQ(second.of(NodeKind::kCollective), takes);
  EXPECT_EQ(second.exposed, takes);
  EXPECT_EQ(second.end, 3us + takes);
  EXPECT_EQ(r.trace->exposed, std::max(takes, 3us + takes - 5us));
  EXPECT_EQ(r.trace->computing, 25us);
  EXPECT_EQ(r.trace->message, Time(0));
  const RunResult kept = parse_result(r.spec, result_text(r));
  ASSERT_TRUE(kept.trace && kept.trace->ranks.size() == 2);
  EXPECT_EQ(kept.trace->ranks[0].exposed, first.exposed);
  EXPECT_EQ(run_report(kept), run_report(r));
  EXPECT_NE(run_report(r).find("exposed"), std::string::npos);
}

/// Checks that a rank which waits for a message is exposed, and that the node after both need not wait.
TEST(Chakra, SendsAndReceivesAreExposedWhereNothingComputes) {
  const RunResult r = run_trace({{compute(1, 5), send(2, 1, 1000, {1})},
                                 {receive(3, 0, 1000), compute(4, 2), compute(5, 1, {3, 4})}});
  ASSERT_TRUE(r.trace);
  EXPECT_EQ(r.trace->ranks[0].of(NodeKind::kMessage), 1us + 100ns);
  EXPECT_EQ(r.trace->ranks[1].of(NodeKind::kMessage), 6us + 100ns);
  EXPECT_EQ(r.trace->ranks[1].exposed, 4us + 100ns);
  EXPECT_EQ(r.trace->ranks[1].of(NodeKind::kComputing), 3us);
}

/// Checks that a collective goes on while nodes compute, and is then not exposed.
TEST(Chakra, ComputingHidesCollectives) {
  Ranks busy{{allreduce(2, 8000, "")}, {allreduce(2, 8000, "")}};
  const RunResult alone = run_trace(busy);
  for (auto& rank : busy) rank.push_back(compute(3, 50));
  const RunResult r = run_trace(busy);
  ASSERT_TRUE(r.trace && alone.trace);
  EXPECT_EQ(alone.trace->exposed, alone.metrics.completion);
  EXPECT_EQ(alone.trace->computing, Time(0));
  EXPECT_EQ(r.trace->collective, alone.metrics.completion);
  EXPECT_EQ(r.trace->exposed, Time(0));
  EXPECT_EQ(r.metrics.completion, 50us);
}

/// Checks two groups of the same ranks, which their members enter in different orders: the groups are separate,
/// so there is no deadlock.
TEST(Chakra, GroupsOfTheSameRanksAreApart) {
  const std::string both =
      R"([{"pg_name": "tp", "ranks": [0, 1]}, {"pg_name": "dp", "ranks": [0, 1]}])";
  const RunResult r =
      run_trace({{groups(1, both), allreduce(2, 8000, "tp"), allreduce(3, 100, "dp")},
                 {groups(1, both), allreduce(2, 100, "dp"), allreduce(3, 8000, "tp")}});
  EXPECT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
}

/// Checks that a file beside the traces names the groups of all of them.
TEST(Chakra, GroupsStandInAFileBesideTheTraces) {
  const auto folder = own_folder() / "beside";
  std::filesystem::create_directories(folder);
  const auto run_with = [&](const std::string& json, const char* file = "comm_group.json") {
    std::ofstream(folder / file) << json;
    const Ranks four(4, {allreduce(2, 8000, "3")});
    return run_one(
        load_scenario("", {{"schedule", write_chakra(folder, "job", four)}, {"topology", "full:4"}})
            .cells.front());
  };
  const auto error = [&](const std::string& json) {
    try {
      run_with(json);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  const std::int64_t all = run_with(R"({"3": []})").metrics.messages;
  EXPECT_NE(error(R"({"3": [0, 1]})").find("rank 2 is not in process group '3'"),
            std::string::npos);
  EXPECT_NE(error(R"({"3": [0, 1, 1, 2, 3]})").find("has rank 1 twice"), std::string::npos);
  EXPECT_NE(error(R"({"3": [0, 1, 4294967296, 2, 3]})").find("has a rank -1"), std::string::npos);
  EXPECT_NE(error(R"({"4": [0, 1]})").find("no process group '3'"), std::string::npos);
  EXPECT_NE(error(R"([0, 1])").find("comm_group.json: its process groups cannot be read"),
            std::string::npos);
  EXPECT_EQ(run_with(R"({"3": [3, 1, 0, 2], "4": [0, 1]})").metrics.messages, all);
  std::filesystem::remove(folder / "comm_group.json");
  EXPECT_EQ(run_with(R"({"3": [0, 1, 2, 3]})", "job.json").metrics.messages, all);
  EXPECT_EQ(run_with(R"({"title": "a job"})", "job.json").metrics.messages, all);
}

/// Returns traces for a schedule of one thread block per rank, as Chakra's converter writes them: a step becomes a
/// receive, a sum and a send, each after the one before.
Ranks as_traces(const XmlFile& xml, std::uint64_t chunk_bytes) {
  Ranks ranks;
  for (const XmlGpu& gpu : xml.gpus) {
    std::vector<ChakraNode> nodes;
    const auto add = [&](ChakraNode node) {
      node.id = nodes.size() + 1;
      if (!nodes.empty()) node.after = {node.id - 1};
      nodes.push_back(std::move(node));
    };
    const XmlBlock& block = gpu.blocks.front();
    for (const XmlStep& step : block.steps) {
      const bool sums = step.type.starts_with("rr");
      const std::uint64_t bytes = chunk_bytes * static_cast<std::uint64_t>(step.count);
      if (step.type.starts_with("r"))
        add(receive(0, static_cast<std::uint64_t>(block.receive), bytes));
      if (sums) add(compute(0, 0));
      if (step.type.ends_with("s")) add(send(0, static_cast<std::uint64_t>(block.send), bytes));
    }
    ranks.push_back(std::move(nodes));
  }
  return ranks;
}

TEST(Chakra, OneRingAsXmlAndAsTracesTakesTheSameTime) {
  for (const int p : {2, 3, 5, 8})
    for (const char* topology : {"full", "torus", "star"}) {
      const auto file = own_folder() / "ring.xml";
      const XmlFile ring = ring_allreduce(p);
      std::ofstream(file) << xml_text(ring);
      const std::string network = fmt::format("{}:{}", topology, p);
      const auto bytes = std::to_string(4000 * p) + "B";
      const RunResult xml = run_one(load_scenario("", {{"schedule", file.string()},
                                                       {"topology", network},
                                                       {"link_bandwidth", "8Gb/s"},
                                                       {"link_latency", "100ns"},
                                                       {"bytes", bytes}})
                                        .cells.front());
      const RunResult traces = run_trace(as_traces(ring, 4000), {{"topology", network}});
      ASSERT_EQ(xml.outcome, Outcome::kFine) << xml.error.value_or("");
      ASSERT_EQ(traces.outcome, Outcome::kFine) << traces.error.value_or("");
      EXPECT_EQ(xml.metrics.completion, traces.metrics.completion) << network;
      EXPECT_EQ(xml.metrics.messages, traces.metrics.messages);
      EXPECT_EQ(xml.metrics.rounds, traces.metrics.rounds);
    }
}

TEST(Chakra, WhatIsWrongIsNamed) {
  const auto has = [](const std::string& error, const char* part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  has(error_of({{compute(1, 5, {9})}}), "node 1 depends on node 9, which does not exist");
  has(error_of({{compute(1, 5), compute(1, 6)}}), "node 1 appears twice");
  has(error_of({{{1, kChakraLoad, {}, 0, {}, "", ""}}}), "loads or stores");
  has(error_of({{send(1, 1, 1000)}, {receive(1, 0, 2000)}}),
      "rank 1 receives 2000 bytes where rank 0 sends 1000, tag 0");
  has(error_of({{send(1, 7, 10)}}), "rank 7, 10 bytes, tag 0");
  has(error_of({{allreduce(1, 10, "")}, {allreduce(1, 20, "")}}), "call different collectives");
  has(error_of({{allreduce(1, 8, "")},
                {allreduce(1, 8, "")},
                {allreduce(1, 24, "")},
                {allreduce(1, 8, "")}}),
      ".2.et: the ranks of a group call different collectives: rank 2: "
      "allreduce of 24B 'node 1' (node 1); ranks 0 to 1, 3: allreduce of 8B 'node 1' (node 1)");
  has(error_of({{allreduce(1, 10, "")}, {}}), "0 collectives of a group in which rank 0 has 1");
  const std::string list = R"([{"pg_name": "a", "ranks": [1]}])";
  has(error_of({{groups(1, list), allreduce(2, 8, "a")}, {}}),
      "rank 0 is not in process group 'a'");
  has(error_of({{groups(1, list), allreduce(2, 8, "b")}, {}}), "no process group 'b'");
  has(error_of({{groups(1, R"([{"pg_name": "a"}])")}}), "process groups cannot be read");
  has(error_of({{compute(1, 5, {2}), compute(2, 5, {1})}}), ".0.et");
}

/// Two ranks enter two groups in opposite orders.
TEST(Chakra, DeadlocksAreToldByNodesAndGroups) {
  const std::string list =
      R"([{"pg_name": "dp", "ranks": [0, 1, 2]}, {"pg_name": "tp", "ranks": [0, 1]}])";
  const auto gather = [](std::uint64_t id, std::vector<std::uint64_t> after) {
    return ChakraNode{
        id, kChakraCollective, std::move(after), 0, {{"comm_type", 2}, {"comm_size", 3072}}, "dp",
        ""};
  };
  const std::string error =
      error_of({{groups(9, list), gather(1, {}), allreduce(2, 4096, "tp", {1})},
                {groups(9, list), allreduce(3, 4096, "tp"), gather(4, {3})},
                {groups(9, list), gather(1, {})}});
  for (const char* part : {".1.et: ranks wait for each other: rank 1: allreduce of 4KiB 'node 3' "
                           "(node 3) in group tp; rank",
                           ": allgather of 3KiB 'node 1' (node 1) in group dp"})
    EXPECT_NE(error.find(part), std::string::npos) << error;
  EXPECT_NE(
      error_of({{receive(1, 1, 8), send(2, 1, 8, {1})}, {receive(1, 0, 8), send(2, 0, 8, {1})}})
          .find("rank 0: receive of 8B from rank 1 'node 1' (node 1)"),
      std::string::npos);
}

TEST(Chakra, CheckNamesTheClass) {
  auto class_of = [jobs = 0](const Ranks& ranks) mutable {
    const CheckedFile c =
        check_file(write_chakra(own_folder(), "class" + std::to_string(jobs++), ranks));
    EXPECT_EQ(c.format, "chakra");
    EXPECT_EQ(c.verified.has_value(), !c.error.empty());
    return c.error_class;
  };
  EXPECT_EQ(class_of({{send(1, 1, 8)}, {receive(1, 0, 8)}}), "");
  EXPECT_EQ(class_of({{compute(1, 5), compute(1, 6)}}), "structure");
  EXPECT_EQ(class_of({{send(1, 7, 10)}}), "peer");
  EXPECT_EQ(class_of({{compute(1, 5, {9})}}), "dependency");
  EXPECT_EQ(class_of({{send(1, 1, 8)}, {}}), "unmatched");
  EXPECT_EQ(class_of({{send(1, 1, 1000)}, {receive(1, 0, 2000)}}), "count");
  EXPECT_EQ(class_of({{compute(1, 5, {2}), compute(2, 5, {1})}}), "deadlock");
  EXPECT_EQ(
      class_of({{receive(1, 1, 8), send(2, 1, 8, {1})}, {receive(1, 0, 8), send(2, 0, 8, {1})}}),
      "deadlock");
}

/// Checks that an empty file or a folder is not a trace, since a trace begins with its metadata.
TEST(Chakra, WhatHoldsNothingIsNoTrace) {
  const std::filesystem::path empty = own_folder() / "empty.0.et",
                              folder = own_folder() / "dir.0.et";
  std::ofstream(empty).flush();
  std::filesystem::create_directories(folder);
  EXPECT_EQ(check_file(empty).error,
            "syntax: it is empty, without metadata; expected a Chakra execution "
            "trace");
  EXPECT_EQ(check_file(folder).error,
            "syntax: cannot be read: Is a directory; expected the trace of rank 0");
}

}  // namespace
}  // namespace orrery
