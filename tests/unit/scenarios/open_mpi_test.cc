#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emu/trace/trace.h"
#include "scenarios/report/map/decision.h"
#include "scenarios/run/load.h"
#include "scenarios/run/runner.h"
#include "tests/setting.h"

/// Tests that rules written from a winner map take effect in Open MPI: its ranks then send each other
/// exactly the messages and bytes of the chosen algorithms. Open MPI's own monitoring component
/// counts them, so no clock is involved. (It does not see the messages of linear alltoall.)
namespace orrery {
namespace {

namespace fs = std::filesystem;

struct Sent {
  std::int64_t messages = 0, bytes = 0;
  friend bool operator==(const Sent&, const Sent&) = default;
  friend void PrintTo(const Sent& s, std::ostream* out) {
    *out << s.messages << " messages of " << s.bytes << " bytes";
  }
};
/// Messages and bytes by sender and receiver.
using Traffic = std::map<std::pair<int, int>, Sent>;

struct Case {
  const char* collective;
  int ranks;
  /// The sizes in ascending order, and the algorithm that should win at each.
  std::vector<std::pair<const char*, const char*>> winners;
  std::vector<const char*> rivals;  ///< further algorithms on the map
  int blocks = 1;                   ///< of pipelined algorithms
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.collective << " on " << c.ranks << " ranks";
}

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.collective;
  for (char& c : name)
    if (c == '-') c = '_';
  return fmt::format("{}_{}{}", name, info.param.ranks, info.param.blocks > 1 ? "_in_blocks" : "");
}

Scenario scenario_of(const Case& c) {
  std::vector<std::string> algorithms;
  std::string sizes;
  for (const auto& [size, algorithm] : c.winners) {
    sizes += fmt::format("{}\"{}\"", sizes.empty() ? "" : ", ", size);
    if (std::ranges::find(algorithms, algorithm) == algorithms.end())
      algorithms.emplace_back(algorithm);
  }
  algorithms.insert(algorithms.end(), c.rivals.begin(), c.rivals.end());
  return parse_scenario(
      fmt::format("[cost]\nalpha = '1us'\n[run]\ncollective = '{}'\nranks = {}\nbytes = [{}]\n"
                  "algorithm = ['{}']\n{}",
                  c.collective, c.ranks, sizes, fmt::join(algorithms, "', '"),
                  c.blocks > 1 ? fmt::format("blocks = {}\n", c.blocks) : ""),
      "test", {}, Unsupported::kSkip);
}

/// Returns a map on which the wanted algorithms win.
WinnerMap map_of(const Case& c, const Scenario& scenario) {
  WinnerMap map = make_map(scenario);
  for (const RunSpec& spec : scenario.cells) {
    if (!spec.skipped.empty()) continue;
    const MapSlot slot = slot_of(map, spec);
    bool wanted = false;
    for (const auto& [size, algorithm] : c.winners)
      wanted = wanted || (spec.bytes_text == size && spec.algorithm == algorithm);
    map.time(slot.cell, slot.algorithm) = wanted ? Time(1) : Time(2);
  }
  return map;
}

/// Returns the messages of the winners, for all sizes together.
Traffic emulated(const Case& c, const Scenario& scenario) {
  Traffic traffic;
  for (const RunSpec& spec : scenario.cells)
    for (const auto& [size, algorithm] : c.winners) {
      if (spec.bytes_text != size || spec.algorithm != algorithm) continue;
      Trace trace;
      EXPECT_EQ(run_one(spec, &trace).error.value_or(""), "");
      for (const Trace::Message& m : trace.messages) {
        Sent& sent = traffic[{m.source, m.destination}];
        ++sent.messages;
        sent.bytes += m.bytes.count();
      }
    }
  return traffic;
}

bool installed(const char* program) {
  return std::system(fmt::format("command -v {} > /dev/null 2>&1", program).c_str()) == 0;
}

class OpenMpi : public ::testing::TestWithParam<Case> {
 protected:
  static void SetUpTestSuite() {
    if (!installed("mpirun") || !installed("mpicc")) return;
    fs::create_directories(directory_);
    const std::string compile =
        fmt::format("mpicc '{}' -o '{}' 2> /dev/null", ORRERY_MPI_PROGRAM, program_.string());
    ASSERT_EQ(std::system(compile.c_str()), 0) << compile;
  }
  static void TearDownTestSuite() { fs::remove_all(directory_); }
  void SetUp() override {
    if (!fs::exists(directory_))
      GTEST_SKIP() << "Open MPI is not installed (Debian: openmpi-bin libopenmpi-dev)";
  }

