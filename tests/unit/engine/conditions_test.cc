// Tests noise and stragglers in cases worked out by hand: α = 500 ns, a link 100 ns, 20 ps/B.
#include "emu/net/conditions.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "emu/base/random.h"
#include "emu/engine/watch/absences.h"
#include "emu/net/faults.h"
#include "emu/trace/critical_path.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr std::int64_t kBytes = 100'000;
constexpr Time kMessage = 600ns + 2us;  // of these bytes, alone over one link

Network on_a_day(Network network, const Conditions& conditions) {
  network.conditions = std::make_shared<const Conditions>(conditions);
  return network;
}

/// Sends three messages between ranks 0 and 1, in turn.
void three_messages(Comm& c) {
  for (int i = 0; i < 3; ++i)
    c.rank() == i % 2 ? c.send(ghost(kBytes), 1 - i % 2) : c.recv(ghost(kBytes), i % 2);
}

/// Returns the completion time, and checks that its causes add up to it.
Time time_of(const Network& network, const RankCode& program, const EngineOptions& options = {}) {
  CriticalPath path;
  const Time completion =
      run_program(network, program, options, nullptr, {nullptr, &path}).completion;
  EXPECT_EQ(run_program(network, program, options).completion, completion);
  Time at{0};
  for (const Stretch& s : path.stretches) {
    EXPECT_EQ(s.from, at);
    EXPECT_LT(s.from, s.to);
    at = s.to;
  }
  EXPECT_EQ(at, completion);
  return completion;
}

Time noise_in(const Network& network, const RankCode& program) {
  CriticalPath path;
  run_program(network, program, {}, nullptr, {nullptr, &path});
  return path.by_cause()[static_cast<std::size_t>(Cause::kNoise)];
}

TEST(Conditions, AnEmptyDayIsAPerfectOne) {
  const Network perfect = network_of("full:2");
  EXPECT_EQ(time_of(on_a_day(perfect, {}), three_messages), 3 * kMessage);
  EXPECT_EQ(time_of(perfect, three_messages), 3 * kMessage);
}

TEST(Conditions, MessagesWaitForWhoArrivesLate) {
  Conditions late;
  late.arrivals = {0us, 7us};
  const Network network = on_a_day(network_of("full:2"), late);
  EXPECT_EQ(time_of(network, three_messages), 7us + 3 * kMessage);
  EXPECT_EQ(noise_in(network, three_messages), 7us);
  late.arrivals = {7us, 9us};
  EXPECT_EQ(time_of(on_a_day(network, late), three_messages), 9us + 3 * kMessage);
}

/// Checks a ring in which rank r sends to r + 1, then passes on the data that it received: a rank k hops behind
/// the late rank is delayed from round k on, and not earlier.
TEST(Conditions, TheDelayOfALateRankTravelsOneHopARound) {
  constexpr int kRanks = 8, kLate = 2;
  Conditions late;
  late.arrivals.assign(kRanks, 0us);
  late.arrivals[kLate] = 100us;
  Network network = on_a_day(network_of("full:8"), late);
  network.ports.kind = Ports::Kind::kUnlimited;
  for (int rounds = 1; rounds < kRanks; ++rounds) {
    struct Ends : Sink {
      std::vector<Time> of = std::vector<Time>(kRanks);
      TraceLevel level() const override { return TraceLevel::kMessages; }
      void message(const MessageEvent& m) override {
        of[static_cast<std::size_t>(m.destination)] =
            std::max(of[static_cast<std::size_t>(m.destination)], m.end);
      }
    } ends;
    EngineOptions eager;
    eager.protocol = Protocol::kEager;
    run_program(
        network,
        [&](Comm& c) {
          const int next = (c.rank() + 1) % kRanks, before = (c.rank() + kRanks - 1) % kRanks;
          for (int i = 0; i < rounds; ++i) {
            c.round(i);
            c.sendrecv(ghost(kBytes), next, ghost(kBytes), before);
          }
        },
        eager, nullptr, &ends);
    for (int r = 0; r < kRanks; ++r) {
      const int behind = (r - kLate + kRanks) % kRanks;
      const bool held_up = behind == 0 || behind <= rounds;
      // Messages to the late rank arrive in spite of the delay: its first one comes on time.
      if (behind == 0) continue;
      EXPECT_EQ(ends.of[static_cast<std::size_t>(r)],
                held_up ? 100us + rounds * kMessage : rounds * kMessage)
          << "rank " << r << " after " << rounds << " rounds";
    }
  }
}

