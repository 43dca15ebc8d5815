#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/text/scenario_library.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

constexpr const char* kGood = R"(title = "T"
description = "D"
[network]
topology = "torus:4x4"
link_bandwidth = "50GB/s"
[cost]
alpha = "1us"
[run]
algorithm = "ring"
bytes = "2MiB"
payload = "real"
)";

TEST(Loader, ReadsAScenario) {
  const Scenario s = parse_scenario(kGood, "f.toml");
  EXPECT_EQ(s.title, "T");
  EXPECT_EQ(s.description, "D");
  ASSERT_EQ(s.cells.size(), 1u);
  const RunSpec& c = s.cells.front();
  EXPECT_EQ(c.title, "T");
  EXPECT_EQ(c.collective, "allreduce");
  EXPECT_EQ(c.topology, "torus:4x4");
  EXPECT_EQ(c.ranks, 16);
  EXPECT_EQ(c.costs.alpha, Time(1'000'000));
  EXPECT_EQ(c.costs.link(0).bandwidth.bytes_per_second, 50e9);
  EXPECT_EQ(c.bytes, Bytes(2 << 20));
  EXPECT_EQ(c.bytes_text, "2MiB");
  EXPECT_EQ(c.payload, PayloadKind::kReal);
  EXPECT_TRUE(c.skipped.empty());
}

TEST(Loader, RanksAndTopologyCompleteEachOther) {
  EXPECT_EQ(parse_scenario("[run]\nranks = 6", "f").cells.front().topology, "full:6");
  EXPECT_EQ(
      parse_scenario("[network]\nranks_per_host = 4\n[run]\nranks = 6", "f").cells.front().topology,
      "full:2");
  EXPECT_EQ(parse_scenario("[network]\ntopology = 'torus:3x3'\nranks_per_host = 2", "f")
                .cells.front()
                .ranks,
            18);
  EXPECT_EQ(parse_scenario("[network]\nmapping = [2, 0, 1]", "f").cells.front().ranks, 3);
}

TEST(Loader, TheAlgorithmHasADefault) {
  EXPECT_EQ(parse_scenario("[run]\nranks = 4", "f").cells.front().algorithm, "ring");
  EXPECT_EQ(
      parse_scenario("[run]\nranks = 4\ncollective = 'broadcast'", "f").cells.front().algorithm,
      "linear");
}

/// Checks bad costs of real machines: negative numbers, non-numbers, sizes or shares in the wrong
/// order.
TEST(Loader, CostsOfMachinesAreRefusedInWords) {
  const auto has = [](const std::string& text, const std::string& key, const std::string& part) {
    const std::string error = error_of(text);
    EXPECT_NE(error.find(key), std::string::npos) << text << ": " << error;
    EXPECT_NE(error.find(part), std::string::npos) << text << ": " << error;
  };
  for (const std::string key : {"alpha_by_size", "overhead_by_size"}) {
    has("[cost]\n" + key + " = [\"1KiB=-2us\"]", key, "'-2us'");
    has("[cost]\n" + key + " = [\"1KiB=nan\"]", key, "'nan'");
    has("[cost]\n" + key + " = [\"2KiB=1us\", \"1KiB=2us\"]", key, "1KiB comes after 2KiB");
    has("[cost]\n" + key + " = [\"1KiB=1us\", \"1KiB=2us\"]", key, "1KiB comes after 1KiB");
    has("[cost]\n" + key + " = [\"1us\"]", key, "'1us' has no =");
    has("[cost]\n" + key + " = [\"-1KiB=1us\"]", key, "'-1KiB'");
  }
  for (const std::string key : {"beta_by_size", "gamma_by_size"}) {
    has("[cost]\n" + key + " = [\"1KiB=-2ps/B\"]", key, "'-2ps/B'");
    has("[cost]\n" + key + " = [\"1KiB=nanps/B\"]", key, "'nanps/B'");
    has("[cost]\n" + key + " = [\"2KiB=1ps/B\", \"1KiB=2ps/B\"]", key, "1KiB comes after 2KiB");
  }
  for (const std::string share : {"0.49", "1.01", "-0.6", "nan", ""}) {
    const std::string quoted = "'" + share + "'";
    has("[network]\nduplex = \"" + share + "\"", "duplex", quoted);
    has("[network]\nduplex_by_size = [\"1KiB=" + share + "\"]", "duplex_by_size", quoted);
  }
  has("[network]\nduplex_by_size = [\"1KiB=0.6\", \"2KiB=0.7\"]", "duplex_by_size",
      "0.7 comes after 0.6; expected shares that fall");
  has("[network]\nduplex_by_size = [\"2KiB=0.7\", \"1KiB=0.6\"]", "duplex_by_size",
      "1KiB comes after 2KiB");
  for (const std::string key : {"touch", "copy_cost", "eager_copy"})
    has("[cost]\n" + key + " = \"-1ps/B\"", key, "'-1ps/B'");
  has("[cost]\nreceive_overhead = \"-1ns\"", "receive_overhead", "'-1ns'");
  has("[cost]\ntouch_from = \"-1KiB\"", "touch_from", "'-1KiB'");
}

