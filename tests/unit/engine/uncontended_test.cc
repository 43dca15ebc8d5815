// Tests the second clock of a run, which shows when events would have happened without contention.
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "emu/engine/executor.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr Time kBefore = 500ns + 2 * 100ns;  ///< α and two links

Time alone(std::int64_t bytes) {
  return kBefore + Time(kPsPerByte * bytes);
}

Network star_with(Ports::Kind ports, int hosts) {
  Network network = network_of("star:" + std::to_string(hosts));
  network.ports.kind = ports;
  return network;
}

/// Sends from ranks 0 and 1 to 2, over a shared link; rank 2 answers 0 when it has both messages.
void two_and_an_answer(Comm& c) {
  if (c.rank() < 2) c.send(ghost(1000), 2);
  if (c.rank() == 0) c.recv(ghost(500), 2);
  if (c.rank() != 2) return;
  const Handle both[] = {c.irecv(ghost(1000), 0), c.irecv(ghost(1000), 1)};
  c.wait_all(both);
  c.send(ghost(500), 0);
}

TEST(Uncontended, IsTheTimeOfMessagesThatAreAlone) {
  const Metrics m = run_program(star_with(Ports::Kind::kUnlimited, 3), two_and_an_answer);
  EXPECT_TRUE(m.shared);
  EXPECT_EQ(m.completion, alone(2000) + alone(500));
  EXPECT_EQ(m.uncontended, alone(1000) + alone(500));
}

TEST(Uncontended, IsTheTimeItselfWhereNothingIsShared) {
  const Metrics m = run_program(star_with(Ports::Kind::kUnlimited, 2), [](Comm& c) {
    c.rank() == 0 ? c.send(ghost(1000), 1) : c.recv(ghost(1000), 0);
  });
  EXPECT_FALSE(m.shared);
  EXPECT_EQ(m.uncontended, m.completion);
}

TEST(Uncontended, LanesFollowTheirOwnMessages) {
  const Metrics m = run_program(star_with(Ports::Kind::kUnlimited, 3), [](Comm& c) {
    c.lanes(2, [](Comm& lane, int i) {
      if (lane.rank() == i) lane.send(ghost(1000 + 500 * i), 2);
      if (lane.rank() == 2) lane.recv(ghost(1000 + 500 * i), i);
    });
  });
  EXPECT_EQ(m.completion, alone(2500));
  EXPECT_EQ(m.uncontended, alone(1500));
}

/// Checks two messages of rank 0 that share its link, while the message of rank 1 waits for the
/// port of rank 3.
TEST(Uncontended, IsNotToldWhereMessagesWaitForPorts) {
  Network network = star_with(Ports::Kind::kCount, 4);
  network.ports.count = 2;
  const auto program = [](int waiting) {
    return [waiting](Comm& c) {
      std::vector<Handle> handles;
      const auto message = [&](int from, int to) {
        if (c.rank() == from) handles.push_back(c.isend(ghost(1000), to));
        if (c.rank() == to) handles.push_back(c.irecv(ghost(1000), from));
      };
      message(0, 2), message(0, 3);
      for (int i = 0; i < waiting; ++i) message(1, 3);
      c.wait_all(handles);
    };
  };
  const Metrics none = run_program(network, program(1)), one = run_program(network, program(2));
  EXPECT_TRUE(none.shared && one.shared);
  EXPECT_EQ(none.uncontended, alone(1000));
  EXPECT_EQ(one.uncontended, std::nullopt);
}

TEST(Uncontended, IsNotToldWhereAProgramAsksForTheTime) {
  const Metrics m = run_program(star_with(Ports::Kind::kUnlimited, 3), [](Comm& c) {
    two_and_an_answer(c);
    emulated(c).now();
  });
  EXPECT_TRUE(m.shared);
  EXPECT_EQ(m.uncontended, std::nullopt);
}

using Kind = Operation::Kind;

/// Returns a schedule of p ranks with random messages, computations and requirements. All messages
/// of one source, destination and tag have one size.
Schedule random_schedule(int p, std::mt19937& random) {
  const auto below = [&](int n) { return static_cast<std::int32_t>(random() % unsigned(n)); };
  Schedule schedule;
  schedule.ranks.resize(static_cast<std::size_t>(p));
  const auto add = [&](int r, const Operation& o) {
    RankSchedule& rank = schedule.ranks[static_cast<std::size_t>(r)];
    const auto i = static_cast<std::int32_t>(rank.operations.size());
    rank.operations.push_back(o);
    for (int k = 0; i > 0 && k < below(3); ++k)
      rank.requirements.push_back({i, std::max(0, i - 1 - below(4)), below(5) == 0});
  };
  const int messages = p * (1 + below(8)), most = below(2) * 3000;
  for (int k = 0; k < messages; ++k) {
    const int from = below(p), to = (from + 1 + below(p - 1)) % p, tag = below(2);
    const std::int64_t bytes = 100 * std::int64_t{1 + (7 * from + 3 * to + 5 * tag) % 11};
    add(from, {.kind = Kind::kSend, .peer = to, .tag = tag, .amount = bytes});
    add(to, {.kind = Kind::kReceive, .peer = from, .tag = tag, .amount = bytes});
    if (most > 0)
      add(from, {.processor = below(8) == 0,
                 .amount = 1000 * std::int64_t{std::max(0, below(most) - 500)}});
  }
  schedule.complete();
  return schedule;
}

