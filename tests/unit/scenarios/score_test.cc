// Tests `orrery score` against cases worked out by hand.
#include "scenarios/run/score/score.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "scenarios/report/score/score_report.h"
#include "scenarios/run/score/machine_fit.h"
#include "scenarios/text/errors.h"
#include "tests/own_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

std::string file_with(const std::string& name, const std::string& text) {
  const std::string path = own_folder() / name;
  std::ofstream(path) << text;
  return path;
}

constexpr const char* kHead =
    "machine,timestamp,nodes,shape,tasks_per_node,ranks,collective,impl,algorithm,segment,ports,"
    "bytes,median_s,ignored\n";

std::vector<MeasuredRow> measured_lines(const std::string& lines) {
  return read_measured(file_with("measured.csv", kHead + lines));
}

std::string score_error(const std::string& line) {
  try {
    measured_lines(line);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

MeasuredRow row(const std::string& collective, const std::string& impl,
                const std::string& algorithm, const std::string& shape = "",
                const std::string& segment = "", const std::string& ports = "") {
  MeasuredRow r;
  r.machine = "m", r.timestamp = "t", r.nodes = r.ranks = 8, r.bytes = Bytes(1024), r.seconds = 1;
  r.collective = collective_name(collective);
  r.implementation = impl, r.algorithm = algorithm;
  r.shape = shape, r.segment = segment, r.ports = ports;
  return r;
}

TEST(Measured, RefusesBadCellsByLineAndColumn) {
  const std::string good = "m,t,4,,1,4,bcast,ompi,ring,,,64,1e-5,\n";
  EXPECT_EQ(score_error(good), "");
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string ranks = score_error(good + "m,t,4,,1,zero,bcast,ompi,ring,,,64,1e-5,\n");
  EXPECT_TRUE(has(ranks, ":3: column 'ranks': 'zero'; expected an integer of at least 1")) << ranks;
  EXPECT_TRUE(has(score_error("m,t,4,,1,4,bcast,ompi,ring,,,64,-1,\n"), "column 'median_s'"));
  EXPECT_TRUE(has(score_error("m,t,4,,1,4,bcast,ompi,ring,,,64,nan,\n"), "column 'median_s'"));
  EXPECT_TRUE(has(score_error("m,t,4,,1,4,bcast,ompi,ring,,,64,0,\n"), "column 'median_s'"));
  EXPECT_TRUE(has(score_error("m,t,4,,1,4,bcast,ompi,,,,64,1,\n"), "column 'algorithm'"));
  EXPECT_TRUE(has(score_error("m,t,4,,1,4,bcast,ompi,ring,,,64,1,maybe\n"), "column 'ignored'"));
}

class Mapping : public ::testing::Test {
 protected:
  std::string name(const MeasuredRow& r) {
    const auto found = counterparts_.of(r);
    const auto* const c = std::get_if<Counterpart>(&found);
    if (c == nullptr) return "-";
    std::string text = c->collective + ' ' + c->algorithm;
    for (const auto& [key, value] : c->keys) text += ' ' + key + '=' + value;
    return text + (c->on_torus ? " torus" : "");
  }
  Counterparts counterparts_{file_with(
      "mapping.csv",
      "pico_label,impl,collective,orrery,note\n"
      "recursive_doubling,\"ompi,pico(_over)\",allreduce,allreduce recursive-doubling-latency,\n"
      "\"k_bruck (radix 2), brucks\",pico,allgather,allgather bruck,\n"
      "\"bine_send_remap/static\",pico,allgather,allgather swing,\n"
      "sparbit,pico,allgather,allgather sparbit (ports=unlimited),\n"
      "linear,ompi,gather/scatter,gatherv/scatterv linear,\n"
      "\"bine_2_blocks*\",pico,allgather,-,\n"
      "knomial,ompi,bcast,- all at once,\n"
      "\"recursive_doubling (allreduce); ring, pairwise (RS); linear (gather)\",fjmpi (x),all,same "
      "names,\n"
      "\"BINE-L, BINE-B -UTOFU-0-2D\",utofu,allreduce,swing-latency / swing-bandwidth "
      "ports=per-link "
      "on torus,\n"
      "\"BINE-/RING- VEC_* , TREE -UTOFU-0-2D\",utofu,\"AG, bcast\",swing / bucket on torus,\n"
      "odd,ompi,allreduce,allreduce no-such-algorithm,\n")};
};

TEST_F(Mapping, UnderstandsItsLabels) {
  EXPECT_EQ(name(row("allreduce", "pico", "recursive_doubling")),
            "allreduce recursive-doubling-latency");
  EXPECT_EQ(name(row("allreduce", "mpich", "recursive_doubling")), "-");
  EXPECT_EQ(name(row("allgather", "pico", "k_bruck")), "allgather bruck");
  EXPECT_EQ(name(row("allgather", "pico", "bine_send_static")), "allgather swing");
  EXPECT_EQ(name(row("allgather", "pico", "sparbit")), "allgather sparbit ports=unlimited");
  EXPECT_EQ(name(row("scatter", "ompi", "linear")), "scatterv linear");
  EXPECT_EQ(name(row("allgather", "pico", "bine_2_blocks_dtype")), "-");
  EXPECT_EQ(name(row("allreduce", "ompi", "odd")), "-");
  EXPECT_EQ(std::get<std::string>(counterparts_.of(row("bcast", "ompi", "knomial"))),
            "no counterpart: all at once");
}

TEST_F(Mapping, FindsSameNamesAndAllPorts) {
  EXPECT_EQ(name(row("allreduce", "fjmpi", "recursive-doubling")),
            "allreduce recursive-doubling-latency");
  EXPECT_EQ(name(row("reduce_scatter", "fjmpi", "pairwise")), "reduce-scatter pairwise");
  EXPECT_EQ(name(row("allreduce", "fjmpi", "pairwise")), "-");
  EXPECT_EQ(name(row("gather", "fjmpi", "linear")), "gatherv linear");
  EXPECT_EQ(name(row("allreduce", "utofu", "BINE-B", "2x2x2", "0", "6")),
            "allreduce swing-bandwidth ports=per-link torus");
  EXPECT_EQ(name(row("allreduce", "utofu", "BINE-B", "4x4", "0", "4")),
            "allreduce swing-bandwidth ports=per-link torus");
  EXPECT_EQ(name(row("allreduce", "utofu", "BINE-B", "2x2x2", "0", "3")), "-");
  EXPECT_EQ(name(row("allreduce", "utofu", "BINE-B", "2x2x2", "4096", "6")), "-");
  EXPECT_EQ(name(row("allgather", "utofu", "RING-VEC_X", "2x2x2", "0", "6")),
            "allgather bucket torus");
  EXPECT_EQ(name(row("bcast", "utofu", "BINE-TREE", "2x2x2", "0", "6")), "broadcast swing torus");
}

ScoredRow scored(const std::string& algorithm, double measured, double predicted,
                 std::int64_t bytes = 1024) {
  ScoredRow r;
  r.row = row("allreduce", "ompi", algorithm);
  r.row.bytes = Bytes(bytes);
  r.row.seconds = measured;
  r.counterpart = "allreduce " + algorithm;
  r.predicted = predicted;
  return r;
}

ScoredRow standard(double measured) {
  ScoredRow r = scored("default", measured, 0);
  r.predicted.reset();
  return r;
}

/// Checks measured a < b < c and predicted b < a < c: two of three pairs are in order, and b took 1.2 times
/// as long as a.
TEST(Scores, CountCellsAsByHand) {
  const std::vector<ScoredRow> rows{scored("a", 1.0, 1.1), scored("b", 1.2, 0.9),
                                    scored("c", 2.0, 2.0), standard(1.05)};
  const PredictionScore s = score_of(predicted_rows(rows));
  EXPECT_EQ(s.rows, 3u);
  EXPECT_EQ(s.cells, 1u);
  EXPECT_NEAR(s.median_error, 0.1, 1e-12);  // of 0, 0.1, 0.25
  EXPECT_NEAR(s.p90_error, 0.25, 1e-12);
  EXPECT_EQ(s.fastest, 0);
  EXPECT_EQ(s.within_10, 0);
  EXPECT_EQ(s.within_25, 1);
  EXPECT_NEAR(s.tau, 1.0 / 3, 1e-12);
  EXPECT_EQ(s.library_within_10, 1);
  EXPECT_EQ(s.one_name, 1);  // 1.1 is more than 12 % above 0.9
  EXPECT_EQ(s.one_right, 0);
  EXPECT_TRUE(std::isnan(s.several_have));
  EXPECT_NEAR(s.chance_within_10, 1.0 / 3, 1e-12);
  EXPECT_NEAR(s.chance_within_25, 2.0 / 3, 1e-12);
}

TEST(Scores, TiesCountByEqualParts) {
  const std::vector<ScoredRow> rows{scored("a", 1, 3), scored("b", 2, 3)};
  const PredictionScore s = score_of(predicted_rows(rows));
  EXPECT_EQ(s.fastest, 0.5);
  EXPECT_EQ(s.tau, 0);
  EXPECT_TRUE(std::isnan(s.library_within_10));
  EXPECT_EQ(s.one_name, 0);
  EXPECT_EQ(s.several_have, 1);
}

/// Checks that a second implementation of an algorithm makes no cell: the fastest one counts.
TEST(Scores, ImplementationsOfOneAlgorithmAreOne) {
  const std::vector<ScoredRow> rows{scored("a", 1, 1), scored("a", 3, 1), scored("b", 2, 2),
                                    scored("c", 1, 1, 4096)};
  const PredictionScore s = score_of(predicted_rows(rows));
  EXPECT_EQ(s.rows, 4u);
  EXPECT_EQ(s.cells, 1u);
  EXPECT_EQ(s.fastest, 1);
  EXPECT_EQ(s.tau, 1);
}

/// A machine of two nodes, α = 1 us and 1 GB/s, in its own folder.
class Machine : public ::testing::Test {
 protected:
  Machine() {
    folder_ = own_folder() / "machines";
    fs::create_directories(folder_);
    std::ofstream(folder_ / "toy.toml")
        << "title = \"t\"\n[network]\ntopology = \"groups:2,2\"\nlink_bandwidth = \"2GB/s\"\n"
           "link_latency = \"0ns\"\nports = \"unlimited\"\n[cost]\nalpha = \"2us\"\n"
           "beta_by_size = [\"0B=700ps/B\"]\n[run]\nbytes = \"1KiB\"\n";
    std::ofstream(folder_ / "fitted.csv") << "machine,timestamp\ntoy,one\n";
  }
  ScorePlan plan(const std::string& lines, const ScoreRequest& request = {}) {
    Machines machines({folder_}, "");
    const Counterparts all(file_with("one.csv",
                                     "pico_label,impl,collective,orrery\n"
                                     "rd,ompi,allreduce,allreduce recursive-doubling-latency\n"
                                     "ring,ompi,allreduce,allreduce ring\n"));
    return plan_score(measured_lines(lines), all, machines, request);
  }
  fs::path folder_;
};

TEST_F(Machine, EveryRowIsARunOrHasAReason) {
  const ScorePlan p = plan(
      "toy,one,2,,1,2,allreduce,ompi,rd,,,1024,1e-5,\n"
      "toy,one,2,,1,2,allreduce,ompi,rd,,,1024,2e-5,\n"     // the same run
      "toy,two,2,,1,2,allreduce,ompi,ring,,,1024,1e-5,1\n"  // ignored
      "toy,two,2,,1,2,allreduce,ompi,default,,,1024,1e-5,\n"
      "toy,two,2,,1,4,allreduce,ompi,ring,,,1024,1e-5,\n"  // too many ranks for the nodes
      "other,two,2,,1,2,allreduce,ompi,ring,,,1024,1e-5,\n"
      "toy,two,2,,1,2,bcast,ompi,ring,,,1024,1e-5,\n"
      "toy,two,9,,1,9,allreduce,ompi,ring,,,1024,1e-5,\n",
      {{}, 8});
  ASSERT_EQ(p.rows.size(), 8u);
  EXPECT_EQ(p.runs.size(), 1u);
  EXPECT_EQ(p.rows[0].run, p.rows[1].run);
  EXPECT_TRUE(p.rows[0].fitted);
  EXPECT_FALSE(p.rows[2].fitted);
  for (std::size_t i = 2; i < 8; ++i) EXPECT_FALSE(p.rows[i].reason.empty()) << i;
  EXPECT_NE(p.rows[5].reason.find("other.toml"), std::string::npos);
  EXPECT_NE(p.rows[7].reason.find("--max-ranks 8"), std::string::npos);
}

/// Checks a group of two hosts, of which the job has one: it has the outgoing bandwidth of both.
TEST_F(Machine, AJobHasTheWholeWayOutOfItsGroups) {
  const fs::path alloc = own_folder() / "alloc";
  fs::create_directories(alloc);
  std::ofstream(alloc / "toy_one.csv") << "rank,node,group\n0,a,1\n1,b,2\n";
  Machines machines({folder_}, alloc);
  MeasuredRow r = row("allreduce", "ompi", "ring");
  r.machine = "toy", r.timestamp = "one", r.nodes = r.ranks = 2;
  const auto run = machines.run_of(r, Counterpart{"allreduce", "ring", {}});
  ASSERT_TRUE(std::holds_alternative<RunSpec>(run)) << std::get<std::string>(run);
  EXPECT_EQ(std::get<RunSpec>(run).topology, "groups:2:" + (alloc / "toy_one.csv").string());
}

/// Checks that conditions in column `if` apply to the algorithm that a library runs instead; a
/// segment cuts half of the vector.
TEST_F(Machine, AMappingFollowsWhatLibrariesRunInstead) {
  const std::string head =
      "machine,timestamp,nodes,ranks,collective,impl,algorithm,segment,bytes,count,median_s\n";
  const auto rows = read_measured(
      file_with("instead.csv", head + "toy,one,8,8,allreduce,ompi,ring,,16,4,1e-5\n"
                                      "toy,one,8,8,allreduce,ompi,ring,,32,8,1e-5\n"
                                      "toy,one,7,7,allgather,ompi,neighbor,,64,16,1e-5\n"
                                      "toy,one,8,8,allreduce,ompi,cut,1024,8192,2048,1e-5\n"
                                      "toy,one,8,8,allreduce,ompi,cut,1024,512,128,1e-5\n"));
  Machines machines({folder_}, "");
  const Counterparts all(
      file_with("if.csv",
                "pico_label,impl,collective,orrery,if\n"
                "ring,ompi,allreduce,allreduce recursive-doubling-latency,count < ranks\n"
                "ring,ompi,allreduce,allreduce ring,\n"
                "neighbor,ompi,allgather,allgather ring,ranks odd\n"
                "neighbor,ompi,allgather,allgather neighbor-exchange,\n"
                "cut,ompi,allreduce,allreduce swing-bandwidth cut=2,\n"));
  const ScorePlan p = plan_score(rows, all, machines, {});
  EXPECT_EQ(p.rows[0].counterpart, "allreduce recursive-doubling-latency");
  EXPECT_EQ(p.rows[1].counterpart, "allreduce ring");
  EXPECT_EQ(p.rows[2].counterpart, "allgather ring");
  // Sixteen elements for seven ranks: two each.
  EXPECT_EQ(p.runs[*p.rows[2].run].bytes, Bytes(8));
  // Of 8 KiB: 4, 2 and 1 segments in place of three messages; of 512 B: no more messages.
  EXPECT_EQ(p.rows[3].left_out.segments.messages, 4);
  EXPECT_EQ(p.rows[3].left_out.segments.size, Bytes(1024));
  EXPECT_EQ(p.rows[4].left_out.segments.messages, 0);
  EXPECT_THROW(Counterparts(file_with("odd.csv",
                                      "pico_label,impl,collective,orrery,if\n"
                                      "ring,ompi,allreduce,allreduce ring,sometimes\n")),
               InputError);
}

/// Checks a job that was fitted for some of its numbers of ranks only.
TEST_F(Machine, FittedGoesByJobAndRanks) {
  std::ofstream(folder_ / "fitted.csv") << "machine,timestamp,ranks\ntoy,one,2\ntoy,two,\n";
  const ScorePlan p = plan(
      "toy,one,2,,1,2,allreduce,ompi,rd,,,1024,1e-5,\n"
      "toy,one,4,,1,4,allreduce,ompi,rd,,,1024,1e-5,\n"
      "toy,two,4,,1,4,allreduce,ompi,rd,,,1024,1e-5,\n");
  EXPECT_TRUE(p.rows[0].fitted);
  EXPECT_FALSE(p.rows[1].fitted);
  EXPECT_TRUE(p.rows[2].fitted);
}

/// Checks that a job is predicted with costs fitted without it, and not at all if it has none.
TEST_F(Machine, FittedJobsMayBeLeftOut) {
  std::ofstream(folder_ / "fitted.csv") << "machine,timestamp\ntoy,one\ntoy,two\n";
  const Counterparts all(
      file_with("ring.csv", "pico_label,impl,collective,orrery\nring,ompi,all,same names\n"));
  const auto rows = measured_lines(
      "toy,one,2,,1,2,allreduce,ompi,ring,,,1024,1e-5,\n"
      "toy,two,2,,1,2,allreduce,ompi,ring,,,1024,1e-5,\n"
      "toy,new,2,,1,2,allreduce,ompi,ring,,,1024,1e-5,\n");
  Machines machines({folder_}, "");
  EXPECT_THROW(machines.leave_out_jobs(), InputError);
  std::ofstream(folder_ / "left_out.csv") << "scenario,timestamp,ranks,key,value\n"
                                             "toy,one,2,alpha,3us\n"
                                             "toy,one,2,alpha_by_size,\"list:1KiB=4us,2KiB=5us\"\n";
  machines.leave_out_jobs();
  const ScorePlan p = plan_score(rows, all, machines, {});
  EXPECT_EQ(p.runs[*p.rows[0].run].costs.alpha, 3us);
  EXPECT_EQ(p.runs[*p.rows[0].run].costs.alpha_of(Bytes(1024)), 4us);
  EXPECT_FALSE(p.rows[0].fitted);
  EXPECT_EQ(p.rows[1].reason, "no numbers were fitted without its job");
  EXPECT_EQ(p.runs[*p.rows[2].run].costs.alpha, 2us);
  // The costs of the first folder hold, as its scenario does.
  const fs::path later = folder_ / "later";
  fs::create_directory(later);
  std::ofstream(later / "left_out.csv") << "scenario,timestamp,ranks,key,value\n"
                                           "toy,one,2,alpha,9us\n";
  Machines both({folder_, later}, "");
  both.leave_out_jobs();
  const ScorePlan first = plan_score(rows, all, both, {});
  EXPECT_EQ(first.runs.front().costs.alpha, 3us);
  std::ofstream(folder_ / "left_out.csv")
      << "scenario,timestamp,ranks,key,value\ntoy,one,2,speed,3us\n";
  EXPECT_THROW(machines.leave_out_jobs(), InputError);
}

/// Checks that reasons which differ only in numbers are counted as one.
TEST_F(Machine, ReasonsOfOneKindAreOne) {
  const ScorePlan p = plan(
      "toy,two,2,,1,4,allreduce,ompi,ring,,,1024,1e-5,\n"
      "toy,two,3,,1,5,allreduce,ompi,ring,,,1024,1e-5,\n");
  const std::string text = score_text(p.rows);
  EXPECT_NE(text.find("2  4 ranks are more than 1 on each of 2 nodes, or the like"),
            std::string::npos)
      << text;
}

TEST_F(Machine, PartsWithoutElementsSayNothing) {
  const std::string head =
      "machine,timestamp,nodes,ranks,collective,impl,algorithm,bytes,count,median_s\n";
  const auto rows =
      read_measured(file_with("counted.csv", head + "toy,one,2,2,allgather,ompi,ring,4,1,1e-8\n"
                                                    "toy,one,2,2,allreduce,ompi,ring,4,1,1e-5\n"
                                                    "toy,one,2,2,allgather,ompi,ring,8,2,1e-5\n"));
  EXPECT_EQ(rows[0].count, 1);
  Machines machines({folder_}, "");
  const Counterparts all(file_with("ring.csv",
                                   "pico_label,impl,collective,orrery\n"
                                   "ring,ompi,all,same names\n"));
  const ScorePlan p = plan_score(rows, all, machines, {});
  EXPECT_NE(p.rows[0].reason.find("fewer elements than ranks"), std::string::npos);
  EXPECT_EQ(p.rows[1].reason, "");
  EXPECT_EQ(p.rows[2].reason, "");
}

/// Checks Sparbit on more than 256 ranks, which runs with joined messages: each message that the run
/// saves costs o.
TEST_F(Machine, JoinedMessagesCostTheirSender) {
  RunSpec run;
  run.collective = "allgather";
  run.ranks = 300;
  run.bytes = Bytes(1024);
  run.costs.overhead_by_size = {{{Bytes(1024), Time(5)}, {Bytes(1025), Time(7)}}};
  RunResult result;
  result.metrics.completion = Time(1'000);
  const auto joined = [](const char* name, int ranks) {
    MeasuredRow r;
    r.ranks = ranks;
    return left_out_of({"allgather", name, {}}, r).joined;
  };
  EXPECT_EQ(joined("sparbit", 300), 299 - 9);
  EXPECT_EQ(joined("sparbit", 256), 0);
  EXPECT_EQ(joined("bine-halving-separate", 64), 63 - 6);
  // Two copies of 300 KiB at 2 ps for each byte.
  run.ranks = 300;
  run.costs.gamma = CostPerByte(2);
  EXPECT_EQ(left_out_of({"allgather", "swing", {{"permutes", "2"}}}, MeasuredRow()).copies, 2);
  EXPECT_NEAR(*predicted_seconds(run, result, {.copies = 2}), (1'000 + 2 * 2 * 307'200) * 1e-12,
              1e-18);
  run.costs.alpha = Time(50);
  EXPECT_NEAR(*predicted_seconds(run, result, {.segments = {3, Bytes(8)}}), 1'150e-12, 1e-18);
  // The second halves of 2, 4 and 8 blocks of 4 B: α(8 B) and α(16 B) are 20 ps more than α.
  run.costs.alpha_by_size = {{{Bytes(8), Time(70)}}};
  MeasuredRow sixteen;
  sixteen.ranks = 16, sixteen.bytes = Bytes(64);
  const LeftOut pieces = left_out_of({"allgather", "bine-doubling", {{"pieces", "2"}}}, sixteen);
  EXPECT_EQ(pieces.pieces, (std::vector<Bytes>{Bytes(4), Bytes(8), Bytes(16)}));
  EXPECT_NEAR(*predicted_seconds(run, result, pieces), 1'040e-12, 1e-18);
  EXPECT_NEAR(*predicted_seconds(run, result, {.joined = 290}), (1'000 + 5 * 290) * 1e-12, 1e-18);
  // 4 B of 64 at the end: α + 4 (β + 500 ps).
  run.costs.beta_by_size = {{{Bytes(0), CostPerByte(3)}}};
  run.costs.links = {{Bandwidth{2e9}, Time(0)}};
  const LeftOut block = left_out_of({"reduce-scatter", "x", {{"exchanges", "1"}}}, sixteen);
  EXPECT_NEAR(*predicted_seconds(run, result, block), (1'050 + 4 * 503) * 1e-12, 1e-18);
  EXPECT_NEAR(*predicted_seconds(run, result), 1'000e-12, 1e-18);
  result.outcome = Outcome::kDeadlock;
  EXPECT_FALSE(predicted_seconds(run, result));
}

/// Checks that the fit finds α and β from any start if exchanges of whole vectors take α + m/(1
/// GB/s).
TEST_F(Machine, AFitFindsWhatMadeTheNumbers) {
  std::string lines;
  for (const int bytes : {64, 256, 1024, 4096, 16384, 65536})
    lines += "toy,one,2,,1,2,allreduce,ompi,rd,,," + std::to_string(bytes) + "," +
             fmt::format("{}", 1e-6 + bytes * 1e-9) + ",\n";
  Fit fit(plan(lines), {"alpha", "beta_by_size"}, 1);
  EXPECT_LT(fit.descend(40), 0.02);
  EXPECT_NEAR(fit.values()[0].number(0), 1, 0.1);            // us
  EXPECT_NEAR(fit.values()[1].number(0), 500, 25);           // ps/B, and 500 of the link
  EXPECT_THROW(Fit(plan(lines), {"gamma"}, 1), InputError);  // 0 in the scenario
  EXPECT_THROW(Fit(plan(lines), {"nonsense"}, 1), InputError);
}

TEST(FittedValues, AreTheNumbersBehindEqualsSigns) {
  FittedValue v("alpha_by_size", "list:16KiB=5us,128KiB=15.5us");
  ASSERT_EQ(v.numbers(), 2u);
  EXPECT_EQ(v.number(1), 15.5);
  v.number(0) = 0.012345;
  EXPECT_EQ(v.text(), "list:16KiB=0.0123us,128KiB=15.5us");
  FittedValue one("alpha", "2us");
  one.number(0) = 12345;
  EXPECT_EQ(one.text(), "12300us");
}

TEST(ScoreReport, JsonHasTheNamedMembersOnly) {
  const std::vector<ScoredRow> rows{scored("a", 1, 1), scored("b", 2, 2)};
  const std::string json = score_json(rows);
  for (const char* name :
       {"all", "machines", "machine", "collective", "rows", "median_error", "p90_error", "cells",
        "fastest", "within_10", "within_25", "tau", "library_within_10", "library_within_25"})
    EXPECT_NE(json.find('"' + std::string(name) + '"'), std::string::npos) << name;
  EXPECT_EQ(json.find("chance"), std::string::npos);
  EXPECT_NE(score_csv(rows).find("m,t,8,allreduce,ompi,a,1024,allreduce a,predicted,1,1,0,\n"),
            std::string::npos);
}

}  // namespace
}  // namespace orrery
