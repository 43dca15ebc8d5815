#include "scenarios/formats/goal/goal.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <tuple>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/schedule_formats.h"

/// Tests GOAL: written files can be read and run again, and errors are named.
namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string goal_error(const std::string& text) {
  try {
    read_goal(text, "f.goal");
  } catch (const InputError& e) {
    return e.what();
  }
  return "(accepted)";
}

using Sent = std::tuple<Time, Time, int, int, std::int64_t>;

std::vector<Sent> messages_of(const Trace& trace) {
  std::vector<Sent> all;
  all.reserve(trace.messages.size());
  for (const MessageEvent& m : trace.messages)
    all.emplace_back(m.start, m.end, m.source, m.destination, m.bytes.count());
  std::ranges::sort(all);
  return all;
}

/// Writes the run as a schedule, reads and runs that on the same network. False if the algorithm
/// does not support it.
bool expect_the_same_run(const Overrides& overrides) {
  std::string what;
  for (const auto& [key, value] : overrides) what += fmt::format(" --{} {}", key, value);
  const Scenario scenario = load_scenario("", overrides, Unsupported::kSkip);
  if (!scenario.cells.front().skipped.empty()) return false;
  const ExportedRun run = run_for_export(scenario.cells.front(), {.schedule = true});
  EXPECT_EQ(run.result.outcome, Outcome::kFine) << what;
  RunSpec again = run.result.spec;
  again.collective = kNoCollective;
  again.algorithm = kNoAlgorithm;
  again.sizes.clear();
  again.distribution = "same";
  again.runs = ScheduleRun{
      "", std::make_shared<const Schedule>(read_goal(goal_text(run.schedule), "again.goal")), {}};
  Trace trace;
  const RunResult result = run_one(again, &trace, Detail::kTime);
  EXPECT_EQ(result.outcome, Outcome::kFine) << what << ": " << result.error.value_or("");
  EXPECT_EQ(result.metrics.completion.count(), run.result.metrics.completion.count()) << what;
  EXPECT_EQ(messages_of(trace), messages_of(run.trace)) << what;
  return true;
}

/// Tries every fourth of the 15 cells of an algorithm; every cell has its turn.
TEST(Goal, EveryAlgorithmRunsAgainAsASchedule) {
  Sampler sample(4);
  for (const Algorithm* a : catalog()) {
    int ran = 0;
    const Overrides algorithm{{"collective", std::string(a->collective)},
                              {"algorithm", std::string(a->name)},
                              {"gamma", "1000ps/B"}};
    for (const auto& [network, ports] :
         {std::pair("full:1", "1"), std::pair("full:5", "1"), std::pair("torus:4x2", "unlimited"),
          std::pair("torus:4x4", "per-link"), std::pair("two-tier:5,4", "1")})
      for (const char* bytes : {"0B", "37B", "3000B"}) {
        if (!sample.takes_next()) continue;
        Overrides all = algorithm;
        all.insert(all.end(), {{"topology", network}, {"ports", ports}, {"bytes", bytes}});
        ran += expect_the_same_run(all) ? 1 : 0;
      }
    EXPECT_GE(ran, is_whole() ? 6 : 1) << a->collective << ' ' << a->name;
  }
}

TEST(Goal, SoItDoesOnOtherMachines) {
  const Overrides ring{{"algorithm", "ring"}, {"bytes", "6400B"}, {"gamma", "1000ps/B"}};
  for (const Overrides& more : std::vector<Overrides>{
           {{"ranks", "7"}, {"protocol", "eager"}},
           {{"ranks", "8"}, {"duplex", "half"}, {"overhead", "3ns"}, {"alpha", "5ns"}},
           {{"ranks", "9"}, {"topology", "fat-tree:3,2"}, {"mapping", "random"}},
           {{"ranks", "8"},
            {"ranks_per_host", "4"},
            {"cores_per_host", "2"},
            {"host_beta", "2ps/B"}},
           {{"ranks", "6"}, {"topology", "dragonfly:2,1,1"}, {"routing", "adaptive"}}}) {
    Overrides all = ring;
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_TRUE(expect_the_same_run(all));
  }
}

