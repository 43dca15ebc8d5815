#include "emu/net/max_min.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "emu/base/check.h"

namespace orrery {
namespace {

using Routes = std::vector<std::vector<std::uint32_t>>;

std::vector<double> solve(MaxMinSolver& solver, const std::vector<double>& costs,
                          const Routes& routes) {
  std::vector<std::uint32_t> offsets{0};
  std::vector<std::uint32_t> links;
  for (const auto& route : routes) {
    links.insert(links.end(), route.begin(), route.end());
    offsets.push_back(static_cast<std::uint32_t>(links.size()));
  }
  std::vector<double> rates(routes.size(), -1);
  solver.solve({costs, offsets, links}, rates);
  return rates;
}

std::vector<double> solve(const std::vector<double>& costs, const Routes& routes) {
  MaxMinSolver solver;
  return solve(solver, costs, routes);
}

using Rates = std::vector<double>;

TEST(MaxMin, SolvesNothing) {
  EXPECT_EQ(solve({}, {}), Rates{});
  EXPECT_EQ(solve({1.0, 2.0}, {}), Rates{});
}

TEST(MaxMin, LoneFlowGetsItsNarrowestLink) {
  EXPECT_EQ(solve({20, 30, 10}, {{0, 1, 2}}), Rates{30});
}

/// Checks n flows through one link of cost c: exactly n c each, also if c has no finite binary
/// expansion.
TEST(MaxMin, EqualSharesAreExact) {
  for (const double cost : {1.0, 0.1, 20.0 / 3, 1e-7, 83.33}) {
    for (std::size_t n = 1; n <= 300; ++n) {
      const Rates rates = solve({cost}, Routes(n, {0}));
      EXPECT_EQ(rates, Rates(n, static_cast<double>(n) * cost)) << n << " flows, cost " << cost;
    }
  }
}

/// Checks links A (3 flows) and B (7 flows) without a common flow: exactly 3 c and 7 c.
TEST(MaxMin, SeparateLinksAreExact) {
  Routes routes(3, {0});
  routes.resize(10, {1});
  Rates expected(3, 3 * 0.1);
  expected.resize(10, 7 * 0.1);
  EXPECT_EQ(solve({0.1, 0.1}, routes), expected);
}

/// Checks 6 flows around a ring, each over 3 links: every link carries 3.
TEST(MaxMin, SymmetricRingIsExact) {
  Routes routes;
  for (std::uint32_t i = 0; i < 6; ++i) routes.push_back({i, (i + 1) % 6, (i + 2) % 6});
  EXPECT_EQ(solve(Rates(6, 0.7), routes), Rates(6, 3 * 0.7));
}

/// Checks Bertsekas & Gallager's chain: x0 + x1 <= 1 on A, x0 + x2 + x3 <= 1 on B. B fills first at
/// 1/3 each; x1 takes the rest of A, 2/3.
TEST(MaxMin, LeavesTheRestToFlowsWithoutBottleneck) {
  const Rates rates = solve({1, 1}, {{0, 1}, {0}, {1}, {1}});
  EXPECT_EQ(rates[0], 3);
  EXPECT_DOUBLE_EQ(rates[1], 1.5);
  EXPECT_EQ(rates[2], 3);
  EXPECT_EQ(rates[3], 3);
}

/// Checks three levels: A (capacity 1) x0 + x1, B (capacity 2) x1 + x2, C (capacity 10) x2 + x3. x0
/// = x1 = 1/2, x2 = 3/2, x3 = 17/2.
TEST(MaxMin, FillsLevelByLevel) {
  const Rates rates = solve({1, 0.5, 0.1}, {{0}, {0, 1}, {1, 2}, {2}});
  EXPECT_DOUBLE_EQ(rates[0], 2);
  EXPECT_DOUBLE_EQ(rates[1], 2);
  EXPECT_DOUBLE_EQ(rates[2], 2 / 3.0);
  EXPECT_DOUBLE_EQ(rates[3], 2 / 17.0);
}

TEST(MaxMin, GivesTheSameOnReuse) {
  MaxMinSolver solver;
  const Routes large{{0, 1}, {0}, {1}, {1}, {2, 0}};
  const Rates first = solve(solver, {1, 2, 3}, large);
  EXPECT_EQ(solve(solver, {5}, {{0}}), Rates{5});
  EXPECT_EQ(solve(solver, {1, 2, 3}, large), first);
}

TEST(MaxMin, RefusesMalformedProblems) {
  EXPECT_THROW(solve({1}, {{0}, {}}), LogicError);
  MaxMinSolver solver;
  Rates rates(2);
  const std::vector<std::uint32_t> offsets{0, 1};
  const std::vector<std::uint32_t> links{0};
  EXPECT_THROW(solver.solve({Rates{1}, offsets, links}, rates), LogicError);
}

}  // namespace
}  // namespace orrery
