// Tests many simultaneous messages from rank to rank, in which one flow represents identical ones, against closed
// forms and a simulation of every flow.
#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine_run.h"

namespace orrery::testing {
namespace {

constexpr Time kBefore = 500ns + 2 * 100ns;  ///< α and two links

struct Sent {
  int from = 0, to = 0;
  std::int64_t bytes = 0;
};

Network unlimited_star(int hosts) {
  Network network = network_of("star:" + std::to_string(hosts));
  network.ports.kind = Ports::Kind::kUnlimited;
  return network;
}

/// Sends all messages at once.
Metrics run_all(const Network& network, const std::vector<Sent>& all, const Observers& sink = {}) {
  return run_program(
      network,
      [&](Comm& c) {
        std::vector<Handle> handles;
        for (const Sent& m : all) {
          if (m.from == c.rank()) handles.push_back(c.isend(ghost(m.bytes), m.to));
          if (m.to == c.rank()) handles.push_back(c.irecv(ghost(m.bytes), m.from));
        }
        c.wait_all(handles);
      },
      {}, nullptr, sink);
}

/// Returns the rates of the flows that have bytes left: all rise together until a link is full, whose flows then
/// stop rising.
std::vector<double> rates_of(const std::vector<Sent>& all, const std::vector<double>& left,
                             int hosts) {
  const auto links = [&](std::size_t f) {
    return std::array{static_cast<std::size_t>(all[f].from),
                      static_cast<std::size_t>(hosts + all[f].to)};
  };
  std::vector<double> rate(all.size(), 0),
      room(static_cast<std::size_t>(2 * hosts), 1.0 / kPsPerByte);
  std::vector<bool> rises(all.size());
  for (std::size_t f = 0; f < all.size(); ++f) rises[f] = left[f] > 0;
  while (std::ranges::find(rises, true) != rises.end()) {
    std::vector<double> flows(room.size(), 0);
    for (std::size_t f = 0; f < all.size(); ++f)
      for (const std::size_t l : links(f)) flows[l] += rises[f];
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < room.size(); ++l)
      if (flows[l] > 0) step = std::min(step, room[l] / flows[l]);
    for (std::size_t f = 0; f < all.size(); ++f)
      if (rises[f]) rate[f] += step;
    for (std::size_t l = 0; l < room.size(); ++l) room[l] -= step * flows[l];
    for (std::size_t f = 0; f < all.size(); ++f)
      for (const std::size_t l : links(f))
        if (room[l] < 1e-12) rises[f] = false;
  }
  return rate;
}

/// Returns the time in ps from the first byte on.
double simulated(const std::vector<Sent>& all, int hosts) {
  std::vector<double> left;
  for (const Sent& m : all) left.push_back(static_cast<double>(m.bytes));
  double now = 0;
  while (std::ranges::any_of(left, [](double b) { return b > 0; })) {
    const std::vector<double> rate = rates_of(all, left, hosts);
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t f = 0; f < all.size(); ++f)
      if (left[f] > 0) step = std::min(step, left[f] / rate[f]);
    now += step;
    for (double& b : left) {
      b -= step * rate[static_cast<std::size_t>(&b - left.data())];
      if (b < 1e-6) b = 0;
    }
  }
  return now;
}

TEST(IdenticalFlows, ShareALinkWithOthersOnePartEach) {
  // Five flows into host 2: until those of rank 0 end, 3 of b take 5 b β; then two of 2 b from rank 1 have b
  // left each, for 2 b β.
  const Metrics m = run_all(unlimited_star(3),
                            {{0, 2, 1000}, {0, 2, 1000}, {0, 2, 1000}, {1, 2, 2000}, {1, 2, 2000}});
  EXPECT_EQ(m.completion, kBefore + Time(20 * 1000 * (5 + 2)));
  EXPECT_EQ(m.messages, 5);
  EXPECT_TRUE(m.shared);
}

/// Checks messages of alternating sizes, of which no two neighbours are identical.
TEST(IdenticalFlows, EndAsIfEachWereByItself) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t n) { return static_cast<int>(random() % n); };
  for (int i = 0; i < 300; ++i) {
    const int hosts = 2 + below(5);
    std::vector<Sent> all;
    for (int group = 1 + below(8); group > 0; --group) {
      const int from = below(static_cast<std::uint64_t>(hosts));
      const int to = (from + 1 + below(static_cast<std::uint64_t>(hosts - 1))) % hosts;
      const std::int64_t bytes = 1000 + below(3) * 7919;
      for (int n = 1 + below(6); n > 0; --n)
        all.push_back({from, to, bytes + (below(4) == 0 ? 1 : 0)});
    }
    const Time end = run_all(unlimited_star(hosts), all).completion - kBefore;
    ASSERT_NEAR(static_cast<double>(end.count()), simulated(all, hosts),
                static_cast<double>(all.size()))  // each end is rounded to a picosecond
        << "case " << i << ", " << all.size() << " messages of " << hosts << " hosts";
  }
}

/// Checks the rates of every message, which pictures need.
TEST(IdenticalFlows, TellTheirRatesOneByOne) {
  class Rates : public Sink {
   public:
    void rate(const RateEvent& e) override { told.push_back(e); }
    std::vector<RateEvent> told;
  } rates;
  run_all(unlimited_star(2), std::vector<Sent>(4, {0, 1, 1000}), &rates);
  std::vector<double> first(4, -1), last(4, -1);
  for (const RateEvent& e : rates.told) {
    const auto m = static_cast<std::size_t>(e.message);
    if (e.bytes_per_second > 0) first[m] = e.bytes_per_second;
    last[m] = e.bytes_per_second;
  }
  EXPECT_EQ(last, std::vector<double>(4, 0));
  for (const double rate : first) EXPECT_DOUBLE_EQ(rate, 1e12 / (4 * kPsPerByte));
}

}  // namespace
}  // namespace orrery::testing