/// Checks γ = 50 ps/B: rank 1 copies in 5 us, or in 15 us if it is three times as slow; the α of its
/// messages is also longer.
TEST(Conditions, SlowRanksTakeLongerForAllThatProcessorsDo) {
  Network network = network_of("full:2");
  network.costs.gamma = {50};
  const RankCode program = [](Comm& c) {
    if (c.rank() == 0) return c.recv(ghost(kBytes), 1);
    c.copy(ghost(kBytes), ghost(kBytes));
    c.send(ghost(kBytes), 0);
  };
  EXPECT_EQ(time_of(network, program), 5us + kMessage);
  Conditions slow;
  slow.slowness = {1, 3};
  EXPECT_EQ(time_of(on_a_day(network, slow), program), 15us + 1500ns + 100ns + 2us);
  EXPECT_EQ(on_a_day(network, slow).crowding(), (std::vector<double>{1, 3}));
}

/// Checks two ranks of a host that share a core, one of them on a slow processor: they take 2 and 4
/// times as long.
TEST(Conditions, SlownessMultipliesWithSharing) {
  Network network = network_of("full:2");
  network.host_of = {0, 0, 1};
  network.cores_per_host = 1;
  Conditions slow;
  slow.slowness = {1, 2, 2};
  EXPECT_EQ(on_a_day(network, slow).crowding(), (std::vector<double>{2, 4, 2}));
}

/// Returns when pieces of work of 1 ns end, which shows when a rank's processor is preempted.
std::vector<Time> work_ends(const Network& network, int rank, int pieces, Time piece) {
  const auto absences = Absences::of(network);
  std::vector<Time> ends;
  Time now{0};
  for (int i = 0; i < pieces; ++i)
    ends.push_back(now = absences->finish(rank, absences->back(rank, now, now), piece, now));
  return ends;
}

/// Checks ranks 0 and 2 on core 0, in slices of 10 ns in turn, and rank 1 alone on core 1.
TEST(Conditions, RanksOfACoreTakeTurns) {
  Conditions sliced;
  sliced.slice = 10ns;
  Network network = on_a_day(network_of("full:2"), sliced);
  network.host_of = {0, 0, 0, 1};
  network.cores_per_host = 2;
  EXPECT_TRUE(network.crowding().empty());
  EXPECT_EQ(work_ends(network, 0, 4, 5ns), (std::vector<Time>{5ns, 10ns, 25ns, 30ns}));
  EXPECT_EQ(work_ends(network, 2, 4, 5ns), (std::vector<Time>{15ns, 20ns, 35ns, 40ns}));
  EXPECT_EQ(work_ends(network, 1, 4, 5ns), (std::vector<Time>{5ns, 10ns, 15ns, 20ns}));
  EXPECT_EQ(work_ends(network, 2, 1, 35ns), (std::vector<Time>{75ns}));
}

/// Checks two ranks of a core that work for 20 slices each: the first is done 39 slices later, the second at the end
/// of the 40th slice, and needs no further slice.
TEST(Conditions, WorkThatEndsWithItsSliceIsDone) {
  Conditions sliced;
  sliced.slice = 5us;
  Network network = on_a_day(network_of("full:1"), sliced);
  network.host_of = {0, 0};
  network.cores_per_host = 1;
  for (const int last : {0, 1}) {
    const RankCode program = [last](Comm& c) {
      if (c.rank() <= last) c.wait(emulated(c).icompute(100us, 0));
    };
    EXPECT_EQ(time_of(network, program), last == 0 ? 195us : 200us);
  }
}

