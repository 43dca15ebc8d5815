// Tests the printed formulas against Algorithm::time, which catalog_test.cc compares with runs.
#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/name_of_algorithm.h"
#include "tests/network.h"
#include "tests/property/algorithms/printed_formula.h"
#include "tests/setting.h"

namespace orrery {
namespace {

using testing::network_of;

std::string describe(const Algorithm& a, const Problem& x) {
  return text_of(a.collective, ' ', a.name, ": ", a.formula, ", p = ", x.p, ", radix ", x.radix,
                 ", blocks ", x.blocks, ", γ ", x.cost.gamma.ps);
}

/// Returns the values to try for a key that an algorithm may obey; 0 is the default.
std::vector<int> values(bool obeys, std::vector<int> others) {
  if (!obeys) return {0};
  others.push_back(0);
  return others;
}

Problem problem(const Algorithm& a, const Network& network) {
  Problem x;
  x.p = network.ranks();
  const Collective& c = find_collective(a.collective);
  x.count = c.synchronises ? 0 : std::int64_t{720} * 64 * c.sizes(x.p);
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(),
            network.costs.gamma};
  x.network = &network;
  if (a.needs_coordinates) x.dims = network.topology->dims();
  return x;
}

/// Chooses a number of blocks that divides the elements, since the formulas assume blocks of equal
/// size.
void settle_blocks(const Algorithm& a, Problem& x) {
  if (!a.pipelined || x.blocks != 0 || refusal(a, x)) return;
  x.blocks = blocks_for(a, x);
  x.count *= x.blocks;
}

/// Checks the formula of `a` where it applies to x; returns whether it does.
bool check(const Algorithm& a, const Problem& x) {
  if (refusal(a, x) || !formula_holds(a, x)) return false;
  const auto [ps, at_most] = evaluate_formula(a, x);
  const auto time = static_cast<double>(a.time(x).count());
  if (at_most)
    EXPECT_LE(time, ps * (1 + 1e-12)) << describe(a, x);
  else
    EXPECT_NEAR(time, ps, 2 + 1e-9 * time) << describe(a, x);
  return true;
}

/// Checks the formula of `a` for every value of its keys; returns the number of values to which it applies.
int check(const Algorithm& a, const Network& network) {
  int held = 0;
  for (const int k : values(a.radixed, {2, 3, 4}))
    for (const int n : values(a.pipelined, {1, 2, 6})) {
      Problem x = problem(a, network);
      x.radix = k;
      x.blocks = n;
      settle_blocks(a, x);
      held += check(a, x) ? 1 : 0;
    }
  return held;
}

class Formulas : public ::testing::TestWithParam<const Algorithm*> {};

TEST_P(Formulas, AreTheTime) {
  const Algorithm& a = *GetParam();
  if (formula_is_words(a)) GTEST_SKIP();
  int held = 0;
  for (int p = 2; p <= 27; ++p) {
    const bool is_tried_first = p <= 9 || p == 16 || p % 3 == 0;
    if (!is_tried_first && !is_whole()) continue;
    for (const double gamma : {0.0, 3.0}) {
      Network network = network_of(text_of(a.needs_coordinates ? "torus:" : "full:", p));
      network.costs.gamma = {gamma};
      held += check(a, network);
    }
  }
  if (a.needs_coordinates)
    for (const char* torus : {"torus:4x4", "torus:3x3", "torus:3x3x3", "torus:5x5"})
      held += check(a, network_of(torus));
  EXPECT_GT(held, 0) << "the formula applies to no problem";
}

INSTANTIATE_TEST_SUITE_P(All, Formulas, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         testing::name_of_algorithm);

TEST(Formula, IsTheTimeInGrids) {
  for (const Algorithm* a : catalog()) {
    if (!find_collective(a->collective).among_neighbors) continue;
    int held = 0;
    for (const std::vector<int>& grid :
         {std::vector<int>{2, 2}, {2, 3, 4}, {3, 3, 3}, {4, 5}, {7}, {1, 6}})
      for (const bool periodic : {true, false})
        for (const Neighborhood kind : {Neighborhood::kStar, Neighborhood::kMoore}) {
          const int p = std::accumulate(grid.begin(), grid.end(), 1, std::multiplies());
          const Network network = network_of(text_of("full:", p));
          Problem x = problem(*a, network);
          x.grid = grid;
          x.periodic = periodic;
          x.neighborhood = kind;
          held += check(*a, x) ? 1 : 0;
        }
    EXPECT_EQ(held, 5 * 2) << a->name << ": rings without a side of one";
  }
}

/// Checks that a formula given in words cannot be evaluated.
TEST(Formula, WhatIsInWordsIsNoFormula) {
  Problem x;
  x.p = 4;
  for (const Algorithm* a : catalog()) {
    if (!formula_is_words(*a)) continue;
    EXPECT_THROW(evaluate_formula(*a, x), std::invalid_argument) << a->name << ": " << a->formula;
  }
}

TEST(Formula, IsReadAsItIsWritten) {
  Problem x;
  x.p = 8;
  x.count = 80;
  x.cost = {Time(1000), CostPerByte{2}, CostPerByte{3}};
  Algorithm a = find_algorithm("allreduce", "ring");
  const auto value = [&](const char* text) {
    a.formula = text;
    return evaluate_formula(a, x).ps;
  };
  EXPECT_EQ(value("2(p-1)/p mβ"), 280);
  EXPECT_EQ(value("ceil(log2 p)α + m/(2p) (β + γ)"), 3025);
  EXPECT_EQ(value("log2 p (α - mγ)"), 3 * (1000 - 240));
  EXPECT_EQ(value("p/2α"), 4000);
  EXPECT_TRUE((a.formula = "at most α", evaluate_formula(a, x).at_most));
  EXPECT_THROW(value("(p-1"), std::invalid_argument);
  EXPECT_THROW(value("p + ?"), std::invalid_argument);
  a.formula_if = "p is nice";
  EXPECT_THROW(formula_holds(a, x), std::invalid_argument);
}

}  // namespace
}  // namespace orrery
