// Tests the number of blocks that pipelined algorithms choose against every other number, and for many
// ranks.
#include "tests/property/algorithms/blocks.h"

namespace orrery {
namespace {

using namespace orrery::testing;

TEST(BlocksSlow, AreTheBestOfARegularProblem) {
  for_each_regular([](const Algorithm& a, const Cell& cell) { expect_best(a, cell); });
}

TEST(BlocksSlow, AreTheBestWithTinyAndHugeStartup) {
  for_each_startup([](const Algorithm& a, const Cell& cell) { expect_best(a, cell); });
}

TEST(BlocksSlow, AreTheBestWhereSendingAndReceivingTakeTurns) {
  for_each_half_duplex([](const Algorithm& a, const Cell& cell) { expect_best(a, cell); });
}

TEST(BlocksSlow, AreTheBestOfAnIrregularProblem) {
  for_each_irregular([](const Algorithm& a, const Cell& cell) { expect_best(a, cell); });
}

TEST(BlocksSlow, AreTheBestOnANetwork) {
  for_each_network([](const Algorithm& a, const Cell& cell) { expect_best(a, cell, 1.06); });
}

TEST(BlocksSlow, AreTheBestOfManyRanks) {
  for (const Algorithm* a : pipelined(true))
    for (const int p : {129, 200, 257})
      for (const char* distribution : {"same", "random", "spikes", "decreasing", "alternating",
                                       "skewed", "two-blocks", "huge"})
        for (const std::int64_t count : {20 * p, 3000 * p})
          for (const auto& [alpha, beta] : {std::pair{Time(500ns), 20.0}, {Time(50ns), 80.0}})
            expect_best(*a, {p, count, distribution, alpha, beta, 0}, 1.15);
  for (const Algorithm* a : pipelined(true))
    for (const std::int64_t p : {512, 1000})
      for (const char* distribution : {"random", "huge"})
        expect_best(*a, {static_cast<int>(p), 500 * p, distribution, 500ns, 80, 0}, 1.3);
}

}  // namespace
}  // namespace orrery
