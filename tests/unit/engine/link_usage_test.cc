// Tests the load of links against a second count from the trace of the run.
#include "emu/trace/link_usage.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/topologies/graph.h"
#include "emu/trace/tee.h"
#include "emu/trace/trace.h"
#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

using Stretches = std::vector<std::pair<Time, Time>>;

/// Returns the total length of overlapping stretches, by sorting.
Time union_of(Stretches all) {
  std::sort(all.begin(), all.end());
  Time sum{0}, until{0};
  for (const auto& [from, to] : all) {
    if (to > until) sum += to - std::max(from, until);
    until = std::max(until, to);
  }
  return sum;
}

struct Expected {
  std::int64_t bytes = 0, flows = 0;
  Stretches busy;
};

/// Returns when each path of each message flowed: from its first rate to its rate of 0; without
/// rates, as the message did.
std::map<std::pair<std::int64_t, int>, std::pair<Time, Time>> flows_of(const Trace& trace) {
  std::map<std::pair<std::int64_t, int>, std::pair<Time, Time>> flows;
  for (const Trace::Message& m : trace.messages)
    for (std::size_t i = 0; i < m.paths.size(); ++i)
      flows[{m.id, static_cast<int>(i)}] = {m.flow, m.end};
  for (const RateEvent& e : trace.rates)
    if (e.bytes_per_second == 0) flows[{e.message, e.path}].second = e.time;
  return flows;
}

/// Returns the expected loads by round (-1: all rounds) and link.
std::map<std::pair<int, LinkId>, Expected> expected_of(const Trace& trace) {
  std::map<std::pair<int, LinkId>, Expected> expected;
  const auto flows = flows_of(trace);
  for (const Trace::Message& m : trace.messages)
    for (std::size_t i = 0; i < m.paths.size(); ++i) {
      if (m.paths[i].bytes.count() == 0) continue;
      for (const LinkId link : m.paths[i].links)
        for (const int round : {-1, m.round}) {
          Expected& e = expected[{round, link}];
          e.bytes += m.paths[i].bytes.count();
          ++e.flows;
          e.busy.push_back(flows.at({m.id, static_cast<int>(i)}));
        }
    }
  return expected;
}

void expect_equal(const LinkUse& use, const Expected& e) {
  EXPECT_EQ(use.bytes.count(), e.bytes);
  EXPECT_EQ(use.flows, e.flows);
  EXPECT_EQ(use.busy.total(), union_of(e.busy));
}

