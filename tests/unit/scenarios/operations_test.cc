// Tests several operations in one run against hand calculations, with messages of α + m β = 1 us + m ns on
// links of 1 GB/s.
#include <fstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emu/base/random.h"
#include "emu/net/conditions.h"
#include "scenarios/cell/validate.h"
#include "scenarios/formats/formats.h"
#include "scenarios/keys/keys.h"
#include "scenarios/report/export.h"
#include "scenarios/report/report.h"
#include "scenarios/report/why/why_report.h"
#include "scenarios/run/expect.h"
#include "scenarios/run/metrics/fields.h"
#include "scenarios/run/metrics/result_text.h"
#include "scenarios/run/runner.h"
#include "tests/unit/scenarios/support.h"

namespace orrery {
namespace {

std::string text_of_scenario(std::string_view network, std::string_view rest) {
  return fmt::format(
      "[network]\nlink_bandwidth = '1GB/s'\nlink_latency = '0s'\n{}\n[cost]\nalpha = '1us'\n{}",
      network, rest);
}

RunResult run_of(const std::string& text, const Overrides& overrides = {}) {
  return run_one(parse_scenario(text, "f.toml", overrides).cells.at(0));
}

RunResult run_on(std::string_view network, std::string_view rest, const Overrides& overrides = {}) {
  RunResult r = run_of(text_of_scenario(network, rest), overrides);
  EXPECT_EQ(r.error.value_or(""), "");
  return r;
}

struct Span {
  Time from, to;
  bool operator==(const Span&) const = default;
};

Span span_of(const RunResult& r, std::size_t i) {
  const Metrics& m = r.operations.at(i).metrics;
  return {m.begin, m.begin + m.completion};
}

void PrintTo(const Span& s, std::ostream* out) {
  *out << s.from.count() << " to " << s.to.count() << " ps";
}

/// Returns a result without its operations and without the costs of the run on this machine.
std::string measured(RunResult r) {
  r.operations.clear();
  r.effort.reset();
  return result_text(r);
}

TEST(Operations, OneAmongAllIsThePlainRun) {
  for (const std::string_view collective : {"allreduce", "alltoall", "reduce", "barrier"})
    for (const int p : {1, 2, 5, 8, 13})
      for (const std::string_view ports : {"1", "per-link", "unlimited"}) {
        const bool late = p > 5;
        const Overrides keys{{"collective", std::string(collective)},
                             {"arrival", late ? "exponential(5us)" : "none"},
                             {"slow_ranks", late ? "0=2" : "none"},
                             {"noise", late ? "10us" : "none"},
                             {"noise_period", "100us"},
                             {"ranks", fmt::format("{}", p)},
                             {"ports", std::string(ports)},
                             {"gamma", "20ps/B"},
                             {"bytes", collective == "barrier" ? "0B" : "1040B"},
                             {"payload", "provenance"}};
        EXPECT_EQ(
            measured(run_of("[network]\ntopology = 'torus:13'\n", keys)),
            measured(run_of("[network]\ntopology = 'torus:13'\n[[operation]]\nname = 'a'\n", keys)))
            << collective << ' ' << p << ' ' << ports;
      }
}

TEST(Operations, OneAfterTheOtherAddUp) {
  const RunResult r =
      run_on("topology = 'full:4'",
             "[run]\ncollective = 'broadcast'\nalgorithm = 'binomial'\n"
             "bytes = '1000B'\npayload = 'real'\n"
             "[[operation]]\nname = 'rows'\namong = 'blocks:2'\n"
             "[[operation]]\nname = 'columns'\namong = 'stride:2'\nafter = 'rows'\n");
  EXPECT_EQ(span_of(r, 0), (Span{0us, 2us}));
  EXPECT_EQ(span_of(r, 1), (Span{2us, 4us}));
  EXPECT_EQ(r.metrics.completion, Time(4us));
  EXPECT_EQ(r.operations[0].metrics.messages, 2);
  EXPECT_EQ(r.operations[0].metrics.rounds, 1);
  EXPECT_EQ(r.metrics.messages, 4);
  EXPECT_EQ(r.metrics.bytes_total, Bytes(4000));
  EXPECT_EQ(r.verified, true);
  EXPECT_DOUBLE_EQ(r.operations[0].deficiency.lambda, 1);
  EXPECT_DOUBLE_EQ(r.operations[0].deficiency.psi, 1);
  EXPECT_DOUBLE_EQ(r.deficiency.psi, 1);
}

/// Runs three communicators that overlap. Every rank has its own order of the two that it is in.
RunResult in_circle(std::string_view c1, std::string_view c2, std::string_view c3) {
  const auto operation = [](std::string_view name, std::string_view among, std::string_view after) {
    return fmt::format("[[operation]]\nname = '{}'\namong = {}\n{}", name, among,
                       after.empty() ? "" : fmt::format("after = '{}'\n", after));
  };
  return run_of(text_of_scenario(
      "topology = 'full:3'",
      "[run]\ncollective = 'allreduce'\nalgorithm = 'ring'\nbytes = '1200B'\npayload = 'real'\n" +
          operation("c1", "[0, 1]", c1) + operation("c2", "[1, 2]", c2) +
          operation("c3", "[0, 2]", c3)));
}

TEST(Operations, EveryRankMayHaveAnOrderOfItsOwn) {
  const RunResult chain = in_circle("", "c1 at 1", "c1 at 0");
  EXPECT_EQ(chain.outcome, Outcome::kFine) << chain.error.value_or("");
  EXPECT_EQ(chain.verified, true);
  EXPECT_GT(span_of(chain, 1).to, span_of(chain, 0).to);
  const RunResult circle = in_circle("c2 at 1", "c3 at 2", "c1 at 0");
  EXPECT_EQ(circle.outcome, Outcome::kDeadlock);
  EXPECT_EQ(circle.waiting_ranks, (std::vector{0, 1, 2}));
  const RunResult kept = parse_result(circle.spec, result_text(circle));  // it has no operations
  EXPECT_EQ(result_text(kept), result_text(circle));
  // If a rank has nothing to wait for, the order applies to other ranks only.
  EXPECT_EQ(in_circle("c2 at 0", "c3 at 1", "").outcome, Outcome::kFine);
}

TEST(Operations, ARangeOfRanksWaits) {
  const RunResult r = run_on("topology = 'full:4'",
                             "[[operation]]\nname = 'a'\ncompute = '5us'\n"
                             "[[operation]]\nname = 'b'\ncompute = '1us'\nprocessor = false\namong "
                             "= 'blocks:1'\nafter = 'a at 2..3'\n");
  EXPECT_EQ(span_of(r, 1), (Span{0us, 6us}));
}

/// Checks `repeat` against the same operation written down equally often, each time with new data.
TEST(Operations, AreRepeated) {
  for (const std::string_view what : {"collective = 'allreduce'\nalgorithm = 'ring'",
                                      "collective = 'broadcast'\nalgorithm = 'binomial'",
                                      "messages = 'next'", "compute = '3us'"}) {
    std::string written = "[run]\nbytes = '1200B'\npayload = 'provenance'\n";
    const std::string once =
        written + fmt::format("[[operation]]\nname = 'a'\n{}\nrepeat = 3\n", what);
    for (int i = 0; i < 3; ++i)
      written += fmt::format("[[operation]]\nname = 'a{}'\n{}\n{}", i, what,
                             i > 0 ? fmt::format("after = 'a{}'\n", i - 1) : "");
    const RunResult one = run_on("topology = 'torus:5'", once);
    const RunResult three = run_on("topology = 'torus:5'", written);
    EXPECT_EQ(one.outcome, Outcome::kFine) << one.error.value_or("");
    EXPECT_EQ(one.metrics.completion, three.metrics.completion) << what;
    EXPECT_EQ(one.metrics.messages, three.metrics.messages) << what;
    EXPECT_EQ(one.metrics.bytes_total, three.metrics.bytes_total) << what;
    EXPECT_EQ(one.metrics.rounds, three.metrics.rounds) << what;
    EXPECT_EQ(one.verified, true);
    EXPECT_DOUBLE_EQ(one.goodput_bps, three.goodput_bps) << what;
    EXPECT_DOUBLE_EQ(one.deficiency.lambda, three.deficiency.lambda) << what;
    EXPECT_DOUBLE_EQ(one.deficiency.psi, three.deficiency.psi) << what;
    EXPECT_DOUBLE_EQ(one.operations[0].deficiency.psi, three.operations[1].deficiency.psi) << what;
  }
}

TEST(Operations, GroupsWithLinksOfTheirOwnDoNotDisturbEachOther) {
  const std::string run = "[run]\ncollective = 'allreduce'\nalgorithm = 'ring'\nbytes = '1200B'\n";
  const RunResult alone = run_on("topology = 'full:3'", run);
  const RunResult together =
      run_on("topology = 'full:9'", run + "[[operation]]\nname = 'a'\namong = 'blocks:3'\n");
  EXPECT_EQ(together.metrics.completion, alone.metrics.completion);
  EXPECT_EQ(together.metrics.messages, 3 * alone.metrics.messages);
  EXPECT_DOUBLE_EQ(together.operations[0].deficiency.psi, alone.deficiency.psi);
  EXPECT_DOUBLE_EQ(together.operations[0].deficiency.lambda, alone.deficiency.lambda);
}

/// Two messages that share the link between hosts: ranks 0 and 1 are on one host, 2 and 3 on the other.
constexpr std::string_view kTwoMessages =
    "[run]\nbytes = '1000B'\n"
    "[[operation]]\nname = 'a'\namong = [0, 2]\nmessages = 'next'\n"
    "[[operation]]\nname = 'b'\namong = [1, 3]\nmessages = 'next'\n";

TEST(Operations, ThoseAtOnceShareALink) {
  const RunResult r =
      run_on("topology = 'full:2'\nranks_per_host = 2\nports = 'unlimited'", kTwoMessages);
  EXPECT_EQ(span_of(r, 0), (Span{0us, 3us}));
  EXPECT_EQ(span_of(r, 1), (Span{0us, 3us}));
  EXPECT_EQ(r.uncontended, Time(2us));
}

TEST(Operations, ThoseAtOnceShareAPort) {
  const RunResult r = run_on("topology = 'full:2'\nranks_per_host = 2\nports = 1", kTwoMessages);
  EXPECT_EQ(span_of(r, 0), (Span{0us, 2us}));
  EXPECT_EQ(span_of(r, 1), (Span{0us, 4us}));
  const RunResult links =
      run_on("topology = 'full:2'\nranks_per_host = 2\nports = 'per-link'", kTwoMessages);
  EXPECT_EQ(links.metrics.completion, Time(3us));
}

TEST(Operations, ARankThatTakesNoPartWaitsForWhatComesBefore) {
  const RunResult r =
      run_on("topology = 'full:3'",
             "[[operation]]\nname = 'a'\ncompute = '5us'\n"
             "[[operation]]\nname = 'b'\namong = [0, 1]\ncompute = '3us'\nafter = 'a'\n"
             "[[operation]]\nname = 'c'\ncompute = '1us'\nafter = ['b']\n");
  EXPECT_EQ(span_of(r, 1), (Span{5us, 8us}));
  EXPECT_EQ(span_of(r, 2), (Span{5us, 9us}));
  EXPECT_EQ(r.metrics.completion, Time(9us));
}

TEST(Operations, ComputingHoldsUpReductionsOnItsProcessorOnly) {
  const std::string_view reduce =
      "gamma = '1ns/B'\n[run]\n[[operation]]\nname = 'r'\ncollective = 'reduce'\n"
      "algorithm = 'binomial'\nbytes = '1000B'\n[[operation]]\nname = 'c'\ncompute = '10us'\n";
  const RunResult busy = run_on("topology = 'full:2'", reduce);
  EXPECT_EQ(span_of(busy, 0), (Span{0us, 11us}));
  const RunResult free = run_on("topology = 'full:2'", std::string(reduce) + "processor = false\n");
  EXPECT_EQ(span_of(free, 0), (Span{0us, 3us}));
  EXPECT_EQ(span_of(free, 1), (Span{0us, 10us}));
}

TEST(Operations, MessagesGoDownAPipeline) {
  const RunResult r = run_on("topology = 'full:4'",
                             "[run]\nbytes = '1000B'\npayload = 'provenance'\n"
                             "[[operation]]\nname = 'a'\nmessages = [[0, 1]]\n"
                             "[[operation]]\nname = 'b'\nmessages = [[1, 2]]\nafter = 'a'\n"
                             "[[operation]]\nname = 'c'\nmessages = [[2, 3]]\nafter = 'b'\n");
  EXPECT_EQ(r.metrics.completion, Time(6us));
  EXPECT_EQ(r.verified, true);
  EXPECT_EQ(span_of(r, 2).to, Time(6us));
}

/// Rows and then columns of a square of four, one message of 1000 bytes each.
constexpr std::string_view kRowsAndColumns =
    "[run]\ncollective = 'broadcast'\nalgorithm = 'binomial'\nbytes = '1000B'\n"
    "[[operation]]\nname = 'rows'\namong = 'blocks:2'\n"
    "[[operation]]\nname = 'columns'\namong = 'stride:2'\nafter = 'rows'\n";

TEST(Operations, ALateRankIsLateForTheOperationsThatItTakesPartIn) {
  const std::string late = fmt::format("{}[conditions]\narrival = '3=5us'\n", kRowsAndColumns);
  const RunResult r = run_on("topology = 'full:4'", late);
  EXPECT_EQ(span_of(r, 0), (Span{0us, 7us}));  // 2 to 3 from 5 us on
  EXPECT_EQ(span_of(r, 1), (Span{2us, 9us}));  // 0 and 1 have ended at 2 us, 2 and 3 at 7 us
  const RunResult only = run_on("topology = 'full:4'",
                                "[[operation]]\nname = 'a'\namong = [1, 3]\ncompute = '1us'\n"
                                "[conditions]\narrival = '1=4us;3=5us'\n");
  EXPECT_EQ(span_of(only, 0), (Span{4us, 6us}));
}

/// Checks that rank 3, which is late and takes no part in the only operation, makes the run longer, but
/// not the operation.
TEST(Operations, WhoTakesNoPartIsNotWaitedFor) {
  const RunResult r = run_on("topology = 'full:4'",
                             "[[operation]]\nname = 'a'\namong = [[0, 2]]\ncompute = '9us'\n"
                             "[conditions]\narrival = '2=1us;3=15us'\n");
  EXPECT_EQ(r.metrics.completion, Time(15us));
  EXPECT_EQ(span_of(r, 0), (Span{0us, 10us}));
}

TEST(Operations, ASlowRankIsSlowInEveryGroup) {
  const std::string slow = fmt::format("{}[conditions]\nslow_ranks = '3=2'\n", kRowsAndColumns);
  const RunResult r = run_on("topology = 'full:4'", slow);
  EXPECT_EQ(span_of(r, 0), (Span{0us, 3us}));  // 2 to 3: its α is 2 us
  EXPECT_EQ(span_of(r, 1), (Span{2us, 6us}));  // 1 to 3: from 3 us on
  const RunResult work = run_on("topology = 'full:4'",
                                "[[operation]]\nname = 'a'\namong = [2, 3]\ncompute = '4us'\n"
                                "[[operation]]\nname = 'b'\namong = [0]\ncompute = '5us'\n"
                                "processor = false\n"
                                "[conditions]\nslow_ranks = '0=2;3=2'\n");
  EXPECT_EQ(span_of(work, 0), (Span{0us, 8us}));
  EXPECT_EQ(span_of(work, 1), (Span{0us, 10us}));
}

TEST(Operations, AGroupHasTheConditionsOfItsRanks) {
  const std::string text =
      text_of_scenario("topology = 'full:4'",
                       fmt::format("{}[conditions]\nslow_ranks = '2=3'\narrival = '1=4us;2=5us'\n",
                                   kRowsAndColumns));
  const Preparation result = prepare(parse_scenario(text, "f.toml").cells.at(0));
  ASSERT_TRUE(std::holds_alternative<Prepared>(result));
  const Network& second = *std::get<Prepared>(result).operations.at(0).groups.at(1).network;
  EXPECT_EQ(second.crowding(), (std::vector<double>{3, 1}));
  EXPECT_EQ(second.conditions->arrivals, (std::vector<Time>{5us, 0us}));
}

TEST(Operations, AreRepeatedAsAWhole) {
  const std::string text = text_of_scenario(
      "topology = 'full:4'",
      fmt::format("{}[conditions]\narrival = 'exponential(5us)'\nrepeats = 9\n", kRowsAndColumns));
  const RunSpec cell = parse_scenario(text, "f.toml").cells.at(0);
  const RunResult r = run_one(cell);
  EXPECT_EQ(r.operations.size(), 2u);
  if (!r.spread) FAIL() << "no spread";
  EXPECT_LT(r.spread->least, r.spread->most);
  // Each repeat as a separate run with its seed gives the same times of the run and of both
  // operations.
  std::vector<Time> whole, rows, columns;
  for (int i = 0; i < 9; ++i) {
    RunSpec once = cell;
    once.conditions.repeats = 1;
    if (i > 0)
      find_key("seed")->set(
          once, fmt::format(
                    "{}", drawn(cell.seed, Purpose::kRepeat, static_cast<std::uint64_t>(i)) >> 1));
    const RunResult one = run_one(once);
    EXPECT_FALSE(one.operations.at(0).spread);
    whole.push_back(one.metrics.completion);
    rows.push_back(one.operations.at(0).metrics.completion);
    columns.push_back(one.operations.at(1).metrics.completion);
  }
  EXPECT_EQ(r.spread, spread_of(whole));
  EXPECT_EQ(r.operations[0].spread, spread_of(rows));
  EXPECT_EQ(r.operations[1].spread, spread_of(columns));
  EXPECT_NE(r.operations[0].spread, r.operations[1].spread);
  const auto metric = [&](const char* name) { return find_field(name)->get(r); };
  EXPECT_EQ(metric("operation.rows.median_time_s"), FieldValue(spread_of(rows).median));
  EXPECT_EQ(metric("operation.columns.p90_time"), FieldValue(spread_of(columns).p90));
  EXPECT_NE(to_csv({r}).find("operation.rows.p10_time_s"), std::string::npos);
  EXPECT_NE(run_report(r).find("p90"), std::string::npos);
  EXPECT_EQ(result_text(parse_result(cell, result_text(r))), result_text(r));
}

/// Checks that the table leaves out the times of rounds without messages.
TEST(Operations, RoundsWithoutMessagesHaveNoTimes) {
  const RunResult r =
      run_on("topology = 'full:2'",
             "[run]\n[[operation]]\nname = 'think'\ncompute = '5us'\n"
             "[[operation]]\nname = 'tell'\nbytes = '1000B'\nmessages = 'next'\nafter = 'think'\n");
  const std::string report = run_report(r);
  const auto row = [&](std::string_view name) {
    const std::size_t begin = report.rfind(name);
    return begin == std::string::npos ? "" : report.substr(begin, report.find('\n', begin) - begin);
  };
  const auto count = [](std::string_view text, std::string_view of) {
    int times = 0;
    for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1))
      ++times;
    return times;
  };
  EXPECT_EQ(count(row("think 0 "), "–"), 2) << report;
  EXPECT_EQ(count(row("think 0 "), " s"), 0) << report;
  EXPECT_EQ(count(row("tell 0 "), "–"), 0) << report;
  EXPECT_EQ(count(row("tell 0 "), "5.000 µs"), 1) << report;
  EXPECT_EQ(count(row("tell 0 "), "7.000 µs"), 1) << report;
}

