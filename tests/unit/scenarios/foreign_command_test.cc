// Tests files of other programs on the command line: networks, outputs of benchmarks, decision
// tables.
#include "tests/unit/scenarios/command.h"

namespace orrery {
namespace {

class ForeignFiles : public Command {
 protected:
  /// Returns the completion times of a run, a line for each algorithm.
  std::string times(const std::string& topology, const std::string& more) {
    EXPECT_EQ(run("run --topology " + topology + " " + more +
                  " --columns algorithm,completion_time_s --csv -"),
              0)
        << err_;
    return out_;
  }
};

/// Checks that a network written with its routes gives the same times, whatever links are shared.
TEST_F(ForeignFiles, TimesStayTheSameInBothDirections) {
  const std::string costs = "--link-bandwidth 100Gb/s --link-latency 300ns",
                    runs =
                        "--algorithm ring,rabenseifner,recursive-doubling-latency --bytes 1MiB "
                        "--routing dimension-order";
  for (const char* network : {"torus:4x4", "torus:3x5", "hyperx:4x4", "fat-tree:4,2", "star:8",
                              "clos:4,4,2,2", "dragonfly:4,2,2,3", "full:8"})
    for (const char* format : {"toml", "simgrid"}) {
      const std::string file = fmt::format("net-{}", format);
      ASSERT_EQ(run(fmt::format("export --topology {} {} --format {} -o {}", network, costs, format,
                                file)),
                0)
          << err_;
      EXPECT_EQ(times("file:" + file, runs), times(network, fmt::format("{} {}", costs, runs)))
          << network << ' ' << format;
    }
}

TEST_F(ForeignFiles, GoThroughAllFormats) {
  for (const char* format : {"toml", "simgrid", "ns3", "graphml"}) {
    ASSERT_EQ(run(fmt::format("export --topology fat-tree:4,2 --format {} -o net", format)), 0)
        << err_;
    ASSERT_EQ(run("network net -o again.toml"), 0) << err_;
    EXPECT_TRUE(contains(out_, "16 hosts and 8 switches, 32 links both ways")) << format << out_;
    ASSERT_EQ(run("network again.toml"), 0) << err_;
    EXPECT_TRUE(contains(out_, "16 hosts and 8 switches, 32 links both ways")) << out_;
    EXPECT_TRUE(contains(
        out_, format == std::string("toml") ? "a network of Orrery" : "Hosts, switches, links"))
        << "comments are kept: " << out_;
  }
  EXPECT_EQ(run("export --topology star:4 --format dot -o -"), 0);
  EXPECT_TRUE(contains(out_, "graph network {")) << out_;
  EXPECT_EQ(run("export --topology star:4 --algorithm ring --format dot -o -"), 0);
  EXPECT_TRUE(contains(out_, "digraph communication {"))
      << "of a run it is which rank sends to which";
}

TEST_F(ForeignFiles, OfTheWrongKindSayWhatTheyAre) {
  EXPECT_EQ(run("network examples/osu_allreduce.txt"), 2);
  EXPECT_TRUE(contains(err_, "an OSU allreduce output; a network is expected here")) << err_;
  EXPECT_EQ(run("plot examples/platform.xml --x a --y b -o p.svg"), 2);
  EXPECT_TRUE(contains(err_, "a SimGrid platform; expected a table here")) << err_;
  write("p.xml", "<platform/>");
  EXPECT_EQ(run("run p.xml"), 2);
  EXPECT_TRUE(contains(err_, "a SimGrid platform; expected a scenario here")) << err_;
  write("net.toml", "hosts = 2\nlinks = [[0, 1]]\n");
  EXPECT_EQ(run("run net.toml"), 2);
  EXPECT_TRUE(contains(err_, "a network; expected a scenario here, or --topology file:FILE"))
      << err_;
  EXPECT_EQ(run("check examples/edges.txt --against map.json"), 2);
  EXPECT_TRUE(contains(err_, "is not a decision table")) << err_;
  EXPECT_EQ(run("check nothing.rules --against map.json"), 2);
  EXPECT_TRUE(contains(err_, "nothing.rules is not there")) << err_;
  EXPECT_EQ(run("network nothing.xml"), 2);
  EXPECT_TRUE(contains(err_, "nothing.xml: cannot be read: No such file")) << err_;
}

/// Checks that outputs of benchmarks and results are drawn without naming their columns, and other tables are not.
TEST_F(ForeignFiles, MeasurementsAndResultsArePlottedAsTheyAre) {
  ASSERT_EQ(
      run("run --ranks 4,8 --bytes 1KiB,8KiB --algorithm ring,circulant --csv sizes.csv --quiet"),
      0)
      << err_;
  ASSERT_EQ(run("run --ranks 4,8 --algorithm ring,circulant --csv ranks.csv --quiet"), 0) << err_;
  for (const std::string table :
       {"examples/osu_allreduce.txt --x bytes --y time_s --by collective",
        "examples/nccl.log --x bytes --y time_s --by collective,placement",
        "sizes.csv --x bytes --y completion_time_s --by algorithm --where ranks=8",
        "ranks.csv --x ranks --y completion_time_s --by algorithm"}) {
    ASSERT_EQ(run("plot " + table + " --logx --logy -o p.svg"), 0) << err_;
    const std::string named = content(directory_ / "p.svg");
    const std::string where = contains(table, "--where") ? " --where ranks=8" : "";
    ASSERT_EQ(run("plot " + table.substr(0, table.find(' ')) + where + " -o p.svg"), 0) << err_;
    EXPECT_EQ(content(directory_ / "p.svg"), named);
  }
  const std::string imb =
      "# Benchmarking Allreduce\n# #processes = 4\n#bytes #repetitions t_avg[usec]\n0 10 0.02\n";
  write("imb.log", imb + "8 10 3.5\n16 10 3.6\n");
  EXPECT_EQ(run("plot imb.log -o p.svg"), 0) << "without the row of 0 bytes: " << err_;
  write("imb.log", imb);
  EXPECT_EQ(run("plot imb.log -o p.svg"), 2);
  EXPECT_TRUE(contains(err_, "plot: imb.log: no bytes above 0; expected --x COLUMN")) << err_;
  write("t.csv", "bytes,t\n8,1\n");
  EXPECT_EQ(run("plot t.csv --y t -o t.svg"), 2);
  EXPECT_TRUE(contains(err_, "plot: --x is missing; expected a column of t.csv")) << err_;
}

TEST_F(ForeignFiles, DecisionTablesAreCheckedAgainstAMap) {
  ASSERT_EQ(run("map --algorithm ring,recursive-doubling-latency --ranks 8 --bytes 64B,1MiB "
                "--alpha 1us --json map.json --quiet"),
            0)
      << err_;
  ASSERT_EQ(run("check examples/openmpi.rules --against map.json"), 0) << err_;
  EXPECT_TRUE(contains(out_, "The fastest algorithm is chosen in 2 of 2 cells")) << out_;
  ASSERT_EQ(run("check examples/openmpi.rules examples/ucc.conf"), 0) << err_;
  EXPECT_TRUE(contains(out_, "fine, a tuning string of UCC for allgather")) << out_;
}

/// Checks a map of measured times, which compares medians of equal rows, and the decision tables
/// that follow from it.
TEST_F(ForeignFiles, MeasuredTimesMakeAMap) {
  write("m.csv",
        "machine,collective,algorithm,ranks,bytes,time_s\n"
        "x,allreduce,ring,8,1024,3e-6\nx,allreduce,rabenseifner,8,1024,2e-6\n"
        "x,allreduce,ring,8,1048576,1e-4\nx,allreduce,rabenseifner,8,1048576,2e-4\n"
        "x,allreduce,ring,16,1024,1e-6\nx,allreduce,ring,16,1024,5e-6\nx,allreduce,ring,16,1024,4e-"
        "6\n"
        "x,allreduce,rabenseifner,16,1024,3e-6\ny,allreduce,ring,8,1024,1e-9\n");
  ASSERT_EQ(run("map m.csv --where machine=x --csv - --rules r.conf --json map.json"), 0) << err_;
  EXPECT_TRUE(contains(out_, "8,1KiB,rabenseifner,0.000002")) << out_;
  EXPECT_TRUE(contains(out_, "8,1MiB,ring,0.0001")) << out_;
  EXPECT_TRUE(contains(out_, "16,1KiB,rabenseifner,0.000003")) << "ring: 4 us is the median\n"
                                                               << out_;
  EXPECT_EQ(run("check r.conf --against map.json"), 0) << err_;
  EXPECT_TRUE(contains(out_, "The fastest algorithm is chosen in 3 of 3 cells")) << out_;
  EXPECT_EQ(run("map m.csv"), 2);
  EXPECT_TRUE(
      contains(err_, "the rows are of x, y; expected one machine, such as --where machine=x"))
      << err_;
  EXPECT_EQ(run("map m.csv --alpha 1us"), 2);
  EXPECT_TRUE(contains(err_, "alpha does not change what was measured")) << err_;
  EXPECT_EQ(run("map --ranks 4,8 --algorithm ring,rabenseifner --where ranks=4"), 2);
  EXPECT_TRUE(contains(err_, "--where: a scenario has no rows of measured times")) << err_;
  write("n.csv", "algorithm,ranks,bytes\nring,8,1024\n");
  EXPECT_EQ(run("map n.csv"), 2);
  EXPECT_TRUE(
      contains(err_, "n.csv: no column has times; expected time_s, median_s or completion_time_s"))
      << err_;
}

TEST_F(ForeignFiles, LibrariesNamesAreAlgorithms) {
  ASSERT_EQ(run("list algorithms --as mpich"), 0) << err_;
  EXPECT_TRUE(contains(out_, "mpich:allreduce:recursive_doubling")) << out_;
  EXPECT_EQ(times("star:8", "--algorithm openmpi:allreduce:4 --bytes 1MiB").substr(40),
            times("star:8", "--algorithm ring --bytes 1MiB").substr(40));
  EXPECT_EQ(run("run --algorithm openmpi:allreduce:99 --ranks 4"), 2);
  EXPECT_TRUE(contains(err_, "'99' is not one that is known")) << err_;
  ASSERT_EQ(run("list algorithms allreduce --as openmpi"), 0) << err_;
  EXPECT_TRUE(contains(out_, "openmpi:allreduce:4") && !contains(out_, "openmpi:broadcast"))
      << out_;
  EXPECT_EQ(run("list algorithms barrier --as nccl"), 2);
  EXPECT_TRUE(contains(err_, "list: 'barrier' has no algorithm of nccl; expected")) << err_;
  EXPECT_EQ(run("list algorithms --as openmp"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'openmpi'?")) << err_;
}

}  // namespace
}  // namespace orrery
