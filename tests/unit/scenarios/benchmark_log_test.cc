// Tests outputs of benchmarks, as their programs print them.
#include "scenarios/text/benchmark_log.h"

#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "emu/base/check.h"
#include "scenarios/run/score/benchmark_rows.h"
#include "scenarios/text/words.h"
#include "tests/fuzz/mutated.h"

namespace orrery {
namespace {

constexpr const char* kOsu = R"(
# OSU MPI Allreduce Latency Test v5.9
# Size       Avg Latency(us)
4                       1.53
8                       1.60
1048576               512.25
)";
constexpr const char* kOsuFull =
    R"(# OSU MPI-CUDA All-to-All Personalized Exchange Latency Test v7.1
# Datatype: MPI_CHAR.
# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
1                       2.10              2.00              2.30        1000
2                       2.20              2.10              2.40        1000
)";
constexpr const char* kOsuBarrier =
    "# OSU MPI Barrier Latency Test v5.9\n# Avg Latency(us)\n             3.02\n";
constexpr const char* kOsuNonblocking = R"(# OSU MPI Non-blocking Broadcast Latency Test v5.9
# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait

# Size           Overall(us)       Compute(us)    Coll. Init(us)      MPI_Test(us)      MPI_Wait(us)    Pure Comm.(us)    Overlap(%)
1                       5.10              2.00              0.30              0.00              0.10              2.40         10.00
)";
constexpr const char* kOsuPair =
    "# OSU MPI Latency Test v5.9\n# Size          Latency (us)\n0                       0.25\n1024 "
    "                   1.25\n";
constexpr const char* kImb = R"(#----------------------------------------------------------------
#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part
#----------------------------------------------------------------
# List of Benchmarks to run:
# Allgather

#----------------------------------------------------------------
# Benchmarking Allgather 
# #processes = 4 
#----------------------------------------------------------------
       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
            0         1000         0.05         0.07         0.06
         1024         1000         5.01         5.91         5.50

#----------------------------------------------------------------
# Benchmarking PingPong 
# #processes = 2 
#----------------------------------------------------------------
       #bytes #repetitions      t[usec]   Mbytes/sec
         1024         1000         1.10       930.91

# All processes entering MPI_Finalize
)";
constexpr const char* kNccl =
    R"(# nThread 1 nGpus 2 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20
#
# Using devices
#  Rank  0 Group  0 Pid  12345 on      hostA device  0 [0x10] NVIDIA A100-SXM4-40GB
#  Rank  1 Group  0 Pid  12345 on      hostA device  1 [0x11] NVIDIA A100-SXM4-40GB
#
#                                                              out-of-place                       in-place          
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)       
     1048576        262144     float     sum      -1    50.00   20.97   20.97      0    48.00   21.85   21.85      0
     2097152        524288     float     sum      -1    80.00   26.21   26.21    N/A    78.00   26.89   26.89    N/A
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 23.9
)";
constexpr const char* kRccl = R"(# Collective test starting: all_gather_perf
# Using devices
#   Rank  0 Pid  77 on node1 device  0 [0000:32:00.0] AMD Instinct MI250X
#   Rank  1 Pid  78 on node2 device  0 [0000:32:00.0] AMD Instinct MI250X
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        2048           256     float    none      -1    10.00    0.20    0.10      0    11.00    0.19    0.09      0
)";

CsvTable table_of(const char* text) {
  std::istringstream in(text);
  return read_csv(in, "f");
}
/// Returns "column=value" of a row.
std::string cell(const CsvTable& table, std::size_t row, std::string_view column) {
  return table.rows.at(row).at(table.column(column));
}

TEST(BenchmarkLogs, AreToldInWords) {
  EXPECT_EQ(benchmark_in_words(kOsu), "an OSU allreduce output");
  EXPECT_EQ(benchmark_in_words(kOsuFull), "an OSU alltoall output");
  EXPECT_EQ(benchmark_in_words(kOsuPair), "an OSU point-to-point output");
  EXPECT_EQ(benchmark_in_words(kImb), "an output of the Intel MPI Benchmarks (IMB)");
  EXPECT_EQ(benchmark_in_words(kNccl), "a log of nccl-tests");
  for (const char* other : {"", "a,b\n1,2\n", "# size of things\n1 2\n", "hosts = ['a']"})
    EXPECT_EQ(benchmark_in_words(other), "") << other;
}

