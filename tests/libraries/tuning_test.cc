// Tests that MPICH reads the decision tables that are written for it, and does as they say.
#include <sstream>

#include "scenarios/report/rules/write_rules.h"
#include "scenarios/run/load.h"
#include "tests/unit/scenarios/command.h"

namespace orrery::testing {
namespace {

class Tuning : public Command {
 protected:
  /// Returns what 4 processes of MPICH send, by case.
  std::vector<std::string> sent(const std::string& settings, const std::string& cases) {
    EXPECT_EQ(shell(fmt::format("export MPIR_CVAR_NOLOCAL=1 MPIR_CVAR_DEVICE_COLLECTIVES=none {}\n"
                                "timeout 600 mpirun.mpich -n 4 '{}/library_sends.mpich' {}",
                                settings, ORRERY_BINARIES, cases)),
              0)
        << err_;
    std::vector<std::string> all;
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("case "))
        all.emplace_back();
      else if (!all.empty())
        all.back() += line + '\n';
    return all;
  }
};

/// Returns the table of a map on which the algorithms win at 64 bytes and at 64 KiB.
std::string table_for(const char* small, const char* large) {
  const Scenario scenario = load_scenario({}, {{"collective", "allreduce"},
                                               {"algorithm", fmt::format("{},{}", small, large)},
                                               {"ranks", "4"},
                                               {"bytes", "64B,64KiB"}});
  WinnerMap map = make_map(scenario);
  for (const RunSpec& cell : scenario.cells) {
    const MapSlot slot = slot_of(map, cell);
    map.time(slot.cell, slot.algorithm) =
        Time((cell.algorithm == small) == (cell.bytes.count() == 64) ? 1 : 2);
  }
  return rules_for("mpich", map, scenario);
}

TEST_F(Tuning, MpichDoesAsItsTableSays) {
  if (std::string_view(ORRERY_SENDERS).find("mpich") == std::string_view::npos)
    GTEST_SKIP() << "MPICH 4.0 is not installed (Debian: mpich libmpich-dev)";
  write("table.json", table_for("rabenseifner", "recursive-doubling-latency"));
  const std::string two = "allreduce:64:0 allreduce:65536:0";
  const auto chosen = sent("MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=$PWD/table.json", two),
             halved = sent("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=reduce_scatter_allgather", two),
             doubled = sent("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=recursive_doubling", two);
  ASSERT_EQ(chosen.size(), 2U) << out_ << err_;
  EXPECT_EQ(chosen[0], halved.at(0));
  EXPECT_EQ(chosen[1], doubled.at(1));
  EXPECT_NE(chosen[0], doubled.at(0));
  EXPECT_NE(chosen[1], halved.at(1));
}

/// A table replaces all choices of MPICH, which stops at a call that it lacks, and in an algorithm for more elements than
/// there are.
TEST_F(Tuning, OtherCallsStillWork) {
  if (std::string_view(ORRERY_SENDERS).find("mpich") == std::string_view::npos)
    GTEST_SKIP() << "MPICH 4.0 is not installed (Debian: mpich libmpich-dev)";
  write("table.json", table_for("rabenseifner", "recursive-doubling-latency"));
  std::string cases = "allreduce:2:0 barrier:0:0 ibarrier:0:0";
  std::size_t count = 3;
  for (const char* const call : {"allgather",
                                 "allgatherv",
                                 "alltoall",
                                 "alltoallv",
                                 "broadcast",
                                 "exscan",
                                 "gather",
                                 "gatherv",
                                 "reduce",
                                 "reduce-scatter",
                                 "reduce-scatter-block",
                                 "scan",
                                 "scatter",
                                 "scatterv",
                                 "iallgather",
                                 "iallreduce",
                                 "ialltoall",
                                 "ibroadcast",
                                 "iexscan",
                                 "igather",
                                 "ireduce",
                                 "ireduce-scatter-block",
                                 "iscan",
                                 "iscatter"}) {
    cases += fmt::format(" {}:64:0", call);
    ++count;
  }
  EXPECT_EQ(sent("MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=$PWD/table.json", cases).size(), count);
}

}  // namespace
}  // namespace orrery::testing
