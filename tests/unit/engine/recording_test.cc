// Tests recordings of the operations of ranks, and replays of these.
#include "emu/schedule/recording.h"

#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/executor.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

using Kind = Operation::Kind;

Recording recording_of(const std::function<void(Comm&)>& program, const EngineOptions& options = {},
                       Recording recording = Recording()) {
  const Network network = network_of("star:2");
  Observers observers;
  observers.recording = &recording;
  World world(network, options, nullptr, observers);
  world.run(program);
  return recording;
}

/// Returns a program in which rank 0 sends twice as much as rank 1 answers.
std::function<void(Comm&)> ping_pong(std::int64_t bytes) {
  return [bytes](Comm& c) {
    c.round(0);
    c.rank() == 0 ? c.send(ghost(2 * bytes), 1) : c.recv(ghost(2 * bytes), 0);
    c.round(1);
    c.rank() == 0 ? c.recv(ghost(bytes), 1) : c.send(ghost(bytes), 0);
  };
}

TEST(Recording, SaysWhatEveryRankDoes) {
  const Recording recording = recording_of(ping_pong(1000));
  ASSERT_TRUE(recording.valid());
  const RankSchedule& of_0 = recording.ranks().at(0);
  ASSERT_EQ(of_0.operations.size(), 2U);
  const Operation &send = of_0.operations[0], &receive = of_0.operations[1];
  EXPECT_EQ(std::pair(send.kind, send.amount), std::pair(Kind::kSend, std::int64_t{2000}));
  EXPECT_EQ(std::pair(receive.kind, receive.amount), std::pair(Kind::kReceive, std::int64_t{1000}));
  EXPECT_EQ(std::pair(send.step, receive.step), std::pair(0, 1)) << "rounds that begin with them";
  EXPECT_EQ(of_0.requirements, (std::vector<Requirement>{{1, 0}}));
}

/// Checks rounds in which rank 1 does nothing, and one in which it only waits.
TEST(Recording, MarksRoundsInWhichNothingBegins) {
  const Recording recording = recording_of([](Comm& c) {
    c.round(0);
    const Handle h = c.rank() == 0 ? c.isend(ghost(1), 1) : c.irecv(ghost(1), 0);
    c.round(1);
    c.wait(h);
    c.round(2);
  });
  std::vector<std::pair<Kind, int>> all;
  for (const Operation& o : recording.ranks().at(1).operations) all.emplace_back(o.kind, o.step);
  EXPECT_EQ(all, (std::vector<std::pair<Kind, int>>{
                     {Kind::kReceive, 0}, {Kind::kRound, 1}, {Kind::kRound, 2}}));
}

/// Checks that single waits add to the operations that must have ended before.
TEST(Recording, KeepsWhatMustHaveEnded) {
  const Recording recording = recording_of([](Comm& c) {
    const int peer = 1 - c.rank();
    const Handle h[] = {c.irecv(ghost(1), peer), c.isend(ghost(1), peer), c.irecv(ghost(2), peer)};
    c.wait(h[0]);
    const Handle last = c.isend(ghost(2), peer);
    c.wait(h[2]);
    c.wait(h[1]);
    c.wait(last);
    c.reduce(ghost(3), ghost(3));
  });
  const RankSchedule& own = recording.ranks().at(1);
  ASSERT_EQ(own.operations.size(), 6U);
  EXPECT_EQ(own.operations.at(4).amount, 0) << "stands for three";
  EXPECT_EQ(own.operations.at(5).kind, Kind::kReduce);
  EXPECT_EQ(own.requirements, (std::vector<Requirement>{{3, 0}, {4, 2}, {4, 1}, {4, 3}, {5, 4}}));
}

TEST(Recording, IsLikeThatOfAnotherSize) {
  const Recording small = recording_of(ping_pong(10)), large = recording_of(ping_pong(30));
  EXPECT_TRUE(small.scales_to(large, 1, 3));
  EXPECT_TRUE(large.scales_to(small, 3, 1));
  EXPECT_FALSE(small.scales_to(large, 1, 2));
  EXPECT_FALSE(small.scales_to(recording_of([](Comm&) {}), 1, 1));
  EXPECT_FALSE(small.scales_to(recording_of([](Comm& c) {
                                 if (c.rank() == 0) c.send(ghost(20), 1);
                                 if (c.rank() == 1) c.recv(ghost(30), 0);
                                 if (c.rank() == 0) c.recv(ghost(10), 1);
                                 if (c.rank() == 1) c.send(ghost(10), 0);
                               }),
                               1, 1));
}

