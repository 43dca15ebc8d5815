#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "scenarios/document/document.h"
#include "scenarios/keys/keys.h"
#include "scenarios/run/load.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

std::vector<std::string> names(const Scenario& s) {
  std::vector<std::string> list;
  list.reserve(s.cells.size());
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
  EXPECT_EQ(split_values(topology, "star:3,nodes:4x8,mesh,nics=2@rails:2,2,2,1,lumi:2"),
            (Names{"star:3", "nodes:4x8,mesh,nics=2@rails:2,2,2,1", "lumi:2"}));
  EXPECT_EQ(split_values(topology, "lumi:2,striped,lumi:4,nodes:2x1,nics=2,striped@star:4"),
            (Names{"lumi:2,striped", "lumi:4", "nodes:2x1,nics=2,striped@star:4"}));
  EXPECT_EQ(split_values(topology, "torus:2x4,one-link,torus:4x2,star:3"),
            (Names{"torus:2x4,one-link", "torus:4x2", "star:3"}));
  EXPECT_EQ(split_values(mapping, "list:0,1,2,cyclic,list:2,1,0"),
            (Names{"list:0,1,2", "cyclic", "list:2,1,0"}));
  EXPECT_EQ(split_values(*find_key("bytes"), "1B, 2B"), (Names{"1B", "2B"}));
}

TEST(Sweep, TooManyCellsAreRefused) {
  std::string list = "[0";
  for (int i = 1; i < 1000; ++i) list += fmt::format(",{}", i);
  list += "]";
  EXPECT_EQ(error_of(fmt::format("[run]\nranks = 4\nseed = {}\nroot = {}", list, list)),
            "f.toml: the lists make more than 100000 cells; expected a smaller sweep (only orrery "
            "run takes larger ones, and streams them)");
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
  EXPECT_EQ(s.cells[1].skipped, "allreduce has no algorithm 'binomial'");
  EXPECT_EQ(s.cells[2].skipped, "broadcast has no algorithm 'ring'");
  EXPECT_EQ(s.cells[3].skipped, "");
}

TEST(Sweep, SkippingExcusesNoOtherError) {
  EXPECT_EQ(without_list(error_of("[run]\nranks = 4\nskip_unsupported = true\nalgorithm = 'rign'")),
            "f.toml:4:13: run.algorithm: allreduce has no algorithm 'rign'; expected ...; did you "
            "mean 'ring'?");
  EXPECT_EQ(error_of("[run]\nskip_unsupported = 'yes'"),
            "f.toml:2:20: run.skip_unsupported: expected true or false");
}

/// Checks root = "all": all ranks of every cell, at any place of the key, with one warning.
TEST(Sweep, AllRoots) {
  const auto roots = [](const std::string& text, const Overrides& overrides = {}) {
    Names list;
    for (const RunSpec& c : parse_scenario("[run]\n" + text, "f", overrides).cells)
      list.push_back(fmt::format("{} {} of {}", c.collective, c.root, c.ranks));
    return list;
  };
  const Names of_three{"broadcast 0 of 1", "broadcast 0 of 2", "broadcast 1 of 2",
                       "broadcast 0 of 3", "broadcast 1 of 3", "broadcast 2 of 3"};
  EXPECT_EQ(roots("collective = 'broadcast'\nranks = [1, 2, 3]\nroot = 'all'"), of_three);
  EXPECT_EQ(roots("collective = 'broadcast'\nranks = [1, 2, 3]", {{"root", "all"}}), of_three);
  EXPECT_EQ(roots("root = 'all'\ncollective = 'broadcast'\nranks = [1, 2]"),
            (Names{"broadcast 0 of 1", "broadcast 0 of 2", "broadcast 1 of 2"}));
  EXPECT_EQ(roots("collective = ['reduce', 'allgather']\nroot = ['all']\nranks = 2"),
            (Names{"reduce 0 of 2", "reduce 1 of 2", "allgather 0 of 2"}));
  EXPECT_EQ(roots("collective = 'gather'\nroot = 'all'\n[network]\ntopology = 'torus:2x2'").size(),
            4U);
  EXPECT_EQ(roots("collective = 'gather'\nroot = 'all'\nranks = 1"), Names{"gather 0 of 1"});
  EXPECT_EQ(roots("root = 'all'\nranks = 4"), Names{"allreduce 0 of 4"});
}

