// Tests `orrery what-if`, which finds changes that make runs faster by running them again.
#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using Json = nlohmann::json;

class WhatIf : public Command {
 protected:
  /// Returns the only run of `orrery COMMAND ARGUMENTS --json -`.
  Json json_of(const std::string& command, const std::string& arguments) {
    EXPECT_EQ(run(command + arguments + " --json -"), 0) << err_;
    return Json::parse(out_).at("runs").at(0);
  }
  /// Returns the picoseconds that a change saves.
  static std::int64_t gain(const Json& run, const std::string& change) {
    for (const Json& c : run.at("what_if"))
      if (c.at("what_if") == change)
        return run.at("completion_time_ps").get<std::int64_t>() -
               c.at("completion_time_ps").get<std::int64_t>();
    ADD_FAILURE() << change;
    return 0;
  }
  static std::int64_t cause(const Json& run, const std::string& name) {
    return run.at("causes_ps").at(name).get<std::int64_t>();
  }
};

TEST_F(WhatIf, AChainGainsHalfOfWhatIsHalved) {
  const std::string chain =
      " --collective broadcast --algorithm chain --blocks 4 --ranks 6 --bytes 4MiB --alpha 1us "
      "--topology mesh:6 --hop-latency 40ns";
  const Json why = json_of("why", chain), what_if = json_of("what-if", chain);
  EXPECT_EQ(gain(what_if, "double the bandwidth of links"), cause(why, "bytes") / 2);
  EXPECT_EQ(gain(what_if, "halve alpha"), cause(why, "alpha") / 2);
  EXPECT_EQ(gain(what_if, "halve the latency of links") + gain(what_if, "halve hop latency"),
            cause(why, "latency") / 2);
  EXPECT_EQ(gain(what_if, "double alpha"), -cause(why, "alpha"));
}

/// Checks two messages that share the only link: its bandwidth shortens both bytes and contention.
TEST_F(WhatIf, ASharedLinkGainsHalfOfBytesAndContention) {
  std::ofstream(directory_ / "two.goal")
      << "num_ranks 2\nrank 0 {\nl1: send 1000000b to 1 tag 1\nl2: send 1000000b to 1 tag 2\n}\n"
         "rank 1 {\nl1: recv 1000000b from 0 tag 1\nl2: recv 1000000b from 0 tag 2\n}\n";
  const std::string shared = " --schedule two.goal --ports unlimited --alpha 2us";
  const Json why = json_of("why", shared), what_if = json_of("what-if", shared);
  EXPECT_EQ(cause(why, "contention"), cause(why, "bytes"));
  EXPECT_EQ(gain(what_if, "double the bandwidth of links"),
            (cause(why, "bytes") + cause(why, "contention")) / 2);
  EXPECT_EQ(gain(what_if, "halve alpha"), cause(why, "alpha") / 2);
}

/// Checks three ranks on a switch, two of which send to the first at once: doubling the bandwidth of its link
/// saves all contention and nothing else.
TEST_F(WhatIf, TheHottestLinkGainsTheContention) {
  const std::string gather =
      " --collective gather --algorithm linear-at-once --ports unlimited --alpha "
      "1us "
      "--bytes 1000000B";
  const Json why = json_of("why", gather + " --topology star:3"),
             what_if = json_of("what-if", gather + " --topology star:3");
  EXPECT_EQ(cause(why, "contention"), cause(why, "bytes"));
  EXPECT_EQ(gain(what_if, "double the bandwidth of the hottest link, switch 0 → host 0"),
            cause(why, "contention"));
  EXPECT_EQ(gain(what_if, "double the bandwidth of links"),
            (cause(why, "bytes") + cause(why, "contention")) / 2);
  for (const Json& c : what_if.at("what_if")) {
    if (c.at("what_if") != "double the bandwidth of the hottest link, switch 0 → host 0") continue;
    const std::string with = gather + " --topology '" + c.at("value").get<std::string>() + "'";
    EXPECT_EQ(cause(json_of("why", with), "contention"), 0);
  }
}