/// Checks preempted ranks: rank 0 has the core until 1 us, rank 1 until 2 us, and so on. Rank 0 starts a message
/// of α 500 ns to host 1, which is started up before rank 0 is preempted at 1 us. A second message begins when
/// rank 0 continues.
TEST(Conditions, WhoIsAwayNeitherStartsNorTakesMessages) {
  Conditions sliced;
  sliced.slice = 1us;
  Network network = on_a_day(network_of("full:2"), sliced);
  network.host_of = {0, 0, 1};
  network.cores_per_host = 1;
  const RankCode program = [](Comm& c) {
    for (int i = 0; i < 3; ++i)
      if (c.rank() != 1) c.rank() == 0 ? c.send(ghost(kBytes), 2) : c.recv(ghost(kBytes), 0);
  };
  // The first ends at 2.6 us, in rank 0's slice from 2 to 3 us. The second starts there, is preempted from 3 to
  // 4 us with 100 ns of its α left, and ends at 2.6 + 2.6 + 1 us = 6.2 us. The third ends at 8.8 us, in a slice:
  // its α is from 6.2 to 6.7 us.
  EXPECT_EQ(time_of(network, program), 8800ns);
  EXPECT_EQ(noise_in(network, program), 1us);
}

/// Checks work of 10 us on a processor that is preempted for 1 us in every 4 us.
TEST(Conditions, NoiseInterruptsWork) {
  Conditions noisy;
  noisy.noise = {{4us, TimeDistribution::constant(1us)}};
  const Network network = on_a_day(network_of("full:3"), noisy);
  for (int rank = 0; rank < 3; ++rank) {
    const auto absences = Absences::of(network);
    const Time end = absences->finish(rank, Time(0), 10us, Time(0));
    // The first preemption comes at any time, the next ones after 3 us of work: three or four
    // interrupt 10 us of work.
    EXPECT_TRUE(end == 13us || end == 14us) << end.count();
    const RankCode program = [&](Comm& c) {
      if (c.rank() == rank) c.wait(emulated(c).icompute(10us, 0));
    };
    EXPECT_GE(time_of(network, program), end);
  }
}

/// Checks that another processor, such as a GPU, works on while the rank's processor is preempted; the
/// rank continues when both are free.
TEST(Conditions, NoiseLeavesOtherProcessorsAlone) {
  Conditions noisy;
  noisy.noise = {{4us, TimeDistribution::constant(1us)}};
  const Network network = on_a_day(network_of("full:3"), noisy);
  for (int rank = 0; rank < 3; ++rank) {
    const Time end = Absences::of(network)->back(rank, 10us, 10us);
    const RankCode program = [&](Comm& c) {
      if (c.rank() == rank) c.wait(emulated(c).icompute(10us, 1));
    };
    EXPECT_EQ(time_of(network, program), std::max(end, time_of(network, [](Comm&) {})));
  }
}

/// A processor that is preempted for 700 ns in every 2 us, followed step by step.
struct Away {
  Time phase;
  bool at(Time t) const { return t >= phase && (t - phase) % 2us < 700ns; }
  Time back(Time t) const { return at(t) ? t + 700ns - (t - phase) % 2us : t; }
  /// Returns when work is done that begins at t and may have to wait.
  Time after(Time t, Time work) const {
    for (t = back(t); work > Time(0); work -= Time(1), ++t) t = back(t);
    return t;
  }
};

