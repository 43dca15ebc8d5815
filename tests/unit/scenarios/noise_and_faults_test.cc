// Tests scenarios with noise, stragglers and faults: refusals, draws, and reports of repeats.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/export.h"
#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/results_file.h"
#include "scenarios/run/statistics/robustness.h"
#include "scenarios/run/statistics/spread.h"
#include "scenarios/spec/link_conditions.h"
#include "scenarios/text/given_items.h"
#include "tests/own_folder.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

const std::string kRing = "[run]\nranks = 8\n[network]\ntopology = 'torus:8'\n[conditions]\n";

std::string refusal_of(const std::string& line) {
  return error_of(kRing + line);
}

TEST(Days, BadInputNamesTheKeyAndTheLine) {
  for (const auto& [line, what] : std::vector<std::pair<std::string, std::string>>{
           {"arrival = '9=1us'", "conditions.arrival: 9 is not a rank; expected 0 to 7"},
           {"arrival = '3'", "conditions.arrival: '3' has no unit"},
           {"arrival = 'pareto(1us,0.9)'", "has no mean; expected an exponent above 1"},
           {"arrival = '-1us'", "is negative"},
           {"arrival = 'weibull(1us,1e-9)'", "has a mean beyond 13 days"},
           {"slow_ranks = '-1=2'", "conditions.slow_ranks: '-1' names no rank"},
           {"arrival = '3=;4=1us'", "conditions.arrival: '3=' lacks a name or a value"},
           {"arrival = 'file:nowhere.txt'", "nowhere.txt"},
           {"slow_ranks = '8=2'", "conditions.slow_ranks: 8 is not a rank; expected 0 to 7"},
           {"slow_ranks = '0=0.5'", "'0.5' is not a valid factor; expected a number from 1 to"},
           {"slow_ranks = '0=nan'", "'nan' is not a valid factor"},
           {"slow_ranks = '-5%=2'", "'-5%' is not a share; expected more than 0% and at most 100%"},
           {"slow_ranks = 'nan%=2'", "'nan%' is not a share"},
           {"slow_ranks = '101%=2'", "'101%' is not a share"},
           {"noise = '2ms'",
            "conditions.noise: 2ms every 1ms leaves no time to work; expected a "
            "mean below noise_period"},
           {"noise_period = '0s'", "conditions.noise_period"},
           {"slow_links = '0-2=0.5'", "conditions.slow_links: torus:8 has no link 0-2"},
           {"slow_links = '0-1=0'", "'0' is not a valid factor"},
           {"slow_links = '0-1=1.5'", "'1.5' is not a valid factor"},
           {"slow_links = 'level:3=0.5'", "torus:8 has no links of level 3; expected 0 to 0"},
           {"slow_links = 'level:0:150%=0.5'", "'150%' is not a share"},
           {"failed_links = 'level:0:5'", "'5' is not a share"},
           {"failed_links = 'level:1:5%'", "torus:8 has no links of level 1; expected 0 to 0"},
           {"failed_links = '0'", "'0' names no link"},
           {"failed_links = '0-1;4-5'", "conditions.failed_links: no route is left from host"},
           {"failed_links = '100%'", "no route is left"},
           {"background = 'uniform'", "'uniform' says no load; expected such as uniform:0.3"},
           {"background = 'unifrm:0.1'", "did you mean 'uniform'?"},
           {"background = 'uniform:1'", "'1' is not a valid factor"},
           {"background = 'uniform:-0.1'", "'-0.1' is not a valid factor"}}) {
    const std::string error = refusal_of(line);
    EXPECT_EQ(error.substr(0, 8), "f.toml:6") << line << ": " << error;
    EXPECT_NE(error.find(what), std::string::npos) << line << ": " << error;
  }
  EXPECT_NE(error_of("[run]\nranks = 4\n[conditions]\nrepeats = 0")
                .find("f.toml:4:11: conditions.repeats"),
            std::string::npos);
}

