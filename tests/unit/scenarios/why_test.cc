// Tests `orrery why`, the causes of the time of runs, as users and scripts see it.
#include <array>
#include <numeric>

#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using Json = nlohmann::json;

/// Checks that the sum of causes, and the consecutive stretches, reach completion.
void expect_exact(const Json& run) {
  const std::int64_t completion = run.at("completion_time_ps").get<std::int64_t>();
  std::int64_t sum = 0, at = 0;
  for (const auto& [cause, time] : run.at("causes_ps").items()) sum += time.get<std::int64_t>();
  EXPECT_EQ(sum, completion);
  for (const Json& s : run.at("stretches")) {
    EXPECT_EQ(s.at("from_ps"), at);
    at = s.at("to_ps").get<std::int64_t>();
  }
  EXPECT_EQ(at, completion);
}

TEST_F(Command, WhySaysWhatAMessageAloneIsMadeOf) {
  ASSERT_EQ(run("why --collective broadcast --algorithm linear --ranks 2 --bytes 1MiB --alpha 1us "
                "--topology star:2 --json why.json"),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "bytes at full bandwidth")) << out_;
  const Json run = Json::parse(content(directory_ / "why.json")).at("runs").at(0);
  expect_exact(run);
  EXPECT_EQ(run.at("causes_ps"), (Json{{"alpha", 1'000'000},
                                       {"latency", 200'000},
                                       {"bytes", 20'971'520},
                                       {"contention", 0},
                                       {"port", 0},
                                       {"partner", 0},
                                       {"compute", 0},
                                       {"overhead", 0},
                                       {"noise", 0}}));
  ASSERT_EQ(run.at("links").size(), 2u);
  EXPECT_EQ(run.at("links").at(0).at("bytes_ps"), 20'971'520);
  EXPECT_EQ(run.at("links").at(0).at("from"), "host 0");
  EXPECT_EQ(run.at("links").at(1).at("time_ps"), 100'000);
  const Json& last = run.at("stretches").back();
  EXPECT_EQ(last.at("cause"), "bytes");
  EXPECT_EQ(last.at("rank"), 0);
  EXPECT_EQ(last.at("partner"), 1);
}

TEST_F(Command, WhyHasAnEntryForEachCellAsRunNamesIt) {
  const std::string sweep =
      " --topology torus:4x4 --algorithm swing,ring --bytes 32B,2MiB --alpha 1us --ports unlimited "
      "--gamma 5ps/B --json -";
  ASSERT_EQ(run("why" + sweep), 0) << err_;
  const Json why = Json::parse(out_);
  ASSERT_EQ(run("run" + sweep), 0) << err_;
  const Json results = Json::parse(out_);
  ASSERT_EQ(why.at("runs").size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const Json &mine = why.at("runs").at(i), &theirs = results.at("runs").at(i);
    expect_exact(mine);
    EXPECT_GT(mine.at("causes_ps").at("compute"), 0);
    for (const char* field : {"algorithm", "bytes", "completion_time_s", "uncontended_time_s"})
      EXPECT_EQ(mine.at(field), theirs.at(field));
  }
}

/// Checks one chain of messages: twice the bandwidth saves half of the time for bytes, and nothing
/// else.
TEST_F(Command, WhyAgreesWithARunAtTwiceTheBandwidth) {
  std::array<Json, 2> runs;
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_EQ(run(fmt::format("why --collective broadcast --algorithm chain --blocks 4 --ranks 6 "
                              "--bytes 4MiB --alpha 1us --link-bandwidth {}GB/s --json -",
                              25 * (i + 1))),
              0)
        << err_;
    runs[i] = Json::parse(out_).at("runs").at(0);
    expect_exact(runs[i]);
  }
  EXPECT_EQ(runs[0].at("completion_time_ps").get<std::int64_t>() -
                runs[1].at("completion_time_ps").get<std::int64_t>(),
            runs[0].at("causes_ps").at("bytes").get<std::int64_t>() / 2);
}

TEST_F(Command, WhyAgainstSaysWhatMakesTheDifference) {
  ASSERT_EQ(run("why --topology torus:4x4 --ports unlimited --bytes 32B --alpha 1us "
                "--algorithm ring --against recursive-doubling"),
            0)
      << err_;
  // 30 rounds against 4.
  EXPECT_TRUE(contains(out_, "recursive-doubling is ")) << out_;
  EXPECT_TRUE(contains(out_, " faster: 26.000 µs less α in rounds 4 to 29")) << out_;
  ASSERT_EQ(run("why --ranks 4 --alpha 1us --algorithm ring --against ring"), 2);
  EXPECT_TRUE(contains(err_, "--against: all runs are of ring")) << err_;
  ASSERT_EQ(run("why lessons/few-rounds-or-few-bytes --against papers/swing-8x8"), 2);
  EXPECT_TRUE(contains(err_, "--against: the ")) << err_;
}

/// Checks that a schedule runs beside the named algorithms, on either side of the comparison.
TEST_F(Command, WhyPutsSchedulesBesideAlgorithms) {
  const std::string file = (directory_ / "rd.xml").string();
  const std::string network = " --topology full:4 --ports unlimited --alpha 1us --bytes 32B";
  ASSERT_EQ(run("export --algorithm recursive-doubling-latency -o " + file + network), 0) << err_;
  const std::string both = "why --schedule " + file + network + " --algorithm rabenseifner";
  ASSERT_EQ(run(both + " --against ring"), 0) << err_;
  // 4 rounds of rabenseifner and 2 of the schedule against 6.
  EXPECT_TRUE(contains(out_, "task-graph is ")) << out_;
  EXPECT_TRUE(contains(out_, "rabenseifner is ")) << out_;
  EXPECT_FALSE(contains(out_, "ring is ")) << out_;
  ASSERT_EQ(run(both + " --against task-graph"), 0) << err_;
  EXPECT_TRUE(contains(out_, "task-graph is ")) << out_;
  EXPECT_TRUE(contains(out_, " faster: 2.000 µs less α")) << out_;
}