/// Checks that the sender starts each message up during 500 ns of its processor time, and that the
/// receiver takes it when its processor is back.
TEST(Conditions, NoiseHoldsUpThreeMessages) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Conditions noisy;
    noisy.seed = seed;
    noisy.noise = {{2us, TimeDistribution::constant(700ns)}};
    const auto phase = [&](std::uint64_t rank) {
      const double share = unit_interval(drawn(seed, Purpose::kNoisePhase, rank));
      return Away{Time(static_cast<std::int64_t>(share * 2e6))};
    };
    const std::array<Away, 2> away{phase(0), phase(1)};
    std::array<Time, 2> free{0us, 0us};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t from = i % 2, to = 1 - from;
      const Time posted = std::max(away[from].back(free[from]), away[to].back(free[to]));
      const Time end = away[from].after(posted, 500ns) + kMessage - 500ns;
      free = {away[0].back(end), away[1].back(end)};
    }
    EXPECT_EQ(time_of(on_a_day(network_of("full:2"), noisy), three_messages),
              std::max(free[0], free[1]))
        << "seed " << seed;
  }
}

/// Checks ten pieces in a chain of six ranks, whose third link has half the bandwidth and 1 us more latency: each
/// piece pays for every link once, and behind the slow link pieces follow at its rate.
TEST(Conditions, TheSlowestLinkOfAChainDecides) {
  constexpr int kRanks = 6, kPieces = 10;
  Network network = network_of("mesh:6");
  LinkFaults faults;
  for (LinkId id = 0; id < network.topology->link_count(); ++id)
    if (const Link l = network.topology->link(id); l.from + l.to == 2 + 3)
      faults.slow[id] = {0.5, 1us};
  network.topology = with_faults(network.topology, network.costs, faults);
  const RankCode chain = [](Comm& c) {
    std::vector<Handle> passed_on;
    for (int i = 0; i < kPieces; ++i) {
      if (c.rank() > 0) c.recv(ghost(kBytes), c.rank() - 1);
      c.wait_all(passed_on);
      passed_on.clear();
      if (c.rank() + 1 < kRanks) passed_on.push_back(c.isend(ghost(kBytes), c.rank() + 1));
    }
    c.wait_all(passed_on);
  };
  constexpr Time kSlow = 1600ns + 4us;
  EXPECT_EQ(time_of(network, chain), (kRanks - 2) * kMessage + kPieces * kSlow);
}

/// Checks preemptions of 3 us on average, one due every 4 us; long ones delay the next. A quarter of the
/// processor time is left for work.
TEST(Conditions, NoiseTakesItsShareOfTheTime) {
  Conditions noisy;
  noisy.noise = {{4us, TimeDistribution::parse("exponential(3us)")}};
  const auto absences = Absences::of(on_a_day(network_of("full:4"), noisy));
  for (int rank = 0; rank < 4; ++rank) {
    const Time end = absences->finish(rank, Time(0), 100ms, Time(0));
    EXPECT_NEAR(to_seconds(end), 0.4, 0.01) << rank;
  }
}

/// Checks that earlier queries, and queries of other ranks, change no preemption.
TEST(Conditions, AbsencesAreAFunctionOfTheSeed) {
  Conditions noisy;
  noisy.noise = {{10us, TimeDistribution::parse("lognormal(2us,0.5)")}};
  const Network network = on_a_day(network_of("full:2"), noisy);
  const auto one = Absences::of(network), other = Absences::of(network);
  for (int i = 0; i < 50; ++i) one->finish(0, i * 3us, 5us, i * 3us);
  EXPECT_EQ(one->finish(0, 1ms, 1ms, 1ms), other->finish(0, 1ms, 1ms, 1ms));
  EXPECT_EQ(one->finish(1, 1ms, 1ms, 1ms), other->finish(1, 1ms, 1ms, 1ms));
  noisy.seed = 2;
  EXPECT_NE(Absences::of(on_a_day(network, noisy))->finish(0, 1ms, 1ms, 1ms),
            other->finish(0, 1ms, 1ms, 1ms));
}

TEST(Conditions, NoProcessorIsPreemptedWithoutNoise) {
  EXPECT_EQ(Absences::of(network_of("full:2")), nullptr);
  Conditions late;
  late.arrivals = {0us, 1us};
  EXPECT_EQ(Absences::of(on_a_day(network_of("full:2"), late)), nullptr);
}

}  // namespace
}  // namespace orrery::testing