/// Checks host 2, which has no rank: only background traffic needs a route to it.
TEST(Days, BackgroundNeedsARouteToEveryHost) {
  const std::string cut =
      "[run]\nranks = 2\n[network]\ntopology = 'star:3'\n"
      "[conditions]\nfailed_links = '2-s0'\n";
  EXPECT_EQ(error_of(cut), "(accepted)");
  EXPECT_NE(error_of(cut + "background = 'neighbour:0.5'")
                .find("no route is left from host 0 to host 2; expected links that leave a route "
                      "between all hosts"),
            std::string::npos);
}

RunSpec cell_of(const std::string& text, const Overrides& overrides = {}) {
  return parse_scenario(text, "f.toml", overrides).cells.front();
}

Time time_of(const Overrides& overrides) {
  const RunResult r = run_one(cell_of("[run]\nranks = 8\nbytes = '64KiB'\n", overrides));
  EXPECT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("");
  return r.metrics.completion;
}

TEST(Days, LinksAreNamedAsTheyAreShown) {
  const auto network = make_topology("nodes:2x4,nvswitch,nics=2@star:4");
  const auto links = [&](const std::string& name) {
    return links_named(name, *network, 1, Purpose::kSlowLink);
  };
  EXPECT_EQ(slow_links_text("node 1 NIC 0-switch 0 = 0.5"), "node1NIC0-switch0=0.5");
  ASSERT_EQ(links("node1NIC0-switch0").size(), 2U);  // one for each way
  EXPECT_EQ(links("node1NIC0-switch0"), links("s4-s6"));
  EXPECT_EQ(links("node0GPU3-node0switch"), links("3-s0"));
  EXPECT_THROW(links("node0NIC0-node0switch"), ValueError);
}

/// Checks half of the four cables from leaf to spine switches, and never one to a host.
TEST(Days, AShareMayBeOfALevel) {
  const auto network = make_topology("clos:2,4,2");
  std::set<std::vector<LinkId>> chosen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto links = links_named("level:1:50%", *network, seed, Purpose::kFailedLink);
    ASSERT_EQ(links.size(), 4U);
    for (const LinkId id : links) EXPECT_EQ(network->link(id).level, 1);
    chosen.insert(links);
  }
  EXPECT_EQ(chosen.size(), 6U);  // two of four
}

/// Checks that a share is always 1 or 5 of 20 links, and that the seed chooses them.
TEST(Days, AShareIsOfThatManyAndBySeed) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(chosen_share(0.25, 20, seed, Purpose::kSlowRank).size(), 5U);
    EXPECT_EQ(chosen_share(0.001, 20, seed, Purpose::kSlowRank).size(), 1U);
    EXPECT_EQ(chosen_share(1, 20, seed, Purpose::kSlowRank).size(), 20U);
  }
  std::vector<int> chosen(20);
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (const std::int64_t i : chosen_share(0.25, 20, seed, Purpose::kSlowRank))
      ++chosen[static_cast<std::size_t>(i)];
  for (const int times : chosen) EXPECT_NEAR(times, 1000, 110);  // four standard deviations
}

TEST(Days, WhatIsRandomFollowsFromTheSeed) {
  const Overrides noisy{{"arrival", "exponential(5us)"},
                        {"alpha", "1us"},
                        {"noise", "exponential(1us)"},
                        {"noise_period", "10us"}};
  const auto with_seed = [&](const char* seed) {
    Overrides all = noisy;
    all.emplace_back("seed", seed);
    return time_of(all);
  };
  EXPECT_EQ(with_seed("7"), with_seed("7"));
  EXPECT_NE(with_seed("7"), with_seed("8"));
  EXPECT_GT(with_seed("7"), time_of({{"alpha", "1us"}}));
}

TEST(Days, ArrivalsAreReadFromAFile) {
  const auto file = own_folder() / "arrivals.txt";
  std::ofstream(file) << "# by rank\n0us\n5us  # late\n\n1us\n0s\n0s\n0s\n0s\n2us\n";
  const std::string key = "file:" + file.string();
  EXPECT_EQ(time_of({{"arrival", key}}), time_of({{"arrival", "1=5us;2=1us;7=2us"}}));
  std::ofstream(file) << "0us\n5us\n";
  EXPECT_NE(error_of("[run]\nranks = 8\n", {{"arrival", key}})
                .find("has 2 times; expected one for each of 8 ranks"),
            std::string::npos);
  std::ofstream(file) << "0us\n5\n";
  EXPECT_NE(
      error_of("[run]\nranks = 2\n", {{"arrival", key}}).find("arrivals.txt:2: '5' has no unit"),
      std::string::npos);
}

