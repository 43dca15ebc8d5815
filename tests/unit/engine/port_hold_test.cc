// Tests how long a message holds its ports: to its end, or only while its bytes flow.
#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "emu/trace/trace.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

using Hold = Ports::Hold;

constexpr Time kStartUp = 600ns;  // α and one link
constexpr Time kTransfer = 20us;  // of a megabyte at 20 ps/B
constexpr std::int64_t kHeldBytes = 1'000'000;

Network with_hold(const std::string& spec, Hold hold, Ports::Kind kind = Ports::Kind::kCount) {
  Network network = network_of(spec);
  network.ports.kind = kind;
  network.ports.hold = hold;
  return network;
}

struct Message {
  int from = 0, to = 0;
  std::int64_t bytes = kHeldBytes;
};

/// Returns a program that posts all messages at once, in this order.
RankCode all_at_once(const std::vector<Message>& messages) {
  return [messages](Comm& c) {
    std::vector<Handle> handles;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const auto& [from, to, bytes] = messages[i];
      const int tag = static_cast<int>(i);
      const Slice what = bytes == 0 ? Slice::token() : ghost(bytes);
      if (from == c.rank()) handles.push_back(c.isend(what, to, tag));
      if (to == c.rank()) handles.push_back(c.irecv(what, from, tag));
    }
    c.wait_all(handles);
  };
}

/// Returns the end of each message, in the order of their tags.
std::vector<Time> ends(const Network& network, const std::vector<Message>& messages,
                       const EngineOptions& options = {}) {
  Trace trace;
  run_program(network, all_at_once(messages), options, nullptr, &trace);
  std::vector<Time> times(messages.size());
  for (const Trace::Message& m : trace.messages) times[static_cast<std::size_t>(m.tag)] = m.end;
  return times;
}

Time last(const Network& network, const std::vector<Message>& messages) {
  return std::ranges::max(ends(network, messages));
}

TEST(PortHold, AutoIsTheTelephoneModelForCountedPortsOnly) {
  Ports ports;
  EXPECT_TRUE(ports.held_for_message());
  ports.kind = Ports::Kind::kPerLink;
  EXPECT_FALSE(ports.held_for_message());
  ports.hold = Hold::kMessage;
  EXPECT_TRUE(ports.held_for_message());
  ports.kind = Ports::Kind::kCount;
  ports.hold = Hold::kTransfer;
  EXPECT_FALSE(ports.held_for_message());
}

TEST(PortHold, TwoLanesOverOneLink) {
  const auto lanes = [](Comm& c) {
    c.lanes(2, [](Comm& lane, int) {
      lane.sendrecv(ghost(kHeldBytes), 1 - lane.rank(), ghost(kHeldBytes), 1 - lane.rank());
    });
  };
  const auto time = [&](Hold hold) {
    return run_program(with_hold("full:2", hold, Ports::Kind::kPerLink), lanes).completion;
  };
  EXPECT_EQ(time(Hold::kMessage), 2 * (kStartUp + kTransfer));
  EXPECT_EQ(time(Hold::kTransfer), kStartUp + 2 * kTransfer);
  EXPECT_EQ(time(Hold::kAuto), kStartUp + 2 * kTransfer);
}

/// Checks that bytes of several messages share a link: none waits for the slow route of another.
TEST(PortHold, PortsPerLinkAreSharedLikeTheirLinks) {
  const std::vector<Message> same_link{{0, 1, 2 * kHeldBytes}, {0, 1}, {0, 2}};
  const Network line = with_hold("mesh:4", Hold::kAuto, Ports::Kind::kPerLink);
  Network unlimited = line;
  unlimited.ports.kind = Ports::Kind::kUnlimited;
  const std::vector<Time> times = ends(line, same_link);
  EXPECT_EQ(times, ends(unlimited, same_link));
  // Three share the link until the two short ones have passed, then the long one is alone. The
  // second link adds 100 ns, during which two messages share that link after three have shared the
  // first.
  EXPECT_EQ(times[0], kStartUp + 4 * kTransfer);
  EXPECT_LT(times[1], kStartUp + 3 * kTransfer);
  EXPECT_LT(times[2], kStartUp + 3 * kTransfer + 100ns);
}

TEST(PortHold, OnePortSendsSeveralMessages) {
  const std::vector<Message> scatter{{0, 1}, {0, 2}, {0, 3}, {0, 4}};
  EXPECT_EQ(ends(with_hold("full:5", Hold::kMessage), scatter),
            (std::vector{kStartUp + kTransfer, 2 * (kStartUp + kTransfer),
                         3 * (kStartUp + kTransfer), 4 * (kStartUp + kTransfer)}));
  EXPECT_EQ(ends(with_hold("full:5", Hold::kTransfer), scatter),
            (std::vector{kStartUp + kTransfer, kStartUp + 2 * kTransfer, kStartUp + 3 * kTransfer,
                         kStartUp + 4 * kTransfer}));
  Network two = with_hold("full:5", Hold::kTransfer);
  two.ports.count = 2;
  EXPECT_EQ(last(two, scatter), kStartUp + 2 * kTransfer);
}

