// Tests operators that do not commute: which algorithms keep the ranks in order, and which do not.
#include <random>

#include <gtest/gtest.h>

#include "algorithms/common/skips.h"
#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

using orrery::testing::network_of;

const Op& matrices() {
  static const Op& op = find_op("matrix-product", "int32");
  return op;
}

Problem matrix_problem(int p, std::int64_t count, const Network& network) {
  Problem x;
  x.p = p;
  x.count = count;
  x.element_bytes = matrices().element_bytes;
  x.commutative = false;
  x.skips = circulant::linear_skips(p);
  x.root = p / 2;
  x.cost = {network.costs.alpha + 100ns, network.costs.link(0).bandwidth.inverse(),
            network.costs.gamma};
  x.network = &network;
  return x;
}

std::vector<const Algorithm*> circulants() {
  return {&find_algorithm("reduce-scatter", "circulant"), &find_algorithm("allreduce", "circulant"),
          &find_algorithm("reduce", "reduce-scatter-gather")};
}

TEST(LinearSkips, KeepTheRanksInOrder) {
  for (const Algorithm* a : circulants())
    for (int p = 1; p <= 24; ++p)
      for (const double gamma : {0.0, 3.0})
        for (const std::int64_t count : {0, 1, p - 1, 5 * p, 97}) {
          Network network = network_of(text_of("full:", p));
          network.costs.gamma = {gamma};
          const Problem x = matrix_problem(p, count, network);
          ASSERT_FALSE(refusal(*a, x)) << *refusal(*a, x);
          const Execution e = execute(*a, x, network, {}, PayloadKind::kReal, matrices());
          ASSERT_TRUE(e.verified.value()) << a->collective << ", p = " << p << ": " << e.mismatch;
          ASSERT_EQ(e.metrics.rounds, a->rounds(x));
          ASSERT_EQ(e.metrics.bytes_total, a->bytes_total(x));
          ASSERT_EQ(e.metrics.bytes_max_rank, a->bytes_max_rank(x));
          if (count == 5 * p && a->collective != "reduce") {
            ASSERT_EQ(e.metrics.completion.count(), a->time(x).count())
                << a->collective << ", p = " << p << ", gamma = " << gamma;
          }
        }
}

TEST(LinearSkips, KeepTheRanksInOrderWithBlocksOfAnySizes) {
  const Algorithm& a = find_algorithm("reduce-scatter", "circulant");
  std::mt19937 random(3);
  for (int p = 1; p <= 24; ++p) {
    const Network network = network_of(text_of("full:", p));
    Problem x = matrix_problem(p, 0, network);
    for (int r = 0; r < p; ++r) x.count += x.sizes.emplace_back(random() % 7);
    const Execution e = execute(a, x, network, {}, PayloadKind::kReal, matrices());
    ASSERT_TRUE(e.verified.value()) << "p = " << p << ": " << e.mismatch;
  }
}

TEST(LinearSkips, OthersAreRefusedWithAdvice) {
  for (const Algorithm* a : circulants()) {
    const Network network = network_of("full:8");
    Problem x = matrix_problem(8, 16, network);
    x.skips = circulant::halving_skips(8);
    EXPECT_NE(refusal(*a, x).value_or("").find("skips = linear"), std::string::npos);
    x.commutative = true;
    EXPECT_FALSE(refusal(*a, x));
  }
}

/// Checks why other algorithms refuse such operators: Swing, run in spite of its refusal, gives the
/// right product on four ranks and a wrong one on eight.
TEST(Swing, DoesNotKeepEightRanksInOrder) {
  for (const char* name : {"swing-latency", "swing-bandwidth"})
    for (const int p : {2, 4, 8}) {
      const Network network = network_of(text_of("full:", p));
      const Problem x = matrix_problem(p, 16, network);
      const Execution e = execute(find_algorithm("allreduce", name), x, network, {},
                                  PayloadKind::kReal, matrices());
      EXPECT_EQ(e.verified.value(), p < 8) << name << ", p = " << p << ": " << e.mismatch;
    }
}

}  // namespace
}  // namespace orrery