/// Checks the shares of links: round 3 sends one block of 8 KiB over five links in both directions; the rounds
/// put 2, 4, 6 and 5 blocks on links, and 2, 4, 2 and 1 through ports.
TEST_F(Command, WhySaysHowMuchLinksAreShared) {
  const std::string cell = "why --topology torus:10 --bytes 160KiB --ports per-link --algorithm ";
  ASSERT_EQ(run(cell + "swing-bandwidth"), 0) << err_;
  EXPECT_TRUE(contains(out_, "most in round 3: the busiest one carries 40KiB, 5.00 times")) << out_;
  EXPECT_TRUE(contains(out_, "port sends (8KiB). Over all rounds it is 1.89 times")) << out_;
  ASSERT_EQ(run(cell + "ring"), 0) << err_;
  EXPECT_FALSE(contains(out_, "Shared links")) << out_;
}

TEST_F(Command, WhyOfADeadlockSaysWhoWaitsForWhom) {
  std::ofstream(directory_ / "stuck.goal")
      << "num_ranks 2\nrank 0 {\nl1: recv 8b from 1\nl2: send 8b to 1\nl2 requires l1\n}\n"
         "rank 1 {\nl1: recv 8b from 0\nl2: send 8b to 0\nl2 requires l1\n}\n";
  ASSERT_EQ(run("run --schedule stuck.goal"), 3);
  const std::string told = err_;
  ASSERT_EQ(run("why --schedule stuck.goal --json why.json"), 3);
  EXPECT_EQ(err_, told);
  EXPECT_TRUE(contains(err_, "rank 0 waits in recv from rank 1")) << err_;
  const Json run = Json::parse(content(directory_ / "why.json")).at("runs").at(0);
  EXPECT_TRUE(run.at("causes_ps").is_null());
  EXPECT_EQ(run.at("outcome"), "deadlock");
}

TEST_F(Command, WhyNamesLateReceivers) {
  std::ofstream(directory_ / "late.goal")
      << "num_ranks 2\nrank 0 {\nl1: send 8b to 1\nl2: calc 3000\nl2 requires l1\n}\nrank 1 {\n"
         "l1: calc 2000\nl2: recv 8b from 0\nl2 requires l1\n}\n";
  ASSERT_EQ(run("why --schedule late.goal"), 0) << err_;
  EXPECT_TRUE(contains(out_, "rank 0 waits in send to rank 1 (round 0) for 2.000 µs")) << out_;
}

/// Checks eager messages: rank 0 copies (1000 B at 1 ns) and continues; rank 1, which comes late, takes the
/// message and copies it.
TEST_F(Command, WhyKnowsEagerMessages) {
  std::ofstream(directory_ / "eager.goal")
      << "num_ranks 2\nrank 0 {\nl1: send 1000b to 1\n}\nrank 1 {\nl1: calc 9000\n"
         "l2: recv 1000b from 0\nl2 requires l1\n}\n";
  const std::string eager =
      "why --schedule eager.goal --eager-limit 4KiB --eager-copy 1000ps/B --receive-overhead 500ns "
      "--overhead 200ns --link-latency 0ns --link-bandwidth 1GB/s --alpha 3us --json -";
  ASSERT_EQ(run(eager), 0) << err_;
  Json why = Json::parse(out_).at("runs").at(0);
  expect_exact(why);
  // The receiver computes for 9 us, takes the message (0.5 us), and copies it (1 us).
  EXPECT_EQ(why.at("completion_time_ps"), 10'500'000);
  EXPECT_EQ(why.at("causes_ps").at("compute"), 10'000'000);
  EXPECT_EQ(why.at("causes_ps").at("overhead"), 500'000);
  EXPECT_EQ(why.at("causes_ps").at("partner"), 0);

  std::ofstream(directory_ / "eager.goal")
      << "num_ranks 2\nrank 0 {\nl1: send 1000b to 1\n}\nrank 1 {\nl1: recv 1000b from 0\n}\n";
  ASSERT_EQ(run(eager), 0) << err_;
  why = Json::parse(out_).at("runs").at(0);
  expect_exact(why);
  // Copy, α, bytes, the receiver's overhead, copy: the sender's own overhead is not on the path.
  EXPECT_EQ(why.at("completion_time_ps"), 1'000'000 + 3'000'000 + 1'000'000 + 500'000 + 1'000'000);
  EXPECT_EQ(why.at("causes_ps").at("compute"), 2'000'000);
  EXPECT_EQ(why.at("causes_ps").at("alpha"), 3'000'000);
  EXPECT_EQ(why.at("causes_ps").at("bytes"), 1'000'000);
  EXPECT_EQ(why.at("causes_ps").at("overhead"), 500'000);
}

TEST_F(Command, WhyRefusesWhatCannotBeRun) {
  EXPECT_EQ(run("why"), 2);
  EXPECT_EQ(run("why --ranks 0"), 2);
  EXPECT_EQ(run("why no-such-scenario"), 2);
}

}  // namespace
}  // namespace orrery
