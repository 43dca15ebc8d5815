// Tests formulas for NCCL against times worked out by hand, and the number of costs of each
// machine.
#include "scenarios/run/score/gpu_times.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/text/csv_table.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/scenario_library.h"
#include "tests/own_folder.h"

namespace orrery {
namespace {

std::filesystem::path machine_folder() {
  return scenario_directory() / "machines";
}

std::string file_of(const std::string& name, const std::string& text) {
  std::string path = own_folder() / name;
  std::ofstream(path) << text;
  return path;
}

constexpr const char* kRoundCosts =
    "name,value,meaning\nstart,10us,\nhop_in,1us,\nhop_out,5us,\nlevel,50us,\nnvlink,"
    "400GB/s,\n"
    "nvls,300GB/s,\nnic,50GB/s,\nexchange,60GB/s,\nchannel_in,20GB/s,\nchannel_out,30GB/s,\n";

TEST(NcclTimes, FollowTheirFormulas) {
  const NcclCosts c(file_of("costs.csv", kRoundCosts));
  // A ring of 4 GPUs in a node: 3 hops, 3/4 of 400 MB at 400 GB/s.
  EXPECT_NEAR(c.ring({1, 4}, 400e6, 1), 10e-6 + 3e-6 + 750e-6, 1e-12);
  // 2 nodes of 4: the 4 NICs carry 200 GB/s and 7/8 of the bytes; two hops between nodes, six inside.
  EXPECT_NEAR(c.ring({2, 4}, 400e6, 2), 10e-6 + 2 * (16e-6 + 1750e-6), 1e-12);
  // One GPU on each node has the NIC to itself.
  EXPECT_NEAR(c.ring({10, 1}, 100e6, 1), 10e-6 + 50e-6 + 1800e-6, 1e-12);
  // 8 GPUs: the switch adds up, (1 + 1/8) m at 300 GB/s; round the ring it would be 2 7/8 m at 400 GB/s.
  EXPECT_NEAR(c.allreduce({1, 8}, 800e6), 10e-6 + 3000e-6, 1e-12);
  // Two nodes of 8: each tree has one edge; NVLS inside is slower than 8 NICs.
  EXPECT_NEAR(c.allreduce({2, 8}, 800e6), 10e-6 + 100e-6 + 3000e-6, 1e-12);
  // 2 x 2, all to all: half of the bytes leave the node, over two channels to each of two peers: 60^-3 + 120^-3 is
  // 9/8 of 60^-3.
  EXPECT_NEAR(c.alltoall({2, 2}, 120e6), 10e-6 + 12e-6 + 1e-3 * std::cbrt(9.0 / 8), 1e-12);
  // Sixteen channels for 24 peers: 8^-3 in place of 2^-3.
  EXPECT_NEAR(c.alltoall({4, 8}, 320e6), 10e-6 + 48e-6 + 4e-3 * std::cbrt(513.0 / 512), 1e-12);
}

TEST(NcclTimes, SmallMessagesTakeOtherProtocols) {
  const NcclCosts c(file_of("costs.csv", kRoundCosts));
  // 4 GPUs, up to LL's limit of 141 GB/s; LL128 carries 120 of 128 bytes at 400 GB/s.
  EXPECT_NEAR(c.ring({1, 4}, 188e3, 1), 10e-6 + 3 * 0.6e-6 / 3.4 + 1e-6, 1e-12);
  EXPECT_NEAR(c.ring({1, 4}, 4e6, 1), 10e-6 + 3 * 1.9e-6 / 3.4 + 8e-6, 1e-12);
  // With one GPU on each node LL takes the hops of trees.
  EXPECT_NEAR(c.ring({4, 1}, 0, 1), 10e-6 + 4 * 5e-6 * 5 / 14, 1e-12);
  EXPECT_NEAR(c.ring({4, 2}, 0, 1), 10e-6 + 4 * (5e-6 * 2.7 / 14 + 0.6e-6 / 3.4), 1e-12);
  // 4 nodes of 8: two levels and chains of 7 hops, up and down.
  EXPECT_NEAR(c.allreduce({4, 8}, 0), 10e-6 + 2 * (7 * 0.6e-6 / 3.4 + 2 * 5e-6 * 5 / 14), 1e-12);
}

TEST(NcclTimes, PatServesOneGpuOnEachNode) {
  const std::string costs =
      std::regex_replace(kRoundCosts, std::regex("hop_out,5us"), "hop_out,14us");
  const NcclCosts c(file_of("far.csv", costs));
  // Three levels of 14/3.5 us, 8 ranks, 750 kB at 37.5 GB/s.
  EXPECT_NEAR(c.parts({8, 1}, 750e3), 10e-6 + 12e-6 + 8 * 2.8e-6 + 20e-6, 1e-12);
  EXPECT_EQ(c.parts({8, 1}, 750e6), c.ring({8, 1}, 750e6, 1));
  EXPECT_EQ(c.parts({8, 2}, 750e3), c.ring({8, 2}, 750e3, 1));
}

TEST(NcclTimes, PointToPointUsesTheChannelsThatNcclDoes) {
  const NcclCosts c(file_of("costs.csv", kRoundCosts));
  // Two channels to a peer, up to 8 nodes of up to 4 GPUs or 32 GPUs of more: 60^-3 + 60^-3.
  for (const NcclCosts::Layout at : {NcclCosts::Layout{2, 1}, {2, 8}, {8, 1}, {8, 4}, {4, 8}})
    EXPECT_NEAR(c.shift(at, 60e6), 10e-6 + 1e-3 * std::cbrt(2), 1e-12) << at.nodes;
  // One channel with more: 60^-3 + 30^-3.
  for (const NcclCosts::Layout at : {NcclCosts::Layout{9, 1}, {9, 4}, {5, 8}})
    EXPECT_NEAR(c.shift(at, 60e6), 10e-6 + 1e-3 * std::cbrt(9), 1e-12) << at.nodes;
  // In a node of 4 GPUs 8 channels up to 16 MiB for each, then 16; of 8 GPUs 4. 32 are faster than the links.
  const double mib = 1 << 20;
  EXPECT_NEAR(c.shift({1, 4}, 128 * mib), 10e-6 + 128 * mib / 160e9, 1e-12);
  EXPECT_NEAR(c.shift({1, 4}, 129 * mib), 10e-6 + 129 * mib / 320e9, 1e-12);
  EXPECT_NEAR(c.shift({1, 4}, 257 * mib), 10e-6 + 257 * mib / 400e9, 1e-12);
  EXPECT_NEAR(c.shift({1, 8}, 64 * mib), 10e-6 + 64 * mib / 80e9, 1e-12);
  EXPECT_NEAR(c.shift({1, 2}, 64 * mib), 10e-6 + 64 * mib / 320e9, 1e-12);
}

TEST(NcclTimes, AreRefusedWithoutTheirCosts) {
  EXPECT_THROW(NcclCosts(file_of("few.csv", "name,value\nstart,1us\n")), InputError);
  EXPECT_THROW(NcclCosts(file_of("odd.csv", std::string(kRoundCosts) + "speed,1us,\n")),
               InputError);
  EXPECT_THROW(NcclCosts(file_of("unit.csv", std::string(kRoundCosts) + "nic,1us,\n")), InputError);
}

/// Checks that lines with # may stand in tables of measurements, and that each row without a
/// formula has a reason.
TEST(NcclTimes, EveryRowIsPredictedOrHasAReason) {
  const NcclCosts c(file_of("costs.csv", kRoundCosts));
  const std::string head = "# a comment\nnodes,gpus_per_node,collective,bytes,time_us\n";
  const std::string fitted = file_of("fitted.csv", head + "1,4,all_gather,1000,5\n");
  const auto rows =
      predict_nccl({file_of("rows.csv", head + "1,4,all_gather,400000000,763\n1,1,all_reduce,8,1\n"
                                               "1,8,all_reduce,8,1\n1,4,hypercube,8,1\n")},
                   fitted, c);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_NEAR(rows[0].predicted.value_or(0), rows[0].seconds, 1e-12);
  EXPECT_TRUE(rows[0].fitted);
  EXPECT_EQ(rows[0].line, 3);
  EXPECT_FALSE(rows[1].predicted);
  EXPECT_FALSE(rows[2].fitted);
  EXPECT_EQ(rows[3].reason, "no formula predicts hypercube");
  EXPECT_THROW(predict_nccl({file_of("bad.csv", head + "1,4,all_gather,1,0\n")}, fitted, c),
               InputError);
}

/// Checks logs of two GPUs on each of two nodes; in-place times are left out, and sizes count all
/// parts.
TEST(NcclTimes, AreReadFromLogs) {
  const NcclCosts c(file_of("costs.csv", kRoundCosts));
  const std::string fitted =
      file_of("fitted.csv", "nodes,gpus_per_node,collective,bytes,time_us\n2,2,all_gather,1,5\n");
  std::string log = "# Collective test starting: all_gather_perf\n# Using devices\n";
  for (const int rank : {0, 1, 2, 3})
    log += fmt::format("#  Rank {:2} Group  0 Pid 1 on {} device 0 [0x10] NVIDIA H100\n", rank,
                       rank < 2 ? "a" : "b");
  log +=
      "#       size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw "
      "#wrong\n"
      "   400000000  25000000  float  none  -1  3000.0  1  1  0  2000.0  1  1  0\n"
      "   400000000  25000000  float  none  -1  3000.0  1  1  7  2000.0  1  1  0\n";
  std::vector<std::string> warnings;
  const auto rows = predict_nccl({"", {file_of("gather.log", log)}}, fitted, c, &warnings);
  EXPECT_EQ(warnings.size(), 1u) << "the wrong row, once";
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].file, "2x2 allgather");
  EXPECT_TRUE(rows[0].fitted);
  EXPECT_NEAR(rows[0].seconds, 3e-3, 1e-12);
  EXPECT_NEAR(rows[0].predicted.value_or(0), c.ring({2, 2}, 400e6, 1), 1e-12);
  const std::string osu = file_of(
      "osu.txt", "# OSU MPI Allreduce Latency Test v7.1\n# Size  Avg Latency(us)\n8  2.0\n");
  EXPECT_THROW(predict_nccl({"", {osu}, "ranks=8"}, fitted, c), InputError);
}

