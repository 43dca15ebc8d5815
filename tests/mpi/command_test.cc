// Tests orrery-mpi as users see it, with each MPI library: output and exit code.
#include "tests/unit/scenarios/command.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "algorithms/verify.h"
#include "tests/network.h"
#include "tests/unit/scenarios/page_lines.h"

namespace orrery {
namespace {

/// The prefix of Open MPI's mpirun: jobs that begin and end at the same time fail if they share a
/// directory.
constexpr const char* kOwnSession =
    "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n"
    "mkdir -p session && export TMPDIR=\"$PWD/session\"\n";

class MpiCommand : public Command, public ::testing::WithParamInterface<std::string> {
 protected:
  /// Runs `program` on n processes, under its MPI's mpirun with `options`.
  int mpirun(int n, const std::string& program, const std::string& options = {}) {
    return shell(fmt::format(
        "{}export ASAN_OPTIONS=detect_leaks=0  # Debian's MPI keeps memory until the end\n"
        "mpirun.{} {} {} -n {} '{}'/{}",
        kOwnSession, GetParam(), GetParam() == "openmpi" ? "--oversubscribe" : "", options, n,
        ORRERY_BINARIES, program));
  }
  /// Checks the exit code of a job that lost a process; that of MPICH's mpirun is 0 now and then.
  void expect_failure(int status) const {
    if (GetParam() == "openmpi") {
      EXPECT_NE(status, 0) << err_;
    }
  }
  int orrery_mpi(int n, const std::string& arguments, const std::string& options = {}) {
    return mpirun(n, fmt::format("orrery-mpi.{} {}", GetParam(), arguments), options);
  }
  /// Returns the number of messages that the program itself printed.
  std::size_t messages(const std::string& program) const {
    std::size_t n = 0;
    std::istringstream lines(err_);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with(program + ": ")) ++n;
    return n;
  }
};

INSTANTIATE_TEST_SUITE_P(With, MpiCommand, ::testing::Values(ORRERY_MPIS),
                         [](const auto& mpi) { return mpi.param; });

TEST_P(MpiCommand, PrintsItsPageOfOptions) {
  EXPECT_EQ(shell(fmt::format("'{}'/orrery-mpi.{} --reference", ORRERY_BINARIES, GetParam())), 0);
  EXPECT_EQ(out_, content(ORRERY_MPI_REFERENCE))
      << "after an intended change: orrery-mpi --reference > assets/reference-mpi.md";
}

TEST_P(MpiCommand, MeasuresAndComparesWithTheLibrary) {
  EXPECT_EQ(
      orrery_mpi(3,
                 "run --collective reduce-scatter --algorithm ring,circulant --bytes 6KiB "
                 "--datatype int32 --against-native --repetitions 2 --warmup 1 --json r.json"),
      0)
      << err_;
  EXPECT_TRUE(contains(out_, "measured/native")) << out_;
  EXPECT_TRUE(contains(out_, "median of 2 repetitions after 1 to warm up")) << out_;
  const std::string json = content(directory_ / "r.json");
  for (const char* part :
       {"\"algorithm\": \"ring\"", "\"algorithm\": \"circulant\"", "\"payload\": \"real\"",
        "\"verified\": true", "\"native_verified\": true", "\"measured_time_s\": 0.",
        "\"native_time_s\": 0.", "\"completion_time_s\": 0."})
    EXPECT_TRUE(contains(json, part)) << part << json;
}

/// Returns the process of rank 1 that works in `directory`; 0 if there is none.
pid_t second_process(const fs::path& directory) {
  for (const auto& process : fs::directory_iterator("/proc")) {
    std::error_code gone;
    if (fs::read_symlink(process.path() / "cwd", gone) != directory || gone) continue;
    const std::string environment = content(process.path() / "environ");
    for (const char* rank : {"PMI_RANK=1", "OMPI_COMM_WORLD_RANK=1"})
      if (contains('\0' + environment, '\0' + std::string(rank) + '\0'))
        return std::stoi(process.path().filename());
  }
  return 0;
}

/// Returns the number of runs in a results file.
int runs_in(const std::string& text) {
  int runs = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) runs += line.starts_with('#') ? 0 : 1;
  return runs;
}

