// Tests the second clock of a run, which shows when events would have happened without contention.
#include <vector>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace orrery::testing
