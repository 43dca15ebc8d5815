#include "tests/unit/scenarios/command.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// Tests the command as users see it: output and exit code.
namespace orrery {
namespace {

class Help : public Command {
 protected:
  /// Returns "--help", and "NAME --help" for each command.
  std::vector<std::string> every_help() {
    std::vector<std::string> all{"--help"};
    for (const std::string& name : commands()) all.push_back(name + " --help");
    return all;
  }
};

TEST_F(Help, AndVersionAreFine) {
  for (const std::string& arguments : every_help()) {
    EXPECT_EQ(run(arguments), 0) << arguments;
    EXPECT_NE(out_, "") << arguments;
    EXPECT_EQ(err_, "") << arguments;
  }
  EXPECT_EQ(run("--version"), 0);
  EXPECT_TRUE(out_.starts_with("orrery ")) << out_;
}

TEST_F(Help, HasAnExample) {
  for (const std::string& arguments : every_help()) {
    run(arguments);
    EXPECT_TRUE(contains(out_, "\n  orrery ")) << arguments;
  }
}

/// Checks that examples stand before the options, and that -h shows the options of the command itself, --help also
/// those of keys and the notes.
TEST_F(Help, IsShortOrLong) {
  EXPECT_EQ(run("map --help"), 0);
  const std::string all = out_;
  EXPECT_LT(all.find("\nExamples:\n"), all.find("\nOptions:\n"));
  EXPECT_TRUE(contains(all, "--link-latency")) << all;
  EXPECT_TRUE(contains(all, "\nExit codes: ")) << all;
  EXPECT_EQ(run("map -h"), 0);
  EXPECT_TRUE(contains(out_, "\nExamples:\n")) << out_;
  EXPECT_TRUE(contains(out_, "--rules-for")) << out_;
  EXPECT_TRUE(contains(out_, "\nAnd an option for each key: ")) << out_;
  EXPECT_FALSE(contains(out_, "--link-latency")) << out_;
  EXPECT_LT(2 * out_.size(), all.size());
  EXPECT_EQ(run("lesson --help"), 0);
  EXPECT_TRUE(contains(out_, "\n  new    writes a lesson")) << "lines of a table stay\n" << out_;
}

/// Checks that texts are as wide as COLUMNS says, and examples unchanged.
TEST_F(Help, IsAsWideAsColumnsSay) {
  for (const std::size_t columns : {50U, 90U, 150U}) {
    EXPECT_EQ(shell(fmt::format("COLUMNS={} '{}' map --help", columns, ORRERY_COMMAND)), 0);
    const std::size_t begin = out_.find("\nOptions:\n");
    std::istringstream lines(out_.substr(begin));
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("  -"))
        widest =
            std::max<std::size_t>(widest, static_cast<std::size_t>(std::ranges::count_if(
                                              line, [](char c) { return (c & 0xc0) != 0x80; })));
    EXPECT_LE(widest, columns);
    EXPECT_GT(widest, columns - 12);
  }
}

/// Checks that completion offers words that fit the line typed so far.
TEST_F(Help, CompletesByWhatWasTyped) {
  const auto words = [&](const std::string& typed) {
    EXPECT_EQ(run("--complete " + typed), 0);
    return out_;
  };
  EXPECT_TRUE(contains(words("run --algorithm ''"), "sparbit\t"));
  EXPECT_FALSE(contains(words("run --collective broadcast --algorithm ''"), "sparbit\t"));
  EXPECT_TRUE(
      contains(words("run --collective broadcast --algorithm linear,''"), "linear,chain\t"));
  EXPECT_FALSE(contains(words("verify broadcast ''"), "sparbit\t"));
  EXPECT_TRUE(contains(words("verify broadcast ''"), "chain\t"));
  EXPECT_TRUE(contains(words("reproduce paper1''"), "paper1-tables\t"));
  EXPECT_TRUE(contains(words("score --machine ''"), "lumi\t"));
  EXPECT_TRUE(contains(words("run --sort comp''"), "completion_time_s\t"));
  EXPECT_TRUE(contains(words("explain conten''"), "contention\t"));
  EXPECT_TRUE(contains(words("lesson play ''"), "lessons/swing\t"));
  EXPECT_FALSE(contains(words("lesson play ''"), "papers/"));
  write("r.csv", "bytes,time_s\n1,2\n");
  EXPECT_EQ(words("plot r.csv --x ''"), "bytes\t\ntime_s\t\n");
  EXPECT_EQ(words("plot r.csv --where b"), "bytes=\t\n");
  EXPECT_EQ(words("plot nothing.csv --x ''"), "");
}

/// Checks that a table without a predictable row is reported and is not a success.
TEST_F(Command, ScoringNothingFails) {
  write("m.csv",
        "machine,timestamp,nodes,shape,tasks_per_node,ranks,collective,impl,algorithm,segment,"
        "ports,count,"
        "bytes,median_s,ignored\nfugaku,t,8,2x2x2,1,8,allreduce,x,nothing,0,1,1,4,1e-5,0\n");
  EXPECT_EQ(run("score m.csv"), 1);
  EXPECT_EQ(err_, "orrery: score: nothing was scored: each row of m.csv is left out\n");
  EXPECT_TRUE(contains(out_, "left out")) << out_;
}

/// Checks that times may be costs of trees; they count in picoseconds, as costs per byte do.
TEST_F(Command, TreesTakeTimesAsCosts) {
  ASSERT_EQ(
      run("tree gather --ranks 8 --distribution increasing --alpha 1000 --beta 20 --format csv"),
      0);
  const std::string numbers = out_;
  ASSERT_EQ(
      run("tree gather --ranks 8 --distribution increasing --alpha 1ns --beta 20ps/B --format csv"),
      0)
      << err_;
  EXPECT_EQ(out_, numbers);
  EXPECT_EQ(run("tree gather --ranks 8 --distribution increasing --alpha 1furlong"), 2);
  EXPECT_TRUE(contains(err_, "--alpha")) << err_;
  EXPECT_EQ(run("tree gather --sizes 1,2,x"), 2);
  EXPECT_TRUE(contains(err_, "'x' is not a whole number")) << err_;
  EXPECT_EQ(run("tree scatter --sizes nothing.txt"), 2);
  EXPECT_EQ(err_,
            "orrery: tree: --sizes: nothing.txt: cannot be read: No such file or directory\n");
}

TEST_F(Command, RunsFromOptionsAlone) {
  EXPECT_EQ(run("run --topology torus:8x8 --bytes 2MiB --ports unlimited --link-bandwidth 50GB/s "
                "--json -"),
            0);
  EXPECT_TRUE(contains(out_, "\"completion_time_s\": 0.000107775360,"));
  EXPECT_EQ(err_, "");
}

TEST_F(Command, ChecksDamagedSchedulesBesideOthers) {
  EXPECT_EQ(run("export --ranks 4 --collective broadcast -o fine.xml --format msccl-xml"), 0);
  write("damaged.bin", "nothing that is known");
  EXPECT_EQ(run("check damaged.bin fine.xml --json -"), 2);
  EXPECT_TRUE(contains(out_, "\"file\": \"damaged.bin\"")) << out_;
  EXPECT_TRUE(contains(out_, "\"error_class\": \"syntax\"")) << out_;
  EXPECT_TRUE(contains(out_, "\"verified\": true")) << out_;
  EXPECT_EQ(run("check fine.xml nosuch.toml --json -"), 2);
}

TEST_F(Command, ExportsByTheNameOfTheFile) {
  EXPECT_EQ(run("export --ranks 4 --collective broadcast -o m.csv"), 0);
  EXPECT_EQ(
      content(directory_ / "m.csv"),
      "message,from,to,bytes,round,communicator,tag,posted_s,start_s,flow_s,end_s,paths,hops\n"
      "0,0,1,1024,0,0,0,0.000000000000,0.000000000000,0.000000100000,0.000000120480,1,1\n"
      "1,0,2,1024,1,0,0,0.000000120480,0.000000120480,0.000000220480,0.000000240960,1,1\n"
      "2,0,3,1024,2,0,0,0.000000240960,0.000000240960,0.000000340960,0.000000361440,1,1\n");
  EXPECT_EQ(run("export --ranks 4,8 -o m.csv"), 2);
  EXPECT_TRUE(contains(err_, "orrery: export: the scenario has 2 cells; expected exactly one"));
  EXPECT_EQ(files(), 1);
}

TEST_F(Command, AMissingValueIsNamed) {
  EXPECT_EQ(run("run --bytes"), 2);
  EXPECT_TRUE(contains(err_, "--bytes: the value is missing; expected SIZE[,..]")) << err_;
}

TEST_F(Command, AFailedExpectationExits1) {
  write("s.toml", "[run]\nranks = 4\n[expect]\nrounds = 7\n");
  EXPECT_EQ(run("run s.toml"), 1);
  EXPECT_EQ(err_, "s.toml:4: rounds: rounds is 6; expected 7\n");
  EXPECT_TRUE(contains(out_, "Expectations: 0 of 1 hold."));
  EXPECT_EQ(run("run s.toml --quiet --junit u.xml"), 1);
  EXPECT_EQ(out_, "");
  EXPECT_TRUE(contains(content(directory_ / "u.xml"), "failures=\"1\""));
  write("t.toml", "[run]\nranks = 4\n[expect]\nrounds = 6\n");
  EXPECT_EQ(run("run t.toml --ranks 5"), 1);
  EXPECT_TRUE(
      contains(out_, "Expectations: 0 of 1 hold; the file has them for runs without --ranks 5.\n"));
}

TEST_F(Command, ExpectationsHoldWhateverOptionsSay) {
  write("s.toml", "[run]\nranks = [4, 5]\n[expect]\n\"4.rounds\" = 6\n\"*.verified\" = true\n");
  EXPECT_EQ(run("run s.toml --quiet"), 1);  // ghosts verify nothing
  EXPECT_EQ(run("run s.toml --payload provenance --quiet"), 0);
  EXPECT_EQ(err_, "");
  const std::string skipped =
      "s.toml:4: 4.rounds: not checked: no cell is named '4' with --payload real --ranks 5\n";
  EXPECT_EQ(run("run s.toml --payload real --ranks 5 --quiet --junit u.xml --json u.json"), 0);
  EXPECT_EQ(err_, skipped);
  EXPECT_TRUE(contains(content(directory_ / "u.xml"),
                       "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"1\""));
  EXPECT_TRUE(contains(content(directory_ / "u.json"), "\"outcome\": \"skipped\""));
  EXPECT_EQ(run("run s.toml --payload real --ranks 5 --quiet --strict"), 1);
  EXPECT_EQ(err_, skipped);
  EXPECT_EQ(run("run s.toml --payload real --strict --quiet"), 0);
  EXPECT_EQ(run("run s.toml --strict --shard 1/2 --resume r"), 2);
  write("costs.toml", "[cost]\nalpha = '1us'\n");
  EXPECT_EQ(run("run s.toml --include costs.toml --payload real --quiet"), 0);
  EXPECT_EQ(run("run s.toml --algorithm swing --include costs.toml --payload real --quiet"), 1);
  EXPECT_TRUE(contains(
      err_, "expected 6 (ranks 4) with --algorithm swing --include costs.toml --payload real\n"))
      << err_;
}

TEST_F(Command, AnExpectedDeadlockIsFine) {
  write("d.goal",
        "num_ranks 2\nrank 0 {\nr: recv 6b from 1\ns: send 5b to 1\ns requires r\n}\n"
        "rank 1 {\nr: recv 5b from 0\ns: send 6b to 0\ns requires r\n}\n");
  write("f.goal", "num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 5b from 0\n}\n");
  EXPECT_EQ(run("run --schedule d.goal --quiet"), 3);
  EXPECT_TRUE(err_.starts_with("deadlock at 0 ps: 2 of 2 ranks wait")) << err_;
  write("s.toml",
        "[run]\nschedule = ['d.goal', 'f.goal']\n[expect]\n\"d.goal.outcome\" = 'deadlock'\n");
  EXPECT_EQ(run("run s.toml --junit u.xml"), 0);
  EXPECT_EQ(err_, "");
  EXPECT_TRUE(contains(out_, "deadlock")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "u.xml"), "failures=\"0\""));
  write("s.toml", "[run]\nschedule = ['d.goal', 'f.goal']\n[expect]\n\"outcome\" = 'deadlock'\n");
  EXPECT_EQ(run("run s.toml --quiet"), 1);
  EXPECT_EQ(err_, "s.toml:4: outcome: outcome is fine; expected deadlock (schedule f.goal)\n");
}