/// Checks that the built-in costs predict the rows to which they were fitted: the median error was 1.8
/// %, the worst 12 %.
TEST(NcclTimes, AreNearTheMeasuredOnes) {
  const std::string measured = machine_folder() / "data" / "nccl_h100.csv";
  const NcclCosts c(machine_folder() / "data" / "nccl_h100_costs.csv");
  const auto rows = predict_nccl({measured}, measured, c);
  ASSERT_EQ(rows.size(), 156u);
  for (const MeasuredSchedule& row : rows)
    EXPECT_NEAR(row.predicted.value_or(0) / row.seconds, 1, 0.12)
        << row.file << ' ' << row.bytes.count();
}

/// Returns how many numbers in [network] and [cost] are not 0. A size counts once if several costs change there, and
/// so does a value for several levels.
std::size_t numbers_in(const std::filesystem::path& scenario) {
  std::ifstream in(scenario);
  const std::regex number(R"((\d+(\.\d+)?)([A-Za-z/]*))");
  std::set<std::string> sizes;
  std::size_t count = 0;
  bool counts = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('[')) counts = line == "[network]" || line == "[cost]";
    if (!counts || line.starts_with('#') || line.starts_with("topology")) continue;
    const std::string value = line.substr(std::min(line.find('='), line.size() - 1) + 1);
    std::set<std::string> seen;
    for (std::sregex_iterator at(value.begin(), value.end(), number), end; at != end; ++at)
      if (std::stod((*at)[1]) > 0)
        ((*at)[3].str().ends_with('B') && (*at)[3].str().find('/') == std::string::npos ? sizes
                                                                                        : seen)
            .insert(at->str());
    count += seen.size();
  }
  return count + sizes.size();
}

