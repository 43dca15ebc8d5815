#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/map/decision.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/map/measured_map.h"
#include "scenarios/report/map/winner_map.h"
#include "scenarios/run/load.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

Scenario mapped_sweep(const std::string& run) {
  return parse_scenario(fmt::format("title = 'test'\n[run]\ncollective = 'allgather'\n{}\n", run),
                        "test.toml", {}, Unsupported::kSkip);
}

const std::string kSweep =
    "algorithm = ['ring', 'neighbor-exchange', 'bruck']\nranks = [5, 8]\nbytes = ['1KiB', '2KiB']";

/// Returns a map with times in ps by cell (x fastest) and algorithm; 0: cannot run.
WinnerMap map_of(const Scenario& scenario, const std::vector<std::int64_t>& times) {
  WinnerMap map = make_map(scenario);
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > 0) map.times[i] = Time(times[i]);
  return map;
}

/// Returns a map of ring and bruck at 5 ranks (neighbor-exchange cannot run), and of all three at
/// 8.
WinnerMap example() {
  return map_of(mapped_sweep(kSweep), {40, 0, 50, 30, 20, 20, 70, 0, 35, 9, 10, 11});
}

TEST(WinnerMap, AxesAreTheSweptKeysButAlgorithm) {
  const WinnerMap map = make_map(mapped_sweep(kSweep));
  EXPECT_EQ(map.x.key, "ranks");
  EXPECT_EQ(map.x.values, (std::vector<std::string>{"5", "8"}));
  EXPECT_EQ(map.y.key, "bytes");
  EXPECT_EQ(map.algorithms, (std::vector<std::string>{"ring", "neighbor-exchange", "bruck"}));
  EXPECT_EQ(make_map(mapped_sweep(kSweep), "bytes").x.key, "bytes");
  const WinnerMap line = make_map(
      mapped_sweep("ranks = 4\nalgorithm = ['ring', 'bruck']\npayload = ['ghost', 'real']"));
  EXPECT_EQ(line.x.key, "payload");
  EXPECT_EQ(line.cells(), 2U);
}

