#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/formats/goal/goal.h"
#include "scenarios/run/runner.h"
#include "tests/fuzz/mutated.h"
#include "tests/setting.h"

/// Tests that for any text the reader of GOAL returns a schedule or throws InputError with a line,
/// and that a schedule runs to its end or to a deadlock. The seed is fixed; ORRERY_FUZZ_SEED and
/// ORRERY_FUZZ_RUNS try others. A text that crashed belongs into goal-corpus/.
namespace orrery {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> corpus() {
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(ORRERY_GOAL_CORPUS_DIR)) {
    std::ifstream in(entry.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

using Read = Schedule (*)(std::string_view, const std::string&);

/// Reads a text and runs its schedule; returns whether it was accepted.
bool try_text(const std::string& text, Read read = read_goal) {
  RunSpec spec;
  try {
    spec.runs = ScheduleRun{"f.goal", std::make_shared<const Schedule>(read(text, "f.goal")), {}};
  } catch (const InputError& e) {
    EXPECT_TRUE(std::string_view(e.what()).starts_with("f.goal:")) << e.what();
    EXPECT_NE(std::string_view(e.what()).find("expected"), std::string_view::npos) << e.what();
    return false;
  }
  spec.collective = kNoCollective;
  const RunResult result = run_one(spec, nullptr, Detail::kTime);
  EXPECT_TRUE(result.outcome == Outcome::kFine || result.error) << text;
  return true;
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> list{"send",
                                             "recv",
                                             "calc",
                                             "requires",
                                             "irequires",
                                             "rank",
                                             "num_ranks",
                                             "to",
                                             "from",
                                             "tag",
                                             "cpu",
                                             "nic",
                                             "b",
                                             "{",
                                             "}",
                                             ":",
                                             "\n",
                                             "//",
                                             "/*",
                                             "*/",
                                             "-1",
                                             "0",
                                             "1",
                                             "2",
                                             "3",
                                             "99",
                                             "2147483648",
                                             "l1",
                                             "l2",
                                             "l3",
                                             "4611686018427387904",
                                             "9223372036854775808",
                                             "",
                                             "\t",
                                             "\r",
                                             std::string(1, '\0'),
                                             "\xff",
                                             "-",
                                             "1b"};
  return list;
}

TEST(GoalFuzz, TheCorpusIsReadOrRefused) {
  for (const std::string& text : corpus()) try_text(text);
}

void try_mutations(const std::vector<std::string>& texts, Read read, std::uint64_t least_accepted) {
  const std::uint64_t seed = setting("ORRERY_FUZZ_SEED", 9);
  const std::uint64_t runs = setting("ORRERY_FUZZ_RUNS", 20000);
  std::mt19937_64 random(seed);
  std::uint64_t accepted = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    const std::string text = mutated(texts[random() % texts.size()], words(), random);
    SCOPED_TRACE(fmt::format("seed {}, text {}:\n{}", seed, i, text));
    if (try_text(text, read)) ++accepted;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GE(accepted, runs * least_accepted / 1000);
}

TEST(GoalFuzz, MutatedSchedulesAreReadOrRefused) {
  try_mutations(corpus(), read_goal, 5);
}

TEST(GoalFuzz, MutatedBinariesAreReadOrRefused) {
  std::vector<std::string> texts;
  for (const std::string& text : corpus()) try {
      texts.push_back(goal_binary(read_goal(text, "")));
    } catch (const InputError&) {
    }
  ASSERT_FALSE(texts.empty());
  try_mutations(texts, read_goal_binary, 5);
}

/// Checks random schedules that can end: senders and receivers wait only for operations that come
/// before them in a global order.
TEST(GoalFuzz, RandomSchedulesEnd) {
  std::mt19937_64 random(setting("ORRERY_FUZZ_SEED", 9));
  for (int n = 0; n < 200; ++n) {
    Schedule graph;
    graph.ranks.resize(1 + random() % 6);
    const std::size_t p = graph.ranks.size();
    const auto add = [&](std::size_t rank, Operation::Kind kind, std::size_t peer,
                         std::int64_t size) {
      RankSchedule& tasks = graph.ranks[rank];
      const auto at = static_cast<std::int32_t>(tasks.operations.size());
      tasks.operations.push_back({.kind = kind,
                                  .processor = static_cast<std::uint8_t>(random() % 2),
                                  .peer = static_cast<std::int32_t>(peer),
                                  .amount = size});
      for (std::int32_t earlier = 0; earlier < at; ++earlier)
        if (random() % 3 == 0) tasks.requirements.push_back({at, earlier, random() % 4 == 0});
    };
    for (std::size_t i = 0; i < 3 * p; ++i) {
      const std::size_t source = random() % p, destination = random() % p;
      const auto size = static_cast<std::int64_t>(random() % 3000);
      if (source == destination) {
        add(source, Operation::Kind::kCompute, 0, size);
      } else {
        add(source, Operation::Kind::kSend, destination, size);
        add(destination, Operation::Kind::kReceive, source, size);
      }
    }
    RunSpec spec;
    spec.collective = kNoCollective;
    graph.complete();
    // Messages of one pair match in the order in which they begin, which may differ from the order
    // of the list: sizes may then not fit, and this is reported.
    const auto program = std::make_shared<const Schedule>(read_goal(goal_text(graph), "f.goal"));
    spec.runs = ScheduleRun{"f.goal", program, {}};
    EXPECT_EQ(goal_text(*program), goal_text(graph));
    const RunResult result = run_one(spec, nullptr, Detail::kTime);
    if (result.outcome == Outcome::kFine) {
      EXPECT_EQ(result.metrics.messages, graph.messages);
    } else {
      EXPECT_NE(result.error->find("does not fit"), std::string::npos) << *result.error;
    }
  }
}

}  // namespace
}  // namespace orrery
