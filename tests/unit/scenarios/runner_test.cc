#include "scenarios/run/runner.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "scenarios/run/load.h"
#include "scenarios/run/metrics/fields.h"
#include "tests/trace_lines.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

RunSpec ring_on(const std::string& topology) {
  RunSpec spec;
  spec.algorithm = "ring";
  spec.topology = topology;
  spec.bytes = Bytes(2 << 20);
  spec.ports.kind = Ports::Kind::kUnlimited;
  return spec;
}

/// Returns all fields except those that differ from run to run.
std::string fingerprint(const std::vector<RunResult>& results) {
  std::string text;
  for (const RunResult& r : results)
    for (const Field& f : fields())
      if (!f.timing) text += std::string(f.name) + "=" + json_token(f.get(r)) + "\n";
  return text;
}

// 126 rounds of 32 KiB at 50 GB/s and 100 ns for each link that the slowest message of a round
// crosses.
TEST(Runner, RingAllreduceOfTwoMebibytesOnTori) {
  EXPECT_EQ(run_one(ring_on("torus:64")).metrics.completion, Time(95'175'360));
  EXPECT_EQ(run_one(ring_on("torus:8x8")).metrics.completion, Time(107'775'360));
}

TEST(Runner, FillsAllFields) {
  RunSpec spec = ring_on("torus:8x8");
  spec.payload = PayloadKind::kProvenance;
  const RunResult r = run_one(spec);
  EXPECT_FALSE(r.error);
  EXPECT_EQ(r.outcome, Outcome::kFine);
  EXPECT_EQ(r.spec.ranks, 64);
  EXPECT_EQ(r.metrics.rounds, 126);
  EXPECT_EQ(r.metrics.messages, 8064);
  EXPECT_EQ(r.metrics.bytes_total, Bytes(252 << 20));
  EXPECT_EQ(r.verified, true);
  EXPECT_EQ(r.uncontended, r.metrics.completion);
  EXPECT_DOUBLE_EQ(r.deficiency.lambda, 21);
  EXPECT_DOUBLE_EQ(r.deficiency.xi, 1);
  EXPECT_NEAR(r.goodput_bps, 2097152 * 8 / 107.77536e-6, 1);
  const Effort effort = r.effort.value_or(Effort{});
  EXPECT_GT(effort.wall_s, 0);
  EXPECT_GT(effort.messages_per_s, 0);
  EXPECT_GT(effort.peak_rss_bytes, 1 << 20);
}

// On a ring of 16 with distances 1, 2, 4, 8 the busiest link carries 1 + 2 + 4 + 4 vectors; without
// sharing 3.5.
TEST(Runner, UncontendedTimeIsThatOfLinksThatAreNotShared) {
  RunSpec spec = ring_on("torus:16");
  spec.algorithm = "recursive-doubling-latency";
  spec.bytes = Bytes(1'000'000);
  const RunResult r = run_one(spec);
  EXPECT_EQ(r.metrics.completion, Time(221'500'000));
  EXPECT_EQ(r.uncontended, Time(71'500'000));
}

// Two of the bucket algorithm's collectives begin in the long dimension, two in the short one with
// larger blocks: their rounds overlap, and their bytes flow at the same time.
TEST(Runner, RoundsThatOverlapCountAsOneStep) {
  RunSpec spec = ring_on("torus:64x16");
  spec.algorithm = "bucket";
  spec.ports.kind = Ports::Kind::kPerLink;
  spec.bytes = Bytes(64 << 20);
  const RunResult bucket = run_one(spec);
  EXPECT_TRUE(bucket.metrics.rounds_overlap);
  EXPECT_NEAR(bucket.deficiency.psi, 1.05, 0.02);
  EXPECT_GT(bucket.metrics.completion, duration_of(bucket.metrics.link_sum, {20}));
  const RunResult ring = run_one(ring_on("torus:8"));
  EXPECT_FALSE(ring.metrics.rounds_overlap);
  EXPECT_EQ(ring.deficiency.psi, 2);  // one of two ports
}

// p = 7: ceil(log2 7) rounds and 12/7 of the vector, where the paper has log2 7 and 2.
TEST(Runner, TheBoundsOfTheSwingPaperAreFiguresOfTheirOwn) {
  RunSpec spec = ring_on("star:7");
  spec.bytes = Bytes(7000);
  const RunResult r = run_one(spec);
  EXPECT_DOUBLE_EQ(r.deficiency.lambda, 4);
  EXPECT_DOUBLE_EQ(r.deficiency.psi, 1);
  const Deficiency swing = r.swing.value_or(Deficiency{});
  EXPECT_DOUBLE_EQ(swing.lambda, 12 / std::log2(7));
  EXPECT_DOUBLE_EQ(swing.psi, 6.0 / 7);
  spec.collective = "allgather";
  EXPECT_FALSE(run_one(spec).swing);
}