Network random_network(int p, std::mt19937& random) {
  const char* const kTopologies[] = {"star:8", "torus:8", "mesh:2x4", "fat-tree:4"};
  Network network = network_of(kTopologies[random() % 4], p);
  const Ports::Kind kinds[] = {Ports::Kind::kUnlimited, Ports::Kind::kUnlimited,
                               Ports::Kind::kPerLink, Ports::Kind::kCount};
  network.ports.kind = kinds[random() % 4];
  network.costs.overhead = Time(300'000 * (random() % 3 / 2));
  return network;
}

/// Checks that the clock is right, and told unless processors, ports or equal tags depend on order.
TEST(Uncontended, IsExactForSchedules) {
  int shared = 0, told = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const int p = 2 + static_cast<int>(random() % 7);
    const Schedule schedule = random_schedule(p, random);
    Network network = random_network(p, random);
    EngineOptions options;
    options.protocol = random() % 2 == 0 ? Protocol::kEager : Protocol::kSync;
    const std::optional<Metrics> run = Executor(schedule).run(network, options);
    if (!run || !run->shared) continue;
    ++shared;
    if (!run->uncontended) continue;
    ++told;
    network.contention = false;
    const std::optional<Metrics> without = Executor(schedule).run(network, options);
    ASSERT_EQ(run->uncontended, without ? std::optional(without->completion) : std::nullopt);
  }
  EXPECT_GT(shared, 500);
  EXPECT_GT(told, 100);
}

/// Returns what rank 0 does: it receives 1000 bytes from rank 2 and 3000 from rank 1, which come at one instant, as rank 2
/// sends three other messages. Alone the first comes earlier. Operation 3 then begins one step later than 4 on the run's
/// clock, but at the same step on the other, where it would be the first of the list.
std::optional<Metrics> run_two_at_once(const Operation& first, const Operation& second) {
  Schedule schedule;
  schedule.ranks.resize(6);
  const auto send = [&](std::size_t from, std::int32_t to, std::int64_t bytes) {
    schedule.ranks[from].operations.push_back({.kind = Kind::kSend, .peer = to, .amount = bytes});
  };
  const auto receive = [&](std::size_t to, std::int32_t from, std::int64_t bytes) {
    schedule.ranks[to].operations.push_back(
        {.kind = Kind::kReceive, .peer = from, .amount = bytes});
  };
  receive(0, 2, 1000);
  receive(0, 1, 3000);
  send(1, 0, 3000);
  send(2, 0, 1000);
  for (const std::int32_t r : {3, 4, 5}) {
    send(2, r, 1000);
    receive(static_cast<std::size_t>(r), 2, 1000);
  }
  RankSchedule& rank = schedule.ranks[0];
  rank.operations.push_back({.kind = Kind::kCompute});
  rank.operations.insert(rank.operations.end(), {first, second});
  rank.requirements = {{2, 0}, {3, 2}, {3, 1}, {4, 1}};
  for (const Operation& o : {first, second})
    if (o.kind == Kind::kSend) receive(1, 0, 9000);
  schedule.complete();
  Network network = star_with(Ports::Kind::kUnlimited, 6);
  return Executor(schedule).run(network, {});
}

TEST(Uncontended, IsNotToldWhereTheOrderAtOneInstantDiffers) {
  for (const Operation& other :
       {Operation{.amount = 1'000'000}, {.kind = Kind::kCopy, .amount = 8}}) {
    const auto work = run_two_at_once({.amount = 5'000'000}, other);
    EXPECT_EQ(work->uncontended, std::nullopt) << "one processor";
  }
  const Operation send{.kind = Kind::kSend, .peer = 1, .amount = 9000};
  const auto messages = run_two_at_once(send, send);
  EXPECT_EQ(messages->uncontended, std::nullopt) << "one tag";
  const auto both = run_two_at_once({.amount = 5'000'000}, send);
  EXPECT_EQ(both->completion, alone(4000) + 5us);
  EXPECT_EQ(both->uncontended, alone(3000) + 5us);
}

}  // namespace
}  // namespace orrery::testing