TEST(Operations, KeysOfOtherCollectivesAreNotHeldAgainstMessages) {
  const RunResult r = run_on("topology = 'full:4'",
                             "[run]\ncollective = 'broadcast'\nroot = 3\nbytes = '1000B'\n"
                             "[[operation]]\nname = 'a'\n"
                             "[[operation]]\nname = 'b'\namong = 'blocks:2'\nmessages = 'next'\n"
                             "after = 'a'\n"
                             "[[operation]]\nname = 'c'\namong = [1]\ncompute = '1us'\n");
  EXPECT_EQ(r.operations.at(1).metrics.messages, 2);
}

TEST(Operations, AreVerifiedInGroupsOfAnySize) {
  for (const std::string_view payload : {"provenance", "real"})
    for (const int p : {1, 3, 7, 12})
      for (const std::string_view among : {"blocks:3", "stride:3", "[[0]]", "all"}) {
        if (p == 1 && among.ends_with('3')) continue;
        const std::string quoted =
            among.starts_with('[') ? std::string(among) : fmt::format("'{}'", among);
        std::string text =
            fmt::format("[run]\nranks = {}\npayload = '{}'\nbytes = '77B'\n", p, payload);
        for (const std::string_view collective :
             {"allreduce", "allgather", "alltoall", "reduce-scatter", "scatter", "gather", "scan"})
          text += fmt::format("[[operation]]\nname = '{0}'\ncollective = '{0}'\namong = {1}\n",
                              collective, quoted);
        text +=
            fmt::format("[[operation]]\nname = 'next'\nmessages = 'next'\namong = {}\n", quoted);
        const RunResult r = run_of(text);
        EXPECT_EQ(r.error.value_or(""), "") << p << ' ' << among;
        EXPECT_EQ(r.verified, true) << p << ' ' << among;
      }
}

