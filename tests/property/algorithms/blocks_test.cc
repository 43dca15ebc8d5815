// The number of blocks that pipelined algorithms choose against what every other number takes: on a
// grid of ranks, sizes, distributions, costs and networks.
#include "tests/property/algorithms/blocks.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// Numbers of blocks that are looked at grow so: one of them is at most 15 % from the best, where time is at most 1 %
/// more. BlocksSlow looks at every one.
constexpr double kStep = 1.3;

/// Every `n`-th call of f(algorithm, cell), from the first on.
template <class F>
auto every(int n, F f) {
  return [n, f, calls = 0](const Algorithm& a, const Cell& cell) mutable {
    if (calls++ % n == 0) f(a, cell);
  };
}

TEST(Blocks, AreTheBestOfARegularProblem) {
  int cells = 0;
  for_each_regular([&](const Algorithm& a, const Cell& cell) {
    expect_best(a, cell, kStep);
    ++cells;
  });
  EXPECT_GE(cells, 150);
}

/// Of 12 cells of an algorithm, every fifth: all of them in turns, as 5 and 12 have no common divisor.
TEST(Blocks, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup(
      every(5, [](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); }));
}

/// Of 20 cells of an algorithm, every third: all of them in turns.
TEST(Blocks, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex(
      every(3, [](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); }));
}

TEST(Blocks, AreTheBestOfAnIrregularProblem) {
  for_each_irregular([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

/// Several hops, links that are shared, processors that are busy, ports of every kind. Of 16 cells of an algorithm, every
/// fifth: each place, size and surroundings in turns.
TEST(Blocks, AreTheBestOnANetwork) {
  for_each_network(
      every(5, [](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); }));
}

/// Where looking at every message of every rank would take too long.
TEST(Blocks, AreTheBestOfManyRanks) {
  for (const Algorithm* a : pipelined(true))
    for (const char* distribution : {"random", "two-blocks", "huge"})
      for (const std::int64_t count : {6000, 600000})
        expect_best(*a, {150, count, distribution, 50ns, 80, 0}, 1.3);
}

}  // namespace
}  // namespace orrery