/// Checks that what is measured can be scored as it was written, with a job more each time.
TEST_P(MpiCommand, MeasuresAMachineForScore) {
  const std::string measure =
      "measure --machine lumi -o mine --bytes 2KiB --repetitions 2 --warmup 0 --quiet "
      "--collective ";
  EXPECT_EQ(orrery_mpi(3, measure + "allgather --algorithm ring,bruck"), 0) << err_;
  const std::string first = content(directory_ / "mine/measured.csv");
  EXPECT_EQ(std::ranges::count(first, '\n'), 4) << first;
  for (const char* row : {",1,3,3,allgather,,ring,2048,512,", ",allgather,,bruck,2048,512,",
                          ",allgather,,default,2048,512,"})
    EXPECT_TRUE(contains(first, row)) << row << '\n' << first;
  EXPECT_EQ(orrery_mpi(4, measure + "gather"), 0) << err_;
  const std::string both = content(directory_ / "mine/measured.csv");
  EXPECT_TRUE(both.starts_with(first)) << both;
  for (const char* row : {",1,4,4,gather,,binomial,2048,512,", ",1,4,4,gather,,default,2048,512,"})
    EXPECT_TRUE(contains(both, row)) << row << '\n' << both;
  EXPECT_EQ(shell(fmt::format("'{}' score mine/measured.csv --alloc mine/alloc", ORRERY_COMMAND)),
            0)
      << err_;
  EXPECT_TRUE(contains(out_, "lumi     allgather       2")) << out_;
  EXPECT_FALSE(contains(out_, "no counterpart")) << out_;
  if (GetParam() == "openmpi") return;  // takes 2 s to end a job that failed
  write("measured.csv", "machine,ranks\n");
  EXPECT_EQ(orrery_mpi(2, "measure --machine lumi --bytes 1KiB"), 2);
  EXPECT_TRUE(contains(err_, "measured.csv has other columns")) << err_;
}

TEST_P(MpiCommand, AKilledMeasurementKeepsWholeRows) {
  auto job = std::async(std::launch::async, [&] {
    return orrery_mpi(2, "measure --machine lumi --collective allgather --quiet --repetitions 99");
  });
  const fs::path table = directory_ / "measured.csv";
  while (job.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready &&
         runs_in(content(table)) < 3) {
  }
  const std::string before = content(table);
  const pid_t victim = second_process(directory_);
  ASSERT_GT(victim, 0) << "no row was there before the end";
  kill(victim, SIGKILL);
  expect_failure(job.get());
  const std::string kept = content(table);
  EXPECT_LT(runs_in(kept), 100) << "of 147";
  EXPECT_TRUE(kept.starts_with(before) && kept.ends_with('\n')) << kept;
  EXPECT_EQ(orrery_mpi(2, "measure --machine lumi --collective gather --bytes 2KiB --quiet"), 0);
  EXPECT_TRUE(content(table).starts_with(kept));
}

TEST_P(MpiCommand, BadInputIsToldOnceAndExits2) {
  write("s.toml", "[run]\nranks = 4\nbytes = \"1KiB\"\n");
  write("bad.toml", "[run]\nranks = 2\nbytes = 5\n");
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    EXPECT_EQ(orrery_mpi(2, arguments), 2) << arguments;
    EXPECT_TRUE(contains(err_, message)) << err_;
    EXPECT_EQ(messages("orrery-mpi"), 1u) << err_;
    EXPECT_EQ(out_, "");
  };
  refused("run s.toml",
          "orrery-mpi: ranks: s.toml has 4 ranks, but there are 2 processes; expected mpirun -n 4, "
          "or --ranks 2\n");
  if (GetParam() == "openmpi") return;  // takes 2 s to end a job that failed; the rest is the same
  refused("run bad.toml",
          "orrery-mpi: bad.toml:3:9: run.bytes: '5' has no unit; expected a size such as 2MiB\n");
  refused("run --bites 4KiB", "did you mean '--bytes'?");
  refused("run", "nothing to run");
  refused("run --bytes 1KiB --json /nonexistent/r.json", "--json /nonexistent/r.json");
  refused("run --topology torus:1 --bytes 1KiB", "2 ranks do not fit on torus:1");
  refused("run --bytes 99999GiB", "memory");
  refused("run --collective neighbor-alltoall --neighborhood moore --against-native",
          "--against-native: MPI_Cart_create has no neighborhood moore; expected star\n");
}

