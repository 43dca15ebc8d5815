// Tests that traces and metrics record a run correctly, byte for byte the same every time.
#include "emu/trace/trace.h"

#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/trace/background_sink.h"
#include "emu/trace/json_lines.h"
#include "tests/engine_run.h"
#include "tests/trace_lines.h"

namespace orrery::testing {
namespace {

/// Sends from every rank to the one half the torus away in round 0 and to the right neighbour in
/// round 1.
void program(Comm& c) {
  const int p = c.size(), r = c.rank();
  c.round(0);
  c.sendrecv(ghost(10'000), mod(r + p / 2 + 1, p), ghost(10'000), mod(r - p / 2 - 1, p));
  c.reduce(ghost(10), ghost(10));
  c.round(1);
  c.sendrecv(ghost(5'000), mod(r + 1, p), ghost(5'000), mod(r - 1, p));
}

Network torus() {
  Network network = network_of("torus:4x4");
  network.costs.gamma = {1};
  network.ports.kind = Ports::Kind::kUnlimited;
  return network;
}

TEST(Trace, SameRunSameBytes) {
  Trace a, b;
  run_program(torus(), program, {}, nullptr, &a);
  run_program(torus(), program, {}, nullptr, &b);
  EXPECT_EQ(to_json_lines(a), to_json_lines(b));
  EXPECT_GT(to_json_lines(a).size(), 1000U);
}

TEST(Trace, ASinkChangesNothing) {
  Trace trace;
  const Metrics with = run_program(torus(), program, {}, nullptr, &trace),
                without = run_program(torus(), program);
  EXPECT_EQ(with.completion, without.completion);
  EXPECT_EQ(with.link_sum, without.link_sum);
}

std::string lines_of(TraceLevel level, bool background, const std::function<void(Comm&)>& what) {
  std::string text;
  JsonLines lines(level, [&](std::string_view part) { text += part; });
  BackgroundSink behind(lines);
  run_program(torus(), what, {}, nullptr, background ? static_cast<Sink*>(&behind) : &lines);
  behind.finish();
  lines.finish();
  return text;
}

std::ptrdiff_t count(const std::string& text, const std::string& part) {
  std::ptrdiff_t n = 0;
  for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++n;
  return n;
}

TEST(JsonLines, LevelsSayHowMuch) {
  const std::string rounds = lines_of(TraceLevel::kRounds, false, program),
                    messages = lines_of(TraceLevel::kMessages, false, program),
                    all = lines_of(TraceLevel::kAll, false, program);
  Trace trace;
  run_program(torus(), program, {}, nullptr, &trace);
  EXPECT_EQ(rounds.substr(0, rounds.find('\n') + 1),
            "{\"event\":\"round\",\"round\":0,\"ranks\":16,\"first_ps\":0,\"last_ps\":0}\n");
  EXPECT_EQ(count(rounds, "\n"), 2);
  EXPECT_EQ(count(messages, "\"message\",\"id\""), 32);
  EXPECT_EQ(count(messages, "\"round\",\"rank\""), 32);
  EXPECT_EQ(count(messages, "\"reduce\""), 16);
  EXPECT_EQ(count(messages, "\"rate\""), 0);
  EXPECT_EQ(count(all, "\"rate\""), std::ssize(trace.rates));
  // All lines are those of the stored trace, in another order.
  const auto sorted = [](const std::string& text) {
    std::multiset<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.insert(line);
    return lines;
  };
  EXPECT_EQ(sorted(all), sorted(to_json_lines(trace)));
}

/// Checks rounds that only some ranks enter, late ones, and none at all.
TEST(JsonLines, RoundsHaveTheirFirstAndLastEntry) {
  const auto waiting = [](Comm& c) {
    if (c.rank() == 3) return;
    c.round(1);
    if (c.rank() > 1) return;
    c.sendrecv(ghost(50'000), 1 - c.rank(), ghost(50'000), 1 - c.rank());
    if (c.rank() == 0) c.reduce(ghost(500), ghost(500));
    c.round(2);
  };
  EXPECT_EQ(
      lines_of(TraceLevel::kRounds, false, waiting),
      "{\"event\":\"round\",\"round\":1,\"ranks\":15,\"first_ps\":0,\"last_ps\":0}\n"
      "{\"event\":\"round\",\"round\":2,\"ranks\":2,\"first_ps\":1600000,\"last_ps\":1600500}\n");
}

/// Sends enough messages to fill all chunks several times, so that each thread waits for the other.
void many_messages(Comm& c) {
  const int p = c.size();
  for (int k = 0; k < 3000; ++k) {
    c.round(k);
    c.sendrecv(ghost(100), mod(c.rank() + 5, p), ghost(100), mod(c.rank() - 5, p));
  }
}

TEST(BackgroundSink, WritesTheSameBytes) {
  for (const TraceLevel level : {TraceLevel::kRounds, TraceLevel::kMessages, TraceLevel::kAll}) {
    const std::string text = lines_of(level, false, many_messages);
    EXPECT_EQ(lines_of(level, true, many_messages) == text, true);
    EXPECT_GT(text.size(), level == TraceLevel::kRounds ? 100'000U : 10'000'000U);
  }
  EXPECT_EQ(lines_of(TraceLevel::kAll, true, [](Comm&) {}), "");
}

/// Checks a path longer than a chunk.
TEST(BackgroundSink, LongPaths) {
  Trace trace;
  const std::vector<LinkId> links(500'000, 7);
  {
    BackgroundSink sink(trace);
    sink.path({1, Bytes(5), {}});
    sink.path({0, Bytes(6), links});
    sink.path({1, Bytes(7), {}});
    sink.finish();
  }
  EXPECT_EQ(trace.messages[0].paths[0].links, links);
  EXPECT_EQ(trace.messages[1].paths.size(), 2U);
}

TEST(BackgroundSink, WhatIsThrownIsThrownAtTheEnd) {
  int calls = 0;
  JsonLines lines(TraceLevel::kAll, [&](std::string_view) {
    if (++calls == 3) throw std::runtime_error("disk full");
  });
  BackgroundSink sink(lines);
  const Metrics m = run_program(torus(), many_messages, {}, nullptr, &sink);
  EXPECT_EQ(m.messages, 48'000);
  try {
    sink.finish();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "disk full");
  }
  EXPECT_EQ(calls, 3);
}

TEST(Trace, MessagesAreOrderedAndConsistent) {
  Trace trace;
  const Network network = torus();
  const Metrics m = run_program(network, program, {}, nullptr, &trace);
  ASSERT_EQ(static_cast<std::int64_t>(trace.messages.size()), m.messages);
  for (std::size_t i = 0; i < trace.messages.size(); ++i) {
    const Trace::Message& e = trace.messages[i];
    EXPECT_EQ(e.id, static_cast<std::int64_t>(i));
    EXPECT_LE(e.posted, e.start);
    EXPECT_LT(e.start, e.flow);
    EXPECT_LT(e.flow, e.end);
    EXPECT_LE(e.end, m.completion);
    if (i > 0) {
      EXPECT_LE(trace.messages[i - 1].start, e.start);
    }
    ASSERT_FALSE(e.paths.empty());
    Bytes sum;
    for (const Trace::Path& path : e.paths) {
      sum += path.bytes;
      EXPECT_EQ(network.topology->link(path.links.front()).from, e.source);
      EXPECT_EQ(network.topology->link(path.links.back()).to, e.destination);
    }
    EXPECT_EQ(sum, e.bytes);
  }
}

/// Checks that the rates of a path integrate to its bytes, and that no link exceeds its capacity.
TEST(Trace, RatesIntegrateToBytesAndRespectCapacities) {
  Trace trace;
  run_program(torus(), program, {}, nullptr, &trace);
  std::map<std::pair<std::int64_t, int>, std::pair<Time, double>> current;
  std::map<std::pair<std::int64_t, int>, double> carried;
  std::map<LinkId, double> load;
  Time last{0};
  for (std::size_t i = 0; i < trace.rates.size(); ++i) {
    const RateEvent& e = trace.rates[i];
    EXPECT_LE(last, e.time);
    last = e.time;
    auto& [since, rate] = current[{e.message, e.path}];
    carried[{e.message, e.path}] += rate * to_seconds(e.time - since);
    for (const LinkId l : trace.messages[static_cast<std::size_t>(e.message)]
                              .paths[static_cast<std::size_t>(e.path)]
                              .links)
      load[l] += e.bytes_per_second - rate;
    since = e.time;
    rate = e.bytes_per_second;
    if (i + 1 < trace.rates.size() && trace.rates[i + 1].time == e.time) continue;
    for (const auto& [link, sum] : load) ASSERT_LE(sum, 50e9 * (1 + 1e-9)) << "link " << link;
  }
  for (const Trace::Message& m : trace.messages)
    for (std::size_t path = 0; path < m.paths.size(); ++path)
      EXPECT_NEAR((carried[{m.id, static_cast<int>(path)}]),
                  static_cast<double>(m.paths[path].bytes.count()), 1.0);
}

TEST(Metrics, RoundsPortsAndLinksAreCounted) {
  const Metrics m = run_program(torus(), program);
  ASSERT_EQ(m.rounds, 2);
  ASSERT_EQ(m.per_round.size(), 2U);
  EXPECT_EQ(m.per_round[0].messages, 16);
  EXPECT_EQ(m.per_round[0].bytes, Bytes(160'000));
  EXPECT_EQ(m.per_round[1].max_port, Bytes(5'000));
  EXPECT_EQ(m.per_round[1].max_link, Bytes(5'000));
  EXPECT_EQ(m.bytes_max_rank, Bytes(15'000));
  EXPECT_EQ(m.reduced_max_rank, Bytes(10));
  EXPECT_EQ(m.link_sum, m.per_round[0].max_link + Bytes(5'000));
  ASSERT_FALSE(m.hottest.empty());
  EXPECT_EQ(m.hottest.front().bytes, m.max_link);
  EXPECT_LE(m.hottest.size(), Metrics::kHottest);
}

TEST(Metrics, DeficiencyIsRelativeToTheBounds) {
  const Metrics m = run_program(torus(), program);
  const Deficiency d = deficiency(m, 4, 1000);
  EXPECT_DOUBLE_EQ(d.lambda, 0.5);
  EXPECT_DOUBLE_EQ(d.psi, static_cast<double>(m.port_sum.count()) / 1000);
  EXPECT_DOUBLE_EQ(
      d.xi, static_cast<double>(m.link_sum.count()) / static_cast<double>(m.port_sum.count()));
  const Deficiency nothing = deficiency(Metrics{}, 0, 0);
  EXPECT_EQ(nothing.lambda, 1);
  EXPECT_EQ(nothing.psi, 1);
  EXPECT_EQ(nothing.xi, 1);
}

/// Checks that a rank far behind does not falsify the counters of later rounds.
TEST(Metrics, RanksFarApartInRounds) {
  const Metrics m = run_program(network_of("torus:8"), [](Comm& c) {
    if (c.rank() == 0)
      for (int k = 0; k < 200; ++k) c.round(k), c.send(ghost(k + 1), 1);
    if (c.rank() == 1)
      for (int k = 0; k < 200; ++k) c.recv(ghost(k + 1), 0);
    if (c.rank() == 7) c.recv(ghost(3), 6);
    if (c.rank() == 6) c.send(ghost(3), 7);
  });
  ASSERT_EQ(m.per_round.size(), 200U);
  for (int k = 2; k < 200; ++k)
    ASSERT_EQ(m.per_round[static_cast<std::size_t>(k)].max_link, Bytes(k + 1));
  EXPECT_EQ(m.per_round[0].max_link, Bytes(3));
  EXPECT_EQ(m.max_link, Bytes(200 * 201 / 2));
}

/// Checks that in a network with a link for each of many pairs, links get numbers on first use.
TEST(Metrics, ManyMoreLinksThanAreUsed) {
  const Network network = network_of("full:700");
  const Metrics m = run_program(network, [](Comm& c) {
    for (int k = 0; k < 9; ++k) {
      c.round(k);
      const std::int64_t d = std::int64_t{1} << k;
      const Slice v = ghost(100 + k);
      c.sendrecv(v, mod(c.rank() + d, 700), v, mod(c.rank() - d, 700));
    }
    c.round(9);
    if (c.rank() == 3) c.send(ghost(500), 699);
    if (c.rank() == 699) c.recv(ghost(500), 3);
  });
  ASSERT_EQ(m.per_round.size(), 10U);
  for (int k = 0; k < 9; ++k) {
    EXPECT_EQ(m.per_round[static_cast<std::size_t>(k)].max_link, Bytes(100 + k));
    EXPECT_EQ(m.per_round[static_cast<std::size_t>(k)].bytes, Bytes(700 * (100 + k)));
  }
  EXPECT_EQ(m.max_link, Bytes(500));
  ASSERT_EQ(m.hottest.size(), Metrics::kHottest);
  EXPECT_EQ(m.hottest.front().ends.from, 3);
  EXPECT_EQ(m.hottest.front().ends.to, 699);
  EXPECT_EQ(m.hottest[1].bytes, Bytes(108));
  EXPECT_FALSE(m.shared);
}

}  // namespace
}  // namespace orrery::testing