TEST(BenchmarkLogs, OsuWithAndWithoutFullResults) {
  const CsvTable plain = table_of(kOsu), full = table_of(kOsuFull);
  ASSERT_EQ(plain.rows.size(), 3U);
  EXPECT_EQ(cell(plain, 2, "bytes"), "1048576");
  EXPECT_EQ(cell(plain, 2, "time_s"), "0.00051225");
  EXPECT_EQ(cell(plain, 0, "collective"), "allreduce");
  EXPECT_EQ(cell(plain, 0, "least_s"), "");
  EXPECT_EQ(plain.lines[0], 4);
  EXPECT_EQ(cell(full, 1, "least_s"), "2.1e-06");
  EXPECT_EQ(cell(full, 1, "most_s"), "2.4e-06");
  EXPECT_EQ(cell(full, 1, "repetitions"), "1000");
  EXPECT_EQ(cell(table_of(kOsuBarrier), 0, "time_s"), "3.02e-06");
  EXPECT_EQ(cell(table_of(kOsuBarrier), 0, "collective"), "barrier");
  EXPECT_EQ(cell(table_of(kOsuNonblocking), 0, "collective"), "broadcast");
  EXPECT_EQ(cell(table_of(kOsuNonblocking), 0, "time_s"), "5.1e-06");
  EXPECT_EQ(cell(table_of(kOsuPair), 1, "time_s"), "1.25e-06");
}

