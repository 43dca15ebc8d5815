#include "emu/engine/links/traffic.h"

#include <array>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

using namespace std::chrono_literals;

/// The traffic of rank 0 of two on three hosts, in several rounds.
class TrafficOfRounds : public ::testing::Test {
 protected:
  void enter(int round) {
    traffic_.hold(round);
    if (round > 0) traffic_.unhold(round - 1);
  }
  void send_over(LinkSlot link, NodeId to, int round, Time now) {
    const std::array route{LinkRun{link, 0, 1}};
    traffic_.start(round, 0, Bytes(100), now);
    traffic_.cross(round, route, 0, to, Bytes(100));
  }
  /// Sends messages of rounds 0 and 2 over a link, which end by 12 ns, while the message of round 1
  /// within the host is under way.
  void send_around_a_host() {
    enter(0);
    send_over(0, 1, 0, 0ns);
    enter(1);
    traffic_.start(1, 0, Bytes(100), 1ns);
    enter(2);
    send_over(0, 1, 2, 2ns);
    enter(3);
    traffic_.end(0, 10ns);
    traffic_.end(2, 12ns);
  }

  Network network_ = network_of("star:3");
  LinkTable links_{network_};
  Traffic traffic_{links_, 2, 3, 1, 1};
};

/// Checks overlapping rounds whose last message stays within a host.
TEST_F(TrafficOfRounds, StepsEndWithTheirLastMessage) {
  send_around_a_host();
  traffic_.end(1, 13ns);
  send_over(1, 2, 3, 100ns);
  enter(4);
  traffic_.end(3, 110ns);
  traffic_.unhold(4);
  const Metrics m = traffic_.finish(110ns, false);
  EXPECT_TRUE(m.rounds_overlap);
  EXPECT_EQ(m.port_sum, Bytes(200 + 100));
}

/// Checks that rounds overlap as well while only that message is under way.
TEST_F(TrafficOfRounds, MessagesWithinAHostBelongToTheStep) {
  send_around_a_host();
  send_over(1, 2, 3, 100ns);
  enter(4);
  traffic_.end(3, 110ns);
  traffic_.end(1, 120ns);
  traffic_.unhold(4);
  EXPECT_EQ(traffic_.finish(120ns, false).port_sum, Bytes(200));
}

}  // namespace
}  // namespace orrery::testing
