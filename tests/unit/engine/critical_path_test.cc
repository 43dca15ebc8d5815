// Tests the causes of the time of a run in cases worked out by hand: α = 500 ns, a link 100 ns, 20
// ps/B.
#include "emu/trace/critical_path.h"

#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr std::int64_t kPathBytes = 100'000;
constexpr Time kFlow = 2us;                   // of these
constexpr Time kPathMessage = 600ns + kFlow;  // alone over one link

CriticalPath path_of(const Network& network, const RankCode& program,
                     const EngineOptions& options = {}) {
  CriticalPath path;
  run_program(network, program, options, nullptr, {nullptr, &path});
  return path;
}

std::string stretches_of(const CriticalPath& path) {
  std::string text;
  for (const Stretch& s : path.stretches)
    text += orrery::text_of(kCauseNames[static_cast<std::size_t>(s.cause)], ' ',
                            (s.to - s.from).count() / 1000, ' ', s.rank, '>', s.partner, "; ");
  return text;
}

TEST(CriticalPath, AMessageAloneIsAlphaAndLatencyAndBytes) {
  const CriticalPath path = path_of(network_of("full:2"), [](Comm& c) {
    c.rank() == 0 ? c.send(ghost(kPathBytes), 1) : c.recv(ghost(kPathBytes), 0);
  });
  EXPECT_EQ(stretches_of(path), "alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; ");
  EXPECT_EQ(path.stretches[0].link, -1);
  EXPECT_EQ(path.stretches[1].link, path.stretches[2].link);
}

TEST(CriticalPath, EveryLinkOfTheWayHasItsLatency) {
  Network network = network_of("mesh:4");
  network.costs.hop_latency = 10ns;
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(kPathBytes), 3);
    if (c.rank() == 3) c.recv(ghost(kPathBytes), 0);
  });
  EXPECT_EQ(stretches_of(path),
            "alpha 500 0>3; latency 110 0>3; latency 110 0>3; latency 110 0>3; bytes 2000 0>3; ");
}

TEST(CriticalPath, ThreeMessagesOfTwoRanksFollowEachOther) {
  const CriticalPath path = path_of(network_of("full:2"), [](Comm& c) {
    for (int i = 0; i < 3; ++i) {
      c.round(i);
      c.rank() == i % 2 ? c.send(ghost(kPathBytes), 1 - i % 2) : c.recv(ghost(kPathBytes), i % 2);
    }
  });
  EXPECT_EQ(stretches_of(path),
            "alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; alpha 500 1>0; latency 100 1>0; "
            "bytes 2000 1>0; alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; ");
  EXPECT_EQ(path.stretches.back().round, 2);
  EXPECT_EQ(path.stretches.back().to, 3 * kPathMessage);
}

/// Checks a sender that comes 5 us late: its receiver waits for the work that it does
/// until then.
TEST(CriticalPath, GoesOnWithASenderThatComesLate) {
  Network network = network_of("full:2");
  network.costs.gamma = {50};
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() == 0) return c.recv(ghost(kPathBytes), 1);
    c.copy(ghost(kPathBytes), ghost(kPathBytes));
    c.send(ghost(kPathBytes), 0);
  });
  EXPECT_EQ(stretches_of(path),
            "compute 5000 1>-1; alpha 500 1>0; latency 100 1>0; bytes 2000 1>0; ");
}

/// Checks a late receiver: rank 0 could send at once, and the following work would end at 2.6 + 5 us.
TEST(CriticalPath, APartnerIsLateForWhoSendsToIt) {
  Network network = network_of("full:2");
  network.costs.gamma = {50};
  const RankCode program = [](Comm& c) {
    if (c.rank() == 1) c.copy(ghost(kPathBytes), ghost(kPathBytes));
    c.rank() == 0 ? c.send(ghost(kPathBytes), 1) : c.recv(ghost(kPathBytes), 0);
    if (c.rank() == 0) c.copy(ghost(kPathBytes), ghost(kPathBytes));
  };
  EXPECT_EQ(
      stretches_of(path_of(network, program)),
      "partner 5000 0>1; alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; compute 5000 0>-1; ");
  EXPECT_EQ(stretches_of(path_of(network, program, {Protocol::kEager})),
            "alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; compute 5000 0>-1; ");
}

