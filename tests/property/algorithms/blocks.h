#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/distributions.h"
#include "algorithms/verify.h"
#include "tests/network.h"

/// The number of blocks that pipelined algorithms choose against what others take.
namespace orrery::testing {

constexpr int kMostBlocks = 200;
constexpr double kTolerance = 1.02;

/// What networks may have beside fully connected ranks with a full-duplex port each.
struct Surroundings {
  std::string name = {};
  void (*change)(Network&) = nullptr;
};

struct Cell {
  int p;
  std::int64_t count;
  std::string distribution =
      {};  // of irregular collectives; "huge": all is the last but one rank's
  Time alpha{500ns};
  double beta = 20, gamma = 0;  // ps/B
  std::string topology = {};    // empty: full:P
  Surroundings around = {};
  int root = 0;
};

inline Surroundings half_duplex() {
  return {"half", [](Network& n) { n.ports.half_duplex = true; }};
}

inline Network network_of_cell(const Cell& cell) {
  Network network =
      network_of(cell.topology.empty() ? text_of("full:", cell.p) : cell.topology, cell.p);
  network.costs.alpha = cell.alpha;
  network.costs.links = {LinkCost{Bandwidth{1e12 / cell.beta}, Time(0)}};
  network.costs.gamma = {cell.gamma};
  if (cell.around.change != nullptr) cell.around.change(network);
  return network;
}

inline std::vector<std::int64_t> sizes_of_cell(const Cell& cell) {
  if (cell.distribution.empty()) return {};
  if (cell.distribution != "huge")
    return block_shares(find_distribution(cell.distribution), cell.p, cell.count, {});
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(cell.p), 0);
  sizes[sizes.size() - 2] = cell.count;
  return sizes;
}

inline Problem problem_of_cell(const Cell& cell, const Network& network) {
  const LinkCost& link = network.costs.link(0);
  Problem x;
  x.p = cell.p;
  x.root = cell.root;
  x.count = cell.count;
  x.cost = {cell.alpha + link.latency + network.costs.hop_latency, link.bandwidth.inverse(),
            network.costs.gamma};
  x.network = &network;
  x.sizes = sizes_of_cell(cell);
  return x;
}

inline double time_with(const Algorithm& a, const Network& network, Problem x, int n) {
  x.blocks = n;
  const Execution e = execute(a, x, network, {}, PayloadKind::kGhost, find_op("sum", "uint8"));
  return static_cast<double>(e.metrics.completion.count());
}

/// Time with the chosen number against the least of all up to 200, or with factor > 1 of every number
/// at most by that larger than the one before.
inline void expect_best(const Algorithm& a, const Cell& cell, double factor = 1) {
  const Network network = network_of_cell(cell);
  const Problem x = problem_of_cell(cell, network);
  const int chosen = blocks_for(a, x);
  const double auto_time = time_with(a, network, x, chosen);
  const auto most = std::clamp<std::int64_t>(x.count, 1, kMostBlocks);
  for (int n = 1; n <= most; n = std::max(n + 1, static_cast<int>(n * factor)))
    if (const double t = time_with(a, network, x, n); auto_time > kTolerance * t) {
      ADD_FAILURE() << a.collective << ' ' << a.name << ": p = " << cell.p << ' ' << cell.topology
                    << ' ' << cell.around.name << ", m = " << x.count << ' ' << cell.distribution
                    << ", root " << cell.root << ", α = " << cell.alpha / 1ns
                    << " ns, β = " << cell.beta << ", γ = " << cell.gamma << ": " << chosen
                    << " blocks take " << auto_time << " ps, " << n << " take " << t << " ("
                    << 100 * (auto_time / t - 1) << " % less)";
      return;
    }
}

inline std::vector<const Algorithm*> pipelined(bool irregular) {
  std::vector<const Algorithm*> all;
  for (const Algorithm* a : catalog())
    if (a->pipelined && find_collective(a->collective).irregular == irregular) all.push_back(a);
  return all;
}

}  // namespace orrery::testing