/// Returns a program of rounds of messages between random ranks, of sizes from 0 on.
RankCode random_program(int p, unsigned seed) {
  return [p, seed](Comm& c) {
    for (int round = 0; round < 5; ++round) {
      c.round(round);
      std::mt19937 random(seed + static_cast<unsigned>(round));
      std::vector<Handle> waiting;
      for (int i = 0; i < 3 * p; ++i) {
        const int from = static_cast<int>(random() % static_cast<unsigned>(p)),
                  to = static_cast<int>(random() % static_cast<unsigned>(p));
        const auto bytes = static_cast<std::int64_t>(random() % (random() % 4 == 0 ? 3 : 100'000));
        if (from == to) continue;
        if (c.rank() == from) waiting.push_back(c.isend(ghost(bytes), to, i));
        if (c.rank() == to) waiting.push_back(c.irecv(ghost(bytes), from, i));
      }
      c.wait_all(waiting);
    }
  };
}

constexpr const char* kMixed = R"(
hosts = ['a', 'b', 'c', 'd', 'e']
switches = ['s', 't']
links = [['a', 's'], ['b', 's'], ['c', 't', 1], ['d', 't'],
         { ends = ['s', 't'], bandwidth = '3.6Tb/s', latency = '5ns', count = 3 },
         { ends = ['e', 't'], bandwidth = '10Gb/s' }, { ends = ['a', 'e'], latency = '1us' }]
no_forwarding = ['a']
)";

std::vector<Network> networks() {
  std::vector<Network> all;
  for (const char* spec : {"torus:4x4", "torus:2x4", "fat-tree:4,2", "full:6", "hyperx:3x3"})
    for (const Routing routing : {Routing::kMinimal, Routing::kEcmp, Routing::kAdaptive}) {
      Network network = network_of(spec);
      network.routing = routing;
      all.push_back(network);
    }
  Network mixed = network_of("full:5");
  mixed.topology = parse_graph(kMixed, "g.toml", "file:g.toml");
  mixed.costs.links = {{Bandwidth{50e9}, 100ns}, {Bandwidth{5e9}, 300ns}};
  all.push_back(mixed);
  for (std::size_t i = 0, n = all.size(); i < n; ++i) {
    for (const Ports::Kind kind : {Ports::Kind::kUnlimited, Ports::Kind::kPerLink}) {
      all.push_back(all[i]);
      all.back().ports.kind = kind;
    }
    all.push_back(all[i]);
    all.back().contention = false;
    all.back().ports.kind = Ports::Kind::kUnlimited;
  }
  return all;
}

/// A random program with all of its recordings.
struct Watched {
  Trace trace;
  LinkUsage usage{LinkUsage::By::kRound};
  Metrics metrics;
};

std::unique_ptr<Watched> watched(const Network& network, unsigned seed) {
  auto w = std::make_unique<Watched>();
  Tee both(w->trace, w->usage);
  w->metrics = run_program(network, random_program(network.ranks(), seed), {}, nullptr, &both);
  return w;
}

TEST(LinkUsage, IsWhatTheTraceSays) {
  unsigned seed = 0;
  for (const Network& network : networks()) {
    SCOPED_TRACE(network.topology->spec());
    const auto w = watched(network, ++seed);
    const auto& [trace, usage, m] = *w;
    const auto expected = expected_of(trace);
    ASSERT_FALSE(usage.links().empty());
    EXPECT_EQ(expected.size(), usage.links().size() + usage.rounds().size());
    for (const auto& [link, use] : usage.links()) expect_equal(use, expected.at({-1, link}));
    for (const auto& [where, use] : usage.rounds()) expect_equal(use, expected.at(where));
    EXPECT_EQ(m.completion, run_program(network, random_program(network.ranks(), seed)).completion);
  }
}

TEST(LinkUsage, AddsUp) {
  unsigned seed = 100;
  for (const Network& network : networks()) {
    SCOPED_TRACE(network.topology->spec());
    const auto w = watched(network, ++seed);
    const auto& [trace, usage, m] = *w;
    std::int64_t hops = 0, crossed = 0, most = 0;
    for (const Trace::Message& message : trace.messages)
      for (const Trace::Path& path : message.paths)
        hops += path.bytes.count() * static_cast<std::int64_t>(path.links.size());
    std::map<LinkId, LinkUse> sums;
    std::map<LinkId, Time> longest, together;
    for (const auto& [where, use] : usage.rounds()) {
      LinkUse& sum = sums[where.second];
      sum.bytes += use.bytes;
      sum.flows += use.flows;
      together[where.second] += use.busy.total();
      longest[where.second] = std::max(longest[where.second], use.busy.total());
    }
    for (const auto& [link, use] : usage.links()) {
      crossed += use.bytes.count();
      most = std::max(most, use.bytes.count());
      EXPECT_EQ(use.bytes, sums[link].bytes);
      EXPECT_EQ(use.flows, sums[link].flows);
      EXPECT_LE(use.busy.total(), m.completion);
      EXPECT_LE(use.busy.total(), together[link]);
      EXPECT_GE(use.busy.total(), longest[link]);
      // A busy link is never faster than its bandwidth, except for rounding of each flow: to a
      // picosecond, and to a byte if a message is split.
      const Time needed =
          duration_of(use.bytes - Bytes(use.flows),
                      network.costs.of(network.topology->link(link)).bandwidth.inverse());
      if (network.contention) {
        EXPECT_GE(use.busy.total() + Time(use.flows), needed);
      }
    }
    EXPECT_EQ(crossed, hops);
    EXPECT_EQ(most, m.max_link.count());
  }
}

TEST(BusyTime, CountsOverlapsOnce) {
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    Stretches all;
    for (auto n = random() % 20; n > 0; --n) {
      const int from = static_cast<int>(random() % 50);
      all.emplace_back(Time(from), Time(from + static_cast<int>(random() % 9)));
    }
    std::sort(all.begin(), all.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    BusyTime busy;
    for (const auto& [from, to] : all) busy.add(from, to);
    EXPECT_EQ(busy.total(), union_of(all));
  }
}

/// Checks that 3 MB over 3.6 Tb/s take less time than 1 MB over 400 Gb/s.
TEST(Metrics, HottestLinksAreThoseThatNeedLongest) {
  Network network = network_of("full:3");
  network.topology = parse_graph(
      "hosts = ['a', 'b', 'c']\nlinks = [{ ends = ['a', 'b'], bandwidth = '3.6Tb/s' }, ['b', 'c']]",
      "g.toml", "file:g.toml");
  network.ports.kind = Ports::Kind::kUnlimited;
  const Metrics m = run_program(network, [](Comm& c) {
    if (c.rank() == 0) c.send(ghost(3'000'000), 1), c.recv(ghost(0), 1);
    if (c.rank() == 1) {
      c.recv(ghost(3'000'000), 0);
      c.send(ghost(1'000'000), 2);
      c.send(ghost(0), 0);
    }
    if (c.rank() == 2) c.recv(ghost(1'000'000), 1);
  });
  ASSERT_EQ(m.hottest.size(), 2U);
  EXPECT_EQ(m.hottest[0].ends.to, 2);
  EXPECT_EQ(m.hottest[0].bytes, Bytes(1'000'000));
  EXPECT_DOUBLE_EQ(m.hottest[0].utilization, 1e6 / 50e9 / to_seconds(m.completion));
  EXPECT_DOUBLE_EQ(m.hottest[1].utilization, 3e6 / 450e9 / to_seconds(m.completion));
  EXPECT_EQ(m.max_link, Bytes(3'000'000));  // still the bytes
}

}  // namespace
}  // namespace orrery::testing