TEST(Operations, ValuesOfTheRunAreThoseOfOperationsWithoutTheirOwn) {
  const Scenario s = parse_scenario(
      "[run]\nranks = 4\ncollective = 'allgather'\nalgorithm = ['ring', "
      "'recursive-doubling']\nbytes = '4KiB'\n"
      "[[operation]]\nname = 'a'\n"
      "[[operation]]\nname = 'b'\nalgorithm = 'bruck'\nafter = 'a'\n"
      "[expect]\n'ring.operation.a.rounds' = 3\n'recursive-doubling.operation.a.rounds' = 2\n"
      "'*.operation.b.rounds' = 2\n'*.operation.b.lambda' = { max = 1.0 }\n",
      "f.toml");
  const std::vector<RunResult> one = run_all(s.cells, 1), four = run_all(s.cells, 4);
  const std::vector<Check> checks = check_expectations(s, one);
  ASSERT_EQ(checks.size(), 6u);
  for (const Check& check : checks) EXPECT_TRUE(check.passed()) << check.message;
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(measured(one[i]), measured(four[i]));
  const std::string csv = to_csv(one);
  EXPECT_NE(csv.find(",operation.a.start_s,operation.a.end_s,operation.a.completion_time_s,"),
            std::string::npos);
  EXPECT_NE(to_json(one, {}).find("\"operation.b.rounds\": 2"), std::string::npos);
}

