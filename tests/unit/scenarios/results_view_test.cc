#include "scenarios/report/results_view.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/run/metrics/fields.h"
#include "tests/setting.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

class ResultsViews : public ::testing::Test {
 protected:
  const Scenario scenario_ = parse_scenario(
      "[network]\ntopology = 'torus:4x4'\n[cost]\nalpha = '1.5us'\ngamma = '12ps/B'\n[run]\n"
      "algorithm = ['ring', 'swing', 'rabenseifner']\nbytes = ['1KiB', '1MiB']\n",
      "f.toml");
  const std::vector<RunResult> results_ = run_all(scenario_.cells);
};

TEST_F(ResultsViews, SortsByAnyField) {
  std::vector<Time> times;
  for (const RunResult* r : seen_through(parse_view("completion_time_s", 0, ""), results_))
    times.push_back(r->metrics.completion);
  EXPECT_TRUE(std::ranges::is_sorted(times));
  times.clear();
  for (const RunResult* r : seen_through(parse_view("-completion_time", 3, ""), results_))
    times.push_back(r->metrics.completion);
  EXPECT_EQ(times.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(times, std::greater<>()));
  const auto by_name = seen_through(parse_view("algorithm", 0, ""), results_);
  EXPECT_EQ(by_name.front()->spec.algorithm, "rabenseifner");
  EXPECT_EQ(by_name.front()->spec.bytes, Bytes(1024)) << "equal ones keep their order";
}

TEST_F(ResultsViews, MetricsHaveTheNamesOfTheirHeadings) {
  for (const auto& [heading, name] :
       {std::pair("time", "completion_time_s"), {"Ξ", "xi"}, {"-goodput", "-goodput_bps"}})
    EXPECT_EQ(seen_through(parse_view(heading, 0, ""), results_),
              seen_through(parse_view(name, 0, ""), results_))
        << heading;
  EXPECT_THROW(parse_view("tmie", 0, ""), InputError);
}

TEST_F(ResultsViews, ValuesThatAreMissingComeLast) {
  std::vector<RunResult> results = results_;
  results.front().outcome = Outcome::kSkipped;
  for (const char* sort : {"xi", "-xi", "verified"}) {
    const auto seen = seen_through(parse_view(sort, 0, ""), results);
    EXPECT_EQ(seen.size(), results.size());
    const Outcome last = seen.back()->outcome;
    EXPECT_TRUE(last == Outcome::kSkipped || std::string(sort) == "verified") << sort;
  }
}

TEST_F(ResultsViews, ChoosesColumns) {
  const ResultsView view = parse_view("", 2, "rounds,alpha_s,link_bandwidth_Bps");
  EXPECT_EQ(to_csv(results_, view),
            "rounds,alpha_s,link_bandwidth_Bps\n30,0.000001500000,50000000000\n"
            "30,0.000001500000,50000000000\n");
  const std::string text = results_report(scenario_, results_, {}, view);
  EXPECT_TRUE(contains(text, "algorithm  bytes  rounds")) << text;
  EXPECT_TRUE(contains(text, "\n2 of 6 runs\n")) << text;
  EXPECT_FALSE(contains(text, "goodput")) << text;
}

TEST_F(ResultsViews, RefusesWhatIsNoField) {
  for (const auto& [sort, columns] : {std::pair("xii", ""), {"", "xi,xii"}, {"-", ""}}) try {
      EXPECT_TRUE(parse_view(sort, 0, columns).sort == nullptr) << sort << columns;
    } catch (const InputError& e) {
      EXPECT_TRUE(contains(e.what(), "did you mean 'xi'?")) << e.what();
    }
}

TEST_F(ResultsViews, WritesMarkdown) {
  const std::string text =
      results_table(scenario_, results_, parse_view("", 2, "rounds"), true).markdown();
  EXPECT_EQ(text,
            "| algorithm | bytes | rounds |\n|---|---:|---:|\n| ring | 1KiB | 30 |\n"
            "| ring | 1MiB | 30 |\n");
}

