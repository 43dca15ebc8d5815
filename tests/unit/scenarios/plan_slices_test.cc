#include <filesystem>
#include <fstream>
#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/formats/formats.h"
#include "scenarios/formats/goal/goal.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "scenarios/text/errors.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/plus_plus_texts.h"
#include "tests/unit/scenarios/support.h"
#include "tests/unit/scenarios/xml_texts.h"

/// Tests schedules that run in passes, each with a part of every chunk, and files that are not schedules of
/// chunks.
namespace orrery {
namespace {

namespace fs = std::filesystem;

TEST(PlanExport, OperationsWithoutChunksAreRefusedInTheseWords) {
  const fs::path file = own_folder() / "one.goal";
  std::ofstream(file) << "num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 1\n}\nrank 1 {\nl1: recv 8b "
                         "from 0 tag 1\n}\n";
  const Scenario scenario = load_scenario("", {{"schedule", file.string()}});
  const std::string said = refusal([&] { run_for_export(scenario.cells.front(), {.plan = true}); });
  EXPECT_NE(said.find("states sizes of messages, but not their contents"), std::string::npos)
      << said;
  EXPECT_EQ(run_for_export(scenario.cells.front(), {.schedule = true}).schedule.messages, 1);
}

/// Checks the part after the head of 30 bytes: the nodes, the number of roots, and the roots.
TEST(GoalBinary, ARootIsNamedOnce) {
  std::string bytes =
      goal_binary(read_goal("num_ranks 1\nrank 0 {\na: calc 1\nb: calc 2\n}\n", "two.goal"));
  EXPECT_EQ(read_goal_binary(bytes, "two.bin").ranks[0].operations.size(), 2U);
  ASSERT_EQ(bytes[42], 1);
  bytes[42] = 0;
  EXPECT_EQ(refusal([&] { read_goal_binary(bytes, "two.bin"); }),
            "two.bin: byte 42: root 0; expected a node that requires none, once");
}

RunResult run_sliced(const std::string& name, const std::string& text, int slices,
                     Overrides overrides) {
  const fs::path file = own_folder() / name;
  std::ofstream(file) << text;
  overrides.insert(overrides.begin(), {"schedule", file.string()});
  if (slices > 0) overrides.emplace_back("slices", std::to_string(slices));
  return run_one(load_scenario("", overrides).cells.front());
}

/// Returns a chain: rank 0 sends to rank 1, which sends on to rank 2, and so on.
testing::XmlFile chain(int p) {
  testing::XmlFile f{
      .collective = "broadcast", .chunks = 1, .in_place = 1, .channels = 1, .gpus = {}};
  for (int r = 0; r < p; ++r) {
    const bool sends = r + 1 < p, receives = r > 0;
    f.gpus.push_back({1, 1, 0, {{sends ? r + 1 : -1, receives ? r - 1 : -1, 0, {}}}});
    f.gpus.back().blocks[0].steps.push_back({sends && receives ? "rcs"
                                             : sends           ? "s"
                                                               : "r",
                                             'i', 0, 'i', 0, 1});
  }
  return f;
}

/// Keys with which a message of n bytes takes 1 us and n ns; with one port those of a rank follow
/// each other.
const Overrides kOnePort{{"topology", "star"},   {"alpha", "1us"}, {"link_bandwidth", "1GB/s"},
                         {"link_latency", "0s"}, {"ports", "1"},   {"port_hold", "message"}};

TEST(Slices, AChainIsAPipeline) {
  for (const int p : {2, 3, 4})
    for (const int k : {1, 2, 3, 8}) {
      Overrides all = kOnePort;
      all.front().second = fmt::format("full:{}", p);
      all.emplace_back("bytes", "24000B");
      const RunResult r = run_sliced("chain.xml", testing::xml_text(chain(p)), k, all);
      ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
      // The first slice takes p-1 hops, and the others follow one by one.
      const std::int64_t message_ns = 1000 + 24000 / k;
      EXPECT_EQ(r.metrics.completion, std::chrono::nanoseconds((p - 2 + k) * message_ns))
          << p << " ranks, " << k << " slices";
      EXPECT_EQ(r.metrics.messages, std::int64_t{k} * (p - 1));
      EXPECT_EQ(r.metrics.bytes_total.count(), std::int64_t{24000} * (p - 1));
    }
}

/// Checks a ring in which every step waits for the one before, so that passes follow each other.
TEST(Slices, ARingGoesRoundOnceForEach) {
  for (const int p : {3, 4})
    for (const int k : {1, 2, 5}) {
      Overrides all = kOnePort;
      all.front().second = fmt::format("full:{}", p);
      all.emplace_back("bytes", fmt::format("{}B", 3000 * p * k));
      const RunResult r =
          run_sliced("ring.xml", testing::xml_text(testing::ring_allreduce(p)), k, all);
      ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
      EXPECT_EQ(r.metrics.completion, std::chrono::nanoseconds(k * 2 * (p - 1) * (1000 + 3000)))
          << p << " ranks, " << k << " slices";
      EXPECT_EQ(r.metrics.messages, std::int64_t{k} * 2 * p * (p - 1));
    }
}

TEST(Slices, TheDataAreTheSame) {
  const std::pair<std::string, std::string> files[] = {
      {"r.xml", testing::xml_text(testing::ring_allreduce(5))},
      {"g.xml", testing::xml_text(testing::ring_allgather(3))},
      {"b.xml", testing::xml_text(chain(3))},
      {"e.xml", testing::xml_text(testing::exchange_and_add(true))},
      {"p.json", testing::plus_plus_text(testing::putting_allgather(3))},
      {"k.json", testing::plus_plus_text(testing::packet_allreduce(3))},
      {"w.json", testing::plus_plus_text(testing::getting_allreduce(3))}};
  for (const auto& [name, text] : files)
    for (const char* payload : {"real", "provenance"})
      for (const int k : {1, 2, 7}) {
        const RunResult r = run_sliced(
            name, text, k, {{"bytes", "16800B"}, {"payload", payload}, {"gamma", "1ps/B"}});
        EXPECT_EQ(r.outcome, Outcome::kFine) << name << " " << k << r.error.value_or("");
        EXPECT_EQ(r.verified, true) << name << " " << k;
        const RunResult one = run_sliced(name, text, 0, {{"bytes", "16800B"}});
        EXPECT_EQ(r.metrics.bytes_total, one.metrics.bytes_total) << name << " " << k;
        EXPECT_EQ(r.metrics.messages, one.metrics.messages * k) << name << " " << k;
      }
}

TEST(Slices, OneIsAsIfNothingHadBeenSaid) {
  const std::string text = testing::xml_text(testing::ring_allreduce(5));
  const Overrides all{{"bytes", "1000B"}, {"gamma", "1ps/B"}, {"topology", "torus:5"}};
  const RunResult one = run_sliced("one.xml", text, 1, all),
                  none = run_sliced("one.xml", text, 0, all);
  EXPECT_EQ(one.metrics.completion, none.metrics.completion);
  EXPECT_EQ(one.metrics.bytes_total, none.metrics.bytes_total);
  EXPECT_EQ(one.metrics.rounds, none.metrics.rounds);
}

TEST(Slices, AreFromOneToAFewThousand) {
  for (const char* wrong : {"0", "-1", "4097", "many"})
    EXPECT_NE(refusal([&] { load_scenario("", {{"slices", wrong}}); }), "") << wrong;
}

}  // namespace
}  // namespace orrery