/// Checks that stored results belong to the contents of that file.
TEST(Days, FinishedRunsBelongToTheContentsOfTheFile) {
  const auto file = own_folder() / "late.txt", kept = own_folder() / "late.kept";
  std::ofstream(file) << "0us\n5us\n";
  const Scenario s =
      parse_scenario("[run]\nranks = 2\n", "f.toml", {{"arrival", "file:" + file.string()}});
  { ResultsFile(kept, s, Detail::kTime).append(run_one(s.cells.front())); }
  EXPECT_TRUE(ResultsFile(kept, s, Detail::kTime).find(s.cells.front()));
  std::ofstream(file) << "0us\n6us\n";
  EXPECT_THROW(ResultsFile(kept, s, Detail::kTime), InputError);
}

std::vector<Time> ns(std::initializer_list<int> counts) {
  std::vector<Time> times;
  for (const int n : counts) times.emplace_back(std::chrono::nanoseconds(n));
  return times;
}

/// Checks order statistics by hand: with 10 runs P(fewer than 2 heads) = 11/1024 and P(fewer than 3) = 56/1024, so
/// that the interval is from the second to the ninth.
TEST(Days, SpreadIsThatOfTheBooks) {
  const TimeSpread ten = spread_of(ns({30, 10, 20, 50, 40, 60, 100, 90, 80, 70}));
  EXPECT_EQ(ten.runs, 10);
  EXPECT_EQ(ten.median, 55ns);
  EXPECT_EQ(ten.p10, 19ns);
  EXPECT_EQ(ten.p90, 91ns);
  EXPECT_EQ(ten.low, 20ns);
  EXPECT_EQ(ten.high, 90ns);
  EXPECT_EQ(ten.least, 10ns);
  EXPECT_EQ(ten.mean, 55ns);
  EXPECT_EQ(ten.most, 100ns);
  const TimeSpread three = spread_of(ns({3, 1, 2}));
  EXPECT_EQ(three.median, 2ns);
  EXPECT_EQ(three.low, 1ns);
  EXPECT_EQ(three.high, 3ns);
  const TimeSpread one = spread_of(ns({7}));
  EXPECT_EQ(one.p10, 7ns);
  EXPECT_EQ(one.high, 7ns);
}

/// Checks the coverage: of 2000 samples of 21 uniform times the interval contains the true median in 95 % or
/// slightly more.
TEST(Days, TheIntervalHoldsTheMedianAsOftenAsItSays) {
  int held = 0;
  for (std::uint64_t sample = 0; sample < 2000; ++sample) {
    std::vector<Time> times;
    for (std::uint64_t i = 0; i < 21; ++i)
      times.emplace_back(
          static_cast<std::int64_t>(1e6 * unit_interval(drawn(5, Purpose::kRepeat, sample, i))));
    const TimeSpread s = spread_of(times);
    held += s.low <= 500ns && 500ns <= s.high ? 1 : 0;
  }
  EXPECT_NEAR(held / 2000.0, 0.973, 0.015);  // 1 - 2 P(fewer than 6 of 21 heads)
}

const std::string kRepeated =
    "[run]\nranks = 8\nbytes = '64KiB'\nalgorithm = ['ring', 'recursive-doubling']\n"
    "[cost]\nalpha = '1us'\n[conditions]\nrepeats = 9\narrival = 'exponential(10us)'\n";

