// Tests decision tables of libraries: their choices, and that written tables choose as intended.
#include <random>

#include <gtest/gtest.h>

#include "emu/base/check.h"
#include "scenarios/report/map/decision.h"
#include "scenarios/report/map/map_report.h"
#include "scenarios/report/rules/rules_report.h"
#include "scenarios/report/rules/write_rules.h"
#include "scenarios/run/load.h"
#include "tests/fuzz/mutated.h"

namespace orrery {
namespace {

constexpr const char* kNumbers = R"(2 # collectives
2 # allreduce
2 # sizes of communicators
0 # fewer
1
0 0 0 0
8 # from 8 ranks on
3
0 3 0 0 # recursive doubling
8192 4 0 0
1048576 5 0 131072
0 # allgather
1
4
2
0 2 0 0
4096 4 0 0
)";
constexpr const char* kJson =
    R"({"rule_file_version": 3, "module": "tuned", "collectives": {"allreduce": [
{"comm_size_min": 8, "comm_size_max": 15, "rules": [{"msg_size_max": 8191, "alg": 3}, {"msg_size_min": 8192, "msg_size_max": "inf", "alg": "ring"}]},
{"comm_size_min": 16, "rules": [{"alg": 6}]}]}})";
constexpr const char* kMpich =
    R"({"collective=allreduce": {"comm_type=intra": {"is_commutative=no": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}},
"is_commutative=yes": {"comm_size<=4": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}}, "avg_msg_size<=2048": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}},
"avg_msg_size=any": {"count<pow2": {"algorithm=MPIR_Allreduce_intra_recursive_doubling": {}}, "count=any": {"algorithm=MPIR_Allreduce_intra_reduce_scatter_allgather": {}}}}}},
"collective=bcast": {"comm_type=intra": {"comm_size=pow2": {"algorithm=MPIR_Bcast_intra_binomial": {}}, "comm_size=any": {"algorithm=MPIR_Bcast_intra_scatter_ring_allgather": {}}}}})";
constexpr const char* kNcclTuner =
    "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks,numPipeOps,"
    "regBuff\n"
    "allreduce,0,65536,tree,simple,2,-1,-1,-1,-1\nallreduce,65537,4294967295,ring,ll128,-1,-1,16,-"
    "1,"
    "-1\n";
constexpr const char* kUcc =
    "UCC_TL_UCP_TUNE=allgather:0-4k:@bruck#allgather:4k-inf:host:[8-inf]:inf:@ring\n";

