// Tests virtual times of small programs against closed forms, to the picosecond.
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr Time kLink = 100ns;

Time message(std::int64_t bytes, int hops = 1) {
  return kAlpha + hops * kLink + Time(kPsPerByte * bytes);
}

TEST(Time, AMessageTakesLatencyAndBytes) {
  const Metrics m = run_program(network_of("full:2"), [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(1000), 1);
    if (c.rank() == 1) c.recv(ghost(1000), 0);
  });
  EXPECT_EQ(m.completion, message(1000));
  EXPECT_EQ(m.messages, 1);
  EXPECT_EQ(m.bytes_total, Bytes(1000));
  EXPECT_EQ(m.bytes_max_rank, Bytes(1000));
  EXPECT_FALSE(m.shared);
}

TEST(Time, HopLatencyIsChargedForEveryLink) {
  Network network = network_of("mesh:5");
  network.costs.hop_latency = 300ns;
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(10), 4);
    if (c.rank() == 4) c.recv(ghost(10), 0);
  });
  EXPECT_EQ(m.completion, kAlpha + 4 * (kLink + Time(300ns)) + Time(200));
}

TEST(Time, BothSidesAreReleasedAtTheEndAndLaterPostsDelayTheStart) {
  const Metrics m = run_program(network_of("full:4"), [](Comm& c) {
    // 0 -> 1 and then 1 -> 2; rank 3 sends to 2 at once, and rank 2 receives this message second.
    if (c.rank() == 0) c.send(ghost(100), 1);
    if (c.rank() == 1) c.recv(ghost(100), 0), c.send(ghost(200), 2);
    if (c.rank() == 2) c.recv(ghost(200), 1), c.recv(ghost(300), 3);
    if (c.rank() == 3) c.send(ghost(300), 2);
  });
  EXPECT_EQ(m.completion, message(100) + message(200) + message(300));
}

TEST(Time, SharingIsMaxMinFair) {
  Network network = network_of("mesh:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(300'000), 2);
    if (c.rank() == 1) c.send(ghost(100'000), 2);
    if (c.rank() == 2) {
      const Handle h[] = {c.irecv(ghost(300'000), 0), c.irecv(ghost(100'000), 1)};
      c.wait_all(h);
    }
  });
  // 1 -> 2 flows alone for 100 ns (5,000 bytes), then its 95,000 bytes at half speed; the other
  // message then has 205,000 left and the link to itself.
  EXPECT_EQ(m.completion,
            kAlpha + 2 * kLink + Time(2 * kPsPerByte * 95'000) + Time(kPsPerByte * 205'000));
  EXPECT_TRUE(m.shared);
}

TEST(Time, WithoutContentionEveryFlowHasItsNarrowestLink) {
  Network network = network_of("mesh:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  network.contention = false;
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() < 2) c.send(ghost(300'000), 2);
    if (c.rank() == 2) {
      const Handle h[] = {c.irecv(ghost(300'000), 0), c.irecv(ghost(300'000), 1)};
      c.wait_all(h);
    }
  });
  EXPECT_EQ(m.completion, message(300'000, 2));
}

TEST(Time, HalfWayRoundARingBothWaysAreUsed) {
  Network network = network_of("torus:4");
  const auto far = [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(1001), 2);
    if (c.rank() == 2) c.recv(ghost(1001), 0);
  };
  const Metrics split = run_program(network, far);
  EXPECT_EQ(split.completion, kAlpha + 2 * kLink + Time(kPsPerByte * 1001 / 2));
  EXPECT_EQ(split.max_link, Bytes(501));
  EXPECT_EQ(split.per_round.at(0).max_port, Bytes(501));
  network.contention = false;
  EXPECT_EQ(run_program(network, far).completion, split.completion);
  network.routing = Routing::kDimensionOrder;
  EXPECT_EQ(run_program(network, far).completion, message(1001, 2));
}

/// Checks two routes that share the links of the other dimension, which carry the whole message; it
/// is still uncontended.
TEST(Time, BothWaysMayShareLinks) {
  Network network = network_of("torus:4x4");
  const auto far = [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(1000), 9);
    if (c.rank() == 9) c.recv(ghost(1000), 0);
  };
  for (const bool contention : {true, false})
    for (const Ports::Kind kind : {Ports::Kind::kCount, Ports::Kind::kPerLink}) {
      network.contention = contention;
      network.ports.kind = kind;
      const Metrics m = run_program(network, far);
      EXPECT_EQ(m.completion, message(1000, 3));
      EXPECT_EQ(m.max_link, Bytes(1000));
      EXPECT_FALSE(m.shared);
    }
}

TEST(Time, RanksOfOneHostTalkWithoutTheNetwork) {
  Network network = network_of("star:2");
  network.costs.host_alpha = 7ns;
  network.costs.host_beta = {5};
  network.host_of = {0, 0, 1};
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(1000), 1);
    if (c.rank() == 1) c.recv(ghost(1000), 0);
  });
  EXPECT_EQ(m.completion, Time(7ns) + Time(5000));
  EXPECT_EQ(m.max_link, Bytes(0));
}