TEST(Operations, ResultsAreKept) {
  const Scenario s = parse_scenario(
      text_of_scenario(
          "topology = 'full:2'",
          "[run]\n[[operation]]\nname = 'a'\ncompute = '5us'\n"
          "[[operation]]\nname = 'b'\nbytes = '1000B'\nmessages = 'next'\nafter = 'a'\n"),
      "f.toml");
  const RunResult r = run_one(s.cells.at(0));
  const RunResult again = parse_result(s.cells.at(0), result_text(r));
  EXPECT_EQ(result_text(again), result_text(r));
  EXPECT_EQ(to_csv({again}), to_csv({r}));
  EXPECT_EQ(span_of(again, 1), (Span{5us, 7us}));
}

struct Refused {
  std::string_view operations, error;
};

TEST(Operations, WhatMakesNoSenseIsRefusedWithKeyAndLine) {
  const std::vector<Refused> cases{
      {"[[operation]]\namong = 'all'", "f.toml:3:1: operation: it has no name"},
      {"[[operation]]\nname = 'a b'", "f.toml:4:8: operation.name: 'a b' is not a name"},
      {"[[operation]]\nname = 'a'\n[[operation]]\nname = 'a'",
       "f.toml:6:8: operation.name: there are two operations 'a'"},
      {"[[operation]]\nname = 'a'\nafter = 'b'",
       "f.toml:5:9: operation.after: operation 'b' is unknown"},
      {"[[operation]]\nname = 'a'\nafter = 'a'",
       "f.toml:5:9: operation.after: operations wait for each other: a, a"},
      {"[[operation]]\nname = 'a'\nafter = 'b'\n[[operation]]\nname = 'b'\nafter = 'a'",
       "f.toml:5:9: operation.after: operations wait for each other: a, b, a"},
      {"[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'\nafter = ['a', 'a']",
       "f.toml:7:9: operation.after: 'a' appears twice"},
      {"[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'\nafter = ['a at 0..2', 'a at 2']",
       "f.toml:7:9: operation.after: 'a' appears twice"},
      {"[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'\nafter = 'a at 4'",
       "f.toml:7:9: operation.after: rank 4 does not exist"},
      {"[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'\nafter = 'a at 3..1'",
       "f.toml:7:9: operation.after: '3..1' holds no rank"},
      {"[[operation]]\nname = 'a'\nafter = 'b at 1'\n[[operation]]\nname = 'b'\nafter = 'a at "
       "0..1'",
       "f.toml:5:9: operation.after: operations wait for each other on rank 1: a, b, a"},
      {"[[operation]]\nname = 'a'\nrepeat = 0", "f.toml:5:10: operation.repeat: "},
      {"[[operation]]\nname = 'a'\namong = [[0, 1], [1, 2]]",
       "f.toml:5:9: operation.among: rank 1 appears twice"},
      {"[[operation]]\nname = 'a'\namong = [4]", "f.toml:5:9: operation.among: 4 is not a rank"},
      {"[[operation]]\nname = 'a'\namong = [-1]", "f.toml:5:9: operation.among: "},
      {"[[operation]]\nname = 'a'\namong = []", "f.toml:5:9: operation.among: the list is empty"},
      {"[[operation]]\nname = 'a'\namong = [[0], []]", "f.toml:5:15: operation.among: "},
      {"[[operation]]\nname = 'a'\namong = 'row'", "f.toml:5:9: operation.among: 'row' is unknown"},
      {"[[operation]]\nname = 'a'\namong = 'rows'",
       "f.toml:5:9: operation.among: the ranks have no coordinates"},
      {"[[operation]]\nname = 'a'\namong = 'switch'", "f.toml:5:9: operation.among: the hosts of"},
      {"[[operation]]\nname = 'a'\namong = 'blocks:5'",
       "f.toml:5:9: operation.among: the run has only 4 ranks"},
      {"[[operation]]\nname = 'a'\namong = 'blocks:0'", "f.toml:5:9: operation.among: "},
      {"[[operation]]\nname = 'a'\nmessages = [[0, 4]]",
       "f.toml:5:12: operation.messages: 4 is not a place in a group of 4"},
      {"[[operation]]\nname = 'a'\nmessages = [[1, 1]]",
       "f.toml:5:12: operation.messages: a message from 1 to itself"},
      {"[[operation]]\nname = 'a'\nmessages = [[1]]", "f.toml:5:12: operation.messages: 1 numbers"},
      {"[[operation]]\nname = 'a'\nmessages = 'next'\ncompute = '1us'",
       "f.toml:5:12: operation.messages: an operation computes or sends messages"},
      {"[[operation]]\nname = 'a'\ncompute = '1us'\nbytes = '1KiB'",
       "f.toml:6:9: operation.bytes: means nothing for an operation that computes"},
      {"[[operation]]\nname = 'a'\nmessages = 'next'\nalgorithm = 'ring'",
       "f.toml:6:13: operation.algorithm: means nothing for an operation that sends messages"},
      {"[[operation]]\nname = 'a'\nprocessor = false",
       "f.toml:5:13: operation.processor: only an operation that computes"},
      {"[[operation]]\nname = 'a'\ncompute = '-1us'", "f.toml:5:11: operation.compute: "},
      {"[[operation]]\nname = 'a'\nroot = 1", "f.toml:5:8: operation.root: allreduce has no root"},
      {"[[operation]]\nname = 'a'\ncollective = 'broadcast'\namong = 'blocks:2'\nroot = 2",
       "f.toml:7:8: operation.root: 2 is not a rank"},
      {"[[operation]]\nname = 'a'\nalgorithm = 'rign'", "f.toml:5:13: operation.algorithm: "},
      {"[[operation]]\nname = 'a'\nbytes = ['1KiB', '2KiB']",
       "f.toml:5:9: operation.bytes: an operation has one value for each key"},
      {"[[operation]]\nname = 'a'\nalpha = '1us'",
       "f.toml:5:1: operation.alpha: is a key of [cost]"},
      {"[[operation]]\nname = 'a'\npayload = 'real'",
       "f.toml:5:1: operation.payload: is a key of [run]"},
      {"[[operation]]\nname = 'a'\namogn = 'all'", "f.toml:5:1: operation.amogn: unknown key"},
      {"operation = 3", "f.toml:3:1: run.operation"},
      {"[operation]\nname = 'a'", "operation: expected tables: [[operation]]"},
      {"[[operation]]\nname = 'a'\n[expect]\n'operation.b.rounds' = 3", "operation 'b' is unknown"},
      {"[expect]\n'operation.b.rounds' = 3", "the scenario has no operations"},
      {"[[operation]]\nname = 'a'\n[expect]\n'operation.a.seed' = 3", "unknown field"},
      {"sync = 'rounds'\n[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'",
       "f.toml:3:8: run.sync: the rounds of operations have no common order"},
      {"[[operation]]\nname = 'a'\n[conditions]\nslow_ranks = '4=2'",
       "f.toml:6:14: conditions.slow_ranks: 4 is not a rank"},
      {"payload = 'real'\nbytes = '1TiB'\n[[operation]]\nname = 'a'\n[[operation]]\nname = 'b'",
       "f.toml:3:11: run.payload: real payload of 2 operations on 4 ranks needs about"}};
  for (const auto& [operations, error] : cases) {
    const std::string got = error_of(fmt::format("[run]\nranks = 4\n{}\n", operations));
    EXPECT_NE(got.find(error), std::string::npos) << operations << "\n  got " << got;
  }
}

