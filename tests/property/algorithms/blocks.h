#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/distributions.h"
#include "algorithms/verify.h"
#include "tests/network.h"

/// Compares the number of blocks that pipelined algorithms choose with all other numbers.
namespace orrery::testing {

constexpr int kMostBlocks = 200;
constexpr double kTolerance = 1.02;

/// Properties of a network beyond fully connected ranks with one full-duplex port each.
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

/// Checks the time with the chosen number of blocks against the minimum over all numbers up to 200.
/// With factor > 1 it tries only numbers that grow by at most this factor.
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

// Each of these calls f(algorithm, cell) for a grid of problems.

template <class F>
void for_each_regular(F&& f) {
  for (const Algorithm* a : pipelined(false))
    for (const int p : {2, 3, 7, 20})
      for (const std::int64_t count : {0, 7, 1000, 33333})
        for (const Cell& costs :
             {Cell{p, count, {}, 500ns, 20, 0}, Cell{p, count, {}, 50ns, 80, 160},
              Cell{p, count, {}, 2us, 1000, 700}})
          f(*a, costs);
}

template <class F>
void for_each_startup(F&& f) {
  for (const Algorithm* a : pipelined(false))
    for (const int p : {4, 17})
      for (const std::int64_t count : {64, 5000})
        for (const Time alpha : {Time(0), Time(1ns), Time(1ms)})
          f(*a, Cell{p, count, {}, alpha, 20, 5});
}

template <class F>
void for_each_half_duplex(F&& f) {
  for (const Algorithm* a : pipelined(false))
    for (const int p : {2, 3, 5, 8, 17})
      for (const std::int64_t count : {3000, 100000})
        for (const double gamma : {0.0, 60.0})
          f(*a, Cell{p, count, {}, 500ns, 20, gamma, {}, half_duplex()});
  for (const Algorithm* a : pipelined(true))
    for (const int p : {3, 8, 17}) f(*a, Cell{p, 30000, "random", 500ns, 20, 0, {}, half_duplex()});
}

template <class F>
void for_each_irregular(F&& f) {
  for (const Algorithm* a : pipelined(true))
    for (const int p : {2, 5, 12, 36})
      for (const char* distribution : {"same", "random", "spikes", "decreasing", "alternating",
                                       "skewed", "two-blocks", "bucket"})
        for (const std::int64_t count : {40 * p, 4000 * p})
          for (const auto& [alpha, beta] : {std::pair{Time(500ns), 20.0}, {Time(50ns), 80.0}})
            f(*a, Cell{p, count, distribution, alpha, beta, 0});
}

template <class F>
void for_each_network(F&& f) {
  const std::vector<Surroundings> all{
      {"hops", [](Network& n) { n.costs.hop_latency = 700ns; }},
      {"two ports", [](Network& n) { n.ports.count = 2; }},
      {"overhead", [](Network& n) { n.costs.overhead = n.costs.alpha * 3 / 4; }},
      {"transfer",
       [](Network& n) {
         n.ports.hold = Ports::Hold::kTransfer;
         n.costs.links[0].latency = 1us;
       }},
      {"per link", [](Network& n) { n.ports.kind = Ports::Kind::kPerLink; }},
      {"no limit", [](Network& n) { n.ports.kind = Ports::Kind::kUnlimited; }},
      half_duplex()};
  const std::vector<std::pair<const char*, int>> places{
      {"torus:15", 15}, {"torus:3x4", 12},       {"mesh:4x2", 8},     {"hyperx:3x3", 9},
      {"star:7", 7},    {"dragonfly:4,2,2", 20}, {"fat-tree:2,3", 8}, {"full:10", 10}};
  std::size_t turn = 0;  // every place has every surroundings once, in turns
  for (const bool irregular : {false, true})
    for (const Algorithm* a : pipelined(irregular))
      for (const auto& [topology, p] : places)
        for (const std::int64_t count : {5000, 200000})
          f(*a, Cell{p, count, irregular ? "random" : "", 500ns, 20, 60.0, topology,
                     all[turn++ % all.size()], irregular ? 0 : p / 2});
}

}  // namespace orrery::testing