  /// Returns the messages between Open MPI's ranks inside the collective, with or without the
  /// rules.
  Traffic measured(const Case& c, const Scenario& scenario, const std::string& rules) {
    std::string sizes, options;
    for (const auto& [size, algorithm] : c.winners)
      for (const RunSpec& spec : scenario.cells)
        if (spec.bytes_text == size && spec.algorithm == algorithm)
          sizes += fmt::format(" {}", spec.bytes.count());
    if (!rules.empty()) {
      std::ofstream(directory_ / "rules") << rules;
      options = fmt::format(
          "--mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename '{}'",
          (directory_ / "rules").string());
    }
    const std::string line = fmt::format(
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -np {} "
        "--mca btl self,vader --mca coll ^sm,han,adapt --mca pml_monitoring_enable 2 "
        "--mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename '{}' {} '{}' {}{} "
        "> '{}' 2>&1",
        c.ranks, (directory_ / "sent").string(), options, program_.string(), c.collective, sizes,
        (directory_ / "out").string());
    EXPECT_EQ(std::system(line.c_str()), 0) << line;
    Traffic traffic;
    for (int rank = 0; rank < c.ranks; ++rank)
      read(directory_ / fmt::format("sent.{}.prof", rank), traffic);
    return traffic;
  }

  /// Adds the lines "I <sender> <receiver> <n> bytes <k> msgs sent ..." (I: inside of a collective)
  /// of a rank's file. Each rank has a file of its own: lines of several ranks mix on a terminal.
  static void read(const fs::path& file, Traffic& traffic) {
    std::ifstream in(file);
    EXPECT_TRUE(in) << file;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string kind, unit;
      int from = 0, to = 0;
      Sent sent;
      if (words >> kind >> from >> to >> sent.bytes >> unit >> sent.messages && kind == "I")
        traffic[{from, to}] = sent;
    }
  }

  inline static const fs::path directory_ =
      fs::temp_directory_path() / ("orrery-open-mpi-" + std::to_string(getpid()));
  inline static const fs::path program_ = directory_ / "mpi_collective";
};

/// Returns the traffic in a comparable form. Binomial trees of broadcasts differ: in Open MPI rank 3
/// is a child of rank 1, here of rank 2. Therefore only the bytes sent by the root and received by
/// each rank are compared.
Traffic comparable(const Case& c, const Traffic& traffic) {
  if (std::string_view(c.collective) != "broadcast") return traffic;
  Traffic out;
  for (const auto& [ends, sent] : traffic) {
    Sent& sum = out[{std::min(ends.first, 1), ends.second}];
    sum.messages += sent.messages;
    sum.bytes += sent.bytes;
  }
  return out;
}

TEST_P(OpenMpi, SendsWhatTheRulesSay) {
  const Scenario scenario = scenario_of(GetParam());
  const Traffic wanted = comparable(GetParam(), emulated(GetParam(), scenario));
  const std::string rules = open_mpi_rules(map_of(GetParam(), scenario), scenario);
  EXPECT_EQ(comparable(GetParam(), measured(GetParam(), scenario, rules)), wanted) << rules;
  static Sampler without_rules(4);
  if (!without_rules.takes_next()) return;
  EXPECT_NE(comparable(GetParam(), measured(GetParam(), scenario, "")), wanted)
      << "Open MPI does so without the rules, too";
}