TEST(Goal, WhatIsWrittenIsReadAsItWas) {
  const Scenario scenario =
      load_scenario("", {{"ranks", "6"}, {"algorithm", "rabenseifner"}, {"gamma", "1000ps/B"}});
  const Schedule graph = run_for_export(scenario.cells.front(), {.schedule = true}).schedule;
  const std::string text = goal_text(graph);
  EXPECT_EQ(goal_text(read_goal(text, "f.goal")), text);
  const std::string bytes = goal_binary(graph);
  EXPECT_TRUE(goal_binary(read_goal_binary(bytes, "f.bin")) == bytes);
}

TEST(Goal, ComputationsAreWholeNanoseconds) {
  const Scenario scenario = load_scenario(
      "", {{"ranks", "2"}, {"collective", "reduce"}, {"bytes", "3B"}, {"gamma", "500ps/B"}});
  EXPECT_EQ(goal_text(run_for_export(scenario.cells.front(), {.schedule = true}).schedule),
            "num_ranks 2\n\nrank 0 {\nl1: recv 3b from 1 tag 0\nl2: calc 2\nl2 requires l1\n}\n\n"
            "rank 1 {\nl1: send 3b to 0 tag 0\n}\n");
}

/// Checks comments, optional labels and tags, irequires and processors.
TEST(Goal, AllOfTheLanguageIsRead) {
  const Schedule graph = read_goal(
      "// a schedule\r\nnum_ranks 2 /* two\nranks */\n\nrank 0 { a: calc 100 cpu 3\n"
      "b: send 8b to 1 tag 0 nic 2 // then\n  b irequires a }\n"
      "rank 1 {\nrecv 8 b from 0 cpu 1 nic 0\n}",
      "f.goal");
  ASSERT_EQ(graph.ranks[0].operations.size(), 2u);
  EXPECT_EQ(graph.ranks[0].operations[0].amount, 100'000);
  EXPECT_EQ(graph.ranks[0].operations[0].processor, 3);
  ASSERT_EQ(graph.ranks[0].requirements.size(), 1u);
  EXPECT_TRUE(graph.ranks[0].requirements[0].only_begun);
  EXPECT_EQ(graph.messages, 1);
  EXPECT_EQ(graph.steps, 1);
}

RunResult run_schedule(const std::string& text, const Overrides& overrides = {}) {
  RunSpec spec = load_scenario("", {{"ranks", "2"}}).cells.front();
  for (const auto& [key, value] : overrides) find_key(key)->set(spec, value);
  spec.topology.clear();
  spec.ranks = 0;
  spec.collective = kNoCollective;
  spec.algorithm.clear();
  spec.runs =
      ScheduleRun{"f.goal", std::make_shared<const Schedule>(read_goal(text, "f.goal")), {}};
  return run_one(spec);
}

/// Checks that one processor computes in sequence, two at the same time, while messages go on.
TEST(Goal, ProcessorsComputeBesideEachOther) {
  EXPECT_EQ(run_schedule("num_ranks 1\nrank 0 {\ncalc 30\ncalc 40\n}\n").metrics.completion, 70ns);
  EXPECT_EQ(run_schedule("num_ranks 1\nrank 0 {\ncalc 30\ncalc 40 cpu 1\n}\n").metrics.completion,
            40ns);
  EXPECT_EQ(run_schedule("num_ranks 2\nrank 0 {\ncalc 500\nsend 5000b to 1\n}\n"
                         "rank 1 {\nrecv 5000b from 0\n}\n")
                .metrics.completion,
            500ns);
  EXPECT_EQ(run_schedule("num_ranks 2\nrank 0 {\nc: calc 500\ns: send 5000b to 1\ns requires c\n}\n"
                         "rank 1 {\nrecv 5000b from 0\n}\n")
                .metrics.completion,
            700ns);
  EXPECT_EQ(
      run_schedule("num_ranks 2\nrank 0 {\nc: calc 500\ns: send 5000b to 1\ns irequires c\n}\n"
                   "rank 1 {\nrecv 5000b from 0\n}\n")
          .metrics.completion,
      500ns);
}

TEST(Goal, RanksThatWaitForEachOtherAreReported) {
  const std::string text =
      "num_ranks 2\n"
      "rank 0 {\ns: send 5b to 1 tag 3\nr: recv 6b from 1 tag 4\ns requires r\n}\n"
      "rank 1 {\ns: send 6b to 0 tag 4\nr: recv 5b from 0 tag 3\ns requires r\n}\n";
  const RunResult result = run_schedule(text);
  EXPECT_EQ(result.outcome, Outcome::kDeadlock);
  EXPECT_EQ(result.error.value_or(""),
            "deadlock at 0 ps: 2 of 2 ranks wait for messages that cannot come\n"
            "  rank 0 waits in recv from rank 1 (tag 4, round 0)\n"
            "  rank 1 waits in recv from rank 0 (tag 3, round 0)\n"
            "cycle: 0 -> 1 -> 0");
}

/// Checks that messages of one kind match in the order in which they begin, which may differ from
/// that of the file.
TEST(Goal, WhatBeginsFirstIsMatchedFirst) {
  const std::string text =
      "num_ranks 2\nrank 0 {\na: send 9b to 1\nb: send 8b to 1\na requires b\n}\n"
      "rank 1 {\nc: recv 8b from 0\nd: recv 9b from 0\nd requires c\n}\n";
  EXPECT_EQ(read_goal(text, "f.goal").steps, 2);
  EXPECT_EQ(run_schedule(text).outcome, Outcome::kFine);
}

TEST(Goal, ErrorsNameTheLineAndWhatWasExpected) {
  const auto in_block = [](const std::string& lines) {
    return goal_error("num_ranks 2\nrank 0 {\n" + lines + "\n}\nrank 1 {\n}\n");
  };
  const std::pair<std::string, std::string> cases[] = {
      {goal_error(""),
       "1: expected num_ranks and a number, with which a schedule in GOAL begins, near the end of "
       "the file"},
      {goal_error(std::string("\x02\0\0\0bin", 7)),
       "1: expected num_ranks and a number, with which a schedule in GOAL begins, near '\\x02'"},
      {goal_error("num_ranks 0\n"), "1: num_ranks is 0; expected at least 1"},
      {goal_error("num_ranks 2000000000\nrank 0 {\n}\n"),
       "1: num_ranks is 2000000000, but the file is too short for a block for each; expected more"},
      {goal_error("num_ranks 99999999999999999999\n"),
       "1: 99999999999999999999 is out of range; expected the number of ranks, 0 to 2147483647"},
      {goal_error("num_ranks 2\nrank 0 {\n}\n"),
       "4: rank 1 is missing; expected a block for each of 2 ranks"},
      {goal_error("num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n"),
       "4: the block of rank 0; expected that of rank 1: blocks are in the order of ranks"},
      {goal_error("num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n"),
       "2: the block of rank 1; expected that of rank 0: blocks are in the order of ranks"},
      {goal_error("num_ranks 1\nrank 0 {\n}\nrank 0 {\n}\n"),
       "4: rank 0 has a block already; expected one for each rank"},
      {goal_error("num_ranks 1\nrank 1 {\n}\n"), "2: 1 is out of range; expected a rank, 0 to 0"},
      {goal_error("num_ranks 1\nrank 0 {\ncalc 5\n"),
       "4: the file ends within rank 0, whose block begins in line 2; expected }"},
      {goal_error("num_ranks 2\nrank 0 {\ncalc 5\nrank 1 {\n}\n"),
       "4: the block of rank 0, which begins in line 2, has no end; expected } before the next "
       "one"},
      {in_block("l1: sned 5b to 1"),
       "3: expected send, recv or calc after the label; did you mean 'send'?, near 'sned'"},
      {in_block("l1: send 5 to 1"), "3: expected b (for bytes) after the size, near 'to'"},
      {in_block("send 5b from 1"), "3: expected to and a rank, near 'from'"},
      {in_block("send 5b to"), "3: expected the rank to send to, near the end of the line"},
      {in_block("send 5b to 2"), "3: 2 is out of range; expected the rank to send to, 0 to 1"},
      {in_block("recv 5b from -1"),
       "3: a receive from any rank (-1) is not possible here: which message matches must not "
       "depend on time; expected a number"},
      {in_block("recv 5b from 1 tag -1"),
       "3: any tag (-1) is not possible here: which message matches must not depend on time; "
       "expected a number"},
      {in_block("send 5b to 1 tga 3"),
       "3: expected tag, cpu, nic or the end of the line, near 'tga'"},
      {in_block("calc 5ns"), "3: expected cpu, or the end of the line after a calc, near 'ns'"},
      {in_block("calc 99999999999999999"),
       "3: 99999999999999999 is out of range; expected the nanoseconds of a calc, 0 to "
       "4611686018427387"},
      {in_block("calc 5 cpu 256"), "3: 256 is out of range; expected a cpu, 0 to 255"},
      {in_block("a: calc 5\na: calc 6"),
       "4: label a is in line 3 already; expected another one within rank 0"},
      {in_block("abc: calc 5\nabc requires abd"),
       "4: rank 0 has no operation with the label abd so far; expected one; did you mean 'abc'?"},
      {in_block("a: calc 5\na requires b\nb: calc 6"),
       "4: rank 0 has no operation with the label b so far; expected one"},
      {in_block("calc 5 nic 1"),
       "3: expected cpu, or the end of the line after a calc, near 'nic'"},
      {in_block("a: calc 5\nb: calc 6\na requires b\nb requires a"),
       "3: rank 0: this operation waits for rank 0 operation 1 (calc, line 4), which waits for "
       "rank "
       "0 operation 0 (calc, line 3); expected no cycle"},
      {in_block("a: calc 5\na requires a"),
       "3: rank 0: this operation waits for itself; expected no cycle"},
      {goal_error("num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 4b from 0\n}\n"),
       "3: rank 0: the send of 5 bytes to rank 1 with tag 0 does not fit into a receive of 4 bytes "
       "from rank 0; expected room for it"},
      {in_block("send 5b to 1 tag 9"),
       "3: rank 0: the send to rank 1 with tag 9 has no partner: that rank has 0 receives from "
       "rank 0 with it; expected as many sends as receives"},
      {in_block("\xc3\xa9: calc 5"),
       "3: expected an operation (send, recv or calc, with or without a label), or label requires "
       "label, near '\\xc3'"},
      {in_block("5: calc 5"),
       "3: expected an operation (send, recv or calc, with or without a label), or label requires "
       "label, near '5'"},
      {in_block("/* calc 5"), "3: this comment has no end; expected */ after it"},
  };
  for (const auto& [error, expected] : cases) EXPECT_EQ(error, "f.goal:" + expected);
}

CheckedFile checked(const std::string& text) {
  const fs::path path = fs::temp_directory_path() / fmt::format("orrery-{}.goal", getpid());
  std::ofstream(path) << text;
  CheckedFile c = check_file(path);
  fs::remove(path);
  return c;
}

/// Checks that errors have the classes of the other formats, and that the first one is named.
TEST(Goal, CheckNamesTheClassAndTheLine) {
  const auto in_block = [](const std::string& lines) {
    return "num_ranks 2\nrank 0 {\n" + lines + "\n}\nrank 1 {\nrecv 5b from 0\n}\n";
  };
  const std::tuple<std::string, std::string, int> cases[] = {
      {in_block("sned 5b to 1"), "syntax", 3},
      {in_block("send 5b to 1 cpu 256"), "attribute", 3},
      {in_block("send 5b to 2"), "peer", 3},
      {in_block("a: send 5b to 1\na: calc 1"), "structure", 4},
      {"num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n", "structure", 2},
      {in_block("a: send 5b to 1\na requires b"), "dependency", 4},
      {in_block("a: send 6b to 1\na: send 5b to 1"), "structure", 4},
      {in_block("send 6b to 1\nsend 5b to 1"), "unmatched", 4},
      {in_block("calc 1\nsend 6b to 1"), "count", 4},
      {in_block("a: send 5b to 1\nb: calc 1\na requires b\nb requires a"), "deadlock", 3}};
  for (const auto& [text, error_class, line] : cases) {
    const CheckedFile c = checked(text);
    EXPECT_EQ(c.error_class, error_class) << text;
    EXPECT_EQ(c.place.line, line) << text;
    EXPECT_EQ(c.verified, false) << text;
  }
}

/// Checks that messages count as in other formats: only those with data to another rank.
TEST(Goal, CheckCountsWhatIsSentToOthers) {
  const CheckedFile c = checked(
      "num_ranks 2\nrank 0 {\nsend 5b to 1\nsend 7b to 1\nsend 0b to 1 tag 1\nsend 3b to 0\n"
      "recv 3b from 0\n}\nrank 1 {\nrecv 0b from 0 tag 1\nrecv 5b from 0\nrecv 7b from 0\n}\n");
  EXPECT_EQ(c.error, "");
  EXPECT_EQ(c.messages, 2);
  EXPECT_EQ(c.signals, 1);
  ASSERT_EQ(c.pairs.size(), 1u);
  EXPECT_EQ(c.pairs[0].destination, 1);
  EXPECT_EQ(c.pairs[0].messages, 2);
  EXPECT_NE(checked_json({c}).find("\"chunks\": null\n"), std::string::npos) << checked_json({c});
}

/// Checks that a deadlock between ranks is found without a run, with the whole cycle.
TEST(Goal, CheckFindsDeadlocksBetweenRanks) {
  const CheckedFile c = checked(
      "num_ranks 2\n"
      "rank 0 {\nr: recv 6b from 1 tag 4\ns: send 5b to 1 tag 3\ns requires r\n}\n"
      "rank 1 {\nr: recv 5b from 0 tag 3\ns: send 6b to 0 tag 4\ns requires r\n}\n");
  EXPECT_EQ(c.verified, false);
  EXPECT_EQ(
      c.error,
      "deadlock: rank 0 operation 0 (recv, line 3): waits for rank 1 operation 1 (send, line "
      "9), which waits for rank 1 operation 0 (recv, line 8), which waits for rank 0 operation "
      "1 (send, line 4), which waits for rank 0 operation 0 (recv, line 3)");
  EXPECT_EQ(c.place.line, 3);
  EXPECT_FALSE(c.rounds);
}

/// Checks two ranks that send first: the protocol decides whether they continue.
TEST(Goal, CheckWarnsWhereSendsMustNotWait) {
  const std::string text =
      "num_ranks 2\n"
      "rank 0 {\ns: send 6b to 1\nr: recv 5b from 1\nr requires s\n}\n"
      "rank 1 {\ns: send 5b to 0\nr: recv 6b from 0\nr requires s\n}\n";
  const CheckedFile c = checked(text);
  EXPECT_FALSE(c.verified);
  EXPECT_EQ(c.error, "");
  ASSERT_EQ(c.warnings.size(), 1u);
  EXPECT_EQ(c.warnings[0],
            "it ends only where sends do not wait for their receives (protocol = \"eager\")");
  EXPECT_EQ(c.rounds, 2);
  EXPECT_EQ(run_schedule(text).outcome, Outcome::kDeadlock);
  EXPECT_EQ(run_schedule(text, {{"protocol", "eager"}}).outcome, Outcome::kFine);
}

/// Checks GOAL in a scenario: the file is beside it and gives the number of ranks; a list makes a
/// sweep.
TEST(Goal, IsAKeyOfScenarios) {
  const fs::path directory = fs::temp_directory_path() / fmt::format("orrery-goal-{}", getpid());
  fs::create_directories(directory);
  std::ofstream(directory / "a.goal") << "num_ranks 2\nrank 0 {\nsend 5kb to 1\n}\n";
  std::ofstream(directory / "b.goal")
      << "num_ranks 2\nrank 0 {\nsend 500b to 1\n}\nrank 1 {\nrecv 500b from 0\n}\n";
  const auto load = [&](const std::string& text) {
    std::ofstream(directory / "s.toml") << text;
    return load_scenario(directory / "s.toml");
  };
  const Scenario scenario = load(
      "[network]\ntopology = \"torus:4\"\n[run]\nschedule = \"b.goal\"\n"
      "[expect]\nmessages = 1\nbytes = 500\n");
  EXPECT_EQ(scenario.cells.front().ranks, 2);
  EXPECT_EQ(run_one(scenario.cells.front()).metrics.bytes_total, Bytes(500));
  const auto refused = [&](const std::string& text) -> std::string {
    try {
      load(text);
    } catch (const InputError& e) {
      return std::string(e.what()).substr(directory.string().size() + 1);
    }
    return "(accepted)";
  };
  EXPECT_TRUE(refused("[run]\nschedule = \"a.goal\"\n").starts_with("s.toml:2:12: run.schedule: "));
  EXPECT_EQ(refused("[run]\nschedule = \"b.goal\"\nranks = 3\n"),
            "s.toml:3:9: run.ranks: 3, but b.goal is for 2; expected 2 or nothing");
  EXPECT_EQ(refused("[run]\nschedule = \"b.goal\"\npayload = \"real\"\n"),
            "s.toml:3:11: run.payload: a schedule has no contents to move or verify, and runs "
            "in the emulator only; expected ghost");
  EXPECT_EQ(refused("[run]\nschedule = \"b.goal\"\ncollective = \"broadcast\"\n"),
            "s.toml:2:12: run.schedule: broadcast does not run a schedule from a file; expected no "
            "collective, or collective = \"schedule\"");
  EXPECT_EQ(refused("[run]\ncollective = \"schedule\"\nranks = 2\n"),
            "s.toml: run.schedule: a schedule is missing; expected a file that holds one");
  fs::remove_all(directory);
}

}  // namespace
}  // namespace orrery
