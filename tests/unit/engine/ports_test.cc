// Tests ports: how many transfers a host has at once, and in which order they start.
#include <vector>

#include <gtest/gtest.h>

#include "emu/trace/trace.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

Time port_message(std::int64_t bytes) {
  return Time(600ns) + Time(20 * bytes);
}

/// Sends 1000 bytes from rank 0 to every other rank, all at once.
void scatter(Comm& c) {
  if (c.rank() != 0) return c.recv(ghost(1000), 0);
  std::vector<Handle> h;
  for (int r = 1; r < c.size(); ++r) h.push_back(c.isend(ghost(1000), r));
  c.wait_all(h);
}

TEST(Ports, KSendsAtOnce) {
  Network network = network_of("full:7");
  for (const int k : {1, 2, 3, 4, 6}) {
    network.ports.count = k;
    EXPECT_EQ(run_program(network, scatter).completion, (6 + k - 1) / k * port_message(1000)) << k;
  }
  network.ports.kind = Ports::Kind::kUnlimited;
  EXPECT_EQ(run_program(network, scatter).completion, port_message(1000));
  network.ports.kind = Ports::Kind::kPerLink;
  EXPECT_EQ(run_program(network, scatter).completion, port_message(1000));
}

TEST(Ports, PerLinkOnATorusIsOneForEachDirection) {
  Network network = network_of("torus:5x5");
  network.ports.kind = Ports::Kind::kPerLink;
  // Rank 0 sends to four neighbours, and a second message to one of them.
  const Metrics m = run_program(network, [](Comm& c) {
    const std::vector<int> to{1, 4, 5, 20, 1};
    std::vector<Handle> h;
    for (int i = 0; i < 5; ++i) {
      const int peer = to[static_cast<std::size_t>(i)];
      if (c.rank() == 0) h.push_back(c.isend(ghost(1000), peer, i));
      if (c.rank() == peer) h.push_back(c.irecv(ghost(1000), 0, i));
    }
    c.wait_all(h);
  });
  EXPECT_EQ(m.completion,
            port_message(1000) + Time(20'000));  // its bytes wait, its latency does not
}

TEST(Ports, FullDuplexSendsAndReceivesHalfDuplexDoesOneOrTheOther) {
  Network network = network_of("full:3");
  const auto ring = [](Comm& c) {
    c.sendrecv(ghost(1000), mod(c.rank() + 1, 3), ghost(1000), mod(c.rank() - 1, 3));
  };
  EXPECT_EQ(run_program(network, ring).completion, port_message(1000));
  network.ports.half_duplex = true;
  EXPECT_EQ(run_program(network, ring).completion, 3 * port_message(1000));
}

TEST(Ports, RanksOfOneHostShareItsPort) {
  Network network = network_of("star:2");
  network.host_of = {0, 0, 1, 1};
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() < 2) c.send(ghost(1000), c.rank() + 2);
    if (c.rank() >= 2) c.recv(ghost(1000), c.rank() - 2);
  });
  EXPECT_EQ(m.completion, 2 * (Time(700ns) + Time(20'000)));
}

/// Returns the source ranks of the messages of a program in the order in which they start.
std::vector<int> sources_by_start(const Network& network, const RankCode& program) {
  Trace trace;
  run_program(network, program, {}, nullptr, &trace);
  std::vector<int> sources;
  for (const Trace::Message& m : trace.messages) sources.push_back(m.source);
  return sources;
}

TEST(Ports, TiesGoToTheLowestRankAndOtherwiseFirstComeFirstServed) {
  const Network network = network_of("full:5");
  const auto gather = [](Comm& c) {
    if (c.rank() != 0) {
      if (c.rank() == 1) c.recv(Slice::token(), 1 + 1, 9);  // rank 1 comes late
      if (c.rank() == 2) c.send(Slice::token(), 1, 9);
      return c.send(ghost(1000), 0);
    }
    std::vector<Handle> h;
    for (int r = 4; r > 0; --r) h.push_back(c.irecv(ghost(1000), r));
    c.wait_all(h);
  };
  EXPECT_EQ(sources_by_start(network, gather), (std::vector<int>{2, 3, 4, 1, 2}));
}

/// Checks work conservation: a message with free ports does not wait for an older one whose ports
/// are busy.
TEST(Ports, AFreePairStartsAtOnce) {
  const Network network = network_of("full:4");
  const auto program = [](Comm& c) {
    // 1 -> 0 occupies host 0; 2 -> 0 waits for it, but 2 -> 3, posted later, does not.
    if (c.rank() == 1) c.send(ghost(1000), 0);
    if (c.rank() == 2) {
      const Handle h[] = {c.isend(ghost(1000), 0), c.isend(ghost(500), 3)};
      c.wait_all(h);
    }
    if (c.rank() == 3) c.recv(ghost(500), 2);
    if (c.rank() == 0) {
      const Handle h[] = {c.irecv(ghost(1000), 1), c.irecv(ghost(1000), 2)};
      c.wait_all(h);
    }
  };
  EXPECT_EQ(sources_by_start(network, program), (std::vector<int>{1, 2, 2}));
  EXPECT_EQ(run_program(network, program).completion, 2 * port_message(1000));
}

/// Checks a linear all-to-all through one port: it takes at least p - 1 phases; greedy FIFO may
/// leave gaps, but never deadlocks or starves.
TEST(Ports, AllToAllThroughOnePortFinishes) {
  for (const int p : {2, 5, 16}) {
    const Metrics m = run_program(network_of(text_of("full:", p)), [p](Comm& c) {
      std::vector<Handle> h;
      for (int i = 1; i < p; ++i) {
        h.push_back(c.irecv(ghost(100), mod(c.rank() - i, p)));
        h.push_back(c.isend(ghost(100), mod(c.rank() + i, p)));
      }
      c.wait_all(h);
    });
    EXPECT_EQ(m.messages, p * (p - 1));
    EXPECT_EQ(m.completion, (p - 1) * port_message(100)) << p;
  }
}

}  // namespace
}  // namespace orrery::testing
