// Tests the number of blocks that pipelined algorithms choose against other numbers, on a grid of
// ranks, sizes, distributions, costs and networks.
#include "tests/property/algorithms/blocks.h"

#include "tests/setting.h"

namespace orrery {
namespace {

using namespace orrery::testing;

/// The growth of the numbers of blocks that are tried: one of them is within 15 % of the best, where the time is at
/// most 1 % longer. BlocksSlow tries every number.
constexpr double kStep = 1.3;

/// Calls expect_best() for every `n`-th cell, from the first on.
auto expect_every(int n) {
  return [sample = Sampler(n)](const Algorithm& a, const Cell& cell) mutable {
    if (sample.takes_next()) expect_best(a, cell, kStep);
  };
}

/// Tries every fifth of the 48 cells of an algorithm. Since 5 and 48 have no common divisor, every
/// cell has its turn.
TEST(Blocks, AreTheBestOfARegularProblem) {
  for_each_regular(expect_every(5));
}

/// Tries every fifth of the 12 cells of an algorithm; every cell has its turn.
TEST(Blocks, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup(expect_every(5));
}

/// Tries every third of the 20 cells of an algorithm; every cell has its turn.
TEST(Blocks, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex(expect_every(3));
}

/// Tries every fifth of the 128 cells of an algorithm; every cell has its turn.
TEST(Blocks, AreTheBestOfAnIrregularProblem) {
  for_each_irregular(expect_every(5));
}

/// Tries routes of several hops, shared links, busy processors and all kinds of ports: every fifth of the 16 cells of
/// an algorithm, so that each placement, size and network has its turn.
TEST(Blocks, AreTheBestOnANetwork) {
  for_each_network(expect_every(5));
}

/// Tries every fifth of the 6 cells of an algorithm, with so many ranks that following every message would
/// take too long.
TEST(Blocks, AreTheBestOfManyRanks) {
  auto f = expect_every(5);
  for (const Algorithm* a : pipelined(true))
    for (const char* distribution : {"random", "two-blocks", "huge"})
      for (const std::int64_t count : {6000, 600000})
        f(*a, {150, count, distribution, 50ns, 80, 0});
}

/// A round of bine-segmented has many blocks: its runs once sent millions of messages for one choice.
TEST(Blocks, AreThoseOfTheModelIfRunsWouldSendTooManyMessages) {
  const Cell cell{.p = 12, .count = 6000, .alpha = 0ns, .gamma = 33.3, .topology = "torus:12"};
  const Network network = network_of_cell(cell);
  const int n =
      blocks_for(find_algorithm("allreduce", "bine-segmented"), problem_of_cell(cell, network));
  EXPECT_GT(8 * 12 * n, 200'000);
}

}  // namespace
}  // namespace orrery
