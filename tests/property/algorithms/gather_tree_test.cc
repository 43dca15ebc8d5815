// Tests gatherv and scatterv on the emulator against the trees that they use: in the synchronous
// one-ported model both take the same time, to the picosecond.
#include "algorithms/phases/gather_tree.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/distributions.h"
#include "algorithms/trees/completion_time.h"
#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

using orrery::testing::network_of;

/// Returns a fully connected network with one half-duplex port, unless told otherwise; costs in ps
/// and ps/B.
Network half_duplex(int p, std::int64_t alpha, double beta, double gamma) {
  Network network = network_of(text_of("full:", p));
  network.ports.half_duplex = true;
  network.costs.alpha = Time(alpha);
  network.costs.gamma = {gamma};
  network.costs.hop_latency = Time(0);
  network.costs.links = {LinkCost{Bandwidth{1e12 / beta}, Time(0)}};
  return network;
}

Problem tree_problem(const Network& network, std::vector<std::int64_t> sizes, int root) {
  Problem x;
  x.p = network.ranks();
  x.root = root;
  for (const std::int64_t size : sizes) x.count += size;
  x.sizes = std::move(sizes);
  x.cost = {network.costs.alpha, network.costs.link(0).bandwidth.inverse(), network.costs.gamma};
  return x;
}

std::vector<int> roots(int p) {
  std::set<int> all;
  for (int i = 0; i < p && p <= 8; ++i) all.insert(i);
  for (const int r : {0, p / 3, p / 2, p - 1}) all.insert(r);
  return {all.begin(), all.end()};
}

/// Checks gather and scatter with every construction against `expected(construction)`.
template <class Expected>
void run_all(const Problem& x, const Network& network, Expected expected) {
  const Op& op = find_op("sum", "uint8");
  for (const char* collective : {"gatherv", "scatterv"})
    for (const trees::Construction& construction : trees::constructions()) {
      const Algorithm& a = find_algorithm(collective, construction.name);
      const Execution e = execute(a, x, network, {}, PayloadKind::kProvenance, op);
      const std::string what = text_of(collective, " ", a.name, ", p = ", x.p, ", root ", x.root);
      ASSERT_TRUE(e.verified.value()) << what << ": " << e.mismatch;
      ASSERT_EQ(e.metrics.completion.count(), expected(construction)) << what;
      ASSERT_EQ(a.time(x), e.metrics.completion) << what;
      ASSERT_EQ(a.rounds(x), e.metrics.rounds) << what;
      ASSERT_EQ(a.bytes_total(x), e.metrics.bytes_total) << what;
      ASSERT_EQ(a.bytes_max_rank(x), e.metrics.bytes_max_rank) << what;
    }
}

/// Checks that `orrery tree` and the emulator give the same time if costs are whole numbers of ps.
TEST(GatherTree, TakesTheTimeOfItsTreeForEveryDistributionRootAndGamma) {
  for (const Distribution& d : distributions())
    for (const int p : {1, 2, 3, 5, 8, 24})
      for (const int root : roots(p))
        for (const std::int64_t gamma : {0, 3, 5}) {
          const std::int64_t alpha = 1000, beta = 3;
          const Network network = half_duplex(p, alpha, beta, static_cast<double>(gamma));
          const Problem x = tree_problem(network, block_sizes(d, p, {40, 3, 7}), root);
          SCOPED_TRACE(text_of(d.name, ", gamma ", gamma));
          run_all(x, network, [&](const trees::Construction& c) {
            return c.build(trees::Blocks(x.sizes), {alpha, beta, gamma}, root).time;
          });
          if (::testing::Test::HasFatalFailure()) return;
        }
}

/// Checks fractional costs: the evaluator rounds every message as the emulator does.
TEST(GatherTree, RoundsAsTheEmulator) {
  for (const Distribution& d : distributions())
    for (const int p : {2, 7, 20})
      for (const bool half : {true, false}) {
        Network network = half_duplex(p, 123, 0.7, 1.0 / 3);
        network.ports.half_duplex = half;
        const Problem x = tree_problem(network, block_sizes(d, p, {50, 3, 7}), p / 2);
        SCOPED_TRACE(d.name);
        run_all(x, network, [&](const trees::Construction& c) {
          return tree_time(*plan_of(c.build, x), x).count();
        });
        if (::testing::Test::HasFatalFailure()) return;
      }
}