TEST(Sweep, WhatAllRootsLeaveOutIsSaidOnce) {
  const char* text = "[run]\ncollective = 'broadcast'\nranks = [1, 3]\nroot = 'all'";
  EXPECT_EQ(parse_scenario(text, "f").remarks,
            Names{"f:4:8: root all: 2 cells whose collective has no such root are left out"});
  EXPECT_TRUE(parse_scenario(text, "f", {{"ranks", "3"}}).remarks.empty());
  EXPECT_EQ(error_of("[run]\nroot = 'al'\nranks = 2"),
            "f.toml:2:8: run.root: 'al' is not an integer; expected a rank, 0 or more, or all");
  EXPECT_EQ(error_of("[run]\nroot = 'all'\nranks = 0"), error_of("[run]\nroot = 1111\nranks = 0"));
}

/// Checks that a skipped cell is skipped for every root.
TEST(Sweep, AllRootsOfSkippedCells) {
  const Scenario s = parse_scenario(
      "[run]\ncollective = 'broadcast'\nalgorithm = 'swing'\nranks = [2, 3]\nroot = 'all'\n"
      "op = 'sum'\nskip_unsupported = true",
      "f");
  EXPECT_EQ(s.cells.size(), 5U);
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

TEST(Sweep, RangesStandForTheirValues) {
  const auto values = [](const char* range) { return split_values(*find_key("ranks"), range); };
  EXPECT_EQ(values("8..64*2"), (Names{"8", "16", "32", "64"}));
  EXPECT_EQ(values("8..100*3"), (Names{"8", "24", "72"}));
  EXPECT_EQ(values("2..11+4,3"), (Names{"2", "6", "10", "3"}));
  EXPECT_EQ(values(" 1 .. 3 "), (Names{"1", "2", "3"}));
  EXPECT_EQ(values("0..0"), Names{"0"});
  EXPECT_EQ(values("5..5*2"), Names{"5"});
  EXPECT_EQ(values("1KiB..1GiB*32"), (Names{"1KiB", "32KiB", "1MiB", "32MiB", "1GiB"}));
  EXPECT_EQ(values("1B..1kB*10"), (Names{"1B", "10B", "100B", "1kB"}));
  EXPECT_EQ(values("0B..2KiB+1KiB"), (Names{"0B", "1KiB", "2KiB"}));
  EXPECT_EQ(values("500ns..2us*2"), (Names{"500ns", "1us", "2us"}));
  EXPECT_EQ(values("100Gb/s..400Gb/s*2"), (Names{"100Gb/s", "200Gb/s", "400Gb/s"}));
  EXPECT_EQ(values("9223372036854775806..9223372036854775807"),
            (Names{"9223372036854775806", "9223372036854775807"}));
  EXPECT_EQ(split_values(*find_key("schedule"), "1..2"), Names{"1..2"});
  const Scenario s =
      parse_scenario("[network]\nlink_latency = '1us..4us*4'\n[run]\nranks = ['2..8*2', 3]", "f");
  EXPECT_EQ(names(s).size(), 8u);
  EXPECT_EQ(names(s).front(), "link_latency 1us, ranks 2");
  EXPECT_EQ(names(s).back(), "link_latency 4us, ranks 3");
}

TEST(Sweep, RangesThatAreNoneAreRefused) {
  const auto error = [](const std::string& range) {
    return error_of(fmt::format("[run]\nranks = '{}'", range));
  };
  const std::string expected = "; expected a range such as 8..1024*2, 1KiB..1GiB*4 or 2..10+4";
  EXPECT_EQ(error("8.."),
            "f.toml:2:9: run.ranks: '8..' is not a range: '8' and '' are not quantities "
            "of one kind" +
                expected);
  EXPECT_EQ(
      error("8..4*2"),
      "f.toml:2:9: run.ranks: '8..4*2' is not a range: it ends below its beginning" + expected);
  EXPECT_EQ(error("8..64*1"),
            "f.toml:2:9: run.ranks: '8..64*1' is not a range: '*1' is not a step" + expected);
  EXPECT_EQ(error("8..64*x"),
            "f.toml:2:9: run.ranks: '8..64*x' is not a range: '*x' is not a step" + expected);
  EXPECT_EQ(error("8..64+0"),
            "f.toml:2:9: run.ranks: '8..64+0' is not a range: '+0' is not a step" + expected);
  EXPECT_EQ(error("0..64*2"),
            "f.toml:2:9: run.ranks: '0..64*2' is not a range: 0 times a factor stays 0" + expected);
  EXPECT_EQ(error("1KiB..4KiB"),
            "f.toml:2:9: run.ranks: '1KiB..4KiB' is not a range: it has no step" + expected);
  EXPECT_EQ(error("1..9000000000000"),
            "f.toml:2:9: run.ranks: '1..9000000000000' is not a range: it has more than a million "
            "values" +
                expected);
  EXPECT_EQ(error_of("", {{"ranks", "8..4"}}),
            "--ranks: '8..4' is not a range: it ends below its beginning" + expected);
  EXPECT_EQ(error("1KiB..4KiB*2"),
            "f.toml:2:9: run.ranks: '1KiB' is not an integer; expected an integer of at least 1");
}

TEST(Sweep, AllAlgorithmsAreThoseOfTheCollective) {
  const auto algorithms = [](const std::string& text, const Overrides& overrides = {}) {
    const Scenario s =
        parse_scenario("[network]\ntopology = 'full:6'\n[run]\n" + text, "f", overrides);
    Names names;
    for (const RunSpec& cell : s.cells) names.push_back(cell.algorithm);
    return names;
  };
  Names all;
  for (const Algorithm* a : catalog())
    if (a->collective == "allgather") all.emplace_back(a->name);
  EXPECT_EQ(algorithms("collective = 'allgather'\nalgorithm = 'all'"), all);
  EXPECT_EQ(algorithms("collective = 'allgather'\nalgorithm = 'ring'", {{"algorithm", "all"}}),
            all);
  EXPECT_EQ(algorithms("collective = 'barrier'", {{"algorithm", "all"}}).front(), "dissemination");
  // A value that is also named appears once, at its place.
  const Names first = algorithms("collective = 'allgather'\nalgorithm = ['circulant', 'all']");
  EXPECT_EQ(first.front(), "circulant");
  EXPECT_EQ(first.size(), all.size());
  const Scenario s = parse_scenario("[run]\nranks = 6", "f", {{"algorithm", "all"}});
  EXPECT_TRUE(std::ranges::any_of(s.cells, [](const RunSpec& c) { return !c.skipped.empty(); }));
  EXPECT_TRUE(std::ranges::any_of(s.cells, [](const RunSpec& c) { return c.skipped.empty(); }));
  // With two collectives, the algorithms of both; a cell with an algorithm of the other collective
  // is skipped.
  const Scenario both = parse_scenario(
      "[run]\nranks = 4\ncollective = ['gather', 'barrier']\nalgorithm = 'all'", "f");
  for (const RunSpec& c : both.cells)
    EXPECT_EQ(c.skipped.empty(), std::ranges::any_of(catalog(),
                                                     [&](const Algorithm* a) {
                                                       return a->collective == c.collective &&
                                                              a->name == c.algorithm;
                                                     }))
        << cell_name(c);
  EXPECT_EQ(
      without_list(error_of("[run]\nranks = 4", {{"collective", "al"}, {"algorithm", "all"}})),
      "--collective: 'al' is unknown; expected ...");
}

TEST(Sweep, KeysThatChangeNothingAreSaid) {
  const auto remarks = [](const std::string& text, const Overrides& overrides = {}) {
    return parse_scenario("[run]\nranks = 4\n" + text, "f", overrides).remarks;
  };
  const auto first = [&](const std::string& key, const std::string& value) {
    const auto said = remarks("", {{key, value}});
    return said.empty() ? std::string() : said.front();
  };
  EXPECT_EQ(first("host_alpha", "1us"),
            "--host-alpha: every host has only one rank; it changes nothing");
  EXPECT_EQ(first("core_latency", "1us"),
            "--core-latency: the links of full:4 have one level; it changes nothing");
  EXPECT_EQ(first("topology", "torus:4"), "");
  const std::string gpus = "nodes:2x4,nvswitch@star:2";
  EXPECT_EQ(first("topology", gpus).find(gpus + ": all levels of links cost the same"), 0U);
  EXPECT_EQ(first("topology",
                  "nodes:2,star:2@file:" ORRERY_GOLDEN_DIR "/../../../scenarios/examples/node.xml"),
            "");
  EXPECT_EQ(remarks("", {{"alpha", "1us"}, {"topology", gpus}}).size(), 0U);
  EXPECT_EQ(remarks("", {{"core_latency", "1us"}, {"topology", gpus}}).size(), 0U);
  EXPECT_EQ(remarks("", {{"host_alpha", "1us"}, {"ranks_per_host", "2"}}).size(), 0U);
  EXPECT_EQ(remarks("", {{"core_latency", "1us"}, {"topology", "fat-tree:2,2;1,2"}}).size(), 0U);
  EXPECT_EQ(remarks("", {{"duplex", "half"}}).size(), 0U);
  EXPECT_EQ(remarks("", {{"duplex", "half"}, {"ports", "per-link"}}).size(), 1U);
  EXPECT_EQ(remarks("", {{"port_hold", "transfer"}, {"ports", "unlimited"}}).size(), 1U);
  EXPECT_EQ(remarks("root = 2"),
            Names{"f:3:8: run.root: allreduce has no root; it changes nothing"});
  EXPECT_EQ(remarks("", {{"root", "2"}}),
            Names{"--root: allreduce has no root; it changes nothing"});
  EXPECT_EQ(remarks("blocks = 3"),
            Names{"f:3:10: run.blocks: ring is not pipelined; it changes nothing"});
  EXPECT_EQ(remarks("skips = 'linear'"),
            Names{"f:3:9: run.skips: ring has no skips; it changes nothing"});
  EXPECT_EQ(remarks("collective = 'allgatherv'\nsizes = [1, 2, 3, 4]\nbytes = '5B'"),
            Names{"f:5:9: run.bytes: the bytes follow from sizes; it changes nothing"});
  EXPECT_EQ(remarks("collective = 'allgather'\nop = 'max'"),
            Names{"f:4:6: run.op: allgather does not reduce; it changes nothing"});
  EXPECT_EQ(remarks("collective = 'gatherv'\nalgorithm = 'linear'\nrho = 7"),
            Names{"f:5:7: run.rho: the distribution 'same' has no parameter; it changes nothing"});
  // A key that matters in one cell matters.
  EXPECT_EQ(remarks("collective = ['allreduce', 'broadcast']\nalgorithm = 'circulant'\nroot = "
                    "1\nskip_unsupported = true"),
            Names{});
  EXPECT_EQ(remarks("collective = 'broadcast'\nalgorithm = 'circulant'\nroot = 1\nblocks = 3"),
            Names{});
  EXPECT_EQ(
      remarks("collective = 'gatherv'\nalgorithm = 'linear'\ndistribution = 'spikes'\nrho = 7"),
      Names{});
}

}  // namespace
}  // namespace orrery