TEST(Recording, OfSizesIsLostWhereRanksMightDoSomethingElse) {
  EXPECT_FALSE(recording_of([](Comm& c) { emulated(c).now(); }).valid());
  EXPECT_FALSE(recording_of([](Comm& c) { emulated(c).wait_some(); }).valid());
  EXPECT_FALSE(recording_of([](Comm& c) { c.wait(emulated(c).icompute(1ns)); }).valid());
  EXPECT_FALSE(recording_of([](Comm& c) { c.lanes(2, [](Comm&, int) {}); }).valid());
  EXPECT_FALSE(recording_of(ping_pong(10), {.sync = Sync::kRounds}).valid());
  EXPECT_FALSE(recording_of(ping_pong(10), {.eager_limit = Bytes(0)}).valid());
  const auto in_sub = [](Comm& c) {
    const int ranks[] = {1, 0};
    const auto sub = c.sub(ranks);
    sub->rank() == 0 ? sub->send(ghost(1), 1) : sub->recv(ghost(1), 0);
  };
  EXPECT_FALSE(recording_of(in_sub).valid());
  EXPECT_TRUE(recording_of(in_sub, {}, Recording(Recording::Of::kTimes)).valid());
}

TEST(Recording, OfSizesIsLostWhereItIsLong) {
  Recording recording;
  recording.begin(1, nullptr);
  for (std::size_t i = 0; i < Recording::kMost; ++i)
    recording.work(0, Kind::kCopy, 0, ghost(1), ghost(1));
  EXPECT_TRUE(recording.valid());
  recording.work(0, Kind::kCopy, 0, ghost(1), ghost(1));
  EXPECT_FALSE(recording.valid());
  EXPECT_TRUE(recording.ranks().empty());
}

/// Checks 20 ps for each byte after α and two links.
TEST(Executor, TakesTheTimeOfItsSize) {
  const Schedule schedule = recording_of(ping_pong(1000)).schedule();
  const Network network = network_of("star:2");
  const Executor executor(schedule);
  EXPECT_TRUE(executor.divides({1000, 7}));
  EXPECT_FALSE(executor.divides({2000, 7}));
  const auto run = executor.run(network, {}, {1000, 7});
  ASSERT_TRUE(run.has_value());
  const Metrics m = run.value_or(Metrics{});
  EXPECT_EQ(m.completion, 2 * 700ns + Time(20 * 3 * 7));
  EXPECT_EQ(std::pair(m.messages, m.bytes_total), std::pair(std::int64_t{2}, Bytes(21)));
  EXPECT_EQ(m.rounds, 2);
}

/// Checks that messages which begin and end together, but in two rounds, count in both.
TEST(Executor, JoinsNoMessagesOfDifferentRounds) {
  const auto program = [](Comm& c) {
    std::vector<Handle> handles;
    for (int i = 0; i < 6; ++i) {
      if (i % 3 == 0) c.round(i / 3);
      handles.push_back(c.rank() == 0 ? c.isend(ghost(1000), 1) : c.irecv(ghost(1000), 0));
    }
    c.wait_all(handles);
  };
  Network network = network_of("star:2");
  network.ports.kind = Ports::Kind::kUnlimited;
  Schedule schedule = recording_of(program).schedule();
  join_identical(schedule, network);
  const Executor executor(schedule);
  EXPECT_TRUE(executor.joins());
  const Metrics emulated = run_program(network, program);
  const auto run = executor.run(network, {});
  ASSERT_TRUE(run.has_value());
  const Metrics executed = run.value_or(Metrics{});
  EXPECT_EQ(executed.completion, emulated.completion);
  ASSERT_EQ(executed.per_round.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(executed.per_round[i].messages, emulated.per_round.at(i).messages) << i;
}

/// Checks that a replay reports no result if each rank first waits for a receive.
TEST(Executor, SaysNothingOfADeadlock) {
  Schedule schedule;
  for (const int peer : {1, 0}) {
    RankSchedule own;
    own.operations = {{.kind = Kind::kReceive, .peer = peer, .amount = 8},
                      {.kind = Kind::kSend, .peer = peer, .amount = 8}};
    own.requirements = {{1, 0}};
    schedule.ranks.push_back(own);
  }
  schedule.complete();
  EXPECT_FALSE(schedule.cycle.empty());
  EXPECT_FALSE(Executor(schedule).run(network_of("star:2"), {}).has_value());
}

}  // namespace
}  // namespace orrery::testing
