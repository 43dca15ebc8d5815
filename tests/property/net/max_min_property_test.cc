#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "emu/net/max_min.h"
#include "emu/net/topology.h"

namespace orrery {
namespace {

struct Problem {
  std::vector<double> costs;
  std::vector<std::vector<std::uint32_t>> routes;
};

std::vector<double> solve(const Problem& problem) {
  std::vector<std::uint32_t> offsets{0};
  std::vector<std::uint32_t> links;
  for (const auto& route : problem.routes) {
    links.insert(links.end(), route.begin(), route.end());
    offsets.push_back(static_cast<std::uint32_t>(links.size()));
  }
  std::vector<double> ps_per_byte(problem.routes.size());
  MaxMinSolver solver;
  solver.solve({problem.costs, offsets, links}, ps_per_byte);
  return ps_per_byte;
}

/// Computes max-min fair rates by their definition: raises all open flows together until a link is
/// full, and stops the flows on full links. O(levels links flows).
std::vector<double> naive_rates(const Problem& problem) {
  std::vector<double> rate(problem.routes.size(), 0);
  std::vector<bool> open(problem.routes.size(), true);
  while (std::find(open.begin(), open.end(), true) != open.end()) {
    std::vector<double> left(problem.costs.size());
    std::vector<int> users(problem.costs.size(), 0);
    for (std::size_t l = 0; l < left.size(); ++l) left[l] = 1 / problem.costs[l];
    for (std::size_t f = 0; f < rate.size(); ++f) {
      for (const std::uint32_t l : problem.routes[f]) {
        left[l] -= rate[f];
        users[l] += open[f] ? 1 : 0;
      }
    }
    double step = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < left.size(); ++l)
      if (users[l] > 0) step = std::min(step, left[l] / users[l]);
    for (std::size_t f = 0; f < rate.size(); ++f) {
      if (!open[f]) continue;
      rate[f] += step;
      for (const std::uint32_t l : problem.routes[f])
        if (left[l] / users[l] <= step * (1 + 1e-9) + 1e-12 * rate[f]) open[f] = false;
    }
  }
  return rate;
}

/// Checks that rates are feasible, and that every flow has a saturated link on which no flow has a
/// higher rate.
void expect_max_min_fair(const Problem& problem, const std::vector<double>& ps_per_byte) {
  constexpr double kTolerance = 1e-9;
  std::vector<double> load(problem.costs.size(), 0);  // part of the capacity
  std::vector<double> fastest(problem.costs.size(), std::numeric_limits<double>::infinity());
  for (std::size_t f = 0; f < ps_per_byte.size(); ++f) {
    ASSERT_GT(ps_per_byte[f], 0);
    for (const std::uint32_t l : problem.routes[f]) {
      load[l] += problem.costs[l] / ps_per_byte[f];
      fastest[l] = std::min(fastest[l], ps_per_byte[f]);
    }
  }
  for (std::size_t l = 0; l < load.size(); ++l) ASSERT_LE(load[l], 1 + kTolerance) << "link " << l;
  for (std::size_t f = 0; f < ps_per_byte.size(); ++f) {
    const auto& route = problem.routes[f];
    EXPECT_TRUE(std::any_of(route.begin(), route.end(),
                            [&](std::uint32_t l) {
                              return load[l] >= 1 - kTolerance &&
                                     ps_per_byte[f] <= fastest[l] * (1 + kTolerance);
                            }))
        << "flow " << f << " has no bottleneck";
  }
}

/// Returns a random problem with few or many links of one, few or many capacities.
Problem random_problem(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  Problem problem;
  const std::uint32_t links = 1 + below(30);
  const std::uint32_t kinds = below(3);
  for (std::uint32_t l = 0; l < links; ++l)
    problem.costs.push_back(kinds == 0   ? 0.1
                            : kinds == 1 ? 0.1 * (1 + below(3))
                                         : 0.01 * (1 + below(10000)));
  problem.routes.resize(below(60));
  const std::uint32_t longest = 1 + below(std::min(links, 6U));
  for (auto& route : problem.routes) {
    std::set<std::uint32_t> crossed;
    for (std::uint32_t i = 0, n = 1 + below(longest); i < n; ++i) crossed.insert(below(links));
    route.assign(crossed.begin(), crossed.end());
  }
  return problem;
}

std::vector<std::uint32_t> random_order(std::size_t n, std::mt19937_64& random) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  return order;
}

constexpr int kProblems = 3000;