TEST(Operations, NoScheduleRunsBesideThem) {
  const std::string file = ::testing::TempDir() + "beside_operations.goal";
  std::ofstream(file) << "num_ranks 2\nrank 0 {\nsend 5b to 1\n}\nrank 1 {\nrecv 5b from 0\n}\n";
  const std::string got = error_of(
      fmt::format("[run]\nschedule = '{}'\nseed = [1, 2]\n[[operation]]\nname = 'a'\n", file));
  for (const char* part : {"f.toml:2:12: run.schedule: a scenario runs a schedule or operations, "
                           "not both",
                           "cell seed 1"})
    EXPECT_NE(got.find(part), std::string::npos) << got;
}

TEST(Operations, KeysThatNoOperationUsesAreRemarkedOn) {
  const Scenario s = parse_scenario(
      "[run]\nranks = 4\nbytes = '4KiB'\nroot = 1\n[[operation]]\nname = 'a'\nbytes = '1KiB'\n",
      "f.toml");
  ASSERT_EQ(s.remarks.size(), 2u);  // an allreduce has no root
  EXPECT_NE(s.remarks[0].find("run.bytes: no operation takes it from here"), std::string::npos);
  EXPECT_NE(s.remarks[1].find("run.root: no operation"), std::string::npos);
}