void expect_refused(const Scenario& scenario, const std::string& x, const std::string& part) {
  try {
    make_map(scenario, x);
    ADD_FAILURE() << "not refused: " << part;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

TEST(WinnerMap, OtherSweepsAreRefusedInWords) {
  expect_refused(mapped_sweep("ranks = [4, 5]"), "", "there is only one algorithm to compare");
  expect_refused(mapped_sweep("ranks = 4\nalgorithm = ['ring', 'bruck']"), "",
                 "has no key beside algorithm");
  expect_refused(mapped_sweep("seed = [1, 2]\n" + kSweep), "",
                 "has the keys seed, ranks, bytes beside");
  expect_refused(mapped_sweep(kSweep), "alpha",
                 "--x: 'alpha' is not swept; expected ranks or bytes");
}

TEST(WinnerMap, TheFastestWinsAndTiesGoToTheFirst) {
  const WinnerMap map = example();
  const Podium a = podium(map, {0, 0});
  EXPECT_EQ(a.first, 0U);
  EXPECT_EQ(a.second, 2U);
  EXPECT_EQ(a.tied, 0);
  const Podium b = podium(map, {1, 0});
  EXPECT_EQ(b.first, 1U);
  EXPECT_EQ(b.second, 2U);
  EXPECT_EQ(b.tied, 1);
  const Podium c = podium(map, {1, 0}, [](std::size_t n) { return n != 1; });
  EXPECT_EQ(c.first, 2U);
  EXPECT_EQ(c.second, 0U);
  EXPECT_FALSE(podium(map, {0, 0}, [](std::size_t n) { return n == 1; }).first);
  EXPECT_EQ(wins(map), (std::vector<std::size_t>{2, 1, 1}));
}

TEST(WinnerMap, GainIsTheShareOfTimeSavedAgainstTheBestOther) {
  const WinnerMap map = example();
  EXPECT_DOUBLE_EQ(*gain(map, {0, 0}, 0), 0.2);
  EXPECT_DOUBLE_EQ(*gain(map, {0, 0}, 2), -0.25);
  EXPECT_DOUBLE_EQ(*gain(map, {0, 1}, 2), 0.5);
  EXPECT_DOUBLE_EQ(*gain(map, {1, 1}, 0), 0.1);
  EXPECT_FALSE(gain(map, {0, 0}, 1));
  const GainSummary s = summarise_gain(map, 0);
  EXPECT_EQ(s.cells, 4U);
  EXPECT_EQ(s.wins, 2U);
  EXPECT_DOUBLE_EQ(s.mean, 0.15);
  EXPECT_DOUBLE_EQ(s.median, 0.15);
  EXPECT_DOUBLE_EQ(s.best, 0.2);
  const auto even = [](WinnerMap::Cell c) { return c.x == 1; };
  EXPECT_EQ(summarise_gain(map, 0, {}, even).cells, 2U);
}

/// Checks that on yahoo, above 1 KiB, Sparbit is faster than Bruck and recursive doubling with
/// sequential mapping, and slower with cyclic mapping.
TEST(WinnerMap, SparbitAgainstTheOtherLogarithmicOnesOnYahoo) {
  for (const char* mapping : {"sequential", "cyclic"}) {
    const Scenario scenario = load_scenario({},
                                            {{"topology", "yahoo"},
                                             {"mapping", mapping},
                                             {"collective", "allgather"},
                                             {"ranks", "29,32,64,77"},
                                             {"bytes", "2KiB,32KiB,1MiB"},
                                             {"algorithm", "recursive-doubling,bruck,sparbit"}},
                                            Unsupported::kSkip);
    WinnerMap map = make_map(scenario);
    for (const RunSpec& spec : scenario.cells) {
      const MapSlot slot = slot_of(map, spec);
      if (spec.skipped.empty())
        map.time(slot.cell, slot.algorithm) =
            run_one(spec, nullptr, Detail::kTime).metrics.completion;
    }
    EXPECT_EQ(wins(map)[2], mapping == std::string("sequential") ? 12U : 0U) << mapping;
  }
}

TEST(MapReport, LettersOrTensOfPerCent) {
  const std::string text = map_text(example(), std::nullopt, false);
  EXPECT_NE(text.find(" 2KiB   B  R\n 1KiB   R  N\nranks   5  8\n"), std::string::npos) << text;
  EXPECT_NE(text.find("R   ring                    2 cells   50.00 %"), std::string::npos) << text;
  EXPECT_NE(text.find("1 of 4 cells are ties"), std::string::npos) << text;
  const std::string gains = map_text(example(), 0, false);
  EXPECT_NE(gains.find(" 2KiB   B  1\n 1KiB   2  N\n"), std::string::npos) << gains;
  EXPECT_NE(gains.find("it saves 15.0 % of the time"), std::string::npos) << gains;
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(map_text(example(), 0, true).find("\033[48;5;75;30m"), std::string::npos);
}

/// Returns a map in which each of n algorithms is the fastest in its own cell, and one more
/// nowhere.
WinnerMap map_of_winners(std::size_t n, const std::string& prefix) {
  WinnerMap map;
  map.x.key = "bytes", map.y.key = "ranks", map.y.values = {"4"};
  for (std::size_t i = 0; i < n; ++i) map.x.values.push_back(fmt::format("{}", i));
  for (std::size_t a = 0; a <= n; ++a) map.algorithms.push_back(prefix + fmt::format("{}", a));
  map.times.resize(n * (n + 1));
  for (std::size_t c = 0; c < n; ++c)
    for (std::size_t a = 0; a <= n; ++a) map.time({c, 0}, a) = Time(a == c ? 1 : 2);
  return map;
}

TEST(MapReport, EveryWinnerHasASignOfItsOwn) {
  for (const std::size_t n : {1U, 26U, 27U, 100U, 600U})
    for (const char* prefix : {"x", "swing-latency-", "7"}) {
      const std::string text = map_text(map_of_winners(n, prefix), std::nullopt, false);
      std::istringstream lines(text.substr(text.find("\n\n") + 2));
      std::set<std::string> signs;
      std::string sign, rest;
      for (std::size_t i = 0; i < n; ++i) {
        lines >> sign;
        std::getline(lines, rest);
        EXPECT_LE(sign.size(), n > 26 ? 2U : 1U) << sign;
        EXPECT_TRUE(signs.insert(sign).second) << n << prefix << ": " << sign;
      }
      EXPECT_NE(text.find("1 other is the fastest nowhere"), std::string::npos) << text;
    }
}

TEST(MapReport, BoundsSayWhatBinds) {
  WinnerMap map = example();
  map.bounds.resize(map.cells());
  map.bounds[0].emplace().latency = Time(20);
  map.bounds[1].emplace().ports = Time(10);
  map.bounds[2].emplace().cut = Time(30);
  const std::string text = map_text(map, std::nullopt, false);
  EXPECT_NE(text.find("What binds:\n\nbytes\n 2KiB   c  .\n 1KiB   l  p\nranks   5  8\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("latency       1 cell; the fastest takes 2.00 to 2.00 times the bound"),
            std::string::npos)
      << text;
  EXPECT_NE(map_csv(map, 0).find(",0.000000000050,latency,0.000000000020\n"), std::string::npos);
  EXPECT_NE(map_json(map, 0).find("\"bound\": \"cut\", \"bound_s\": 0.000000000030"),
            std::string::npos);
}

TEST(MapReport, CsvAndJsonHaveEveryTime) {
  const std::string csv = map_csv(example(), 0);
  EXPECT_EQ(csv.substr(0, csv.find('\n', csv.find('\n') + 1)),
            "ranks,bytes,best,best_time_s,second,second_time_s,tied,gain,ring_time_s,"
            "neighbor-exchange_time_s,bruck_time_s\n"
            "5,1KiB,ring,0.000000000040,bruck,0.000000000050,0,0.200000,0.000000000040,,"
            "0.000000000050");
  const std::string json = map_json(example(), std::nullopt);
  EXPECT_NE(json.find("\"wins\": {\"ring\": 2, \"neighbor-exchange\": 1, \"bruck\": 1}"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find("\"neighbor-exchange\": null"), std::string::npos) << json;
}

TEST(MapPlot, EveryDecidedCellIsThere) {
  for (const std::optional<std::size_t> chosen : {std::optional<std::size_t>(), {0}, {1}, {2}}) {
    const Plot plot = map_plot(example(), chosen);
    EXPECT_EQ(flaw_of(plot), "");
    std::size_t points = 0;
    for (const Plot::Series& s : plot.series) {
      points += s.points.size();
      const std::string winner = s.name.substr(0, s.name.find(','));
      for (const auto& [x, y] : s.points)
        EXPECT_EQ(example().algorithms[*podium(example(), {static_cast<std::size_t>(x),
                                                           static_cast<std::size_t>(y)})
                                            .first],
                  winner);
    }
    EXPECT_EQ(points, 4U);
  }
}

TEST(Decision, SectionsHoldOnlyWhatRunsAllTheirRanks) {
  const Scenario scenario = mapped_sweep(kSweep);
  const DecisionTable table = decide(example(), scenario, "--switch");
  // 5: ring, bruck; 6 and 7 the same; 8: neighbor-exchange, ring; 9 and more: bruck, ring.
  ASSERT_EQ(table.sections.size(), 3U);
  const auto algorithms = [&](std::size_t section) {
    std::vector<std::size_t> all;
    for (const auto& rule : table.sections[section].rules) all.push_back(rule.algorithm);
    return all;
  };
  EXPECT_EQ(table.sections[0].ranks, 5);
  EXPECT_EQ(algorithms(0), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(table.sections[1].ranks, 8);
  EXPECT_EQ(algorithms(1), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(table.sections[2].ranks, 9);
  EXPECT_EQ(algorithms(2), (std::vector<std::size_t>{2, 0}));
}

/// Checks a spread of 12 %: of 40 and 50, 30 and 20, 70 and 35, 9 and 10 only the last are close, and
/// so are the second and third of 20 and 20.
TEST(Decision, CloseCellsKeepTheDefault) {
  WinnerMap map = example();
  map.spread = 0.12;
  EXPECT_FALSE(is_close(map, {0, 0}));
  EXPECT_TRUE(is_close(map, {1, 0}));
  EXPECT_TRUE(is_close(map, {1, 1}));
  EXPECT_FALSE(is_close(map, {1, 1}, [](std::size_t a) { return a != 1; }));
  const std::string text = map_text(map, std::nullopt, false);
  EXPECT_NE(text.find(" 2KiB   B  r\n 1KiB   R  n\n"), std::string::npos) << text;
  EXPECT_NE(text.find("2 of 4 cells (small letters)"), std::string::npos) << text;
  const Plot plot = map_plot(map, std::nullopt);
  ASSERT_TRUE(plot.series.back().hatched);
  EXPECT_EQ(plot.series.back().points.size(), 2U);
  EXPECT_NE(map_csv(map, std::nullopt).find("bruck_time_s,close\n5,1KiB"), std::string::npos);
  EXPECT_NE(map_json(map, std::nullopt).find("\"close\": true"), std::string::npos);

  const Scenario scenario = mapped_sweep(kSweep);
  const DecisionTable table = decide(map, scenario, "--switch");
  ASSERT_EQ(table.sections.size(), 3U);
  ASSERT_EQ(table.sections[1].rules.size(), 1U);  // both sizes at 8 ranks
  EXPECT_TRUE(table.sections[1].rules[0].keeps_default);
  EXPECT_FALSE(table.sections[2].rules[0].keeps_default);
  EXPECT_NE(c_switch(map, scenario).find("return ALLGATHER_DEFAULT;"), std::string::npos);
  EXPECT_EQ(c_switch(example(), scenario).find("DEFAULT"), std::string::npos);
}

TEST(Decision, NeedsRanksAndBytes) {
  const Scenario scenario =
      mapped_sweep("ranks = 4\nalgorithm = ['ring', 'bruck']\npayload = ['ghost', 'real']");
  EXPECT_THROW(decide(map_of(scenario, {1, 2, 3, 4}), scenario, "--rules"), InputError);
}

/// Checks that the header compiles as C99 and chooses the winner in every cell.
TEST(Decision, TheSwitchAgreesWithTheMap) {
  if (std::system("command -v cc > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  const Scenario scenario = mapped_sweep(kSweep);
  const fs::path directory =
      fs::temp_directory_path() / ("orrery-switch-" + std::to_string(getpid()));
  fs::create_directories(directory);
  std::ofstream(directory / "choose.h") << c_switch(example(), scenario);
  std::ofstream(directory / "main.c") << R"(#include "choose.h"
int main(void) {
  return !(choose_allgather(5, 1024) == ALLGATHER_RING && choose_allgather(5, 2048) == ALLGATHER_BRUCK &&
           choose_allgather(8, 1024) == ALLGATHER_NEIGHBOR_EXCHANGE &&
           choose_allgather(8, 2048) == ALLGATHER_RING && choose_allgather(2, 1) == ALLGATHER_RING &&
           choose_allgather(7, 4096) == ALLGATHER_BRUCK && choose_allgather(9, 1) == ALLGATHER_BRUCK);
}
)";
  const std::string line =
      fmt::format("cd '{}' && cc -std=c99 -Wall -Wextra -Werror -pedantic main.c -o main && ./main",
                  directory.string());
  EXPECT_EQ(std::system(line.c_str()), 0) << c_switch(example(), scenario);
  fs::remove_all(directory);
}

TEST(MeasuredMap, LeavesOutRunsWithoutATime) {
  const std::string head = "algorithm,ranks,bytes,completion_time_s,outcome\n";
  std::istringstream in(head +
                        "a,4,8,1e-6,fine\nb,4,8,2e-6,fine\nb,4,9,1e-6,fine\na,4,9,,not-run\n");
  const MeasuredMap measured = measured_map(read_csv(in, "f.csv"), {}, "");
  EXPECT_EQ(wins(measured.map), (std::vector<std::size_t>{1, 1}));
  std::istringstream none(head + "a,4,8,,not-run\n");
  EXPECT_THROW(measured_map(read_csv(none, "f.csv"), {}, ""), InputError);
}

TEST(MeasuredMap, IsOfTheRowsWithOneOfTheValuesOfEachColumn) {
  std::istringstream in(
      "algorithm,ranks,bytes,time_s,machine\nring,4,8,2,lumi\nring,8,8,3,lumi\n"
      "ring,16,8,3,lumi\nbruck,4,8,1,lumi\nbruck,4,8,9,leonardo\n");
  const CsvTable table = read_csv(in, "m.csv");
  const MeasuredMap measured =
      measured_map(table, {{"ranks", "4"}, {"ranks", "8"}, {"machine", "lumi"}}, "");
  EXPECT_EQ(measured.scenario.cells.size(), 3U);
  EXPECT_EQ(measured.map.x.values, (std::vector<std::string>{"4", "8"}));
  try {
    measured_map(table, {{"machine", "lumy"}}, "");
    ADD_FAILURE() << "no row is of lumy";
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "m.csv: --where: no row has 'lumy' in column 'machine'; did you mean 'lumi'?");
  }
}

}  // namespace
}  // namespace orrery