TEST(BenchmarkLogs, WrongResultsAreLeftOut) {
  const std::string head =
      "# OSU MPI Allreduce Latency Test v7.4\n# Datatype: MPI_INT.\n"
      "# Size       Avg Latency(us)        Validation\n";
  const CsvTable some =
      table_of((head + "4  1.5  Pass\n8  1.6  Fail\n16  1.7  Pass\n32 9 fail\n").c_str());
  ASSERT_EQ(some.rows.size(), 2U);
  EXPECT_EQ(cell(some, 1, "bytes"), "16");
  EXPECT_EQ(some.warnings,
            std::vector<std::string>{"f: left out 2 times whose results were wrong, as an OSU "
                                     "allreduce output says; the first is on line 5"});
  std::istringstream again(head + "4  1.5  Pass\n8  1.6  Fail\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(read_csv(again, "f").warnings.size(), 1U);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "the caller says them";
  EXPECT_THROW(table_of((head + "4  1.5  Fail\n").c_str()), InputError);
  std::string nccl = kNccl;
  EXPECT_TRUE(table_of(kNccl).warnings.empty());
  nccl.replace(nccl.find("20.97      0") + 11, 1, "7");
  EXPECT_EQ(table_of(nccl.c_str()).rows.size(), 3U);
}

/// Launchers put the rank before each line.
TEST(BenchmarkLogs, LinesMayBeginWithARank) {
  for (const char* const rank :
       {"[1,0]<stdout>:", "(head, rank=0, pid=8) [1,0]<stdout>:", " 0: ", "[0] ", "    "})
    for (const char* const log : {kOsuFull, kImb, kNccl}) {
      std::string text;
      for (const std::string_view line : split(log, '\n')) text += text_of(rank, line, '\n');
      EXPECT_EQ(table_of(text.c_str()).rows, table_of(log).rows) << text;
    }
  EXPECT_EQ(benchmark_in_words("[: # OSU MPI Allreduce Latency Test\n"), "");
}

TEST(BenchmarkLogs, ImbCountsDefects) {
  const CsvTable table = table_of(
      "# Benchmarking Allreduce\n# #processes = 8; rank order (rowwise): \n"
      "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] defects\n"
      "0 1000 0.1 0.3 0.2 0.00\n3: Error Allreduce,size = 4,sample #0\n4 1000 1.1 1.3 1.2 2.00\n");
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(cell(table, 0, "ranks"), "8");
  EXPECT_EQ(table.warnings.size(), 1U);
}

/// Processes that were not built for MPI all print rank 0.
TEST(BenchmarkLogs, NcclRanksAreCountedOnce) {
  std::string text = kNccl;
  const std::size_t second = text.find("#  Rank  1");
  text.replace(second, 10, "#  Rank  0");
  EXPECT_EQ(cell(table_of(text.c_str()), 0, "ranks"), "1");
}

TEST(BenchmarkLogs, ImbSaysRanksOfEachPart) {
  const CsvTable table = table_of(kImb);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(cell(table, 1, "collective"), "allgather");
  EXPECT_EQ(cell(table, 1, "ranks"), "4");
  EXPECT_EQ(cell(table, 1, "time_s"), "5.5e-06");
  EXPECT_EQ(cell(table, 1, "least_s"), "5.01e-06");
  EXPECT_EQ(cell(table, 2, "collective"), "point-to-point");
  EXPECT_EQ(cell(table, 2, "bandwidth_Bps"), "930910000");
}

TEST(BenchmarkLogs, NcclHasTwoPlacementsAndCountsTheLargerBuffer) {
  const CsvTable reduce = table_of(kNccl), gather = table_of(kRccl);
  ASSERT_EQ(reduce.rows.size(), 4U);
  EXPECT_EQ(cell(reduce, 0, "collective"), "allreduce") << "from the columns";
  EXPECT_EQ(cell(reduce, 0, "ranks"), "2");
  EXPECT_EQ(cell(reduce, 0, "nodes"), "1");
  EXPECT_EQ(cell(reduce, 1, "placement"), "in-place");
  EXPECT_EQ(cell(reduce, 1, "time_s"), "4.8e-05");
  EXPECT_EQ(cell(gather, 0, "collective"), "allgather") << "named by the log";
  EXPECT_EQ(cell(gather, 0, "bytes"), "1024") << "a rank's part";
  EXPECT_EQ(cell(gather, 0, "nodes"), "2");
  EXPECT_EQ(cell(gather, 0, "busbw_Bps"), "100000000");
}

TEST(BenchmarkLogs, AreMeasuredRowsWithWhatIsGiven) {
  const CsvTable rows = measured_rows(table_of(kRccl), {"machine=lumi,algorithm=ring"});
  ASSERT_EQ(rows.rows.size(), 1U) << "times in place are left out";
  EXPECT_EQ(cell(rows, 0, "bytes"), "2048") << "of the larger buffer";
  EXPECT_EQ(cell(rows, 0, "machine"), "lumi");
  EXPECT_EQ(cell(rows, 0, "median_s"), "1e-05");
  const auto error = [](const char* text, const char* given) {
    try {
      measured_rows(table_of(text), {given});
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(error(kOsu, "machine=lumi"),
            "f:4: the output does not say ranks; expected --given ranks=8");
  EXPECT_NE(error(kOsu, "machine=lumi,rank=8").find("did you mean 'ranks'?"), std::string::npos);
  EXPECT_EQ(error(kOsu, "machine=lumi,ranks=8"), "accepted");
}

constexpr const char* kNcclRow =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
    "  algbw   busbw #wrong\n"
    "        2048           256     float    none      -1    10.00    0.20    0.10    N/A    11.00 "
    "   0.19    0.09    N/A\n";
std::string devices(int ranks) {
  std::string lines;
  for (int i = 0; i < ranks; ++i)
    lines +=
        text_of("#  Rank  ", i, " Group  0 Pid  1 on      hostA device  ", i, " [0x10] NVIDIA\n");
  return lines;
}

/// One file with the output of two commands: each has its own collective and devices.
TEST(BenchmarkLogs, SeveralRunsOfNcclKeepApart) {
  const std::string log = text_of("+ ./build/all_gather_perf -b 2K\n", devices(2), kNcclRow,
                                  "+ ./build/alltoall_perf -b 2K\n", devices(4), kNcclRow);
  const CsvTable table = table_of(log.c_str());
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(cell(table, 0, "collective") + cell(table, 0, "ranks"), "allgather2");
  EXPECT_EQ(cell(table, 2, "collective") + cell(table, 2, "ranks"), "alltoall4");
  EXPECT_EQ(cell(table, 2, "bytes"), "512");
}

/// The larger buffer is what nccl-tests print, whatever ranks and collective are given.
TEST(BenchmarkLogs, GivenRanksDoNotMultiplySizesOfNccl) {
  const auto bytes = [](const char* text, const char* given) {
    return cell(measured_rows(table_of(text), {given}), 0, "bytes");
  };
  EXPECT_EQ(bytes(kNcclRow, "machine=lumi,ranks=8"), "2048");
  EXPECT_EQ(bytes(kNcclRow, "machine=lumi,ranks=8,collective=allreduce"), "2048");
  EXPECT_EQ(bytes(kNccl, "machine=lumi,collective=alltoall"), "1048576");
}

/// OSU prints the block of one rank, or for one peer, except where all ranks share one vector.
TEST(BenchmarkLogs, GivenRanksMultiplySizesOfOsu) {
  for (const auto& [collective, bytes] : {std::pair("gatherv", "4096"),
                                          {"allgatherv", "4096"},
                                          {"alltoallv", "16384"},
                                          {"allgather", "4096"},
                                          {"reduce-scatter", "1024"},
                                          {"allreduce", "1024"}}) {
    const std::string given = text_of("machine=lumi,ranks=4,collective=", collective);
    const CsvTable table =
        table_of("# OSU MPI Latency Test v5.9\n# Size  Latency (us)\n1024  1.0\n");
    EXPECT_EQ(cell(measured_rows(table, {given}), 0, "bytes"), bytes) << collective;
  }
}

TEST(BenchmarkLogs, OtherLinesOfOsuAndImb) {
  EXPECT_EQ(benchmark_in_words("# OSU MPI Neighborhood Allgather Latency Test v7.1\n"),
            "an OSU neighbor-allgather output");
  const CsvTable imb = table_of(
      "# Benchmarking Exchange \n# #processes = 4 \n"
      "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
      "            4         1000         1.05         1.07         1.06        15.00\n"
      "      4194304  time-out.; Time limit (secs_per_sample * msg_sizes_list_len) is over\n");
  ASSERT_EQ(imb.rows.size(), 1U);
  EXPECT_EQ(cell(imb, 0, "collective"), "exchange");
}

TEST(BenchmarkLogs, SayWhatIsDamaged) {
  const auto error = [](const std::string& text) {
    try {
      table_of(text.c_str());
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(error("# OSU MPI Allreduce Latency Test v5.9\n# Size       Avg Latency(us)\n"),
            "f: an OSU allreduce output without measurements; expected rows of numbers below the "
            "names of "
            "their columns");
  EXPECT_EQ(error("# OSU MPI Allreduce Latency Test v5.9\n# Size       Avg Latency(us)\n4\n"),
            "f:3: 1 cells in an OSU allreduce output; expected 2, as the line of names has");
  EXPECT_EQ(error("# OSU MPI Allreduce Latency Test v5.9\n# Size       Avg Latency(us)\n4  oops\n"),
            "f:3: 'oops' in an OSU allreduce output; expected a number from 0 on");
}

TEST(BenchmarkLogs, ChangedOnesAreReadOrRefused) {
  std::mt19937_64 random(1);
  int accepted = 0, refused = 0;
  for (const std::string text :
       {kOsu, kOsuFull, kOsuBarrier, kOsuNonblocking, kOsuPair, kImb, kNccl, kRccl})
    for (int i = 0; i < 300; ++i) {
      const std::string changed = scrambled(text, 4, random);
      try {
        table_of(changed.c_str());
        ++accepted;
      } catch (const InputError& e) {
        EXPECT_EQ(std::string(e.what()).substr(0, 1), "f");
        ++refused;
      }
    }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace orrery