std::string chosen(const char* text, const std::string& collective, int ranks, std::int64_t bytes) {
  return read_rules(text, "f").choices.at(collective)(ranks, bytes).value_or("-");
}
std::string error_of(const std::string& text) {
  try {
    read_rules(text, "f");
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(LibraryRules, OfOpenMpiMayHaveBlanksBehindTheirVersion) {
  for (const char* const end : {"\n", "\r\n", " # blanks\n"})
    EXPECT_EQ(read_rules(text_of("rule-file-version-1", end, kNumbers), "f")
                  .choices.at("allreduce")(8, 8192),
              "4");
}

TEST(LibraryRules, AreToldByTheirContents) {
  EXPECT_EQ(rules_in_words(kNumbers), "rules of Open MPI");
  EXPECT_EQ(rules_in_words(kJson), "rules of Open MPI in JSON");
  EXPECT_EQ(rules_in_words(kMpich), "a tuning file of MPICH");
  EXPECT_EQ(rules_in_words(kNcclTuner), "a configuration of NCCL's tuner");
  EXPECT_EQ(rules_in_words(kUcc), "a tuning string of UCC");
  for (const char* other : {"", "{}", "[run]\nranks = 4\n", "a,b\n1,2\n", "a b 1\n"})
    EXPECT_EQ(rules_in_words(other), "") << other;
}

TEST(LibraryRules, ChooseAsTheLibraryDoes) {
  EXPECT_EQ(chosen(kNumbers, "allreduce", 4, 1 << 20), "-") << "0: as Open MPI decides";
  EXPECT_EQ(chosen(kNumbers, "allreduce", 8, 8191), "3");
  EXPECT_EQ(chosen(kNumbers, "allreduce", 64, 8192), "4");
  EXPECT_EQ(chosen(kNumbers, "allreduce", 64, 1 << 20), "5");
  EXPECT_EQ(chosen(kNumbers, "allgather", 4, 1023), "2") << "all blocks together count";
  EXPECT_EQ(chosen(kNumbers, "allgather", 4, 1024), "4");
  EXPECT_EQ(chosen(kNumbers, "allgather", 3, 1024), "-") << "no rule for so few";
  EXPECT_EQ(chosen(kJson, "allreduce", 8, 8191), "3");
  EXPECT_EQ(chosen(kJson, "allreduce", 15, 8192), "ring");
  EXPECT_EQ(chosen(kJson, "allreduce", 16, 8), "6");
  EXPECT_EQ(chosen(kJson, "allreduce", 7, 8), "-");
  EXPECT_EQ(chosen(kMpich, "allreduce", 8, 4096), "MPIR_Allreduce_intra_reduce_scatter_allgather");
  EXPECT_EQ(chosen(kMpich, "allreduce", 8, 2048), "MPIR_Allreduce_intra_recursive_doubling");
  EXPECT_EQ(chosen(kMpich, "broadcast", 8, 1), "MPIR_Bcast_intra_binomial");
  EXPECT_EQ(chosen(kMpich, "broadcast", 9, 1), "MPIR_Bcast_intra_scatter_ring_allgather");
  EXPECT_EQ(chosen(kNcclTuner, "allreduce", 8, 65536), "tree");
  EXPECT_EQ(chosen(kNcclTuner, "allreduce", 16, 65537), "ring");
  EXPECT_EQ(chosen(kNcclTuner, "allreduce", 8, 65537), "-");
  for (const auto& [cells, choice] : {std::pair("-1,8", "ring"),
                                      {"8,-1", "ring"},
                                      {"8,8,1,0", "ring"},
                                      {"1,8", "-"},
                                      {"1,-1", "-"},
                                      {"-1,-1,2", "-"},
                                      {"-1,-1,-1,1", "-"}})
    EXPECT_EQ(
        chosen(text_of("allreduce,0,9,ring,simple,2,", cells, '\n').c_str(), "allreduce", 8, 9),
        choice)
        << cells << ": nNodes, nRanks, numPipeOps, regBuff";
  EXPECT_EQ(chosen(kUcc, "allgather", 8, 511), "bruck") << "4095 of 4096 bytes";
  EXPECT_EQ(chosen(kUcc, "allgather", 8, 512), "ring");
  constexpr const char* kExported =
      "# UCC_TL_UCP_TUNE=allreduce:@ring\nexport "
      "UCC_TL_UCP_TUNE=\"allreduce,bcast:0-4k,1m-inf:@knomial"
      "#allreduce:4k-1m:@sra_knomial\"\nUCC_TL_NCCL_TUNE=allgather:cuda:@0\n";
  EXPECT_EQ(chosen(kExported, "allreduce", 8, 100), "knomial") << "a commented line is not a rule";
  EXPECT_EQ(chosen(kExported, "allreduce", 8, 4096), "sra_knomial");
  EXPECT_EQ(chosen(kExported, "broadcast", 8, 1 << 20), "knomial");
  EXPECT_EQ(chosen(kExported, "allgather", 8, 8), "0");
}

TEST(LibraryRules, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of("1\n2\n1\n8\n1\n0 x 0 0\n"),
            "f: is not a decision table; expected rules of Open MPI (numbers or JSON), a tuning "
            "file of MPICH, a CSV of NCCL's tuner or a tuning string of UCC");
  EXPECT_EQ(error_of("1\n2\n1\n8\n2\n0 3 0 0\n"),
            "f:6: rules of Open MPI: the file ends too early; expected a size of a message");
  EXPECT_EQ(error_of("1\n2\n1\n8\n1\n0 3 0 0\n7\n"),
            "f:7: rules of Open MPI: '7' follows the last rule; expected the end of the file");
  EXPECT_EQ(error_of("allreduce,0,a,tree,simple,2,1,-1\n"),
            "f:1: a configuration of NCCL's tuner: 'a'; expected an integer");
  EXPECT_NE(error_of("{\"collectives\": {\n\"rules\": ")
                .find("f:2: rules of Open MPI in JSON: not valid JSON"),
            std::string::npos);
}

Scenario ruled_sweep(const char* algorithms, const char* collective = "allreduce") {
  return load_scenario({},
                       {{"collective", collective},
                        {"algorithm", algorithms},
                        {"ranks", "4,8,16"},
                        {"bytes", "64B,4KiB,1MiB"}},
                       Unsupported::kSkip);
}

/// Returns a map in which each algorithm wins somewhere, regardless of its actual time.
WinnerMap map_of(const Scenario& scenario) {
  WinnerMap map = make_map(scenario);
  std::mt19937_64 random(7);
  for (const RunSpec& cell : scenario.cells) {
    const MapSlot slot = slot_of(map, cell);
    map.time(slot.cell, slot.algorithm) = Time(static_cast<std::int64_t>(1 + random() % 1000));
  }
  return map;
}

TEST(LibraryRules, WhatIsWrittenChoosesWhatIsFastest) {
  const std::pair<const char*, const char*> kLibraries[] = {
      {"openmpi", "recursive-doubling-latency,ring,rabenseifner"},
      {"openmpi-json", "recursive-doubling-latency,ring,rabenseifner"},
      {"mpich", "recursive-doubling-latency,rabenseifner"},
      {"nccl", "double-tree,ring"}};
  for (const auto& [format, algorithms] : kLibraries) {
    const Scenario scenario = ruled_sweep(algorithms);
    const WinnerMap map = map_of(scenario);
    const LibraryRules rules = read_rules(rules_for(format, map, scenario), "f");
    for (const RunSpec& cell : scenario.cells) {
      const auto best = podium(map, slot_of(map, cell).cell).first;
      const auto chosen = rules.choices.at("allreduce")(cell.ranks, cell.bytes.count());
      ASSERT_TRUE(chosen) << format;
      const LibraryAlgorithm* const row = library_algorithm(rules.library, "allreduce", *chosen);
      ASSERT_NE(row, nullptr) << format << ' ' << *chosen;
      EXPECT_EQ(row->algorithm, map.algorithms[*best])
          << format << ' ' << cell.ranks << ' ' << cell.bytes.count();
    }
  }
  const Scenario gather = ruled_sweep("ring,bruck", "allgather");
  const LibraryRules rules = read_rules(rules_for("ucc", map_of(gather), gather), "f");
  for (const RunSpec& cell : gather.cells)
    EXPECT_EQ(rules.choices.at("allgather")(cell.ranks, cell.bytes.count()),
              map_of(gather)
                  .algorithms[*podium(map_of(gather), slot_of(map_of(gather), cell).cell).first]);
}

/// Checks that the library chooses if every other algorithm is within the map's spread, except for MPICH,
/// which cannot.
TEST(LibraryRules, LeaveCloseCellsToTheLibrary) {
  const Scenario scenario = ruled_sweep("ring,double-tree,rabenseifner,recursive-doubling-latency");
  WinnerMap map = map_of(scenario);
  map.spread = 1000;
  const RunSpec& cell = scenario.cells.front();
  const auto chosen = [&](const char* format) {
    return read_rules(rules_for(format, map, scenario), "f")
        .choices.at("allreduce")(cell.ranks, cell.bytes.count());
  };
  EXPECT_FALSE(chosen("openmpi"));
  EXPECT_FALSE(chosen("openmpi-json"));
  EXPECT_TRUE(chosen("mpich"));
  EXPECT_EQ(rules_for("nccl", map, scenario).find("allreduce"), std::string::npos);
}

TEST(LibraryRules, AgainstAMapSayWhatIsLost) {
  const Scenario scenario = ruled_sweep("recursive-doubling-latency,segmented-ring");
  WinnerMap map = make_map(scenario);
  for (const RunSpec& cell : scenario.cells) {
    const MapSlot slot = slot_of(map, cell);
    map.time(slot.cell, slot.algorithm) = Time(slot.algorithm == 0 ? 1000 : 1500);
  }
  const MapTimes times = read_map(map_json(map, std::nullopt), "map.json");
  EXPECT_EQ(times.collective, "allreduce");
  EXPECT_EQ(times.cells.size(), 9U);
  const std::string text = rules_text(read_rules(kNumbers, "f"), times, "f");
  EXPECT_NE(text.find("50.0 %"), std::string::npos) << text;
  EXPECT_NE(text.find("The fastest algorithm is chosen in 4 of 6 cells. The choices lose 16.7 % on "
                      "average, 50.0 % at most"),
            std::string::npos)
      << text;
  const std::string nodes =
      rules_text(read_rules("allreduce,0,9,ring,simple,2,1,-1\n", "f"), times, "f");
  EXPECT_NE(nodes.find("There is one rank on each node (nNodes)"), std::string::npos) << nodes;
  EXPECT_THROW(read_map("{}", "f"), InputError);
  EXPECT_THROW(rules_text(read_rules(kUcc, "f"), times, "f"), InputError);
}

TEST(LibraryRules, ChangedOnesAreReadOrRefused) {
  std::mt19937_64 random(1);
  int accepted = 0, refused = 0;
  for (const std::string text : {kNumbers, kJson, kMpich, kNcclTuner, kUcc})
    for (int i = 0; i < 400; ++i) {
      const std::string changed = scrambled(text, 3, random);
      try {
        for (const auto& [collective, choice] : read_rules(changed, "f").choices)
          for (const int ranks : {1, 8, 1 << 20})
            for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1} << 40})
              choice(ranks, bytes);
        ++accepted;
      } catch (const InputError& e) {
        EXPECT_EQ(std::string(e.what()).substr(0, 1), "f");
        ++refused;
      }
    }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 100);
}

