// What ranks ask for, and a run that is done again from it.
#include "emu/trace/script.h"

#include <functional>

#include <gtest/gtest.h>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/replay.h"
#include "emu/engine/timetable.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

Script script_of(const std::function<void(Comm&)>& program, const EngineOptions& options = {}) {
  const Network network = network_of("star:2");
  PatternSink sink;
  World world(network, options, nullptr, &sink);
  world.run(program);
  return sink.script;
}

/// Rank 0 sends twice as much as rank 1 answers.
std::function<void(Comm&)> ping_pong(std::int64_t bytes) {
  return [bytes](Comm& c) {
    c.round(0);
    c.rank() == 0 ? c.send(ghost(2 * bytes), 1) : c.recv(ghost(2 * bytes), 0);
    c.round(1);
    c.rank() == 0 ? c.recv(ghost(bytes), 1) : c.send(ghost(bytes), 0);
  };
}

TEST(Script, SaysWhatEveryRankAsksFor) {
  using Kind = Script::Call::Kind;
  const Script script = script_of(ping_pong(1000));
  ASSERT_TRUE(script.known());
  EXPECT_EQ(script.unit(), 1000);
  std::vector<Kind> of_0;
  for (const Script::Call& c : script.calls())
    if (c.rank == 0) of_0.push_back(c.kind);
  EXPECT_EQ(of_0, (std::vector{Kind::kRound, Kind::kSend, Kind::kAwait, Kind::kWait, Kind::kRound,
                               Kind::kReceive, Kind::kAwait, Kind::kWait, Kind::kEnd}));
}

TEST(Script, IsLikeThatOfAnotherSize) {
  const Script small = script_of(ping_pong(10)), large = script_of(ping_pong(30));
  EXPECT_TRUE(small.is_like(large, 1, 3));
  EXPECT_TRUE(large.is_like(small, 3, 1));
  EXPECT_FALSE(small.is_like(large, 1, 2));
  EXPECT_FALSE(small.is_like(script_of([](Comm&) {}), 1, 1));
  EXPECT_FALSE(small.is_like(script_of([](Comm& c) {
                               if (c.rank() == 0) c.send(ghost(20), 1);
                               if (c.rank() == 1) c.recv(ghost(30), 0);
                               if (c.rank() == 0) c.recv(ghost(10), 1);
                               if (c.rank() == 1) c.send(ghost(10), 0);
                             }),
                             1, 1));
}

TEST(Script, IsLostWhereRanksMightAskForSomethingElse) {
  EXPECT_FALSE(script_of([](Comm& c) { emulated(c).now(); }).known());
  EXPECT_FALSE(script_of([](Comm& c) { emulated(c).wait_some(); }).known());
  EXPECT_FALSE(script_of([](Comm& c) { c.wait(emulated(c).icompute(1ns)); }).known());
  EXPECT_FALSE(script_of([](Comm& c) { c.lanes(2, [](Comm&, int) {}); }).known());
  EXPECT_FALSE(script_of(ping_pong(10), {.sync = Sync::kRounds}).known());
  EXPECT_FALSE(script_of(ping_pong(10), {.eager_limit = Bytes(0)}).known());
  EXPECT_FALSE(script_of([](Comm& c) {
                 const int ranks[] = {1, 0};
                 const auto sub = c.sub(ranks);
                 sub->rank() == 0 ? sub->send(ghost(1), 1) : sub->recv(ghost(1), 0);
               }).known());
}

TEST(Script, IsLostWhereItIsLong) {
  Script script(1);
  for (std::size_t i = 0; i < Script::kMost; ++i) script.add({});
  EXPECT_TRUE(script.known());
  script.add({});
  EXPECT_FALSE(script.known());
  EXPECT_TRUE(script.calls().empty());
}

/// 20 ps for each byte after α and two links.
TEST(Replay, TakesTheTimeOfItsSize) {
  const Script script = script_of(ping_pong(1000));
  const Network network = network_of("star:2");
  const Replay replay(script, network);
  EXPECT_TRUE(replay.grows(1000, 7));
  EXPECT_FALSE(replay.grows(2000, 7));
  Pattern pattern;
  const Metrics m = replay.run(network, {}, 1000, 7, pattern);
  EXPECT_EQ(m.completion, 2 * 700ns + Time(20 * 3 * 7));
  EXPECT_EQ(std::pair(m.messages, m.bytes_total), std::pair(std::int64_t{2}, Bytes(21)));
  EXPECT_EQ(m.rounds, 2);
}

/// Two messages, one after the other.
TEST(Timetable, TakesTheTimeOfItsSize) {
  const Network network = network_of("star:2");
  const Script script = script_of(ping_pong(1000));
  const Replay replay(script, network);
  Pattern pattern;
  const Metrics at_1000 = replay.run(network, {}, 1000, 1000, pattern);
  const Timetable table(replay, network, {}, 1000, {7, 400});
  const Metrics m = table.metrics(7, 1000, at_1000).value_or(Metrics{});
  EXPECT_EQ(m.completion, 2 * 700ns + Time(20 * 3 * 7));
  EXPECT_EQ(m.bytes_total, Bytes(21));
  EXPECT_FALSE(table.metrics(8, 1000, at_1000).has_value()) << "nobody asked for it";
  Metrics other = at_1000;
  other.completion += Time(1);
  EXPECT_FALSE(table.metrics(7, 1000, other).has_value()) << "that is another run";
}

/// Two ranks send to a third at once: what they would take alone is not what they take.
TEST(Timetable, DoesNotKnowWhereMessagesMeet) {
  const auto gather = [](Comm& c) {
    if (c.rank() < 2) return c.send(ghost(1000), 2);
    const Handle both[] = {c.irecv(ghost(1000), 0), c.irecv(ghost(1000), 1)};
    c.wait_all(both);
  };
  Network network = network_of("star:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  Network alone = network;
  alone.contention = false;
  PatternSink sink;
  World world(alone, {}, nullptr, &sink);
  world.run(gather);
  const auto known_on = [&](const Network& n) {
    return Timetable(Replay(sink.script, n), n, {}, 1000, {500})
        .metrics(500, 1000, world.metrics());
  };
  EXPECT_TRUE(known_on(alone).has_value());
  EXPECT_FALSE(known_on(network).has_value());
}

}  // namespace
}  // namespace orrery::testing