TEST(Days, RepeatsAreTheSameWithAnyJobs) {
  const Scenario s = parse_scenario(kRepeated, "f.toml");
  const auto one = run_all(s.cells, 1), four = run_all(s.cells, 4);
  ASSERT_EQ(one.size(), 2U);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_TRUE(one[i].spread);
    EXPECT_EQ(one[i].spread, four[i].spread);
    EXPECT_EQ(one[i].spread->runs, 9);
    EXPECT_LT(one[i].spread->least, one[i].spread->most);
  }
}

/// Checks that the first repeat is the run without repeats, and the others are runs with other
/// seeds.
TEST(Days, ACellsOwnFiguresAreThoseOfTheFirstRun) {
  const Scenario repeated = parse_scenario(kRepeated, "f.toml"),
                 once = parse_scenario(kRepeated, "f.toml", {{"repeats", "1"}});
  const RunResult many = run_one(repeated.cells.front()), one = run_one(once.cells.front());
  EXPECT_EQ(many.metrics.completion, one.metrics.completion);
  EXPECT_FALSE(one.spread);
  EXPECT_LE(many.spread->least, one.metrics.completion);
  EXPECT_GE(many.spread->most, one.metrics.completion);
}

TEST(Days, EveryOutputHasTheSpread) {
  const Scenario s = parse_scenario(kRepeated, "f.toml");
  const auto results = run_all(s.cells, 1);
  const std::string csv = to_csv(results), json = to_json(results);
  for (const char* name : {"median_time_s", "p10_time_s", "p90_time_s", "median_low_s",
                           "median_high_s", "least_time_s", "mean_time_s", "most_time_s"}) {
    EXPECT_NE(csv.find(name), std::string::npos);
    EXPECT_NE(json.find(fmt::format("\"{}\": 0.0", name)), std::string::npos) << name;
    ASSERT_NE(find_field(name), nullptr);
  }
  const auto kept = own_folder() / "spread.kept";
  { ResultsFile(kept, s, Detail::kTime).append(results.front()); }
  const auto back = ResultsFile(kept, s, Detail::kTime).find(s.cells.front());
  ASSERT_TRUE(back && back->spread);
  EXPECT_EQ(back->spread->median, results.front().spread->median);
  EXPECT_EQ(back->spread->high, results.front().spread->high);
}

/// Checks a ring allreduce of 8 ranks, whose 14 rounds each wait for the slow rank: α grows from 1 us to s us, and so
/// does the time if nothing else is slow.
TEST(Days, RobustnessIsTheGrowthOfTime) {
  const RunSpec cell = cell_of(
      "[run]\nranks = 8\nbytes = '8B'\n[network]\nlink_latency = '0ns'\nlink_bandwidth = '1Tb/s'\n"
      "[cost]\nalpha = '1us'\n");
  RobustnessRequest request;
  request.which = "3";
  request.slowdowns = {2, 4};
  const auto all = robustness_of({cell}, request);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.front().which, "rank 3");
  EXPECT_NEAR(*all.front().growth(all.front().slow[0]), 2, 0.01);
  EXPECT_NEAR(*all.front().growth(all.front().slow[1]), 4, 0.01);
  EXPECT_FALSE(all.front().failed);
}

/// Checks large messages over a ring of links, of which one has a quarter of its bandwidth, or none: then they take
/// the other direction, which other messages use as well.
TEST(Days, RobustnessOfALinkAlsoSaysWhatItsFailureDoes) {
  const RunSpec cell = cell_of(
      "[run]\nranks = 4\nbytes = '4MB'\n[network]\ntopology = 'torus:4'\nports = 'unlimited'\n"
      "link_latency = '0ns'\n");
  RobustnessRequest request;
  request.of = RobustnessRequest::Of::kLink;
  request.slowdowns = {4};
  for (const char* which : {"1-2", ""}) {
    request.which = which;
    const auto all = robustness_of({cell}, request);
    EXPECT_NEAR(*all.front().growth(all.front().slow[0]), 4, 0.01) << all.front().which;
    ASSERT_TRUE(all.front().failed);
    EXPECT_NEAR(*all.front().growth(*all.front().failed), 1, 0.01);
  }
  request.which = "0-2";
  EXPECT_THROW(robustness_of({cell}, request), InputError);
}

}  // namespace
}  // namespace orrery
