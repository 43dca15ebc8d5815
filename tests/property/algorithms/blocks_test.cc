// The number of blocks that pipelined algorithms choose against what every other number takes: on a
// grid of ranks, sizes, distributions, costs and networks.
#include "tests/property/algorithms/blocks.h"

#include "tests/setting.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// Numbers of blocks that are looked at grow so: one of them is at most 15 % from the best, where time is at most 1 %
/// more. BlocksSlow looks at every one.
constexpr double kStep = 1.3;

/// Calls expect_best() for every `n`-th cell, from the first on.
auto every(int n) {
  return [sample = Sample(n)](const Algorithm& a, const Cell& cell) mutable {
    if (sample.takes_next()) expect_best(a, cell, kStep);
  };
}

/// Of 48 cells of an algorithm, every fifth: all of them in turns, as 5 and 48 have no common divisor.
TEST(Blocks, AreTheBestOfARegularProblem) {
  for_each_regular(every(5));
}

/// Of 12 cells of an algorithm, every fifth: all of them in turns.
TEST(Blocks, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup(every(5));
}

/// Of 20 cells of an algorithm, every third: all of them in turns.
TEST(Blocks, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex(every(3));
}

/// Of 128 cells of an algorithm, every fifth: all of them in turns.
TEST(Blocks, AreTheBestOfAnIrregularProblem) {
  for_each_irregular(every(5));
}

/// Several hops, links that are shared, processors that are busy, ports of every kind. Of 16 cells of an algorithm, every
/// fifth: each place, size and surroundings in turns.
TEST(Blocks, AreTheBestOnANetwork) {
  for_each_network(every(5));
}

/// Where looking at every message of every rank would take too long. Of 6 cells of an algorithm, every fifth.
TEST(Blocks, AreTheBestOfManyRanks) {
  auto f = every(5);
  for (const Algorithm* a : pipelined(true))
    for (const char* distribution : {"random", "two-blocks", "huge"})
      for (const std::int64_t count : {6000, 600000})
        f(*a, {150, count, distribution, 50ns, 80, 0});
}

}  // namespace
}  // namespace orrery