TEST(CostColumns, AreNumbersOfWhatTheTextsSay) {
  const Scenario scenario = parse_scenario(
      "[network]\ntopology = 'full:2'\nlink_bandwidth = ['100Gb/s', '50GB/s']\nlink_latency = "
      "'2us'\n"
      "[cost]\ngamma = '12ps/B'\n",
      "f.toml");
  const RunResult r = run_one(scenario.cells.front());
  const auto text = [&](const char* name) { return json_token(find_field(name)->get(r)); };
  EXPECT_EQ(text("link_bandwidth_Bps"), "12500000000");
  EXPECT_EQ(text("core_bandwidth_Bps"), "12500000000") << "follows link_bandwidth";
  EXPECT_EQ(text("link_latency_s"), "0.000002000000");
  EXPECT_EQ(text("gamma_s_per_byte"), "1.2e-11");
  EXPECT_EQ(text("copy_cost_s_per_byte"), "1.2e-11") << "as gamma";
  EXPECT_EQ(find_field("alpha")->kind, Kind::kText) << "the key keeps its name";
}

/// Checks the factors in nccl-tests' PERFORMANCE.md, from time and size alone.
TEST(BenchmarkStyles, HaveTheBandwidthsOfNcclTests) {
  struct Case {
    const char* collective;
    double sizes, bus;  // the size in units of `bytes`, and busbw / algbw, of 6 ranks
  };
  for (const auto& [collective, sizes, bus] :
       {Case{"allreduce", 1, 10. / 6}, Case{"allgather", 6, 5. / 6},
        Case{"reduce-scatter", 1, 5. / 6}, Case{"alltoall", 6, 5. / 6}, Case{"broadcast", 1, 1},
        Case{"reduce", 1, 1}, Case{"gather", 6, 5. / 6}, Case{"scatter", 6, 5. / 6}}) {
    const Scenario scenario = parse_scenario(
        fmt::format("[network]\ntopology = 'full:6'\n[run]\ncollective = '{}'\nbytes = '6MiB'\n"
                    "datatype = 'float'\n",
                    collective),
        "f.toml");
    const std::vector<RunResult> results = run_all(scenario.cells);
    const std::string text = benchmark_style("nccl-tests").text(seen_through({}, results));
    std::istringstream row(text.substr(text.rfind('\n', text.size() - 2) + 1));
    double size = 0, count = 0, root = 0, us = 0, algbw = 0, busbw = 0;
    std::string type, op;
    row >> size >> count >> type >> op >> root >> us >> algbw >> busbw;
    EXPECT_TRUE(row) << text;
    EXPECT_EQ(size, sizes * (6 << 20)) << collective;
    const bool parted = sizes > 1 || std::string_view(collective) == "reduce-scatter";
    EXPECT_EQ(count, size / 4 / (parted ? 6 : 1)) << collective;
    EXPECT_NEAR(us, 1e6 * to_seconds(results.front().metrics.completion), 0.01);
    EXPECT_NEAR(algbw, size / us / 1e3, 0.01 * algbw) << collective;
    EXPECT_NEAR(busbw, algbw * bus, 0.01) << collective;
  }
}

/// Checks that sizes are those of one rank, or for one peer, also where `bytes` counts all: of 4 ranks 4, or 16.
TEST(BenchmarkStyles, HaveTheSizesOfOsu) {
  for (const auto& [collective, size] : {std::pair("gatherv", "\n256 "),
                                         {"allgatherv", "\n256 "},
                                         {"alltoallv", "\n64 "},
                                         {"reduce-scatter", "\n1024 "},
                                         {"allgather", "\n1024 "}}) {
    const Scenario scenario = parse_scenario(
        fmt::format("[run]\nranks = 4\ncollective = '{}'\nbytes = '1KiB'\n", collective), "f.toml");
    const auto results = run_all(scenario.cells);
    const std::string text = benchmark_style("osu").text(seen_through({}, results));
    EXPECT_TRUE(contains(text, size)) << text;
  }
}

TEST(BenchmarkStyles, RefuseWhatABenchmarkDoesNotHave) {
  const Scenario scenario =
      parse_scenario("[network]\ntopology = 'full:4'\n[run]\ncollective = 'scan'\n", "f.toml");
  EXPECT_THROW(benchmark_style("nccl-tests").check(scenario.cells.front()), InputError);
  EXPECT_NO_THROW(benchmark_style("osu").check(scenario.cells.front()));
  EXPECT_TRUE(contains(benchmark_style("osu").text(seen_through({}, run_all(scenario.cells))),
                       "# OSU MPI Scan Latency Test"));
  EXPECT_THROW(benchmark_style("imb"), InputError);
}

}  // namespace
}  // namespace orrery
