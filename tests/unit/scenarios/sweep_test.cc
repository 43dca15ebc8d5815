#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/document/document.h"
#include "scenarios/document/keys.h"
#include "scenarios/run/load.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

std::vector<std::string> names(const Scenario& s) {
  std::vector<std::string> list;
  for (const RunSpec& cell : s.cells) list.push_back(cell_name(cell));
  return list;
}

using Names = std::vector<std::string>;

TEST(Sweep, LastKeyOfTheFileVariesFastest) {
  const Scenario s =
      parse_scenario("[run]\nranks = [2, 4]\nbytes = ['8B', '4B']\nalgorithm = 'ring'", "f");
  EXPECT_EQ(names(s), (Names{"ranks 2, bytes 8B", "ranks 2, bytes 4B", "ranks 4, bytes 8B",
                             "ranks 4, bytes 4B"}));
  EXPECT_EQ(s.swept, (Names{"ranks", "bytes"}));
}

TEST(Sweep, OrderIsThatOfTheFileNotOfTheAlphabet) {
  const Scenario s = parse_scenario(
      "[run]\nranks = [2, 4]\nalgorithm = ['ring', 'rabenseifner']\n[cost]\nalpha = ['1us', '2us']",
      "f");
  EXPECT_EQ(s.swept, (Names{"ranks", "algorithm", "alpha"}));
  EXPECT_EQ(s.cells.size(), 8u);
  EXPECT_EQ(names(s)[1], "ranks 2, algorithm ring, alpha 2us");
}

TEST(Sweep, AListOfOneIsNoAxis) {
  const Scenario s = parse_scenario("[run]\nranks = [4]", "f");
  EXPECT_EQ(names(s), Names{""});
}

TEST(Sweep, AListOfHostsIsOneMapping) {
  EXPECT_EQ(parse_scenario("[network]\nmapping = [1, 0]", "f").cells.size(), 1u);
  const Scenario s =
      parse_scenario("[network]\nmapping = ['cyclic', [1, 0]]\n[run]\nranks = 2", "f");
  EXPECT_EQ(names(s), (Names{"mapping cyclic", "mapping list:1,0"}));
  EXPECT_EQ(s.cells[1].mapping.list, (std::vector<int>{1, 0}));
}

TEST(Sweep, OverridesKeepTheirPlaceOrAreAppended) {
  const char* text = "[run]\nbytes = '8B'\nranks = [2, 4]";
  const Scenario s = parse_scenario(text, "f", {{"alpha", "1us,2us"}, {"bytes", "1B,2B"}});
  EXPECT_EQ(s.swept, (Names{"bytes", "ranks", "alpha"}));
}

TEST(Sweep, CommasInsideValuesDoNotSplit) {
  const Key& topology = *find_key("topology");
  const Key& mapping = *find_key("mapping");
  EXPECT_EQ(split_values(topology, "two-tier:5,11,torus:8x8"),
            (Names{"two-tier:5,11", "torus:8x8"}));
  EXPECT_EQ(split_values(topology, "fat-tree:4,3"), Names{"fat-tree:4,3"});
  EXPECT_EQ(split_values(mapping, "list:0,1,2,cyclic,list:2,1,0"),
            (Names{"list:0,1,2", "cyclic", "list:2,1,0"}));
  EXPECT_EQ(split_values(*find_key("bytes"), "1B, 2B"), (Names{"1B", "2B"}));
}

TEST(Sweep, TooManyCellsAreRefused) {
  std::string list = "[0";
  for (int i = 1; i < 1000; ++i) list += fmt::format(",{}", i);
  list += "]";
  EXPECT_EQ(error_of(fmt::format("[run]\nranks = 4\nseed = {}\nroot = {}", list, list)),
            "f.toml: the lists make more than 100000 cells; expected a smaller sweep");
}

TEST(Sweep, UnsupportedCellsAreErrorsUnlessSkipped) {
  const std::string text =
      "[run]\nranks = 4\ncollective = ['allreduce', 'broadcast']\nalgorithm = ['ring', "
      "'binomial']\n";
  EXPECT_EQ(without_list(error_of(text)),
            "f.toml:4:22: run.algorithm: allreduce has no algorithm 'binomial'; expected ... (cell "
            "collective allreduce, "
            "algorithm binomial)");
  const Scenario s = parse_scenario(text + "skip_unsupported = true", "f");
  ASSERT_EQ(s.cells.size(), 4u);
  EXPECT_EQ(s.cells[0].skipped, "");
  EXPECT_EQ(without_list(s.cells[1].skipped),
            "allreduce has no algorithm 'binomial'; expected ...");
  EXPECT_EQ(without_list(s.cells[2].skipped),
            "broadcast has no algorithm 'ring'; expected ...; did you mean 'swing'?");
  EXPECT_EQ(s.cells[3].skipped, "");
}

TEST(Sweep, SkippingExcusesNoOtherError) {
  EXPECT_EQ(without_list(error_of("[run]\nranks = 4\nskip_unsupported = true\nalgorithm = 'rign'")),
            "f.toml:4:13: run.algorithm: allreduce has no algorithm 'rign'; expected ...; did you "
            "mean 'ring'?");
  EXPECT_EQ(error_of("[run]\nskip_unsupported = 'yes'"),
            "f.toml:2:20: run.skip_unsupported: expected true or false");
}

TEST(Sweep, ListsOfTextsAreOneValue) {
  const Scenario s = parse_scenario(
      "[network]\ntopology = 'two-tier:2,2'\nlevel_bandwidth = ['1Gb/s', '10Gb/s']\n"
      "level_latency = [['1us', '2us'], '3us']",
      "f");
  EXPECT_EQ(names(s), (Names{"level_latency list:1us,2us", "level_latency 3us"}));
  EXPECT_EQ(s.cells[0].costs.link(1).bandwidth.bytes_per_second, 10e9 / 8);
  EXPECT_EQ(s.cells[0].costs.link(1).latency, Time(2us));
  EXPECT_EQ(s.cells[1].costs.link(1).latency, Time(3us));
  const Key& latency = *find_key("level_latency");
  EXPECT_EQ(split_values(latency, "list:1us,2us,list:3us"), (Names{"list:1us,2us", "list:3us"}));
}

}  // namespace
}  // namespace orrery