INSTANTIATE_TEST_SUITE_P(
    All, OpenMpi,
    ::testing::Values(
        Case{"allgather",
             6,
             {{"8B", "neighbor-exchange"}, {"1KiB", "bruck"}, {"64KiB", "ring"}},
             {"sparbit"}},
        Case{"allgather", 8, {{"8B", "ring"}, {"64KiB", "recursive-doubling"}}, {}},
        Case{"allgatherv", 5, {{"250B", "bruck"}, {"500B", "ring"}, {"1kB", "bruck"}}, {}},
        Case{"allreduce", 8, {{"4KiB", "ring"}, {"64KiB", "recursive-doubling-latency"}}, {}},
        Case{"allreduce", 4, {{"64B", "rabenseifner"}, {"64KiB", "ring"}}, {}},
        Case{"allreduce",
             5,
             {{"50B", "recursive-doubling-latency"}, {"50kB", "segmented-ring"}},
             {},
             4},
        Case{"alltoall", 6, {{"16B", "pairwise"}, {"64KiB", "bruck"}}, {}},
        Case{"broadcast",
             6,
             {{"8B", "linear"}, {"1KiB", "binomial"}, {"64KiB", "chain"}},
             {"circulant"}},
        Case{"broadcast", 5, {{"64B", "chain"}, {"64KiB", "binomial"}}, {}},
        Case{"reduce", 6, {{"16B", "linear"}, {"1KiB", "binomial"}}, {}},
        Case{"reduce", 4, {{"64B", "binomial"}, {"64KiB", "linear-pipeline"}}, {}, 8},
        Case{"reduce-scatter", 8, {{"64B", "ring"}, {"64KiB", "recursive-halving"}}, {}}),
    name_of);

TEST(OpenMpiRules, OnlyWhatOpenMpiHasIsChosen) {
  const Case c{"allgather", 6, {{"8B", "sparbit"}, {"1KiB", "ring"}}, {"bruck"}};
  const Scenario scenario = scenario_of(c);
  const std::string rules = open_mpi_rules(map_of(c, scenario), scenario);
  EXPECT_NE(rules.find("It has no sparbit"), std::string::npos) << rules;
  EXPECT_NE(rules.find("\n6 # ranks and more\n1 # rules\n0 4 0 0 # ring\n"), std::string::npos)
      << rules;
}

/// Checks that segments cut the part of each rank in an allreduce, and the vector in the others;
/// barriers have no bytes.
TEST(OpenMpiRules, GiveSegmentsAndAllNumbersThatOpenMpiHas) {
  const auto rules_of = [](const Case& c) {
    const Scenario scenario = scenario_of(c);
    return open_mpi_rules(map_of(c, scenario), scenario);
  };
  const auto has = [](const std::string& rules, std::string_view rule) {
    EXPECT_NE(rules.find(rule), std::string::npos) << rules;
  };
  has(rules_of({"allreduce", 5, {{"50B", "ring"}, {"50kB", "segmented-ring"}}, {}, 4}),
      "\n50000 5 0 2500 # segmented-ring\n");
  has(rules_of({"reduce", 4, {{"64B", "binomial"}, {"64KiB", "linear-pipeline"}}, {}, 8}),
      "\n65536 3 0 8192 # linear-pipeline\n");
  const Scenario barriers = parse_scenario(
      "[cost]\nalpha = '1us'\n[run]\ncollective = 'barrier'\nranks = [4, 8]\n"
      "algorithm = ['tournament', 'dissemination']\n",
      "test", {}, Unsupported::kSkip);
  WinnerMap map = make_map(barriers);
  for (const RunSpec& spec : barriers.cells) {
    const MapSlot slot = slot_of(map, spec);
    map.time(slot.cell, slot.algorithm) = spec.algorithm == "tournament" ? Time(1) : Time(2);
  }
  has(open_mpi_rules(map, barriers), "\n0 6 0 0 # tournament\n");
}

}  // namespace
}  // namespace orrery