/// Checks repeated algorithms that choose: they run their candidates to count rounds, which is
/// impossible within a run.
TEST(Operations, AlgorithmsThatChooseMayBeRepeated) {
  const auto messages = [](const char* algorithm, int repeat) {
    const RunResult r =
        run_on("topology = 'torus:12'",
               fmt::format(
                   "[run]\nbytes = '4B'\npayload = 'real'\n[[operation]]\nname = 'a'\nrepeat = {}\n"
                   "among = 'blocks:4'\ncollective = 'allreduce'\nalgorithm = '{}'\n",
                   repeat, algorithm));
    EXPECT_EQ(r.verified, true) << algorithm;
    return r.metrics.messages;
  };
  for (const char* algorithm : {"swing", "recursive-doubling"})
    EXPECT_EQ(messages(algorithm, 3), 3 * messages(algorithm, 1));
}

TEST(Operations, RowsAndColumnsAreThoseOfTheCoordinates) {
  const RunResult r = run_of(
      "[network]\ntopology = 'torus:2x3'\n[run]\ncollective = 'allgather'\n"
      "[[operation]]\nname = 'rows'\namong = 'rows'\n"
      "[[operation]]\nname = 'columns'\namong = 'columns'\nafter = 'rows'\n");
  ASSERT_EQ(r.error.value_or(""), "");
  EXPECT_EQ(r.operations.at(0).metrics.rounds, 2);  // rings of three
  EXPECT_EQ(r.operations.at(1).metrics.rounds, 1);  // rings of two
}