/// Checks that a late rank waits for no other rank.
TEST(CriticalPath, AReceiverThatIsLateHasItsOwnReasons) {
  Network network = network_of("full:2");
  network.costs.gamma = {50};
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() == 0) return c.send(ghost(kPathBytes), 1);
    c.copy(ghost(kPathBytes), ghost(kPathBytes));
    c.recv(ghost(kPathBytes), 0);
    c.copy(ghost(1000), ghost(1000));
  });
  EXPECT_EQ(stretches_of(path),
            "compute 5000 1>-1; alpha 500 0>1; latency 100 0>1; bytes 2000 0>1; compute 50 1>-1; ");
}

/// Checks two messages to rank 2, which has one port: the second starts when the first has ended.
TEST(CriticalPath, APortThatAnotherMessageHoldsIsWaitedFor) {
  const RankCode program = [](Comm& c) {
    if (c.rank() < 2) return c.send(ghost(kPathBytes), 2);
    const std::vector<Handle> both{c.irecv(ghost(kPathBytes), 0), c.irecv(ghost(kPathBytes), 1)};
    c.wait_all(both);
  };
  Network network = network_of("full:3");
  EXPECT_EQ(stretches_of(path_of(network, program)),
            "port 2600 1>2; alpha 500 1>2; latency 100 1>2; bytes 2000 1>2; ");
  network.ports.hold = Ports::Hold::kTransfer;
  EXPECT_EQ(stretches_of(path_of(network, program)),
            "alpha 500 1>2; latency 100 1>2; port 2000 1>2; bytes 2000 1>2; ");
  network.ports.kind = Ports::Kind::kUnlimited;
  const CriticalPath path = path_of(network, program);
  EXPECT_EQ(stretches_of(path), "alpha 500 0>2; latency 100 0>2; bytes 2000 0>2; ");
  EXPECT_EQ(path.ties, 1);  // the other message
}

/// Checks two messages that leave host 0 over one link of a star; the longer one ends alone: 100 kB
/// shared and 100 kB alone take 2 × 2 us + 2 us.
TEST(CriticalPath, SharingALinkIsContentionOfThatLink) {
  Network network = network_of("star:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  const RankCode program = [](Comm& c) {
    if (c.rank() > 0) return c.recv(ghost(c.rank() * kPathBytes), 0);
    const std::vector<Handle> both{c.isend(ghost(kPathBytes), 1),
                                   c.isend(ghost(2 * kPathBytes), 2)};
    c.wait_all(both);
  };
  const CriticalPath path = path_of(network, program);
  EXPECT_EQ(
      stretches_of(path),
      "alpha 500 0>2; latency 100 0>2; latency 100 0>2; bytes 4000 0>2; contention 2000 0>2; ");
  EXPECT_EQ(network.topology->link(path.stretches.back().link).from, 0);
  network.contention = false;
  EXPECT_EQ(stretches_of(path_of(network, program)),
            "alpha 500 0>2; latency 100 0>2; latency 100 0>2; bytes 4000 0>2; ");
}

/// Checks a message from rank 0 to 2 that shares its first link with 0 to 1, then its last one with 1 to 2,
/// which is posted when 0 to 1 has arrived: 100 kB shared take 4 us. When 1 to 2 begins to flow, at 0.7 + 4
/// + 0.7 us, 35 kB more have flowed in 0.7 us alone; 65 kB of 200 kB are left and take 2.6 us.
TEST(CriticalPath, ContentionIsSplitOverTheLinksThatWereTheBottleneck) {
  Network network = network_of("star:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() == 0) {
      const std::vector<Handle> both{c.isend(ghost(kPathBytes), 1),
                                     c.isend(ghost(2 * kPathBytes), 2)};
      c.wait_all(both);
      c.round(1);
      c.send(ghost(1), 1);
    } else if (c.rank() == 1) {
      c.recv(ghost(kPathBytes), 0);
      const Handle h = c.isend(ghost(10 * kPathBytes), 2, 1);
      c.recv(ghost(1), 0);
      c.wait(h);
    } else {
      const Handle h = c.irecv(ghost(10 * kPathBytes), 1, 1);
      c.recv(ghost(2 * kPathBytes), 0);
      c.wait(h);
    }
  });
  // The long message determines the end: 1 MB = 20 us, of which it shared 2.6 us and lost 1.3 us.
  EXPECT_EQ(
      stretches_of(path),
      "alpha 500 0>1; latency 100 0>1; latency 100 0>1; bytes 2000 0>1; contention 2000 0>1; "
      "alpha 500 1>2; latency 100 1>2; latency 100 1>2; bytes 20000 1>2; contention 1300 1>2; ");
  EXPECT_EQ(network.topology->link(path.stretches[4].link).from, 0);
  EXPECT_EQ(network.topology->link(path.stretches.back().link).to, 2);
}

