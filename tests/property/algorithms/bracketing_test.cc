// The order in which the circulant reduce-scatter applies its operator: Träff, Optimal,
// Non-pipelined Reduce-scatter and Allreduce Algorithms (2025), example for p = 22 in Sec. 2.1.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/algorithm.h"
#include "algorithms/common/skips.h"
#include "emu/payload/expression_store.h"
#include "tests/engine_run.h"

namespace orrery {
namespace {

/// How rank r's block is summed.
std::string order_of_sum(int p, int r) {
  ExpressionStore store;
  std::vector<Slice> v;
  for (int i = 0; i < p; ++i) {
    v.push_back(store.allocate(p));
    store.fill(v.back(), {0, i});
  }
  const Partition partition(p, p);
  const std::vector<int> skips = circulant::halving_skips(p);
  const Algorithm& a = find_algorithm("reduce-scatter", "circulant");
  testing::run_program(
      testing::network_of(text_of("full:", p)),
      [&](Comm& c) {
        a.run(c, {v[static_cast<std::size_t>(c.rank())], partition, 0, 1, skips});
      },
      {}, &store);
  return store.text(v[static_cast<std::size_t>(r)].part(r, 1));
}

TEST(Bracketing, OfRankTwentyOneOfTwentyTwoIsThePapers) {
  EXPECT_EQ(order_of_sum(22, 21),
            "x21 + x10 + (x15 + x4) + (x18 + x7 + (x12 + x1))"
            " + (x19 + x8 + (x13 + x2) + (x16 + x5))"
            " + (x20 + x9 + (x14 + x3) + (x17 + x6 + (x11 + x0)))");
}

TEST(Bracketing, IsTheSameRotatedOnEveryRank) {
  EXPECT_EQ(order_of_sum(5, 0), "x0 + x2 + x3 + (x4 + x1)");
  EXPECT_EQ(order_of_sum(5, 4), "x4 + x1 + x2 + (x3 + x0)");
}

}  // namespace
}  // namespace orrery