TEST(MaxMinProperty, RandomProblemsAreFairAndAgreeWithTheDefinition) {
  std::mt19937_64 random(1);
  for (int i = 0; i < kProblems; ++i) {
    SCOPED_TRACE("problem " + std::to_string(i));
    const Problem problem = random_problem(random);
    const std::vector<double> ps_per_byte = solve(problem);
    expect_max_min_fair(problem, ps_per_byte);
    const std::vector<double> naive = naive_rates(problem);
    for (std::size_t f = 0; f < naive.size(); ++f)
      ASSERT_NEAR(ps_per_byte[f] * naive[f], 1, 1e-8) << "flow " << f;
    ASSERT_EQ(solve(problem), ps_per_byte);
    if (HasFailure()) return;
  }
}

TEST(MaxMinProperty, OrderOfFlowsAndLinksDoesNotMatter) {
  std::mt19937_64 random(2);
  for (int i = 0; i < kProblems; ++i) {
    const Problem problem = random_problem(random);
    const auto flow_order = random_order(problem.routes.size(), random);
    const auto link_order = random_order(problem.costs.size(), random);
    Problem permuted{std::vector<double>(problem.costs.size()), {}};
    for (std::size_t l = 0; l < link_order.size(); ++l)
      permuted.costs[link_order[l]] = problem.costs[l];
    for (const std::uint32_t f : flow_order) {
      auto& route = permuted.routes.emplace_back(problem.routes[f]);
      for (std::uint32_t& l : route) l = link_order[l];
      std::reverse(route.begin(), route.end());
    }
    const std::vector<double> rates = solve(problem);
    const std::vector<double> permuted_rates = solve(permuted);
    for (std::size_t f = 0; f < flow_order.size(); ++f)
      ASSERT_NEAR(permuted_rates[f] / rates[flow_order[f]], 1, 1e-9) << "problem " << i;
  }
}

/// Checks that a flow which represents several gets the rate of each of them.
TEST(MaxMinProperty, AFlowMayStandForSeveral) {
  std::mt19937_64 random(5);
  MaxMinSolver solver;
  for (int i = 0; i < kProblems; ++i) {
    const Problem problem = random_problem(random);
    Problem apart{problem.costs, {}};
    std::vector<std::uint32_t> offsets{0}, links, identical;
    for (const auto& route : problem.routes) {
      links.insert(links.end(), route.begin(), route.end());
      offsets.push_back(static_cast<std::uint32_t>(links.size()));
      identical.push_back(static_cast<std::uint32_t>(1 + random() % 5));
      apart.routes.insert(apart.routes.end(), identical.back(), route);
    }
    std::vector<double> together(problem.routes.size());
    solver.solve({problem.costs, offsets, links, identical}, together);
    const std::vector<double> each = solve(apart);
    for (std::size_t f = 0, k = 0; f < identical.size(); k += identical[f++])
      ASSERT_NEAR(together[f] / each[k], 1, 1e-9) << "problem " << i << " flow " << f;
  }
}

/// Checks one link shared by thousands of flows that stop one after the other: rounding errors must
/// not add up.
TEST(MaxMinProperty, ThousandsOfLevelsAreFair) {
  std::mt19937_64 random(4);
  constexpr std::uint32_t kFlows = 5000;
  Problem problem{{1e-4}, {}};
  for (std::uint32_t f = 1; f <= kFlows; ++f) {
    problem.costs.push_back(0.25 + 1e-4 * static_cast<double>(random() % 10000));
    problem.routes.push_back({0, f});
  }
  expect_max_min_fair(problem, solve(problem));
}

Problem traffic(const Topology& topology, const std::vector<std::uint32_t>& dst_of) {
  Problem problem{std::vector<double>(static_cast<std::size_t>(topology.link_count()), 0.02), {}};
  for (std::size_t src = 0; src < dst_of.size(); ++src) {
    std::vector<LinkId> route;
    topology.append_route(static_cast<NodeId>(src), static_cast<NodeId>(dst_of[src]), 0, route);
    if (!route.empty()) problem.routes.emplace_back(route.begin(), route.end());
  }
  return problem;
}

/// Checks that on a ring where every host sends to the one at `distance`, each link carries exactly
/// `distance` routes.
TEST(MaxMinProperty, ShiftsOnARingAreExact) {
  const auto ring = make_topology("torus:101");
  for (std::uint32_t distance = 1; distance <= 50; ++distance) {
    std::vector<std::uint32_t> dst_of(101);
    for (std::uint32_t src = 0; src < 101; ++src) dst_of[src] = (src + distance) % 101;
    EXPECT_EQ(solve(traffic(*ring, dst_of)), std::vector<double>(101, distance * 0.02));
  }
}

TEST(MaxMinProperty, RandomPermutationsOnATorusAreFair) {
  std::mt19937_64 random(3);
  const auto torus = make_topology("torus:16x16");
  for (int i = 0; i < 10; ++i) {
    const Problem problem = traffic(*torus, random_order(256, random));
    expect_max_min_fair(problem, solve(problem));
  }
}

}  // namespace
}  // namespace orrery
