// `orrery what-if`: what would make runs faster, found by running them again.
#include <nlohmann/json.hpp>

#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

using Json = nlohmann::json;

class WhatIf : public Command {
 protected:
  /// The only run of `orrery COMMAND ARGUMENTS --json -`.
  Json json_of(const std::string& command, const std::string& arguments) {
    EXPECT_EQ(run(command + arguments + " --json -"), 0) << err_;
    return Json::parse(out_).at("runs").at(0);
  }
  /// The picoseconds that a change saves.
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

/// Two messages share the only link: its bandwidth shortens both the bytes and the contention.
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
  EXPECT_TRUE(contains(err_, "--factor: 1 makes nothing better")) << err_;
  EXPECT_EQ(run("what-if"), 2);
  EXPECT_EQ(run("what-if --ranks 4,8 -o t.png"), 2);
}

}  // namespace
}  // namespace orrery