/// Checks the commands of the page, which name neither library: mpirun is the one that the machine prefers.
TEST_F(Command, LinesOfThePageOnMpiRunAsTheyStand) {
  int found = 0;
  for (const std::string& line : lines_of(ORRERY_PAGE, {"orrery ", "mpirun "})) {
    ++found;
    EXPECT_EQ(
        shell(fmt::format("{}export OMPI_MCA_rmaps_base_oversubscribe=1 "
                          "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe "  // Open MPI 5
                          "ASAN_OPTIONS=detect_leaks=0\n{}",
                          kOwnSession, as_typed(line, ORRERY_COMMAND))),
        0)
        << line << '\n'
        << err_;
  }
  EXPECT_EQ(found, 6);
}

TEST_P(MpiCommand, CalibratesWhatScenariosInclude) {
  EXPECT_EQ(orrery_mpi(2, "calibrate --largest 16KiB -o c.toml --csv c.csv"), 0) << err_;
  EXPECT_TRUE(contains(out_, "within a host")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "c.csv"), "within a host: one line,16384,"));
  write("s.toml", "include = \"c.toml@1KiB\"\n[run]\nranks = 2\n");
  EXPECT_EQ(orrery_mpi(2, "run s.toml --repetitions 1"), 0) << err_;
  EXPECT_FALSE(contains(out_, "α 0ps")) << out_;
  if (GetParam() == "openmpi") return;  // takes 2 s to end a job that failed; the rest is the same
  EXPECT_EQ(orrery_mpi(1, "calibrate"), 2);
  EXPECT_TRUE(contains(err_, "expected mpirun -n 2 at least")) << err_;
}

TEST_P(MpiCommand, MoreProcessesThanSlotsAreRefusedByMpirun) {
  if (GetParam() != "openmpi") GTEST_SKIP() << "MPICH starts any number";
  EXPECT_NE(shell(fmt::format("{}unset OMPI_MCA_rmaps_base_oversubscribe\n"
                              "mpirun.openmpi --host localhost:2 -n 3 '{}'/orrery-mpi.openmpi run "
                              "--bytes 1KiB",
                              kOwnSession, ORRERY_BINARIES)),
            0);
  EXPECT_TRUE(contains(err_, "not enough slots")) << err_;
  EXPECT_EQ(out_, "");
}

TEST_P(MpiCommand, RanksThatWaitInVainAreNamed) {
  EXPECT_EQ(mpirun(3, fmt::format("mpi_failing.{} hang", GetParam())), 3);
  EXPECT_TRUE(contains(err_,
                       "failing: no message for 2 s: 2 of 3 ranks wait\n"
                       "  rank 1 waits in recv from rank 0 (tag 5, round 4)\n"
                       "  rank 2 waits in recv from rank 0 (tag 1, round 4)\n"
                       "  rank 2 waits in recv from rank 1 (tag 2, round 4)\n"
                       "not waiting (finished, or still computing): rank 0\n"))
      << err_;
  EXPECT_EQ(messages("failing"), 1u) << err_;
}

TEST_P(MpiCommand, AnExceptionOnAllRanksIsOneMessage) {
  EXPECT_EQ(mpirun(3, fmt::format("mpi_failing.{} throw", GetParam())), 3);
  EXPECT_TRUE(contains(err_, ": the dog ate my block\n")) << err_;
  EXPECT_EQ(messages("failing"), 1u) << err_;
}

TEST_P(MpiCommand, HelpSaysHow) {
  EXPECT_EQ(orrery_mpi(2, "run --help"), 0);
  EXPECT_TRUE(contains(out_, "mpirun -n 4 orrery-mpi run"));
  EXPECT_EQ(out_.find("Exit codes"), out_.rfind("Exit codes")) << "by one process only";
}