TEST(Loader, SyntaxErrorsHaveAPlace) {
  EXPECT_EQ(error_of("a = [1, 2\nb = 3").substr(0, 11), "f.toml:2:1:");
  EXPECT_EQ(error_of("[run]\nranks = 4\nranks = 5").substr(0, 9), "f.toml:3:");
  EXPECT_EQ(error_of("[run").substr(0, 9), "f.toml:1:");
}

TEST(Loader, UnknownKeysNameTheNearest) {
  EXPECT_EQ(
      error_of("[network]\ntopolgy = 'full:4'"),
      "f.toml:2:1: network.topolgy: unknown key; [network] has topology, link_bandwidth, "
      "link_latency, core_bandwidth, "
      "core_latency, level_bandwidth, level_latency, hop_latency, ports, duplex, duplex_by_size, "
      "port_hold, routing, mapping, ranks_per_host, cores_per_host, "
      "contention, host_alpha, host_beta; "
      "did you mean 'topology'?");
  EXPECT_EQ(error_of("[cost]\nbeta = '1ps/B'"),
            "f.toml:2:1: cost.beta: unknown key; [cost] has alpha, overhead, gamma, alpha_by_size, "
            "beta_by_size, overhead_by_size, gamma_by_size, copy_cost, touch, touch_from, "
            "receive_overhead, eager_copy; did you mean 'beta_by_size'?");
  EXPECT_EQ(error_of("[cost]\ngama = '1ps/B'"),
            "f.toml:2:1: cost.gama: unknown key; [cost] has alpha, overhead, gamma, alpha_by_size, "
            "beta_by_size, overhead_by_size, gamma_by_size, copy_cost, touch, touch_from, "
            "receive_overhead, eager_copy; did you mean 'gamma'?");
}

TEST(Loader, KeysInTheWrongTable) {
  EXPECT_EQ(error_of("[run]\nranks = 4\nalpha = '1us'"),
            "f.toml:3:1: run.alpha: is a key of [cost]; expected it in that table");
  EXPECT_EQ(error_of("ranks = 4"),
            "f.toml:1:1: ranks: is a key of [run]; expected it in that table");
}

TEST(Loader, UnknownTables) {
  EXPECT_EQ(
      error_of("[runs]\nranks = 4"),
      "f.toml:1:2: runs: unknown table; expected title, description, opens_on, include, "
      "network, cost, run, conditions, operation, expect, lesson or page; did you mean 'run'?");
  EXPECT_EQ(error_of("run = 4"), "f.toml:1:7: run: expected a table: [run]");
  EXPECT_EQ(error_of("title = 4"), "f.toml:1:9: title: expected text in quotes");
  EXPECT_EQ(error_of("[[run]]\nranks = 4"), "f.toml:1:1: run: expected a table: [run]");
}

