// Tests ordered lanes of a rank: each begins as soon as its predecessors have ended.
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

using Lanes = std::vector<EmulatedComm::OrderedLane>;

void work(Comm& c, Time time, int processor = 0) {
  EmulatedComm& e = emulated(c);
  e.wait(e.icompute(time, processor));
}

TEST(OrderedLanes, BeginWhenThoseBeforeThemHaveEnded) {
  const Lanes lanes{{.first_round = 0},
                    {.first_round = 1},
                    {.first_round = 2, .after = {0, 1}},
                    {.first_round = 3, .after = {0}}};
  const Metrics m = run_program(network_of("full:1"), [&](Comm& c) {
    emulated(c).ordered_lanes(lanes, [](Comm& lane, int i) {
      const Time times[] = {10us, 30us, 5us, 7us};
      work(lane, times[i], i + 1);
    });
  });
  ASSERT_EQ(m.lanes.size(), 4u);
  EXPECT_EQ(m.lanes[1].completion, Time(30us));
  EXPECT_EQ(m.lanes[2].begin, Time(30us));
  EXPECT_EQ(m.lanes[2].completion, Time(35us));
  EXPECT_EQ(m.lanes[3].begin, Time(10us));
  EXPECT_EQ(m.lanes[3].completion, Time(17us));
  EXPECT_EQ(m.completion, Time(35us));
}

TEST(OrderedLanes, OneWithoutTheRankEndsWhenItCouldBegin) {
  const Metrics m = run_program(network_of("full:2"), [&](Comm& c) {
    const Lanes lanes{{.first_round = 0},
                      {.takes_part = c.rank() == 0, .first_round = 1, .after = {0}},
                      {.first_round = 2, .after = {1}}};
    emulated(c).ordered_lanes(lanes, [](Comm& lane, int i) {
      work(lane, i == 0 ? 10us : i == 1 ? 5us : 1us);
    });
  });
  EXPECT_EQ(m.lanes[1].begin, Time(10us));
  EXPECT_EQ(m.lanes[2].begin, Time(10us));
  EXPECT_EQ(m.lanes[2].completion, Time(16us));
}

TEST(OrderedLanes, AreMeasuredOneByOne) {
  const Lanes lanes{{.first_round = 0}, {.first_round = 3}};
  const Metrics m = run_program(network_of("full:2"), [&](Comm& c) {
    emulated(c).ordered_lanes(lanes, [](Comm& lane, int i) {
      for (int k = 0; k <= i; ++k) {
        lane.round(k);
        lane.sendrecv(ghost(100 * (i + 1)), 1 - lane.rank(), ghost(200), 1 - lane.rank());
      }
    });
  });
  EXPECT_EQ(m.messages, 6);
  EXPECT_EQ(m.bytes_total, Bytes(1000));
  EXPECT_EQ(m.rounds, 5);
  EXPECT_EQ(m.lanes[0].messages, 2);
  EXPECT_EQ(m.lanes[0].bytes_total, Bytes(200));
  EXPECT_EQ(m.lanes[0].rounds, 1);
  EXPECT_EQ(m.lanes[1].messages, 4);
  EXPECT_EQ(m.lanes[1].rounds, 2);
  EXPECT_EQ(m.lanes[1].port_sum, Bytes(400));
  EXPECT_EQ(m.per_round.size(), 5u);
  EXPECT_EQ(m.per_round[4].messages, 2);
}

TEST(OrderedLanes, ThoseInACycleAreRefused) {
  const Lanes lanes{{.first_round = 0, .after = {1}}, {.first_round = 1, .after = {0}}};
  EXPECT_THROW(run_program(network_of("full:1"),
                           [&](Comm& c) { emulated(c).ordered_lanes(lanes, [](Comm&, int) {}); }),
               RankError);
}

TEST(OrderedLanes, OneThatFailsEndsTheRun) {
  const Lanes lanes{{.first_round = 0}, {.first_round = 1}, {.first_round = 2, .after = {0}}};
  EXPECT_THROW(run_program(network_of("full:2"),
                           [&](Comm& c) {
                             emulated(c).ordered_lanes(lanes, [](Comm& lane, int i) {
                               if (i == 1) lane.recv(ghost(1), 1 - lane.rank());
                               throw std::runtime_error("no");
                             });
                           }),
               RankError);
  EXPECT_THROW(run_program(network_of("full:2"),
                           [&](Comm& c) {
                             emulated(c).ordered_lanes(lanes, [](Comm& lane, int i) {
                               if (i == 1) lane.recv(ghost(1), 1 - lane.rank());
                             });
                           }),
               DeadlockError);
}

}  // namespace
}  // namespace orrery::testing
