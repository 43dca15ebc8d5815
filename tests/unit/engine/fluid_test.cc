// Tests rates of flows that come and go: after each event, the rates of all flows equal those of a
// complete solution.
#include "emu/engine/links/fluid.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "tests/network.h"

namespace orrery::testing {
namespace {

/// The tolerance for sums of rates, which round; a rate that changes by less than 1e-11 of itself
/// is kept.
constexpr double kTolerance = 1e-10;

/// Flows between random hosts of a network, some of which represent several.
class Traffic {
 public:
  Traffic(Network network, std::uint64_t seed)
      : network_(std::move(network)),
        links_(network_),
        fluid_(links_, events_, nullptr),
        random_(seed) {}

  /// Starts flows of `sizes` kinds, up to `together` at an instant; ends after `events` events.
  void run(int events, int sizes, int together) {
    for (int i = 0; i < events; ++i) {
      const bool starts = events_.empty() || below(3) == 0;
      starts ? start_some(sizes, together) : stop_next();
      fluid_.settle(now_, [&](std::uint32_t f, double ps_per_byte) { rates_[f] = ps_per_byte; });
      expect_solved_together(i);
      if (HasFatalFailure() || HasFailure()) return;
    }
  }
  /// Returns the largest number of simultaneous flows.
  std::size_t most() const { return most_; }

 private:
  static bool HasFailure() { return ::testing::Test::HasFailure(); }
  static bool HasFatalFailure() { return ::testing::Test::HasFatalFailure(); }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  void start_some(int sizes, int together) {
    for (std::uint64_t n = 1 + below(static_cast<std::uint64_t>(together)); n > 0; --n) {
      const auto hosts = static_cast<std::uint64_t>(network_.topology->hosts());
      const auto from = static_cast<NodeId>(below(hosts)), to = static_cast<NodeId>(below(hosts));
      if (from == to) continue;
      std::vector<LinkId> route;
      network_.topology->append_route(from, to, 0, route);
      std::vector<LinkSlot> slots;
      double alone = 0;
      for (const LinkId id : route) {
        slots.push_back(links_.slot(id));
        alone = std::max(alone, links_.cost(slots.back()));
      }
      if (below(6) == 0) {  // twice over a link, as where one stands for several (Symmetry)
        slots.push_back(slots.front());
        alone = std::max(alone, 2 * links_.cost(slots.front()));
      }
      const std::uint32_t f = fluid_.add(slots, 0);
      const auto multiplicity = static_cast<std::uint32_t>(below(8) == 0 ? 1 + below(3) : 1);
      const double bytes =
          1000.0 * static_cast<double>(1 + below(static_cast<std::uint64_t>(sizes)));
      flows_[f] = {slots, multiplicity};
      rates_[f] = 0;
      fluid_.start(f, bytes, alone, now_, multiplicity);
    }
  }

  /// Stops all flows that end at the next instant.
  void stop_next() {
    now_ = events_.next_time();
    events_.fire_instant([&](std::span<const Event> events, std::size_t i) {
      if (!fluid_.is_current(events[i])) return;
      fluid_.stop(events[i].index, now_, [&](std::uint32_t f) {
        flows_.erase(f);
        rates_.erase(f);
        fluid_.release(f);
      });
    });
  }

  void expect_solved_together(int event) {
    most_ = std::max(most_, flows_.size());
    if (flows_.empty()) return;
    std::map<LinkSlot, std::uint32_t> local;
    std::vector<double> costs;
    std::vector<std::uint32_t> offsets{0}, links, multiplicity;
    for (const auto& [f, flow] : flows_) {
      for (const LinkSlot s : flow.links) {
        const auto [known, is_new] = local.try_emplace(s, static_cast<std::uint32_t>(local.size()));
        if (is_new) costs.push_back(links_.cost(s));
        links.push_back(known->second);
      }
      offsets.push_back(static_cast<std::uint32_t>(links.size()));
      multiplicity.push_back(flow.multiplicity);
    }
    std::vector<double> together(flows_.size());
    MaxMinSolver().solve({costs, offsets, links, multiplicity}, together);
    std::size_t i = 0;
    for (const auto& [f, flow] : flows_)
      ASSERT_NEAR(rates_[f] / together[i++], 1, kTolerance)
          << "event " << event << ", flow " << f << " of " << flows_.size();
  }

  struct Flow {
    std::vector<LinkSlot> links;
    std::uint32_t multiplicity = 1;
  };
  Network network_;
  LinkTable links_;
  EventQueue events_;
  Fluid fluid_;
  std::mt19937_64 random_;
  Time now_{0};
  std::map<std::uint32_t, Flow> flows_;
  std::map<std::uint32_t, double> rates_;
  std::size_t most_ = 0;
};

class FluidOn : public ::testing::TestWithParam<const char*> {};

TEST_P(FluidOn, RatesAreThoseOfAllFlowsTogether) {
  std::size_t most = 0;
  for (const auto& [sizes, together] :
       {std::pair(1000, 1), {1000, 4}, {3, 8}, {1, 3}, {100000, 30}})
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(::testing::Message()
                   << "sizes " << sizes << ", together " << together << ", seed " << seed);
      Traffic traffic(network_of(GetParam()), seed);
      traffic.run(250, sizes, together);
      if (HasFailure()) return;
      most = std::max(most, traffic.most());
    }
  EXPECT_GT(most, 50U);
}

INSTANTIATE_TEST_SUITE_P(Networks, FluidOn,
                         ::testing::Values("torus:4x4", "torus:5x3x2", "fat-tree:4,2",
                                           "fat-tree:4,4;1,2;1,1", "star:9", "hyperx:3x4",
                                           "dragonfly:4,2,2", "mesh:7", "torus:8x8|3=20GB/s"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           for (char& c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
                           return name;
                         });

}  // namespace
}  // namespace orrery::testing
