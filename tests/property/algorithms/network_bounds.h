#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/bounds/network_bounds.h"
#include "algorithms/verify.h"
#include "tests/name_of_algorithm.h"
#include "tests/property/algorithms/networks.h"

/// Runs of every algorithm against the bounds for its network.
namespace orrery::testing {

/// Returns networks with links of several speeds, ranks that share hosts, and hosts without ranks.
inline std::vector<Network> networks() {
  std::vector<Network> all = networks_of({"full:1",
                                          "full:2",
                                          "full:5",
                                          "star:7",
                                          "torus:9",
                                          "torus:2",
                                          "torus:3x3",
                                          "torus:4x2",
                                          "torus:4x4",
                                          "torus:2x2x3",
                                          "torus:8x8",
                                          "mesh:5x2",
                                          "mesh:6",
                                          "two-tier:3,5",
                                          "hyperx:3x4",
                                          "fat-tree:4",
                                          "hammingmesh:2x2@2x2",
                                          "dragonfly:2,1,3",
                                          "clos:3,5,2",
                                          "dragonfly+:2,2,2,2",
                                          "nodes:2x4,nvswitch,nics=2@star:2",
                                          "nodes:2x3,mesh,nics=3,striped@star:6",
                                          "nodes:3x1,nics=2,striped@clos:3,2,2",
                                          "nodes:2x2,mi250x,nics=2@star:2"},
                                         {"star:5", "torus:3x2", "two-tier:2,3"});
  all.push_back(network_of("torus:4x4", 7));
  for (Network& n : all) {
    n.costs.links = {{Bandwidth{1e12}, Time(300)},
                     {Bandwidth{0.25e12}, Time(2'000)},
                     {Bandwidth{2e12}, Time(0)}};
    n.costs.host_beta = {0.01};
  }
  return all;
}

inline std::vector<Ports> kinds_of_ports() {
  return {{Ports::Kind::kCount, 1},       {Ports::Kind::kCount, 3},
          {Ports::Kind::kCount, 1, true}, {Ports::Kind::kCount, 2, false, Ports::Hold::kTransfer},
          {Ports::Kind::kPerLink, 1},     {Ports::Kind::kPerLink, 1, false, Ports::Hold::kMessage},
          {Ports::Kind::kUnlimited, 1}};
}

/// Expects that no run of `a` is faster than the bound, with every network, ports and size; with `nth` > 1 only in every
/// nth of these.
inline void expect_no_run_is_faster(const Algorithm& a, int nth = 1) {
  const Collective& c = find_collective(a.collective);
  const Op& op = find_op("sum", "uint8");
  static std::map<std::pair<std::string_view, int>, std::optional<NetworkBounds>> bounds_of_turn;
  int turn = 0;
  for (Network network : networks())
    for (const Ports& ports : kinds_of_ports())
      for (const std::int64_t count : {0, 1, 60, 10'007})
        for (const bool contention : {true, false}) {
          if (!contention && count < 100) continue;
          if (turn++ % nth != 0) continue;
          network.ports = ports;
          network.contention = contention;
          network.costs.alpha = Time(count == 60 ? 0 : 1'000);
          Problem x = problem_on(network, count);
          if (a.pipelined) x.blocks = 3;
          if (a.radixed) x.radix = 3;
          if (refusal(a, x)) continue;
          // The bounds are those of all algorithms of the collective.
          const auto [known, is_new] = bounds_of_turn.try_emplace({c.name, turn});
          if (is_new) known->second = network_bounds(c, x, network);
          const auto& bounds = known->second;
          if (!bounds) continue;
          const Time time = execute(a, x, network, {}, PayloadKind::kGhost, op).metrics.completion;
          EXPECT_GE(time, bounds->least())
              << network.topology->spec() << ", p = " << x.p << ", count = " << count << ", ports "
              << static_cast<int>(ports.kind) << ' ' << ports.count << ", hold "
              << static_cast<int>(ports.hold) << ", contention " << contention << ": "
              << name_of(bounds->binding()) << ' ' << bounds->worst.hosts;
        }
}

}  // namespace orrery::testing