/// Returns the time in which rank 0 sends 1000 bytes to each of two ranks at once.
Time two_messages(const Network& network) {
  return run_program(network,
                     [](Comm& c) {
                       if (c.rank() == 0) {
                         const Handle both[] = {c.isend(ghost(1000), 1), c.isend(ghost(1000), 2)};
                         c.wait_all(both);
                       } else {
                         c.recv(ghost(1000), 0);
                       }
                     })
      .completion;
}

TEST(Time, ARankCopiesOneMessageAtATimeWithinItsHost) {
  Network network = network_of("star:1");
  network.costs.host_alpha = 7ns;
  network.costs.host_beta = {5};
  network.host_of = {0, 0, 0};
  network.ports.kind = Ports::Kind::kUnlimited;
  EXPECT_EQ(two_messages(network), 2 * (Time(7ns) + Time(5000)));
}

TEST(Time, OverheadKeepsTheMessagesOfARankApart) {
  Network network = network_of("full:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  EXPECT_EQ(two_messages(network), message(1000));
  network.costs.overhead = 40ns;
  EXPECT_EQ(two_messages(network), Time(40ns) + message(1000));
}

/// Returns hosts of 2 cores with 3 ranks on host 0 and 1 on host 1.
Network crowded_network() {
  Network network = network_of("full:2");
  network.costs.host_alpha = 50ns;
  network.costs.host_beta = {10};
  network.costs.gamma = {4};
  network.cores_per_host = 2;
  network.host_of = {0, 0, 0, 1};
  return network;
}

TEST(Time, MoreRanksThanCoresTakeLonger) {
  const Network network = crowded_network();
  EXPECT_EQ(network.crowding(), (std::vector<double>{1.5, 1.5, 1.5, 1}));
  const auto time = [&](int from, int to) {
    return run_program(network,
                       [&](Comm& c) {
                         if (c.rank() == from) c.send(ghost(1000), to);
                         if (c.rank() == to) c.recv(ghost(1000), from);
                       })
        .completion;
  };
  EXPECT_EQ(time(0, 1), Time(75'000) + Time(15'000));  // host α and β
  EXPECT_EQ(time(0, 3), Time(750'000) + kLink + Time(kPsPerByte * 1000));
  EXPECT_EQ(time(3, 0), time(0, 3));
}

TEST(Time, MoreRanksThanCoresReduceMoreSlowly) {
  const auto time = [](int rank) {
    return run_program(crowded_network(),
                       [&](Comm& c) {
                         if (c.rank() == rank) c.reduce(ghost(100), ghost(100));
                       })
        .completion;
  };
  EXPECT_EQ(time(2), Time(600));
  EXPECT_EQ(time(3), Time(400));
}

TEST(Time, CoresForAllRanksChangeNothing) {
  Network network = crowded_network();
  network.cores_per_host = 3;
  EXPECT_TRUE(network.crowding().empty());
  network.cores_per_host = 0;
  EXPECT_TRUE(network.crowding().empty());
}

TEST(Time, GammaIsChargedToTheRankOnce) {
  Network network = network_of("full:1");
  network.costs.gamma = {2.5};
  EXPECT_EQ(run_program(network, [](Comm& c) { c.reduce(ghost(1000), ghost(1000)); }).completion,
            Time(2500));
  // Two lanes of one rank share its processor.
  const Metrics m = run_program(network, [](Comm& c) {
    c.lanes(2, [](Comm& lane, int) { lane.reduce(ghost(1000), ghost(1000)); });
  });
  EXPECT_EQ(m.completion, Time(5000));
  EXPECT_EQ(m.reduced_max_rank, Bytes(2000));
}

TEST(Time, EagerSendersAreReleasedBeforeTheReceive) {
  Network network = network_of("full:2");
  network.costs.gamma = {1000};
  EngineOptions eager;
  eager.protocol = Protocol::kEager;
  const auto late_receiver = [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(1000), 1), c.reduce(ghost(1000), ghost(1000));
    if (c.rank() == 1) c.reduce(ghost(1500), ghost(1500)), c.recv(ghost(1000), 0);
  };
  // Synchronous: the transfer waits for the receiver's 1.5 us, then the sender computes for 1 us.
  EXPECT_EQ(run_program(network, late_receiver).completion,
            Time(1500ns) + message(1000) + Time(1000ns));
  // Eager: the sender continues after its transfer; the receiver finds the message when it comes.
  EXPECT_EQ(run_program(network, late_receiver, eager).completion, message(1000) + Time(1000ns));
}

TEST(Time, RoundBarrierWaitsForTheSlowestTransfer) {
  EngineOptions rounds;
  rounds.sync = Sync::kRounds;
  const auto program = [](Comm& c) {
    const int peer = c.rank() ^ 1;
    for (int k = 0; k < 2; ++k) {
      c.round(k);
      const Slice v = ghost((c.rank() / 2 + k) % 2 == 0 ? 10 : 1000);
      c.sendrecv(v, peer, v, peer);
    }
  };
  EXPECT_EQ(run_program(network_of("full:4"), program).completion, message(10) + message(1000));
  EXPECT_EQ(run_program(network_of("full:4"), program, rounds).completion, 2 * message(1000));
}

/// Checks that a flow which becomes faster ends early; its outdated end event delays nothing.
TEST(Time, RoundBarrierDoesNotWaitForOutdatedEnds) {
  Network network = network_of("mesh:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  EngineOptions rounds;
  rounds.sync = Sync::kRounds;
  const auto gather = [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(300'000), 2);
    if (c.rank() == 1) c.send(ghost(100'000), 2);
    if (c.rank() == 2) {
      const Handle h[] = {c.irecv(ghost(300'000), 0), c.irecv(ghost(100'000), 1)};
      c.wait_all(h);
    }
  };
  const auto twice = [&](Comm& c) {
    for (int k = 0; k < 2; ++k) c.round(k), gather(c);
  };
  EXPECT_EQ(run_program(network, twice, rounds).completion,
            2 * run_program(network, gather).completion);
}

/// Checks values of an independent flow-level simulator: 50 GB/s, 100 ns, α = 0, unlimited ports, 2
/// MiB in 64 blocks.
TEST(Time, RingOnALineAndOnATorus) {
  const auto ring = [](Comm& c) {
    const int p = c.size(), r = c.rank();
    for (int k = 0; k < 2 * (p - 1); ++k) {
      c.round(k);
      c.sendrecv(ghost(32768), mod(r + 1, p), ghost(32768), mod(r - 1, p));
    }
  };
  for (const auto& [spec, want] :
       {std::pair("torus:64", 95'175'360), std::pair("torus:8x8", 107'775'360)}) {
    Network network = network_of(spec);
    network.costs.alpha = Time(0);
    network.ports.kind = Ports::Kind::kUnlimited;
    const Metrics m = run_program(network, ring);
    EXPECT_EQ(m.completion.count(), want) << spec;
    EXPECT_FALSE(m.shared) << spec;
  }
}

}  // namespace
}  // namespace orrery::testing