/// Checks a hottest link that is one of many equally busy ones: the others still delay everything.
TEST_F(WhatIf, OneOfManyFullLinksGainsNothing) {
  const Json what_if = json_of(
      "what-if", " --topology torus:5 --algorithm ring --bytes 1000000B --alpha 1us --factor 3");
  EXPECT_EQ(gain(what_if, "3 times the bandwidth of the hottest link, host 0 → host 1"), 0);
  EXPECT_LT(gain(what_if, "1/3 of the bandwidth of the hottest link, host 0 → host 1"), 0);
}

TEST_F(WhatIf, AMachineKeepsItsCostsWithALinkOfItsOwn) {
  const Json plain = json_of("run", " --topology yahoo --bytes 1MiB"),
             own = json_of("run", " --topology 'yahoo|31=1Gb/s' --bytes 1MiB");  // as its level
  EXPECT_EQ(own.at("completion_time_s"), plain.at("completion_time_s"));
}

/// Checks the formulas with p = 4, α = 1 us and mβ = 6 us: a ring takes 6 α + 6/4 mβ = 15 us, recursive
/// doubling 2 (α + mβ) = 14 us; with half of α 12 us and 13 us, with twice the bandwidth 10.5 us and 8 us.
TEST_F(WhatIf, SaysUnderWhichChangeAnotherAlgorithmWins) {
  ASSERT_EQ(run("what-if --topology full:4 --algorithm ring,recursive-doubling-latency "
                "--bytes 6000B --alpha 1us --link-latency 0ns --link-bandwidth 1GB/s"),
            0)
      << err_;
  EXPECT_TRUE(contains(out_,
                       "halve alpha: ring is the fastest (12.000 µs) instead of "
                       "recursive-doubling-latency"))
      << out_;
  EXPECT_FALSE(contains(out_, "double the bandwidth of links: ring")) << out_;
}

TEST_F(WhatIf, SortsByGainAndNamesNewWinners) {
  ASSERT_EQ(run("what-if --topology torus:4x4 --ports unlimited --algorithm ring,swing "
                "--bytes 1MiB --alpha 1us --factor 50"),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "50 times the bandwidth of links")) << out_;
  EXPECT_TRUE(contains(out_, "1/50 of alpha")) << out_;
  EXPECT_TRUE(contains(out_, "fastest")) << out_;
}

TEST_F(WhatIf, GoesOnWhereItWasStopped) {
  const std::string command = "what-if --ranks 8 --algorithm ring --alpha 1us --csv ";
  ASSERT_EQ(run(command + "a.csv --resume my.runs"), 0) << err_;
  const std::string kept = content(directory_ / "my.runs");
  ASSERT_EQ(run(command + "b.csv --resume my.runs --jobs 2"), 0) << err_;
  EXPECT_EQ(content(directory_ / "my.runs"), kept);
  EXPECT_EQ(content(directory_ / "a.csv"), content(directory_ / "b.csv"));
}

TEST_F(WhatIf, DrawsATornado) {
  ASSERT_EQ(run("what-if --ranks 8 --algorithm ring --alpha 1us -o tornado.svg"), 0) << err_;
  const std::string svg = content(directory_ / "tornado.svg");
  EXPECT_TRUE(contains(svg, "alpha")) << svg;
}

TEST_F(WhatIf, RefusesWhatMakesNothingBetter) {
  EXPECT_EQ(run("what-if --ranks 4 --factor 1"), 2);
  EXPECT_TRUE(contains(err_, "--factor: 1 improves nothing")) << err_;
  EXPECT_EQ(run("what-if"), 2);
  EXPECT_EQ(run("what-if --ranks 4,8 -o t.png"), 2);
}

}  // namespace
}  // namespace orrery
