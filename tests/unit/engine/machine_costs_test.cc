// Tests costs of real machines besides α, β and γ, in cases worked out by hand.
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

// Costs of network_of(): α = 500 ns, a link 100 ns and 20 ps for each byte.
constexpr Time kStart = 600ns;

/// Sends messages from rank 0 to rank 1, one after the other.
RankCode in_turn(const std::vector<std::int64_t>& sizes) {
  return [sizes](Comm& c) {
    for (const std::int64_t size : sizes)
      c.rank() == 0 ? c.send(ghost(size), 1) : c.recv(ghost(size), 0);
  };
}

TEST(MachineCosts, AlphaAndBetaHoldFromTheirSizesOn) {
  Network network = network_of("full:2");
  network.costs.alpha_by_size = {{{Bytes(1000), 800ns}, {Bytes(2000), 2000ns}}};
  network.costs.beta_by_size = {{{Bytes(2000), {30}}}};
  // 999 B: 600 ns + 19 980 ps. 1000 B: 900 ns + 20 000 ps. 2000 B: 2100 ns + 2000 (20 + 30) ps.
  EXPECT_EQ(run_program(network, in_turn({999})).completion, kStart + Time(19'980));
  EXPECT_EQ(run_program(network, in_turn({999, 1000, 2000})).completion,
            Time(600ns) + Time(19'980) + Time(900ns) + Time(20'000) + Time(2100ns) + Time(100'000));
}

TEST(MachineCosts, TheSendersProcessorIsBusyBySize) {
  Network network = network_of("full:2");
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.overhead = 10ns;
  network.costs.overhead_by_size = {{{Bytes(100), 400ns}}};
  const auto both = [](std::int64_t first) {
    return [first](Comm& c) {
      std::vector<Handle> open;
      for (const std::int64_t size : {first, std::int64_t{0} + 50})
        open.push_back(c.rank() == 0 ? c.isend(ghost(size), 1) : c.irecv(ghost(size), 0));
      c.wait_all(open);
    };
  };
  // The second message begins when the processor has finished the first: after 10 ns, or 400 ns.
  EXPECT_EQ(run_program(network, both(10)).completion, Time(10ns) + kStart + Time(1000));
  EXPECT_EQ(run_program(network, both(100)).completion, Time(400ns) + kStart + Time(1000));
}

TEST(MachineCosts, WorkDependsOnSizeAndCopiesCostTheirOwn) {
  Network network = network_of("full:1");
  network.costs.gamma = {100};
  network.costs.gamma_by_size = {{{Bytes(1000), {200}}}};
  const auto work = [](Comm& c) {
    c.reduce(ghost(999), ghost(999));
    c.reduce(ghost(1000), ghost(1000));
    c.copy(ghost(1000), ghost(1000));
  };
  EXPECT_EQ(run_program(network, work).completion, Time(99'900 + 200'000 + 200'000));
  network.costs.copy_cost = CostPerByte{50};
  EXPECT_EQ(run_program(network, work).completion, Time(99'900 + 200'000 + 50'000));
}

TEST(MachineCosts, LargeScratchHasNewPages) {
  Network network = network_of("full:1");
  network.costs.touch = {300};
  network.costs.touch_from = Bytes(1000);
  const auto take = [](std::int64_t bytes) { return [bytes](Comm& c) { c.scratch(bytes); }; };
  EXPECT_EQ(run_program(network, take(999)).completion, Time(0));
  EXPECT_EQ(run_program(network, take(1000)).completion, Time(300'000));
}

TEST(MachineCosts, BothWaysTogetherCarryLessThanTwice) {
  Network network = network_of("star:3");
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.alpha = Time(0);
  network.duplex = 0.75;  // 75 GB/s at each host, both ways
  const auto exchange = [](bool third) {
    return [third](Comm& c) {
      std::vector<Handle> open;
      if (c.rank() < 2) {
        open.push_back(c.isend(ghost(3000), 1 - c.rank()));
        open.push_back(c.irecv(ghost(3000), 1 - c.rank()));
      }
      if (third && c.rank() == 0) open.push_back(c.irecv(ghost(3000), 2));
      if (third && c.rank() == 2) open.push_back(c.isend(ghost(3000), 0));
      c.wait_all(open);
    };
  };
  // One direction: 3000 B at 20 ps over two links of 100 ns.
  Network two = network;
  two.host_of.resize(2);
  EXPECT_EQ(run_program(two, in_turn({3000})).completion, Time(200ns) + Time(60'000));
  // Two messages share 75 GB/s: at 37.5 GB/s 3000 B take 80 ns.
  EXPECT_EQ(run_program(network, exchange(false)).completion, Time(200ns) + Time(80'000));
  // Three messages meet at host 0 and get 25 GB/s each: 120 ns.
  EXPECT_EQ(run_program(network, exchange(true)).completion, Time(200ns) + Time(120'000));
}

/// Returns the time in which host 0 sends `there` bytes to host 1 and receives `back`.
Time exchange_time(const Network& network, std::int64_t there, std::int64_t back) {
  return run_program(network,
                     [=](Comm& c) {
                       const std::int64_t own = c.rank() == 0 ? there : back;
                       c.sendrecv(ghost(own), 1 - c.rank(), ghost(there + back - own),
                                  1 - c.rank());
                     })
      .completion;
}

TEST(MachineCosts, LargeMessagesShareLess) {
  Network network = network_of("star:2");
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.alpha = Time(0);
  network.duplex_by_size = {{{Bytes(3000), 0.5}}};  // 50 GB/s at each host, both ways
  // Both directions run at 50 GB/s, and at 25 GB/s from 3000 B on.
  EXPECT_EQ(exchange_time(network, 2999, 2999), Time(200ns) + Time(2999 * 20));
  EXPECT_EQ(exchange_time(network, 3000, 3000), Time(200ns) + Time(3000 * 40));
  // A large message alone has the bandwidth of one direction; small ones in the other direction do
  // not count.
  EXPECT_EQ(exchange_time(network, 3000, 2000), Time(200ns) + Time(3000 * 20));
  // With 75 GB/s in total, both begin at 37.5 GB/s: 2000 B take 53,334 ps, and the other 1000 B then flow
  // at 50 GB/s.
  network.duplex = 0.75;
  EXPECT_EQ(exchange_time(network, 2000, 2000), Time(200ns) + Time(53'334));
  EXPECT_EQ(exchange_time(network, 3000, 2000), Time(200ns) + Time(53'334 + 20'000));
  EXPECT_EQ(exchange_time(network, 3000, 3000), Time(200ns) + Time(3000 * 40));
}

TEST(MachineCosts, DuplexHoldsWhereLinksAreManyToo) {
  Network network = network_of("full:2");
  network.topology = make_topology("full:1200");  // too many links for a table of all
  network.host_of = {700, 900};
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.alpha = Time(0);
  network.costs.links = {{Bandwidth{50e9}, 100ns}};
  network.duplex = 0.5 + 0.5 / 1199;  // of 1199 links of 50 GB/s: no limit for one of them
  const auto exchange = [](Comm& c) {
    c.sendrecv(ghost(3000), 1 - c.rank(), ghost(3000), 1 - c.rank());
  };
  EXPECT_EQ(run_program(network, exchange).completion, Time(100ns) + Time(60'000));
  network.duplex_by_size = {{{Bytes(3000), 0.5 + 0.25 / 1199}}};
  EXPECT_EQ(run_program(network, exchange).completion, Time(100ns) + Time(60'000));
}

TEST(MachineCosts, EagerMessagesReleaseTheirSenderAndOccupyTheirReceiver) {
  Network network = network_of("full:2");
  network.costs.gamma = {1000};
  network.costs.overhead = 100ns;
  network.costs.receive_overhead = 200ns;
  network.costs.eager_copy = {10};
  EngineOptions options;
  options.eager_limit = Bytes(1000);
  const auto three = [](std::int64_t size, std::int64_t late) {
    return [size, late](Comm& c) {
      if (c.rank() == 1) c.reduce(ghost(late), ghost(late));
      for (int i = 0; i < 3; ++i) c.rank() == 0 ? c.send(ghost(size), 1) : c.recv(ghost(size), 0);
      if (c.rank() == 0) c.reduce(ghost(9000), ghost(9000));
    };
  };
  // The sender: three times 100 ns + 1000 B x 10 ps, and 9 us of computation.
  EXPECT_EQ(run_program(network, three(1000, 0), options).completion, Time(330ns) + Time(9000ns));
  // A receiver that comes after 20 us finds all three messages and takes 210 ns for each.
  EXPECT_EQ(run_program(network, three(1000, 20'000), options).completion,
            Time(20'000ns) + Time(630ns));
  // With one byte more the sender waits for the receiver: 20 us, three messages, 9 us.
  EXPECT_EQ(run_program(network, three(1001, 20'000), options).completion,
            Time(20'000ns) + 3 * (kStart + Time(20'020)) + Time(9000ns));
}

TEST(MachineCosts, AnEagerMessageIsThereAfterCopyStartUpAndBytes) {
  Network network = network_of("full:2");
  network.costs.overhead = 100ns;
  network.costs.eager_copy = {10};
  EngineOptions options;
  options.eager_limit = Bytes(1000);
  // 10 ns copied away, 600 ns and 20 ns through the network, 10 ns copied out.
  EXPECT_EQ(run_program(network, in_turn({1000}), options).completion, Time(640ns));
}

}  // namespace
}  // namespace orrery::testing