/// Returns a schedule: rank 0 computes for 5 us, then sends 1000 bytes to 1, while rank 2 computes
/// for 1 us.
std::string compute_and_send() {
  return text_of_scenario("topology = 'full:3'",
                          "[run]\nbytes = '1000B'\n"
                          "[[operation]]\nname = 'load'\namong = '0..1'\ncompute = '5us'\n"
                          "[[operation]]\nname = 'pass'\nmessages = [[0, 1]]\nafter = 'load'\n"
                          "[[operation]]\nname = 'aside'\namong = [2]\ncompute = '1us'\n");
}

TEST(Operations, ThePathGoesFromOneToTheOther) {
  const Explained e = explain(parse_scenario(compute_and_send(), "f.toml").cells.at(0));
  const auto times = causes_of_operations(e.path, OperationRounds(e.result.spec));
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(time_of(times[0], Cause::kCompute), Time(5us));
  EXPECT_EQ(time_of(times[1], Cause::kAlpha), Time(1us));
  EXPECT_EQ(time_of(times[1], Cause::kBytes), Time(1us));
  EXPECT_EQ(total(times[2]), Time(0));
  const std::vector<Explained> runs{e};
  EXPECT_NE(why_text(runs).find("pass"), std::string::npos);
  EXPECT_EQ(why_text(runs).find("aside"), std::string::npos);
  EXPECT_NE(why_json(runs).find("\"operation\": \"load\", \"time_ps\": 5000000"),
            std::string::npos);
  EXPECT_NE(stretches_csv(runs).find(",link,operation\n"), std::string::npos);
}