TEST(GatherTree, RealDataAtEveryRoot) {
  const Op& op = find_op("sum", "int32");
  for (const Distribution& d : distributions())
    for (const int p : {1, 2, 3, 6, 11})
      for (int root = 0; root < p; ++root)
        for (const Algorithm* a : catalog()) {
          if (a->collective != "gatherv" && a->collective != "scatterv") continue;
          const Network network = half_duplex(p, 100, 2, 1);
          Problem x = tree_problem(network, block_sizes(d, p, {5, 2, 7}), root);
          x.element_bytes = op.element_bytes;
          const Execution e = execute(*a, x, network, {}, PayloadKind::kReal, op);
          ASSERT_TRUE(e.verified.value())
              << a->collective << " " << a->name << " " << d.name << ": " << e.mismatch;
        }
}

/// Checks trees that no construction makes: with shuffled ranks, subtrees consist of many pieces.
TEST(GatherTree, AnyTreeAtAll) {
  const Op& op = find_op("sum", "uint8");
  std::uint64_t state = 1;
  const auto below = [&state](int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<int>((state >> 33) % static_cast<std::uint64_t>(n));
  };
  for (int round = 0; round < 300; ++round) {
    const int p = 1 + below(24);
    std::vector<int> order;
    for (int r = 0; r < p; ++r) order.insert(order.begin() + below(r + 1), r);
    std::vector<std::int64_t> sizes;
    trees::TreeBuilder builder(p);
    for (int i = 0; i < p; ++i) {
      sizes.push_back(below(4) == 0 ? 0 : below(30));
      if (i > 0)
        builder.take(order[static_cast<std::size_t>(below(i))], order[static_cast<std::size_t>(i)]);
      if (below(3) == 0) builder.copy_now(order[static_cast<std::size_t>(below(i + 1))]);
    }
    const Network network = half_duplex(p, 50, 2, 3);
    const Problem x = tree_problem(network, sizes, order.front());
    const TreePlan plan(builder.finish(), x);
    for (const bool scatter : {false, true}) {
      static const TreePlan* current = nullptr;
      current = &plan;
      Algorithm a = find_algorithm(scatter ? "scatterv" : "gatherv", "linear");
      a.run = scatter ? [](Comm& c, const Call& call) { scatter_over(*current, c, call); }
                      : [](Comm& c, const Call& call) { gather_over(*current, c, call); };
      const Execution e = execute(a, x, network, {}, PayloadKind::kProvenance, op);
      ASSERT_TRUE(e.verified.value()) << e.mismatch;
      ASSERT_EQ(e.metrics.completion, tree_time(plan, x));
      ASSERT_EQ(e.metrics.completion.count(),
                trees::completion_time(plan.tree(), trees::Blocks(sizes), {50, 2, 3}));
      ASSERT_EQ(e.metrics.rounds, plan.rounds());
    }
  }
}

TEST(GatherTree, NothingIsSentWhereNothingIs) {
  for (const int p : {1, 2, 9}) {
    const Network network = half_duplex(p, 1000, 3, 1);
    run_all(tree_problem(network, std::vector<std::int64_t>(static_cast<std::size_t>(p)), 0),
            network, [](const trees::Construction&) { return 0; });
  }
}

/// Checks that costs scaled for the constructions keep their proportions and never overflow.
TEST(GatherTree, CostsOfTreesFitAndKeepTheirProportions) {
  Problem x;
  for (const int p : {1, 100, 1 << 20})
    for (const double beta : {0.0, 1e-3, 20.0, 333.3, 1e6})
      for (const std::int64_t total :
           {std::int64_t{0}, std::int64_t{1} << 20, std::int64_t{1} << 40}) {
        x.p = p;
        x.cost = {Time(1'000'000), {beta}, {beta / 2}};
        const trees::TreeCosts costs = tree_costs(x, total);
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(p));
        sizes[0] = total;
        EXPECT_NO_THROW(trees::check_costs(trees::Blocks(sizes), costs));
        EXPECT_LE(costs.gamma, costs.beta);
        EXPECT_GT(costs.alpha, 0);
        if (beta >= 20 && p < 1000) {
          EXPECT_NEAR(static_cast<double>(costs.beta) / static_cast<double>(costs.alpha),
                      beta / 1e6, beta / 1e6 * 1e-3);
        }
      }
}

}  // namespace
}  // namespace orrery