/// Checks that comments say what the numbers of a machine mean; a comment may be for several lines.
TEST(MachineFiles, SayWhatTheirNumbersMean) {
  const std::regex number(R"([a-z_]+ = .*[1-9].*)");
  for (const auto& entry : std::filesystem::directory_iterator(machine_folder())) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream in(entry.path());
    bool counts = false, is_said = false;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with('[')) counts = line == "[network]" || line == "[cost]";
      const bool is_number = !line.starts_with("topology") && std::regex_match(line, number);
      EXPECT_TRUE(is_said || !counts || !is_number) << entry.path() << ": " << line;
      is_said = line.starts_with('#') || (is_said && is_number);
    }
  }
}

/// Checks that each fitted job of a machine with several jobs has costs that were fitted without
/// it.
TEST(MachineFiles, EveryFittedJobMayBeLeftOut) {
  const auto jobs = [](const std::string& name, const char* machine) {
    const CsvTable table = read_csv_file(machine_folder() / "data" / name);
    std::set<std::string> all;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const CsvLine line(table, i);
      const std::string of = line.word(machine);
      all.insert(of.substr(0, of.find('-')) + ' ' + line.word("timestamp") + ' ' +
                 line.word("ranks"));
    }
    return all;
  };
  std::set<std::string> fitted = jobs("fitted.csv", "machine");
  EXPECT_EQ(std::erase_if(fitted, [](const auto& j) { return j.starts_with("mare_nostrum"); }), 1u);
  EXPECT_EQ(jobs("left_out.csv", "scenario"), fitted);
}

TEST(MachineFiles, HaveAtMostTwelveNumbers) {
  int machines = 0;
  for (const auto& entry : std::filesystem::directory_iterator(machine_folder())) {
    if (entry.path().extension() != ".toml") continue;
    ++machines;
    EXPECT_LE(numbers_in(entry.path()), 12u) << entry.path();
    EXPECT_GE(numbers_in(entry.path()), 5u) << entry.path();
  }
  EXPECT_EQ(machines, 5);
  EXPECT_EQ(read_csv_file(machine_folder() / "data" / "nccl_h100_costs.csv").rows.size(), 10u);
}

}  // namespace
}  // namespace orrery