TEST(Runner, WhatItsAlgorithmDoesNotSupportIsSkipped) {
  RunSpec spec;
  spec.collective = "allgather";
  spec.algorithm = "neighbor-exchange";
  spec.ranks = 3;
  const RunResult r = run_one(spec);
  EXPECT_EQ(r.outcome, Outcome::kSkipped);
  EXPECT_EQ(r.error.value_or("").find("skipped: neighbor-exchange works in pairs"), 0U)
      << r.error.value_or("");
}

TEST(Runner, BadSpecsAreResultsNotExceptions) {
  RunSpec spec = ring_on("torus:0");
  EXPECT_EQ(run_one(spec).outcome, Outcome::kBadInput);
  EXPECT_NE(run_one(spec).error.value_or("").find("torus"), std::string::npos);
  spec = ring_on("torus:4");
  spec.ranks = 5;
  EXPECT_EQ(run_one(spec).outcome, Outcome::kBadInput);
  spec = ring_on("torus:4");
  spec.skipped = "reason";
  EXPECT_EQ(run_one(spec).outcome, Outcome::kSkipped);
  EXPECT_EQ(run_one(spec).error, "skipped: reason");
}

TEST(Runner, MakeNetworkPlacesRanks) {
  RunSpec spec = ring_on("torus:2x2");
  spec.mapping.kind = MappingKind::kList;
  spec.mapping.list = {3, 2, 1, 0};
  const Network network = make_network(spec);
  EXPECT_EQ(network.host_of, (std::vector<NodeId>{3, 2, 1, 0}));
  EXPECT_EQ(network.topology->spec(), "torus:2x2");
  spec.root = 4;
  EXPECT_THROW(make_network(spec), InputError);
}

TEST(Runner, JobsChangeNothing) {
  const Scenario s = parse_scenario(
      "[network]\ntopology = 'torus:4x4'\nmapping = 'random'\n[run]\nseed = [1, 2, 3]\nbytes = "
      "['1KiB', '1MiB']\nalgorithm = ['ring', "
      "'rabenseifner']\npayload = 'provenance'",
      "f");
  std::vector<std::size_t> progress;
  const auto one = run_all(s.cells, 1, [&](std::size_t done) { progress.push_back(done); });
  EXPECT_EQ(progress.size(), 12u);
  EXPECT_EQ(progress.back(), 12u);
  EXPECT_TRUE(std::ranges::is_sorted(progress));
  EXPECT_EQ(fingerprint(one), fingerprint(run_all(s.cells, 4)));
  EXPECT_EQ(fingerprint(one), fingerprint(run_all(s.cells, 1000)));
}

TEST(Runner, ThreadsBeginWithTheLargestProblems) {
  const Scenario s = parse_scenario(
      "[network]\ntopology = ['torus:2', 'torus:5', 'torus:3']\n[run]\nbytes = ['1KiB', '1MiB']",
      "f");
  const auto begun = [&](int jobs) {
    std::set<std::size_t> cells;
    run_each(s.cells, jobs, Detail::kFull, [&](std::size_t i, const RunResult&) {
      cells.insert(i);
      return false;
    });
    return cells;
  };
  EXPECT_EQ(begun(1), std::set<std::size_t>{0});
  const std::set<std::size_t> both = begun(2), largest{2, 3};
  EXPECT_TRUE(std::ranges::includes(largest, both));
}

TEST(Runner, TheTraceIsThatOfTheRun) {
  Trace trace, again;
  RunSpec spec = ring_on("torus:4");
  EXPECT_EQ(run_one(spec, &trace).metrics.messages, 24);
  run_one(spec, &again);
  EXPECT_EQ(trace.messages.size(), 24u);
  EXPECT_EQ(to_json_lines(trace), to_json_lines(again));
}

TEST(Runner, OneRankHasNothingToDo) {
  for (const char* collective : {"allreduce", "broadcast", "allgather", "barrier"}) {
    const Scenario s = parse_scenario(
        std::string("[run]\nranks = 1\npayload = 'real'\ncollective = '") + collective + "'", "f");
    const RunResult r = run_one(s.cells.front());
    EXPECT_FALSE(r.error) << collective << ": " << r.error.value_or("");
    EXPECT_EQ(r.metrics.completion, Time(0)) << collective;
    EXPECT_EQ(r.deficiency.psi, 1) << collective;
  }
}

}  // namespace
}  // namespace orrery