TEST(CriticalPath, ReducingAfterTheLastMessageCounts) {
  Network network = network_of("full:2");
  network.costs.gamma = {10};
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() == 1) return c.send(ghost(kPathBytes), 0);
    c.recv(ghost(kPathBytes), 1);
    c.reduce(ghost(kPathBytes), ghost(kPathBytes));
  });
  EXPECT_EQ(stretches_of(path),
            "alpha 500 1>0; latency 100 1>0; bytes 2000 1>0; compute 1000 0>-1; ");
}

/// Checks that the processor begins with the third message after two others of 200 ns each.
TEST(CriticalPath, OverheadOfEarlierMessagesIsWaitedFor) {
  Network network = network_of("full:4");
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.overhead = 200ns;
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() > 0) return c.recv(ghost(kPathBytes), 0);
    std::vector<Handle> all;
    for (int to = 1; to < 4; ++to) all.push_back(c.isend(ghost(kPathBytes), to));
    c.wait_all(all);
  });
  EXPECT_EQ(stretches_of(path),
            "overhead 200 0>1; overhead 200 0>2; alpha 500 0>3; latency 100 0>3; bytes 2000 0>3; ");
}

/// Checks that a processor copies messages within a host one after the other.
TEST(CriticalPath, MessagesWithinAHostAreAlphaAndBytes) {
  Network network = network_of("full:1");
  network.costs.host_alpha = 50ns;
  network.costs.host_beta = {10};
  network.host_of = {0, 0, 0};
  const CriticalPath path = path_of(network, [](Comm& c) {
    if (c.rank() > 0) return c.recv(ghost(kPathBytes), 0);
    const std::vector<Handle> both{c.isend(ghost(kPathBytes), 1), c.isend(ghost(kPathBytes), 2)};
    c.wait_all(both);
  });
  EXPECT_EQ(stretches_of(path), "alpha 50 0>1; bytes 1000 0>1; alpha 50 0>2; bytes 1000 0>2; ");
}

TEST(CriticalPath, LanesAndBarriersPassOnWhatTheyWaitedFor) {
  Network network = network_of("full:2");
  network.ports.kind = Ports::Kind::kUnlimited;
  const auto exchange = [](Comm& c, std::int64_t bytes) {
    c.rank() == 0 ? c.send(ghost(bytes), 1) : c.recv(ghost(bytes), 0);
  };
  const RankCode program = [&](Comm& c) {
    c.lanes(2, [&](Comm& lane, int i) { exchange(lane, (i == 0 ? 2 : 1) * kPathBytes / 4); });
    c.round(1);
    exchange(c, kPathBytes);
  };
  for (const Sync sync : {Sync::kAsync, Sync::kRounds}) {
    network.contention = sync == Sync::kAsync;
    const CriticalPath path = path_of(network, program, {Protocol::kSync, sync});
    EXPECT_EQ(path.by_cause()[0], 1us) << stretches_of(path);
    EXPECT_EQ(path.stretches.back().to, 1200ns + 1us + kFlow + (network.contention ? 500ns : 0ns));
  }
}

/// Checks an exchange whose two messages end together, as those of the exchange before.
TEST(CriticalPath, TellsHowOftenOthersWereAsLate) {
  const RankCode program = [](Comm& c) {
    for (int i = 0; i < 2; ++i)
      c.sendrecv(ghost(kPathBytes), 1 - c.rank(), ghost(kPathBytes), 1 - c.rank());
  };
  const CriticalPath path = path_of(network_of("full:2"), program);
  EXPECT_EQ(path.stretches.back().to, 2 * kPathMessage);
  // Ties: the other rank at the end, the rank's own send in both rounds, and the rank that posted the
  // second message.
  EXPECT_GE(path.ties, 3);
  EXPECT_EQ(path.ties, path_of(network_of("full:2"), program).ties);
}

TEST(CriticalPath, ARunWithoutTimeHasNoStretches) {
  const CriticalPath path = path_of(network_of("full:2"), [](Comm&) {});
  EXPECT_TRUE(path.stretches.empty());
}

}  // namespace
}  // namespace orrery::testing