TEST(Loader, ValuesThatAreWrongHaveAPlace) {
  EXPECT_EQ(error_of("[run]\nranks = 4\nbytes = 500"),
            "f.toml:3:9: run.bytes: '500' has no unit; expected a size such as 2MiB");
  EXPECT_EQ(error_of("[run]\nranks = 4\nbytes = ['32B', '5']"),
            "f.toml:3:17: run.bytes: '5' has no unit; expected a size such as 2MiB");
  EXPECT_EQ(error_of("[run]\nranks = 0"),
            "f.toml:2:9: run.ranks: 0 is too small; expected at least 1");
  EXPECT_EQ(error_of("[run]\nranks = 1.5"),
            "f.toml:2:9: run.ranks: '1.5' is not an integer; expected an integer of at least 1");
  EXPECT_EQ(error_of("[run]\nranks = 2020-01-01"),
            "f.toml:2:9: run.ranks: expected an integer of at least 1");
  EXPECT_EQ(error_of("[run]\nranks = []"),
            "f.toml:2:9: run.ranks: the list is empty; expected an integer of at least 1");
  EXPECT_EQ(error_of("[run]\nranks = [[4]]"),
            "f.toml:2:10: run.ranks: expected an integer of at least 1");
  EXPECT_EQ(error_of("[run]\nranks = {a = 1}"),
            "f.toml:2:9: run.ranks: expected an integer of at least 1");
  EXPECT_EQ(error_of("[run]\nranks = 4\nprotocol = 'eagr'"),
            "f.toml:3:12: run.protocol: 'eagr' is unknown; expected sync or eager; did you mean "
            "'eager'?");
  EXPECT_EQ(error_of("[network]\nports = 'per_link'"),
            "f.toml:2:9: network.ports: 'per_link' is unknown; expected a number of at least 1, "
            "per-link or unlimited; did you "
            "mean 'per-link'?");
  EXPECT_EQ(error_of("[network]\nmapping = [0, 'a']"),
            "f.toml:2:15: network.mapping: expected an integer in the list");
}

TEST(Loader, SenseIsCheckedToo) {
  EXPECT_EQ(error_of(""),
            "f.toml: run.ranks: neither ranks nor topology is given; expected one of them, such as "
            "ranks = 8");
  EXPECT_EQ(error_of("[run]\nranks = 4\nroot = 4"),
            "f.toml:3:8: run.root: 4 is not a rank; expected 0 to 3");
  EXPECT_EQ(without_list(error_of("[run]\nranks = 4\nalgorithm = 'rign'")),
            "f.toml:3:13: run.algorithm: allreduce has no algorithm 'rign'; expected ...; did you "
            "mean 'ring'?");
  EXPECT_EQ(error_of("[network]\ntopology = 'torus:0x4'"),
            "f.toml:2:12: network.topology: torus: dimension 1 is '0'; expected an integer of at "
            "least 1");
  EXPECT_EQ(error_of("[network]\ntopology = 'torus:2x2'\n[run]\nranks = [4, 5]"),
            "f.toml:4:13: run.ranks: 5 ranks do not fit on torus:2x2: 4 hosts with 1 each; "
            "expected at most 4 (cell ranks 5)");
  EXPECT_EQ(error_of("[run]\nranks = 2\ndatatype = 'double'\nbytes = '12B'"),
            "f.toml:4:9: run.bytes: 12B is not a multiple of 8 bytes, the size of double; expected "
            "a size such as 2MiB");
}

TEST(Loader, OverridesReplaceKeysAndHaveTheirOwnPlace) {
  const Scenario s = parse_scenario(kGood, "f.toml", {{"bytes", "1KiB,2KiB"}, {"gamma", "20ps/B"}});
  ASSERT_EQ(s.cells.size(), 2u);
  EXPECT_EQ(s.cells[1].bytes_text, "2KiB");
  EXPECT_EQ(s.cells[0].costs.gamma.ps, 20);
  EXPECT_EQ(error_of(kGood, {{"bytes", "7"}}),
            "--bytes: '7' has no unit; expected a size such as 2MiB");
  EXPECT_EQ(error_of(kGood, {{"root", "99"}}), "--root: 99 is not a rank; expected 0 to 15");
  EXPECT_EQ(error_of(kGood, {{"nonsense", "1"}}), "override nonsense: unknown key");
}

TEST(Loader, FilesThatCannotBeRead) {
  const auto error = [](const std::filesystem::path& path) -> std::string {
    try {
      load_scenario(path);
    } catch (const InputError& e) {
      return e.what();
    }
    return "(accepted)";
  };
  EXPECT_EQ(error("/no/such/file.toml"),
            "/no/such/file.toml: cannot be read: No such file or directory");
  EXPECT_EQ(error("/"), "/: cannot be read: Is a directory");
  EXPECT_EQ(error("lessons/first-allreduec.toml"),
            "lessons/first-allreduec.toml: cannot be read: No such file or directory; did you mean "
            "'lessons/first-allreduce'?");
}

TEST(Loader, BuiltInScenariosHaveNames) {
  EXPECT_FALSE(built_in_scenarios().empty());
  EXPECT_EQ(find_scenario("lessons/first-allreduce"),
            scenario_directory() / "lessons/first-allreduce.toml");
  EXPECT_EQ(load_scenario("lessons/first-allreduce").cells.size(), 1u);
}

}  // namespace
}  // namespace orrery