TEST(Operations, AreNamedInExports) {
  const RunSpec spec = parse_scenario(compute_and_send(), "f.toml").cells.at(0);
  const ExportedRun run = run_for_export(spec, {.schedule = true});
  const std::string csv = messages_csv(run);
  EXPECT_NE(csv.find(",hops,operation\n"), std::string::npos);
  EXPECT_NE(csv.find(",1,pass\n"), std::string::npos);
  const std::string trace = perfetto_json(run);
  EXPECT_NE(trace.find("\"name\":\"pass 0\""), std::string::npos);
  EXPECT_NE(trace.find("\"operation\":\"aside\""), std::string::npos);
  // Rank 0 sends after its computation, as in the schedule for LogGOPSim.
  const std::string goal = find_export_format("goal").write(run);
  EXPECT_NE(goal.find("l1: calc 5000\nl2: send 1000b to 1"), std::string::npos);
  EXPECT_NE(goal.find("l2 requires l1"), std::string::npos);
}

/// Checks two operations of one rank each, one after the other, which together count as one; also
/// an operation without messages.
TEST(Operations, DeficienciesOfAllTogetherAreAtLeastOne) {
  for (const char* after : {"", "after = [\"a\"]\n"})
    for (const char* bytes : {"0B", "4B", "800B", "64KiB"})
      for (const char* second :
           {"gather\"\nalgorithm = \"linear-at-once", "broadcast\"\nalgorithm = \"linear-at-once",
            "allreduce\"\nalgorithm = \"ring", "scatter\"\nalgorithm = \"binomial"}) {
        const std::string text = fmt::format(
            "[network]\ntopology = \"dragonfly:2,2,1,3\"\n[run]\nbytes = \"{}\"\n"
            "[[operation]]\nname = \"a\"\namong = \"0..3\"\ncollective = \"scatterv\"\n"
            "algorithm = \"optimal-strict\"\n[[operation]]\nname = \"b\"\namong = \"0..1\"\n"
            "collective = \"{}\"\n{}",
            bytes, second, after);
        const RunResult r = run_of(text);
        ASSERT_EQ(r.outcome, Outcome::kFine) << r.error.value_or("") << text;
        EXPECT_GE(r.deficiency.lambda, 1) << text;
        EXPECT_GE(r.deficiency.psi, 1) << text;
        EXPECT_GE(r.deficiency.xi, 1) << text;
      }
}

}  // namespace
}  // namespace orrery