TEST_F(Command, WhatChangesNothingIsSaid) {
  EXPECT_EQ(run("run --ranks 4 --root 2 --blocks 3"), 0);
  EXPECT_EQ(err_,
            "orrery: --root: allreduce has no root; it changes nothing\n"
            "orrery: --blocks: ring is not pipelined; it changes nothing\n");
  EXPECT_EQ(run("run --ranks 4 --root 2 --quiet"), 0);
  EXPECT_EQ(err_, "");
}

/// Checks the refusal only; command_slow_test.cc runs such a sweep.
TEST_F(Command, SweepsTooLongForATableAreRefusedWhereRunsAreKept) {
  write("s.toml",
        "[run]\nranks = 2\nseed = '1..100001'\nbytes = '1B'\n[expect]\nmessages = "
        "2\n\"seed=100001.rounds\" = 3\n");
  EXPECT_EQ(run("check s.toml"), 0);
  EXPECT_EQ(out_, "s.toml: fine, 100001 runs, 2 expectations\n");
  EXPECT_EQ(run("run s.toml --resume r"), 2);
  EXPECT_TRUE(
      contains(err_, "--resume: a results file cannot keep 100001 runs; expected at most 100000"))
      << err_;
  EXPECT_EQ(run("map s.toml"), 2);
  EXPECT_TRUE(contains(err_, "s.toml: the lists make more than 100000 cells")) << err_;
}