TEST(LibraryNames, AreThoseOfTheTables) {
  EXPECT_EQ(parse_library_algorithm("openmpi:allreduce:4").algorithm, "ring");
  EXPECT_EQ(parse_library_algorithm("openmpi:allreduce:ring").algorithm, "ring");
  EXPECT_EQ(parse_library_algorithm("openmpi:bcast:7").radix, "4");
  EXPECT_EQ(parse_library_algorithm("mpich:allreduce:MPIR_Allreduce_intra_reduce_scatter_allgather")
                .algorithm,
            "rabenseifner");
  EXPECT_EQ(parse_library_algorithm("nccl:allreduce:tree").algorithm, "double-tree");
  EXPECT_THROW(parse_library_algorithm("openmpi:allreduce:99"), std::invalid_argument);
  EXPECT_THROW(parse_library_algorithm("openmpi:nothing:1"), std::invalid_argument);
  const RunSpec cell =
      load_scenario({}, {{"algorithm", "openmpi:broadcast:7"}, {"ranks", "8"}}).cells.front();
  EXPECT_EQ(cell.collective, "broadcast");
  EXPECT_EQ(cell.algorithm, "k-nomial");
  EXPECT_EQ(cell.tuning.radix, 4);
}

}  // namespace
}  // namespace orrery