/// A sweep with some skipped cells and one checked expectation.
constexpr const char* kSweep =
    "[run]\nranks = [10, 20, 30]\nbytes = [\"1KiB\", \"2KiB\", \"4KiB\", \"8KiB\"]\n"
    "algorithm = [\"ring\", \"bucket\"]\nskip_unsupported = true\n"
    "[expect]\n\"20.1KiB.ring.rounds\" = 38\n";

/// A sweep that is long enough to be killed: 9 cells of about 100 ms.
constexpr const char* kLongSweep =
    "[run]\nranks = [490, 500, 510]\nbytes = [\"1KiB\", \"2KiB\", \"4KiB\"]\n";

/// Kills the second process once a sweep in `directory` has runs in its file k.runs, and returns these. The process
/// is stopped at the first run, so that the sweep cannot end before.
std::string kill_second_process(const std::future<int>& job, const fs::path& directory) {
  pid_t victim = 0;
  std::string runs;
  while (job.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready) {
    if (victim == 0) victim = second_process(directory);
    if (victim == 0) continue;
    runs = content(directory / "k.runs");
    if (runs_in(runs) >= 1) kill(victim, SIGSTOP);
    if (runs_in(runs) < 3) continue;
    kill(victim, SIGKILL);
    break;
  }
  return runs;
}

TEST_P(MpiCommand, SweepsLikeOneProcess) {
  write("s.toml", kSweep);
  ASSERT_EQ(run("run s.toml --json one.json --csv one.csv --reproducible --quiet"), 0) << err_;
  for (const int processes : {1, 3}) {
    EXPECT_EQ(orrery_mpi(processes,
                         "sweep s.toml --json many.json --csv many.csv --reproducible --quiet"),
              0)
        << err_;
    EXPECT_EQ(content(directory_ / "many.json"), content(directory_ / "one.json"));
    EXPECT_EQ(content(directory_ / "many.csv"), content(directory_ / "one.csv"));
  }
  write("bad.runs", "nonsense\n");
  EXPECT_EQ(orrery_mpi(2, "sweep s.toml --resume bad.runs"), 2);
  EXPECT_TRUE(contains(err_, "bad.runs:1")) << err_;
  EXPECT_EQ(messages("orrery-mpi"), 1u) << err_;
}

TEST_P(MpiCommand, AKilledSweepGoesOnWhereItWas) {
  write("s.toml", kLongSweep);
  ASSERT_EQ(run("run s.toml --json one.json --reproducible --quiet --jobs 2"), 0) << err_;
  const std::string program =
      fmt::format("orrery-mpi.{} sweep s.toml --resume k.runs --json k.json --reproducible --quiet",
                  GetParam());
  // Process 1 dies when the file has some runs.
  auto job = std::async(std::launch::async, [&] { return mpirun(3, program); });
  const std::string before = kill_second_process(job, directory_);
  expect_failure(job.get());
  EXPECT_GE(runs_in(before), 3);
  EXPECT_FALSE(fs::exists(directory_ / "k.json"));
  // No run of the file is lost.
  EXPECT_EQ(content(directory_ / "k.runs").substr(0, before.size()), before);
  EXPECT_EQ(mpirun(3, program), 0) << err_;
  EXPECT_EQ(content(directory_ / "k.json"), content(directory_ / "one.json"));
}

/// Checks a sweep with recovery; takes 12 s, most of them waiting, and is run by mpi_command_slow.
TEST_P(MpiCommand, DISABLED_ASweepThatMayGoOnLosesNothingWithAProcess) {
  if (GetParam() != "openmpi") GTEST_SKIP() << "MPICH's calls fail when a process is missing";
  write("s.toml", kLongSweep);
  ASSERT_EQ(run("run s.toml --json one.json --reproducible --quiet --jobs 2"), 0) << err_;
  auto job = std::async(std::launch::async, [&] {
    return orrery_mpi(3, "sweep s.toml --resume k.runs --json k.json --reproducible --quiet",
                      "--enable-recovery");
  });
  kill_second_process(job, directory_);
  EXPECT_EQ(job.get(), 0);
  EXPECT_TRUE(contains(err_, "1 of 3 processes stopped answering")) << err_;
  EXPECT_TRUE(content(directory_ / "k.json") == content(directory_ / "one.json"));
}