TEST_F(Command, LackOfMemoryHasAnAmount) {
  if (!kLimitsMemory) GTEST_SKIP();
  EXPECT_EQ(shell(with_memory_of(400000) +
                  fmt::format("'{}' run --ranks 2000 --payload real --bytes 1MB --quiet",
                              ORRERY_COMMAND)),
            2);
  EXPECT_EQ(err_,
            "bad input: not enough memory: 2,000 ranks of 1MB need about 3.76 GiB or more, and "
            "this process may use 409.6 MB; expected fewer ranks or a smaller problem\n");
  // The estimate is less than the limit, which is for addresses.
  EXPECT_EQ(shell(with_memory_of(200000) +
                  fmt::format("'{}' run --ranks 4096 --symmetry off --bytes 1KiB --quiet",
                              ORRERY_COMMAND)),
            2);
  EXPECT_EQ(err_,
            "bad input: not enough memory: 4,096 ranks of 1KiB need more than the 204.8 MB that "
            "this process may use; expected fewer ranks or a smaller problem\n");
}

TEST_F(Command, BadInputExits2) {
  write("s.toml", "[run]\nranks = 4\nbytes = 5\n");
  EXPECT_EQ(run("run s.toml"), 2);
  EXPECT_EQ(out_, "");
  EXPECT_EQ(err_, "orrery: s.toml:3:9: run.bytes: '5' has no unit; expected a size such as 2MiB\n");
  EXPECT_EQ(run("check s.toml"), 2);
  for (const char* arguments : {"",
                                "runn",
                                "run",
                                "run --bytes",
                                "run --ranks 0",
                                "run --ranks -1",
                                "run --ranks 4 --root 4",
                                "run --ranks 4 --root -1",
                                "run --ranks 99999999999",
                                "run --ranks 1000000000",
                                "run --topology torus:0",
                                "run --topology tors:4",
                                "run nosuch.toml",
                                "run --ranks 4 --bytes 500",
                                "run --ranks 4 --bytes 9999999999TiB",
                                "run --ranks 4 --alpha -5ns",
                                "run --ranks 4 --jobs 0",
                                "run --ranks 4 --jobs many",
                                "run --ranks 4 s.toml extra",
                                "list nonsense",
                                "check",
                                "check nosuch.toml",
                                "run --ranks 4 --trace-level some",
                                "bench extra",
                                "export --ranks 4",
                                "export --ranks 4 -o x",
                                "export --ranks 4 -o missing/x.csv",
                                "export --ranks 4 --format nonsense -o x",
                                "export -o x.csv",
                                "export nosuch.toml -o x.csv",
                                "export --ranks 4,5 -o x.csv",
                                "export --ranks 4 --bytes 5 -o x.csv",
                                "run --ranks 4 --json",
                                "run --ranks 4 --nonsense 3",
                                "run .",
                                "run --ranks 4 --ranks 5",
                                "check .",
                                "run --ranks 4 --algorithm ring --collective broadcast",
                                "run --ranks 4 --op sum --datatype int7"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_EQ(err_.substr(0, 8), "orrery: ") << arguments;
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(Command, OptionsAndCommandsHaveANearest) {
  EXPECT_EQ(run("run --algoritm ring"), 2);
  EXPECT_EQ(err_,
            "orrery: run: '--algoritm' is unknown; did you mean '--algorithm'?\nSee orrery run "
            "--help.\n");
  EXPECT_EQ(run("chekc s.toml"), 2);
  EXPECT_TRUE(err_.starts_with("orrery: 'chekc' is unknown; expected run, render, ")) << err_;
  EXPECT_TRUE(err_.ends_with("; did you mean 'check'?\nSee orrery --help.\n")) << err_;
}

TEST_F(Command, UnwritableOutputsLeaveNothing) {
  EXPECT_EQ(run("run --ranks 4 --json no/x.json"), 2);
  EXPECT_EQ(err_, "orrery: --json no/x.json: cannot be written: No such file or directory\n");
  EXPECT_EQ(run("run --ranks 4 --csv good.csv --json no/x.json"), 2);
  EXPECT_EQ(run("run --ranks 4 --json x --csv ./x"), 2);
  EXPECT_EQ(err_, "orrery: --json: 'x' is already written by another option\n");
  EXPECT_EQ(run("run --ranks 4 --json ''"), 2);
  EXPECT_EQ(run("run --ranks 4,5 --trace t.jsonl"), 2);
  EXPECT_EQ(files(), 0);
  for (const char* command : {"run --ranks 4", "--help", "run -h", "--version", "--complete ''"})
    EXPECT_EQ(run(std::string(command) + " > /dev/full 2> /dev/null #"), 2) << command;
  EXPECT_EQ(run("run --ranks 4 --quiet --json /dev/full"), 2);
}

TEST_F(Command, AllOutputsAtOnce) {
  EXPECT_EQ(run("run --ranks 4 --json a.json --csv a.csv --junit a.xml --trace a.jsonl --quiet"),
            0);
  EXPECT_EQ(files(), 4);
  EXPECT_EQ(out_ + err_, "");
  EXPECT_EQ(content(directory_ / "a.jsonl").substr(0, 26), "{\"event\":\"round\",\"rank\":0,");
}

TEST_F(Command, SameScenarioSameBytes) {
  const std::string arguments =
      "run --topology torus:4x4 --mapping random --seed 5 --bytes 1KiB,1MiB --algorithm "
      "ring,rabenseifner --json - ";
  const std::regex timing("\"(wall_s|messages_per_s|peak_rss_bytes)\": [^,]*,");
  EXPECT_EQ(run(arguments), 0);
  const std::string first = std::regex_replace(out_, timing, "");
  EXPECT_EQ(run(arguments + "--jobs 3"), 0);
  EXPECT_EQ(std::regex_replace(out_, timing, ""), first);
  EXPECT_EQ(run("run --topology torus:4x4 --trace -"), 0);
  const std::string trace = out_;
  EXPECT_EQ(run("run --topology torus:4x4 --trace -"), 0);
  EXPECT_EQ(out_, trace);
}

TEST_F(Command, ListsEverything) {
  EXPECT_EQ(run("list"), 0);
  for (const char* section : {"collectives\n", "algorithms\n", "topologies\n", "mappings\n",
                              "distributions\n", "scenarios\n", "reproductions\n"})
    EXPECT_TRUE(contains(out_, section)) << section;
  EXPECT_EQ(run("list algorithms --json -"), 0);
  EXPECT_TRUE(contains(out_, "\"name\": \"rabenseifner\""));
  EXPECT_TRUE(contains(out_, "\"time_if\": \"p = k^q\""));
  EXPECT_EQ(run("list scenarios"), 0);
  EXPECT_TRUE(contains(out_, "lessons/first-allreduce"));
}

/// Checks that runs report how reproducible rounded sums are, and that a resumed sweep reports the same.
TEST_F(Command, SaysWhetherSumsAreReproducible) {
  const std::string doubles =
      "run --ranks 8 --bytes 1KiB --datatype double --payload real --algorithm ";
  EXPECT_EQ(run(doubles + "swing-latency"), 0);
  EXPECT_TRUE(contains(out_, "\n  reproducible  neither  (")) << out_;
  EXPECT_EQ(run(doubles + "ring,swing-latency --resume f.runs --csv 1.csv"), 0);
  EXPECT_TRUE(contains(content(directory_ / "1.csv"), ",same on all ranks,"));
  EXPECT_EQ(run(doubles + "ring,swing-latency --resume f.runs --csv 2.csv"), 0);
  EXPECT_EQ(content(directory_ / "1.csv"), content(directory_ / "2.csv"));
  EXPECT_EQ(run("run --ranks 8 --datatype double --payload ghost"), 0);
  EXPECT_FALSE(contains(out_, "reproducible"));
  EXPECT_EQ(run("verify allreduce swing-latency --ranks 8 --json -"), 0);
  EXPECT_TRUE(contains(out_, "\"reproducible\": \"neither\"")) << out_;
}

TEST_F(Command, ListsWhatIsKnownOfAnAlgorithm) {
  EXPECT_EQ(run("list algorithms pat"), 0);
  EXPECT_TRUE(contains(out_, "allgather pat\n  summary      Every block travels"));
  EXPECT_TRUE(contains(
      out_, "  rounds       log2 A + D - 1 for A >= 2, p - 1 for A = 1; q for the largest A.\n"));
  EXPECT_TRUE(contains(out_, "  keys         aggregation\n"));
  EXPECT_TRUE(contains(out_, "\nreduce-scatter pat\n"));
  EXPECT_TRUE(contains(out_, "the operator must commute"));
  EXPECT_EQ(run("list algorithms --wide"), 0);
  EXPECT_TRUE(contains(out_, "\nbroadcast linear\n") || out_.starts_with("broadcast linear\n"));
  EXPECT_TRUE(contains(out_, "  time         q(k-1)(α + mβ) if p = k^q\n"));
  EXPECT_EQ(run("list algorithms pat --json -"), 0);
  EXPECT_FALSE(contains(out_, "\"ring\""));
  EXPECT_TRUE(contains(out_, "\"reproducible\": \"same on all ranks\""));
  EXPECT_TRUE(contains(out_, "\"reproducible\": \"\""));  // an allgather reduces nothing
  EXPECT_EQ(run("list algorithms rin"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'ring'"));
  EXPECT_EQ(run("list keys --wide"), 2);
}

TEST_F(Command, ListsTheAlgorithmsOfACollective) {
  ASSERT_EQ(run("list algorithms scan"), 0) << err_;
  EXPECT_TRUE(contains(out_, "recursive-doubling")) << out_;
  EXPECT_FALSE(contains(out_, "swing")) << out_;
  ASSERT_EQ(run("list algorithms scan --json -"), 0) << err_;
  EXPECT_FALSE(contains(out_, "\"allreduce\"")) << out_;
  EXPECT_EQ(run("list algorithms alreduce"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'allreduce'?")) << err_;
  EXPECT_EQ(run("render lessons/swing"), 2);
  EXPECT_TRUE(contains(err_, "render: --out is missing; expected ")) << err_;
}

TEST_F(Command, BuiltInScenariosAreFoundByName) {
  EXPECT_EQ(run("check lessons/first-allreduce ci/broadcast.toml"), 0);
  EXPECT_EQ(out_,
            "lessons/first-allreduce: fine, 1 run, 4 expectations\nci/broadcast.toml: fine, 10 "
            "runs, 12 expectations\n");
}

TEST_F(Command, ProgressIsOnlyForTerminals) {
  EXPECT_EQ(run("run --ranks 4,5,6,7"), 0);
  EXPECT_EQ(err_, "");
}

TEST_F(Command, SchedulesAreTheTablesOfThePaper) {
  EXPECT_EQ(run("schedule broadcast --ranks 9 --format csv"), 0);
  EXPECT_TRUE(contains(out_, "kind,p,round,rank,value\nbaseblock,9,,0,4\n"));
  EXPECT_TRUE(contains(out_, "recv,9,1,6,-2\n"));
  EXPECT_TRUE(contains(out_, "send,9,3,4,-4\n"));
  EXPECT_EQ(run("schedule broadcast --ranks 9"), 0);
  EXPECT_TRUE(contains(out_, "skips = 1 2 3 5 9"));
  EXPECT_TRUE(contains(out_, "baseblock      |  0 |  1 |  2  0 |  3  0  1  2\n")) << out_;
  EXPECT_EQ(run("schedule broadcast --ranks 1000000000 --rank 7 --format csv"), 0);
  EXPECT_TRUE(contains(out_, "baseblock,1000000000,,7,"));
  EXPECT_EQ(run("schedule broadcast --ranks 1"), 0);
}

/// Checks that --json to standard output has nothing beside it.
TEST_F(Command, TablesAreJsonToo) {
  const auto json = [&](const char* command) {
    EXPECT_EQ(run(command), 0) << err_;
    return nlohmann::json::parse(out_);
  };
  const auto rows = json("schedule broadcast --ranks 9 --json -");
  EXPECT_EQ(
      rows[0],
      nlohmann::json({{"kind", "baseblock"}, {"p", 9}, {"round", ""}, {"rank", 0}, {"value", 4}}));
  EXPECT_EQ(json("schedule sparbit --ranks 4 --rank 0 --json -").size(), 3U);
  const auto network = json("network torus:4x3 --json -");
  EXPECT_EQ(network["hosts"], 12);
  EXPECT_EQ(network["coordinates"], nlohmann::json({4, 3}));
  EXPECT_EQ(network["levels"].size(), 1U);
  EXPECT_EQ(network["diameter"], 3);
  EXPECT_EQ(network["middle_cut"], 6);
  const auto fit = json(
      "fit examples/osu_allreduce.txt --machine lumi --given ranks=16,algorithm=ring --vary alpha "
      "--rounds 1 --quiet --json -");
  EXPECT_TRUE(fit["values"].contains("alpha")) << fit;
  EXPECT_GT(fit["deviation"], 0);
}

/// Checks many ranks, as the paper did with more than 100,000 processors.
TEST_F(Command, SchedulesOfManyRanks) {
  EXPECT_EQ(run("schedule broadcast --ranks 100001 --check"), 0);
  EXPECT_EQ(out_, "p = 100001: the four conditions hold\n");
  EXPECT_EQ(run("schedule broadcast --ranks 70001 --format csv"), 0);
  EXPECT_EQ(std::ranges::count(out_, '\n'), 1 + 70001 * (1 + 2 * 17));
}

/// Checks Figure 4 of the Swing paper: the last of 7 ranks exchanges with 0, 1, 2, then with 3, 4,
/// then 5.
TEST_F(Command, StepsOfSwingAreThoseOfTheFigures) {
  EXPECT_EQ(run("schedule swing --ranks 7 --rank 6 --steps 3"), 0);
  EXPECT_TRUE(contains(out_, "step 0\n  6 -> 0  ")) << out_;
  for (const char* line : {"  6 -> 1  ", "  6 -> 2  ", "  6 -> 3  ", "  6 -> 4  ", "  6 -> 5  "})
    EXPECT_TRUE(contains(out_, line)) << out_;
  EXPECT_EQ(run("schedule swing --topology torus:4x4 --rank 0 --steps 1"), 0);
  for (const int peer : {1, 3, 4, 12})  // Metric 5: one to each side
    EXPECT_TRUE(contains(out_, fmt::format("  0 -> {}  ", peer))) << out_;
}

TEST_F(Command, StepsOfOtherAlgorithms) {
  EXPECT_EQ(run("schedule sparbit --ranks 4 --rank 0"), 0);
  EXPECT_EQ(out_, "step 0\n  0 -> 2   0\n\nstep 1\n  0 -> 1   0\n  0 -> 1   2\n") << out_;
  EXPECT_EQ(run("schedule bucket --topology torus:2x4 --steps 1 --format csv"), 0);
  EXPECT_TRUE(contains(out_, "step,from,to,lane,first,last,ranks\n0,0,"));
  EXPECT_EQ(run("schedule census --ranks 5"), 0);
  EXPECT_TRUE(contains(out_, "step 2\n"));
  EXPECT_EQ(run("schedule reduce --ranks 5 --blocks 2"), 0);
  EXPECT_TRUE(contains(out_, " of 1-2 4\n")) << out_;
}

TEST_F(Command, BadSchedulesExit2) {
  for (const char* arguments :
       {"schedule", "schedule broadcast", "schedule ring --ranks 4", "schedule swing",
        "schedule swing --ranks 4 --topology star:4", "schedule swing --ranks 4 --blocks 2",
        "schedule swing --ranks 4 --check", "schedule bucket --ranks 4",
        "schedule swing --ranks 5000", "schedule broadcast --ranks 0",
        "schedule broadcast --ranks 4 --rank 4", "schedule broadcast --ranks 4 --rank -1",
        "schedule broadcast --ranks 100000000 --check", "schedule broadcast --ranks 4 --format xml",
        "schedule broadcast --ranks 4GB"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_NE(err_, "") << arguments;
  }
}

TEST_F(Command, TreesAsTheTableOfThePaperHasThem) {
  const std::string problem =
      "tree gather --ranks 2000 --distribution same --alpha 100 --gamma 1 --root ";
  EXPECT_EQ(run(problem + "1000 --construction linear --format json"), 0);
  EXPECT_TRUE(contains(out_, "\"time\": 2199900,")) << out_.substr(0, 300);
  EXPECT_EQ(run(problem + "1000 --construction binary --format json"), 0);
  EXPECT_TRUE(contains(out_, "\"time\": 3611600,")) << out_.substr(0, 300);
  EXPECT_EQ(run(problem + "free --construction linear --format csv"), 0);
  write("sizes.txt", "3\n0\n5\n");
  EXPECT_EQ(run("tree scatter --sizes sizes.txt --construction adaptive --format dot"), 0);
  EXPECT_TRUE(contains(out_, "digraph"));
}

TEST_F(Command, TreeReachesWhatTheLibraryHas) {
  const auto time = [&](const std::string& arguments) {
    EXPECT_EQ(run("tree " + arguments + " --format json"), 0) << arguments << err_;
    const std::size_t at = out_.find("\"time\": ");
    return at == std::string::npos ? -1 : std::stol(out_.substr(at + 8));
  };
  const std::string small = "gather --sizes 2,2,1,0 --root 3 --alpha 1 --construction ";
  EXPECT_EQ(time(small + "optimal"), 8);
  EXPECT_TRUE(contains(out_, "nearest neighbours first (not those of Def. 3: see ordered)"))
      << out_;
  EXPECT_EQ(time(small + "optimal-strict"), 11);
  EXPECT_TRUE(contains(out_, "copy last (not those of Def. 3: see ordered)")) << out_;
  EXPECT_EQ(time(small + "binary"), 7);
  EXPECT_EQ(time(small + "ordered"), 7);
  EXPECT_TRUE(contains(out_, "\"standing\": \"the best of strongly ordered trees (Def. 3)\""))
      << out_;
  EXPECT_EQ(time(small + "weakly-ordered"), 7);
  EXPECT_EQ(time(small + "non-ordered"), 7);
  EXPECT_EQ(time("gather --partition 2,3,3,3,4,4,4,6,6,13 --root free"), 982);
  EXPECT_TRUE(contains(out_, "\"half\": [")) << out_;
  EXPECT_EQ(time("gather --jobs 3,3,2,2,2 --ports 2 --construction non-ordered"), 6);
  EXPECT_EQ(time("gather --jobs 3,3,2,2,2 --ports 2 --construction list-star"), 7);
  EXPECT_EQ(time("broadcast --ranks 8 --b 50 --alpha 7 --beta 2"), 3 * 107);
  EXPECT_EQ(time("reduce --ranks 8 --b 50 --alpha 7 --beta 2"), 3 * 107);
  EXPECT_EQ(time("gather --sizes 1,9,1,9 --virtual-ranks --construction oblivious"), 9 + 10);
  write("pairs.txt", "1,0,5,2\n2 0 1000 1 # far\n");
  EXPECT_EQ(time("gather --ranks 3 --b 1 --alpha 10 --pair-costs pairs.txt"), 11 + 9);
  write("dear.txt", "0,1,9,1\n");
  const std::string binary = "gather --ranks 3 --b 1 --construction binary --pair-costs dear.txt";
  EXPECT_EQ(time(binary + " --root 1"), 11);
  EXPECT_EQ(time(binary + " --root free"), 2);
  EXPECT_TRUE(contains(out_, "\"the best of ordered trees in which no rank has more than two"))
      << out_;
  EXPECT_LE(time("gather --ranks 8000 --distribution spikes --construction two-stage --alpha 100"),
            8'300'000);
}

TEST_F(Command, BadTreesExit2) {
  write("words.txt", "3\nfour\n");
  write("empty.txt", "");
  write("huge.txt", "9223372036854775807\n1\n");
  for (const char* arguments :
       {"tree",
        "tree allreduce --ranks 4",
        "tree gather",
        "tree gather --ranks 0",
        "tree gather --ranks 4 --root 4",
        "tree gather --ranks 4 --construction best",
        "tree gather --ranks 4 --distribution cubic",
        "tree gather --ranks 4 --format xml",
        "tree gather --ranks 4 --alpha -1",
        "tree gather --sizes words.txt",
        "tree gather --sizes empty.txt",
        "tree gather --sizes huge.txt",
        "tree gather --sizes missing.txt",
        "tree gather --sizes 1,2 --jobs 1,2",
        "tree gather --sizes 1,2 --distribution same",
        "tree broadcast --sizes 1,2",
        "tree gather --partition 1,2",
        "tree gather --partition 1,a",
        "tree gather --ranks 4 --ports 0",
        "tree gather --ranks 4 --construction greedi",
        "tree gather --ranks 4 --pair-costs words.txt",
        "tree gather --ranks 4 --pair-costs missing.txt",
        "tree gather --ranks 201 --pair-costs words.txt",
        "tree gather --ranks 4 --ports 2 --virtual-ranks --construction greedy"}) {
    EXPECT_EQ(run(arguments), 2) << arguments;
    EXPECT_EQ(out_, "") << arguments;
    EXPECT_NE(err_, "") << arguments;
  }
  run("tree gather --sizes words.txt");
  EXPECT_TRUE(contains(err_, "words.txt:2")) << err_;
}

TEST_F(Command, ReproductionsAreJudged) {
  EXPECT_EQ(run("reproduce paper1-theorem2 paper3-order --out results"), 0) << out_ << err_;
  EXPECT_TRUE(fs::exists(directory_ / "results/paper1-theorem2/theorem2.csv"));
  EXPECT_TRUE(contains(out_, "(a) 0.5 %: whole blocks")) << out_;
  const std::regex scoreboard(
      "reproduction +holds +holds with our estimate +differs +refuted +not comparable "
      "+claims +time\n[^\n]*\n"
      "paper1-theorem2 +8 +0 +0 +0 +0 +2 +[0-9.]+ s\n"
      "paper3-order +1 +0 +0 +0 +0 +1 +[0-9.]+ s\nall +9 +0 +0 +0 +0 +3 +[0-9.]+ s\n"
      "distinct claims +3 +0 +0 +0 +0 *\n");
  EXPECT_TRUE(std::regex_search(out_, scoreboard)) << out_;
  EXPECT_EQ(run("reproduce paper1-allgatherv"), 0) << "no row differs";
  EXPECT_TRUE(contains(out_, " not comparable ")) << out_;
  EXPECT_EQ(run("reproduce paper1-allgatherv paper5-figure9 --json -"), 1) << "a row differs";
  for (const char* part : {"\"tolerance_reason\": \"", "\"verdict\": \"differs\"", "\"why\": \"",
                           "\"seconds\": ", "\"not_run\": []"})
    EXPECT_TRUE(contains(out_, part)) << part << " is not in\n" << out_;
  EXPECT_EQ(out_.front(), '{');
  EXPECT_FALSE(contains(out_, "explained"));
}

TEST_F(Command, ReproductionsRefuseWhatTheyCannotDo) {
  EXPECT_EQ(run("reproduce --list"), 0);
  EXPECT_TRUE(contains(out_, "paper3-order"));
  EXPECT_EQ(run("reproduce"), 2);
  EXPECT_EQ(run("reproduce paper2-table1 --alpha -1"), 2);
  EXPECT_EQ(run("reproduce paper2-lemma2 --alpha 1"), 2);
  EXPECT_TRUE(contains(err_, "--alpha: not for paper2-lemma2; expected paper2-table1")) << err_;
  EXPECT_EQ(run("reproduce paper3-order --sensitivity --out rows"), 2);
  EXPECT_TRUE(contains(err_, "--sensitivity: not with --json, --alpha or --out")) << err_;
  EXPECT_FALSE(std::filesystem::exists(directory_ / "rows")) << "made, and refused afterwards";
  EXPECT_EQ(run("reproduce paper3-oder"), 2);
  EXPECT_TRUE(contains(err_, "did you mean 'paper3-order'?")) << err_;
}

TEST_F(Command, MapsShowWhoIsFastestAndKeepTheirRuns) {
  const std::string sweep =
      "map --collective allgather --algorithm ring,neighbor-exchange,bruck --ranks 5,8 --bytes "
      "1KiB,1MiB --alpha 1us --resume runs ";
  EXPECT_EQ(run(sweep + "--csv map.csv --json map.json -o map.png --gain bruck --jobs 2"), 0);
  EXPECT_EQ(err_, "");
  EXPECT_TRUE(contains(out_, "ranks   5  8\n")) << out_;
  EXPECT_FALSE(contains(out_, "\033")) << out_;
  EXPECT_EQ(files(), 4);
  const std::string csv = content(directory_ / "map.csv");
  EXPECT_TRUE(contains(csv, "ranks,bytes,best,best_time_s,")) << csv;
  EXPECT_EQ(run(sweep + "--csv - --gain bruck"), 0);
  EXPECT_EQ(out_, csv);
  EXPECT_EQ(run(sweep + "--color always"), 0);
  EXPECT_TRUE(contains(out_, "\033[48;5;")) << out_;
  write("runs", content(directory_ / "runs") + "ring,5,1KiB,0.1,00000000\n");
  EXPECT_EQ(run(sweep), 2);
  EXPECT_TRUE(contains(err_, ": the line is damaged")) << err_;
  EXPECT_EQ(run("map --ranks 4,5 --algorithm ring --collective allgather"), 2);
  EXPECT_EQ(run("map"), 2);
  EXPECT_EQ(run(sweep + "--gain sparbit"), 2);
  EXPECT_EQ(run("map --ranks 4,5 --collective broadcast --algorithm linear,circulant --rules -"),
            2);
  EXPECT_TRUE(contains(err_, "Open MPI has only linear = 1")) << err_;
}

TEST_F(Command, MapsCompareCompositions) {
  const std::string sweep =
      "map --topology two-tier:4,4 --link-bandwidth 10Gb/s --collective allreduce --groups switch "
      "--algorithm "
      "'ring,hierarchical(ring, rabenseifner),full-lane(intra=ring,inter=swing)' --bytes 64B,1MiB "
      "--alpha 1us --resume runs ";
  EXPECT_EQ(run(sweep + "--csv map.csv -o map.png --jobs 2"), 0) << err_;
  EXPECT_TRUE(contains(out_, "  full-lane(intra=ring, inter=swing)  ")) << out_;
  const std::string csv = content(directory_ / "map.csv");
  EXPECT_EQ(run(sweep + "--csv - --quiet"), 0) << err_;  // all of them are known
  EXPECT_EQ(out_, csv);
  EXPECT_EQ(run("map --ranks 4,8 --collective allreduce --algorithm 'ring,leader(rin)'"), 2);
  EXPECT_TRUE(contains(err_, "no reduce or broadcast algorithm is called 'rin'")) << err_;
}

TEST_F(Command, LocalityCountsBytesByDistance) {
  EXPECT_EQ(
      run("study locality --collective allgather --algorithm bruck,sparbit --topology two-tier:2,2 "
          "--ranks-per-host 2 --bytes 1KiB --csv - -o l.svg"),
      0);
  EXPECT_EQ(err_, "");
  // 8 ranks, 4 on each leaf: Bruck's last step (4 blocks to r - 4) and Sparbit's first step (1
  // block).
  EXPECT_TRUE(contains(out_, "bruck,2,across the core,8,32768\n")) << out_;
  EXPECT_TRUE(contains(out_, "sparbit,0,across the core,8,8192\n")) << out_;
  EXPECT_TRUE(contains(out_, "sparbit,2,same host,16,16384\n")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "l.svg"), "<svg"));
  EXPECT_EQ(run("study locality --collective allgather --algorithm ring --topology torus:4x4"), 0);
  EXPECT_TRUE(contains(out_, "1 link")) << out_;
  EXPECT_EQ(run("study locality"), 2);
}

/// Checks skips 5 3 2 1 by hand: 5 .. 8 send to 0 .. 3, 3 and 4 to 0 and 1, then 2 and 1 to 0.
TEST_F(Command, TreesOfRunsAreDrawnForAnyNetwork) {
  EXPECT_EQ(run("reproduce paper3-tree --topology torus:3x3 --out trees"), 0);
  EXPECT_TRUE(contains(out_, "0 5 3 8 2 7 1 6 4")) << out_;
  EXPECT_TRUE(contains(out_, "each tree spans 9 ranks, 9 of 9 are the same")) << out_;
  EXPECT_TRUE(contains(content(directory_ / "trees/paper3-tree/tree-9.dot"), "8 -> 3 [label = 5]"));
  EXPECT_EQ(run("reproduce paper3-tree --topology full:5000"), 2);
  EXPECT_TRUE(contains(err_, "full:5000 has 5000 hosts; expected at most 2048")) << err_;
}

/// Checks the names of version 0.1, in which studies were commands.
TEST_F(Command, StudiesGoByTheirOldNamesToo) {
  EXPECT_EQ(run("study skips --topology full:8 --bytes 1KiB --quiet --csv -"), 0) << err_;
  const std::string now = out_;
  EXPECT_EQ(run("skips --topology full:8 --bytes 1KiB --quiet --csv -"), 0) << err_;
  EXPECT_EQ(out_, now);
  EXPECT_EQ(run("locality"), 2);
  EXPECT_TRUE(contains(err_, "orrery: study locality: nothing to run")) << err_;
  EXPECT_EQ(run("help robustness"), 0);
  EXPECT_TRUE(contains(out_, "orrery study robustness --")) << out_;
}

TEST_F(Command, AStudyIsNamed) {
  EXPECT_EQ(run("study"), 2);
  EXPECT_TRUE(contains(err_,
                       "orrery: study: a command is missing; expected locality, robustness, skips\n"
                       "See orrery study --help.\n"))
      << err_;
  EXPECT_EQ(run("study skip"), 2);
  EXPECT_TRUE(contains(err_, "study: 'skip' is unknown")) << err_;
  EXPECT_TRUE(contains(err_, "did you mean 'skips'?")) << err_;
  EXPECT_EQ(run("study skips --bites 1KiB"), 2);
  EXPECT_TRUE(contains(err_, "orrery: study skips: ")) << err_;
  EXPECT_TRUE(contains(err_, "See orrery study skips --help.")) << err_;
}

TEST_F(Command, SkipsAreSearchedForANetwork) {
  EXPECT_EQ(run("study skips --topology full:8 --bytes 1KiB --csv all.csv"), 0);
  EXPECT_EQ(err_, "");
  EXPECT_TRUE(contains(out_, "halving and power-of-two: 4,2,1")) << out_;
  EXPECT_TRUE(contains(out_, "all that there are")) << out_;
  EXPECT_TRUE(contains(out_, "No tried sequence is faster than the paper's halving")) << out_;
  // 3 (100 ns + 1 byte in 20 ps) and 7/8 of the bytes.
  EXPECT_TRUE(contains(content(directory_ / "all.csv"), "skips,time_s\n4 2 1,0.000000317920\n"))
      << content(directory_ / "all.csv");
  EXPECT_EQ(run("study skips --topology full:1"), 2);
  EXPECT_TRUE(contains(err_, "one rank has no skips; expected at least 2 ranks")) << err_;
  EXPECT_EQ(run("study skips --topology full:8 --algorithm ring"), 2);
  EXPECT_TRUE(contains(err_, "reduce-scatter ring has no skips; expected a circulant algorithm"));
  EXPECT_EQ(run("study skips --topology full:8 --bytes 1KiB,2KiB"), 2);
  EXPECT_EQ(run("study skips"), 2);
}

TEST_F(Command, MappingsAndNetworksThatCannotBe) {
  const std::string host = "run --topology star:3 ";
  const std::pair<const char*, const char*> bad[] = {
      {"--ranks 3 --mapping list:0,1", "the list has 2 entries; expected one for each of 3 ranks"},
      {"--ranks 3 --mapping list:0,1,1", "host 1 has 2 ranks; expected at most 1"},
      {"--ranks 3 --mapping list:0,1,3", "rank 2 is on host 3; expected 0 to 2"},
      {"--ranks 4", "4 ranks do not fit on star:3: 3 hosts with 1 each; expected at most 3"},
      {"--link-bandwidth 0Gb/s", "--link-bandwidth: "},
      {"--core-bandwidth 0b/s", "--core-bandwidth: "},
      {"--link-bandwidth -1Gb/s", "--link-bandwidth: "}};
  for (const auto& [options, message] : bad) {
    EXPECT_EQ(run(host + options), 2) << options;
    EXPECT_TRUE(contains(err_, message)) << err_;
  }
}

TEST_F(Command, SkipsAndSizes) {
  EXPECT_EQ(run("run --collective reduce-scatter --algorithm circulant --ranks 10 --skips "
                "list:5,2,1"),
            2);
  EXPECT_TRUE(contains(err_, "--skips: the skips do not reach distance 4")) << err_;
  EXPECT_EQ(run("run --collective allgatherv --algorithm ring,bruck --ranks 4 --sizes "
                "list:3,0,0,9 --payload real --json -"),
            0);
  EXPECT_TRUE(contains(out_, "\"bytes\": 12,")) << out_;
  EXPECT_EQ(run("run --collective allgatherv --ranks 4 --sizes list:3,0,9"), 2);
  EXPECT_TRUE(contains(err_, "3 sizes for 4 ranks")) << err_;
  const std::pair<const char*, const char*> bad[] = {
      {"1,2,-3,4", "orrery: --sizes: -3 is too small; expected at least 0\n"},
      {"1,2,,4", "orrery: --sizes: '' is not an integer; "},
      {"1,2,2.5,4", "orrery: --sizes: '2.5' is not an integer; "},
      {"1,2,x,4", "orrery: --sizes: 'x' "}};
  for (const auto& [sizes, message] : bad) {
    EXPECT_EQ(run(fmt::format("run --collective allgatherv --ranks 4 --sizes list:{}", sizes)), 2);
    EXPECT_TRUE(err_.starts_with(message)) << err_;
  }
  EXPECT_EQ(run("run --ranks 4 --distribution mod3"), 2);
  EXPECT_TRUE(contains(err_,
                       "expected reduce-scatter, alltoallv, allgatherv, gatherv or "
                       "scatterv"))
      << err_;
}

TEST_F(Command, SizesAreForPairsOfRanks) {
  EXPECT_EQ(run("run --collective alltoallv --ranks 3 --sizes list:1,2,3"), 2);
  EXPECT_TRUE(contains(
      err_, "3 sizes for 3 ranks; expected 9, of what each rank has for each, rank 0's first"))
      << err_;
  const std::string all = "run --collective alltoallv --algorithm linear --payload real --json - ";
  EXPECT_EQ(run(all + "--ranks 3 --sizes list:5,10,0,20,5,30,0,40,5"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"bytes_total\": 100,")) << out_;
  EXPECT_TRUE(contains(out_, "\"bytes_max_rank\": 50,")) << out_;
  // Each rank has 16 bytes, half of them for the first rank and half for the last.
  EXPECT_EQ(run(all + "--ranks 4 --bytes 64B --distribution two_blocks"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"bytes_total\": 48,")) << out_;
  EXPECT_TRUE(contains(out_, "\"messages\": 6,")) << out_;
}

TEST_F(Command, PlotDrawsResults) {
  ASSERT_EQ(run("run lessons/few-rounds-or-few-bytes --quiet --csv r.csv"), 0);
  const std::string plot = "plot r.csv --x bytes --by algorithm --logx --y ";
  EXPECT_EQ(run(plot + "completion_time_s -o t.png"), 0) << err_;
  EXPECT_EQ(err_, "");
  EXPECT_EQ(content(directory_ / "t.png").substr(1, 3), "PNG");
  EXPECT_EQ(run(plot + "goodput_bps -o t.svg"), 0) << err_;
  EXPECT_TRUE(contains(content(directory_ / "t.svg"), "Goodput over bytes"));
  EXPECT_EQ(run(plot + "goodput_bps -o u.pdf"), 0) << err_;
  const std::string pdf = content(directory_ / "u.pdf");
  EXPECT_TRUE(pdf.starts_with("%PDF-") && contains(pdf, "/CreationDate (D:19700101000000")) << err_;
  ASSERT_EQ(
      shell(fmt::format("SOURCE_DATE_EPOCH=86401 TZ=Asia/Kolkata '{}' {} goodput_bps -o u.pdf",
                        ORRERY_COMMAND, plot)),
      0);
  EXPECT_TRUE(contains(content(directory_ / "u.pdf"), "/CreationDate (D:19700102000001"));
  EXPECT_EQ(run(plot + "goodput -o u.svg"), 2);
  EXPECT_TRUE(contains(err_, "; did you mean 'goodput_bps'?"));
  EXPECT_EQ(run(plot + "goodput_bps -o u.jpg"), 2);
  EXPECT_TRUE(contains(err_, "has an unknown ending; expected .png, .svg or .pdf"));
  EXPECT_FALSE(fs::exists(directory_ / "u.svg"));
}

TEST_F(Command, PlotLeavesOutTimesOfZeroOnTheAxisThatItChose) {
  ASSERT_EQ(run("run --collective barrier --algorithm all --ranks 1..3 --quiet --csv r.csv"), 0);
  EXPECT_EQ(run("plot r.csv --x ranks --by algorithm -o r.png"), 0) << err_;
  ASSERT_EQ(run("run --collective barrier --ranks 1 --quiet --csv r.csv"), 0);
  EXPECT_EQ(run("plot r.csv --x ranks --by algorithm -o r.png"), 2);
  EXPECT_TRUE(contains(err_, "no completion_time_s above 0; expected --y COLUMN")) << err_;
}

TEST_F(Command, InfiniteValuesAreEmptyInCsvAndNullInJson) {
  const std::string all = "run --collective alltoallv --algorithm linear --ranks 4 --bytes 0B ";
  EXPECT_EQ(run(all + "--csv -"), 0) << err_;
  EXPECT_FALSE(contains(out_, "null")) << out_;
  EXPECT_EQ(run(all + "--json -"), 0) << err_;
  EXPECT_TRUE(contains(out_, "\"lambda\": null")) << out_;
}

TEST_F(Command, KeysThatChangeNothingAreNamed) {
  EXPECT_EQ(run("run --topology torus:4 --order torus --receive-overhead 1us"), 0);
  EXPECT_TRUE(contains(err_, "--order: ring has only one order; it changes nothing")) << err_;
  EXPECT_TRUE(contains(err_, "--receive-overhead: without eager_limit no sender copies")) << err_;
  EXPECT_EQ(run("run --topology torus:4 --order torus --algorithm rabenseifner --eager-limit 1KiB "
                "--receive-overhead 1us"),
            0);
  EXPECT_EQ(err_, "");
}

TEST_F(Command, AScormPackageIsAZipArchive) {
  EXPECT_EQ(run("export lessons/swing --scorm -o page.html"), 2);
  EXPECT_TRUE(contains(err_, "-o: 'page.html' does not end in .zip")) << err_;
  EXPECT_FALSE(fs::exists(directory_ / "page.html"));
}

}  // namespace
}  // namespace orrery