TEST(PortHold, OnePortReceivesSeveralMessages) {
  const std::vector<Message> gather{{1, 0}, {2, 0}, {3, 0}};
  EXPECT_EQ(last(with_hold("full:4", Hold::kMessage), gather), 3 * (kStartUp + kTransfer));
  EXPECT_EQ(last(with_hold("full:4", Hold::kTransfer), gather), kStartUp + 3 * kTransfer);
}

/// Checks that the message which arrives first, here the near one, gets the port first.
TEST(PortHold, FirstCome) {
  const std::vector<Message> near_and_far{{1, 0}, {2, 0}, {3, 0}};
  const Network line = with_hold("mesh:4", Hold::kTransfer);
  EXPECT_EQ(ends(line, near_and_far), (std::vector{kStartUp + kTransfer, kStartUp + 2 * kTransfer,
                                                   kStartUp + 3 * kTransfer}));
  EXPECT_EQ(ends(line, {{1, 0, 1000}, {2, 0, 1000}, {3, 0, 1000}}),
            (std::vector<Time>{620ns, 720ns, 820ns}));
}

TEST(PortHold, AMessageWithoutBytesWaitsForItsTurnAndHoldsNothing) {
  const std::vector<Message> messages{{0, 1}, {0, 2, 0}, {0, 3}};
  EXPECT_EQ(ends(with_hold("full:4", Hold::kTransfer), messages),
            (std::vector{kStartUp + kTransfer, kStartUp + kTransfer, kStartUp + 2 * kTransfer}));
  EXPECT_EQ(
      ends(with_hold("full:4", Hold::kMessage), messages),
      (std::vector{kStartUp + kTransfer, 2 * kStartUp + kTransfer, 3 * kStartUp + 2 * kTransfer}));
  EXPECT_EQ(ends(with_hold("full:4", Hold::kTransfer), {{0, 1, 0}, {0, 2, 0}}),
            (std::vector{kStartUp, kStartUp}));
}

TEST(PortHold, HalfDuplexPortsAreSharedByBothDirections) {
  const std::vector<Message> ring{{0, 1}, {1, 2}, {2, 0}};
  for (const auto& [hold, time] : {std::pair(Hold::kMessage, 3 * (kStartUp + kTransfer)),
                                   {Hold::kTransfer, kStartUp + 3 * kTransfer}}) {
    Network network = with_hold("full:3", hold);
    EXPECT_EQ(last(network, ring), kStartUp + kTransfer);
    network.ports.half_duplex = true;
    EXPECT_EQ(last(network, ring), time);
  }
}

TEST(PortHold, PortsLimitWhereLinksDoNot) {
  Network network = with_hold("full:4", Hold::kTransfer);
  network.contention = false;
  EXPECT_EQ(last(network, {{0, 1}, {0, 2}, {0, 3}}), kStartUp + 3 * kTransfer);
}

/// Checks that the sender's processor starts messages one after the other, after which their
/// latencies overlap.
TEST(PortHold, OverheadComesBefore) {
  Network network = with_hold("full:3", Hold::kTransfer);
  network.costs.overhead = 50us;
  EXPECT_EQ(last(network, {{0, 1}, {0, 2}}), 50us + kStartUp + kTransfer);
}

TEST(PortHold, TheTraceTellsWhereAMessageWaited) {
  for (const Hold hold : {Hold::kMessage, Hold::kTransfer}) {
    Trace trace;
    run_program(with_hold("full:3", hold), all_at_once({{0, 1}, {0, 2}}), {}, nullptr, &trace);
    const Trace::Message& second = trace.messages.at(1);
    const Time start = hold == Hold::kMessage ? kStartUp + kTransfer : Time(0);
    const Time wait = hold == Hold::kMessage ? Time(0) : kTransfer;
    EXPECT_EQ(second.posted, Time(0));
    EXPECT_EQ(second.start, start);
    EXPECT_EQ(second.ready, start + kStartUp);
    EXPECT_EQ(second.flow, start + kStartUp + wait);
    EXPECT_EQ(second.end, start + kStartUp + wait + kTransfer);
  }
}

/// Checks that both settings give equal times if α and latency are 0.
TEST(PortHold, WithoutLatencyBothAreTheSame) {
  std::mt19937 random(7);
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (const char* spec : {"full:7", "torus:4x3", "two-tier:3,3", "fat-tree:2,3"})
    for (int k = 0; k < 24; ++k) {
      Network network = network_of(spec);
      network.costs.alpha = Time(0);
      network.costs.links = {LinkCost{Bandwidth{50e9}, Time(0)}};
      network.ports.count = 1 + k % 3;
      network.ports.half_duplex = k % 2 == 1;
      network.contention = k % 5 != 0;
      std::vector<Message> messages;
      for (int i = 0; i < 60; ++i) {
        const int from = draw(network.ranks()), to = draw(network.ranks());
        if (from != to) messages.push_back({from, to, std::int64_t{draw(5)} * 1000});
      }
      for (const Protocol protocol : {Protocol::kSync, Protocol::kEager}) {
        network.ports.hold = Hold::kMessage;
        const std::vector<Time> telephone = ends(network, messages, {.protocol = protocol});
        network.ports.hold = Hold::kTransfer;
        EXPECT_EQ(ends(network, messages, {.protocol = protocol}), telephone) << spec << " " << k;
      }
    }
}

}  // namespace
}  // namespace orrery::testing