/// Messages and bytes by source and destination.
struct Traffic {
  std::int64_t messages = 0, bytes = 0;
  friend bool operator==(const Traffic&, const Traffic&) = default;
  friend void PrintTo(const Traffic& t, std::ostream* out) {
    *out << t.messages << " messages of " << t.bytes << " bytes";
  }
};
using Pairs = std::map<std::pair<int, int>, Traffic>;

class PairCounter : public Sink {
 public:
  void message(const MessageEvent& e) override {
    Traffic& t = pairs[{e.source, e.destination}];
    ++t.messages;
    t.bytes += e.bytes.count();
  }
  Pairs pairs;
};

Pairs emulated(const std::string& collective, const std::string& algorithm, int p,
               std::int64_t bytes) {
  const Network network = testing::network_of(fmt::format("full:{}", p));
  Problem x;
  x.p = p;
  x.count = bytes;
  x.network = &network;
  x.blocks = 3;
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(), {}};
  PairCounter counter;
  execute(find_algorithm(collective, algorithm), x, network, {}, PayloadKind::kGhost,
          find_op("sum", "uint8"), &counter);
  return counter.pairs;
}

/// Returns the output of Open MPI's pml_monitoring: lines "E 0 1 1332 bytes 4 msgs sent" are of
/// programs, "I" of the library itself.
Pairs monitored(const fs::path& directory, int p) {
  Pairs pairs;
  for (int r = 0; r < p; ++r) {
    std::ifstream file(directory / fmt::format("m.{}.prof", r));
    EXPECT_TRUE(file.is_open());
    for (std::string line; std::getline(file, line);) {
      std::istringstream words(line);
      std::string kind, unit;
      int from = 0, to = 0;
      Traffic t;
      if (words >> kind >> from >> to >> t.bytes >> unit >> t.messages && kind == "E")
        pairs[{from, to}] = t;
    }
  }
  return pairs;
}

class MpiTraffic : public MpiCommand {
 protected:
  /// Runs each algorithm of a collective under Open MPI's monitoring.
  void expect_traffic_of_trace(const std::vector<std::pair<const char*, const char*>>& algorithms);
};

INSTANTIATE_TEST_SUITE_P(With, MpiTraffic, ::testing::Values(ORRERY_MPIS),
                         [](const auto& mpi) { return mpi.param; });

void MpiTraffic::expect_traffic_of_trace(
    const std::vector<std::pair<const char*, const char*>>& algorithms) {
  if (GetParam() != "openmpi") GTEST_SKIP() << "MPICH has no monitoring component";
  constexpr int p = 5;
  for (const auto& [collective, algorithm] : algorithms) {
    ASSERT_EQ(orrery_mpi(p,
                         fmt::format("run --collective {} --algorithm {} --bytes 1001B --blocks 3 "
                                     "--alpha 500ns --warmup 0 --repetitions 1 --quiet",
                                     collective, algorithm),
                         "--mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca "
                         "pml_monitoring_filename m"),
              0)
        << err_;
    EXPECT_EQ(monitored(directory_, p), emulated(collective, algorithm, p, 1001))
        << collective << ' ' << algorithm;
  }
}

TEST_P(MpiTraffic, IsThatOfTheEmulatorsTrace) {
  expect_traffic_of_trace({{"allreduce", "rabenseifner"},
                           {"broadcast", "circulant"},
                           {"alltoall", "bruck"},
                           {"gatherv", "adaptive"}});
}

TEST_P(MpiTraffic, DISABLED_OfMoreAlgorithmsIsThatOfTheEmulatorsTrace) {
  expect_traffic_of_trace({{"allreduce", "ring"},
                           {"allreduce", "swing"},
                           {"allgather", "sparbit"},
                           {"reduce-scatter", "pairwise"}});
}

}  // namespace
}  // namespace orrery
