// The number of blocks that pipelined algorithms choose against what every other number takes: on a
// grid of ranks, sizes, distributions, costs and networks.
#include "tests/property/algorithms/blocks.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// Numbers of blocks that are looked at grow so: one of them is at most 15 % from the best, where time is at most 1 %
/// more. BlocksSlow looks at every one.
constexpr double kStep = 1.3;

TEST(Blocks, AreTheBestOfARegularProblem) {
  int cells = 0;
  for_each_regular([&](const Algorithm& a, const Cell& cell) {
    expect_best(a, cell, kStep);
    ++cells;
  });
  EXPECT_GE(cells, 150);
}

TEST(Blocks, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

TEST(Blocks, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

TEST(Blocks, AreTheBestOfAnIrregularProblem) {
  for_each_irregular([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
}

/// Several hops, links that are shared, processors that are busy, ports of every kind.
TEST(Blocks, AreTheBestOnANetwork) {
  for_each_network([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, kStep); });
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
