// Tests that deadlocks, failing ranks and misuse end the run at once, with names and places.
#include <string>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

std::string deadlock_of(int p, const RankCode& program) {
  try {
    run_program(network_of(text_of("full:", p)), program);
  } catch (const DeadlockError& e) {
    return e.what();
  }
  return "no deadlock";
}

std::string failure_of(int p, const RankCode& program, int* rank = nullptr) {
  try {
    run_program(network_of(text_of("full:", p)), program);
  } catch (const RankError& e) {
    if (rank != nullptr) *rank = e.rank();
    return e.what();
  }
  return "no failure";
}

TEST(Deadlock, AMessageThatIsNeverSent) {
  EXPECT_EQ(deadlock_of(3,
                        [](Comm& c) {
                          c.round(2);
                          if (c.rank() == 1) c.recv(ghost(8), 0, 5);
                        }),
            "deadlock at 0 ps: 1 of 3 ranks wait for messages that cannot come\n"
            "  rank 1 waits in recv from rank 0 (tag 5, round 2), which has finished\n"
            "no cycle: a rank waits for one that has finished");
}

TEST(Deadlock, TwoBlockingSendsInACycle) {
  EXPECT_EQ(deadlock_of(3,
                        [](Comm& c) {
                          if (c.rank() == 2) return;
                          c.send(ghost(8), 1 - c.rank());
                          c.recv(ghost(8), 1 - c.rank());
                        }),
            "deadlock at 0 ps: 2 of 3 ranks wait for messages that cannot come\n"
            "  rank 0 waits in send to rank 1 (tag 0, round 0)\n"
            "  rank 1 waits in send to rank 0 (tag 0, round 0)\n"
            "cycle: 0 -> 1 -> 0");
}

TEST(Deadlock, EagerSendsDoNotBlockInACycle) {
  EXPECT_NO_THROW(
      run_program(network_of("full:2"),
                  [](Comm& c) { c.send(ghost(8), 1 - c.rank()), c.recv(ghost(8), 1 - c.rank()); },
                  {Protocol::kEager, Sync::kAsync}));
}

TEST(Deadlock, ALongCycleWithRanksThatLeadIntoIt) {
  const std::string report = deadlock_of(6, [](Comm& c) {
    if (c.rank() < 2) c.recv(ghost(1), 2);
    if (c.rank() >= 2) c.recv(ghost(1), c.rank() == 5 ? 2 : c.rank() + 1);
  });
  EXPECT_NE(report.find("6 of 6 ranks"), std::string::npos) << report;
  EXPECT_NE(report.find("cycle: 2 -> 3 -> 4 -> 5 -> 2"), std::string::npos) << report;
}

TEST(Deadlock, OfLanesNamesTheCommunicator) {
  const std::string report = deadlock_of(2, [](Comm& c) {
    c.lanes(2, [](Comm& lane, int i) {
      if (i == 1) lane.recv(ghost(1), 1 - lane.rank());
    });
  });
  EXPECT_NE(report.find("rank 0 waits in recv from rank 1 (tag 0, round 0, communicator 2)"),
            std::string::npos)
      << report;
}

TEST(Deadlock, TellsTheWaitingRanks) {
  try {
    run_program(network_of("full:4"), [](Comm& c) {
      if (c.rank() % 2 == 1) c.recv(ghost(1), 0);
    });
    FAIL();
  } catch (const DeadlockError& e) {
    EXPECT_EQ(e.waiting(), (std::vector<int>{1, 3}));
  }
}

TEST(Failure, AnExceptionStopsTheRunWithTheRanksMessage) {
  int rank = -1;
  EXPECT_EQ(failure_of(
                4,
                [](Comm& c) {
                  if (c.rank() == 2) throw std::runtime_error("the dog ate my block");
                  c.recv(ghost(1), mod(c.rank() - 1, 4));
                },
                &rank),
            "rank 2: the dog ate my block");
  EXPECT_EQ(rank, 2);
}

TEST(Failure, DestructorsOfAllRanksRun) {
  int alive = 0;
  struct Guard {
    explicit Guard(int& n) : n_(n) { ++n_; }
    ~Guard() { --n_; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    int& n_;
  };
  failure_of(5, [&](Comm& c) {
    const Guard guard(alive);
    if (c.rank() == 4) c.sendrecv(Slice::token(), 4, Slice::token(), 4), throw 42;
    c.lanes(2, [&](Comm& lane, int) {
      const Guard inner(alive);
      lane.recv(ghost(1), 0);
    });
  });
  EXPECT_EQ(alive, 0);
}

TEST(Failure, ATruncatedReceiveIsAnError) {
  const auto truncated = [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(9), 1, 3);
    if (c.rank() == 1) c.recv(ghost(8), 0, 3);
  };
  int rank = -1;
  EXPECT_EQ(failure_of(2, truncated, &rank),
            "rank 1: the message of 9 bytes from rank 0 (tag 3, round 0) does not fit into its "
            "receive of 8 bytes");
  EXPECT_EQ(rank, 1);
}

TEST(Failure, MisuseIsNamed) {
  const auto says = [](const std::string& want, const RankCode& program) {
    const std::string got = failure_of(2, program);
    EXPECT_NE(got.find(want), std::string::npos) << got;
  };
  says("rank 0: send to rank 2: expected 0 .. 1", [](Comm& c) { c.send(ghost(1), 2); });
  says("recv from rank -1: expected 0 .. 1", [](Comm& c) { c.recv(ghost(1), -1); });
  says("round 1 after round 2; rounds never go backwards", [](Comm& c) { c.round(2), c.round(1); });
  says("reduce of 2 elements into 3", [](Comm& c) { c.reduce(ghost(3), ghost(2)); });
  says("copy of 2 elements into 3", [](Comm& c) { c.copy(ghost(3), ghost(2)); });
  says("lanes(0)", [](Comm& c) { c.lanes(0, [](Comm&, int) {}); });
  says("where another rank called lanes(",
       [](Comm& c) { c.lanes(1 + c.rank(), [](Comm&, int) {}); });
  says("sub without the calling rank 1", [](Comm& c) { c.sub(std::vector<int>{0}); });
  says("sub names a rank twice", [](Comm& c) { c.sub(std::vector<int>{0, 1, 0}); });
  says("ended without waiting for its isend to rank 1 (tag 0, round 0)", [](Comm& c) {
    if (c.rank() == 0) c.isend(ghost(1), 1);
    if (c.rank() == 1) c.recv(ghost(1), 0);
  });
  says("this handle has been waited for already", [](Comm& c) {
    const Handle h = c.irecv(Slice::token(), c.rank());
    c.send(Slice::token(), c.rank());
    c.wait(h);
    c.wait(h);
  });
  says("wait: no such handle", [](Comm& c) { c.wait(Handle{77, 0}); });
}

TEST(Failure, AnEagerMessageThatIsNeverReceived) {
  try {
    run_program(network_of("full:2"),
                [](Comm& c) {
                  if (c.rank() == 0) c.send(ghost(1), 1, 4);
                },
                {Protocol::kEager, Sync::kAsync});
    FAIL();
  } catch (const RankError& e) {
    EXPECT_STREQ(e.what(),
                 "rank 1: never received the message that rank 0 sent it (tag 4, round 0)");
  }
}

TEST(Failure, TheThreadCanRunAnotherWorldAfterwards) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_NE(deadlock_of(3, [](Comm& c) { c.recv(ghost(1), c.rank()); }), "no deadlock");
    EXPECT_NO_THROW(run_program(network_of("full:3"), [](Comm&) {}));
  }
}

}  // namespace
}  // namespace orrery::testing
