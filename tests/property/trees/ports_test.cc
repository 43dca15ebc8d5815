// Tests several ports: greedy against exact construction against all trees, and Thm. 6.
#include "algorithms/trees/ports.h"

#include <gtest/gtest.h>

#include "algorithms/trees/completion_time.h"
#include "algorithms/trees/non_ordered.h"
#include "tests/property/trees/all_trees.h"
#include "tests/property/trees/instances.h"

namespace orrery::trees {
namespace {

using testing::Instance;
using testing::Instances;

/// The costs of ranks with k ports, for AllTrees.
namespace ported {
struct PortedCosts {
  TreeCosts costs;
  int ports;
};
Cost completion_time(const Tree& tree, const Blocks& blocks, const PortedCosts& x) {
  return trees::completion_time(tree, blocks, x.costs, x.ports);
}
}  // namespace ported
using ported::PortedCosts;

/// Checks α = 10, β = γ = 1 by hand: rank 0 copies 3; with two ports it takes 4 units on each until
/// 17, then 2 more.
TEST(Ports, CompletionTimeByHand) {
  TreeBuilder builder(4);
  for (const int child : {1, 2, 3}) builder.take(0, child);
  const Tree star = builder.finish();
  const Blocks blocks({3, 4, 4, 2});
  EXPECT_EQ(completion_time(star, blocks, {10, 1, 1}, 1), 3 + 14 + 14 + 12);
  EXPECT_EQ(completion_time(star, blocks, {10, 1, 1}, 2), 3 + 14 + 12);
  EXPECT_EQ(completion_time(star, blocks, {10, 1, 1}, 3), 3 + 14);
  EXPECT_THROW(completion_time(star, blocks, {10, 1, 1}, 0), std::invalid_argument);
}

TEST(Ports, OnePortIsTheModelOfTheOthers) {
  Instances instances(3);
  for (int n = 0; n < 300; ++n) {
    const Instance x = instances.next(40);
    const TimedTree built = adaptive_tree(x.blocks, x.costs, x.root);
    EXPECT_EQ(completion_time(built.tree, x.blocks, x.costs, 1), built.time);
  }
  for (int n = 0; n < 60; ++n) {
    const Instance x = instances.next(7);
    for (const int root : {x.root, kFreeRoot})
      EXPECT_EQ(optimal_port_tree(x.blocks, x.costs, root, 1).time,
                optimal_non_ordered_tree(x.blocks, x.costs, root).time);
  }
}

TEST(Ports, ExactIsTheBestOfAllTrees) {
  Instances instances(5);
  for (int n = 0; n < 120; ++n) {
    const Instance x = instances.next(n < 110 ? 4 : 5);
    for (const int ports : {2, 3})
      for (const int root : {x.root, kFreeRoot}) {
        const TimedTree exact = optimal_port_tree(x.blocks, x.costs, root, ports);
        EXPECT_EQ(exact.time, completion_time(exact.tree, x.blocks, x.costs, ports));
        const auto best = testing::best_of_all_trees(x.blocks, PortedCosts{x.costs, ports}, root);
        EXPECT_EQ(exact.time, best.non_ordered) << n << ", " << ports << " ports";
      }
  }
}

TEST(Ports, GreedyIsNoBetterThanExact) {
  Instances instances(7);
  for (int n = 0; n < 150; ++n) {
    const Instance x = instances.next(7);
    for (const int ports : {1, 2, 3})
      for (const int root : {x.root, kFreeRoot}) {
        const TimedTree greedy = greedy_port_tree(x.blocks, x.costs, root, ports);
        const TimedTree exact = optimal_port_tree(x.blocks, x.costs, root, ports);
        EXPECT_EQ(greedy.time, completion_time(greedy.tree, x.blocks, x.costs, ports));
        EXPECT_EQ(exact.time, completion_time(exact.tree, x.blocks, x.costs, ports));
        EXPECT_GE(greedy.time, exact.time);
        if (root != kFreeRoot) {
          EXPECT_EQ(greedy.tree.root(), root);
          EXPECT_EQ(exact.tree.root(), root);
        }
      }
  }
}

TEST(Ports, GreedyTimesAreThoseOfTheEvaluator) {
  Instances instances(9);
  for (int n = 0; n < 300; ++n) {
    const Instance x = instances.next(100);
    for (const int ports : {1, 2, 5})
      for (const auto build : {list_star, adaptive_port_tree})
        for (const int root : {x.root, kFreeRoot}) {
          const TimedTree built = build(x.blocks, x.costs, root, ports);
          EXPECT_EQ(built.time, completion_time(built.tree, x.blocks, x.costs, ports));
        }
  }
}

/// Returns the length of the shortest schedule, by trying all assignments.
Cost shortest_schedule(const std::vector<std::int64_t>& jobs, std::vector<Cost> loads,
                       std::size_t next = 0) {
  if (next == jobs.size()) return *std::ranges::max_element(loads);
  Cost best = INT64_MAX;
  for (Cost& load : loads) {
    load += jobs[next];
    best = std::min(best, shortest_schedule(jobs, loads, next + 1));
    load -= jobs[next];
  }
  return best;
}

/// Checks Thm. 6: the best gather is the shortest schedule of the jobs on k machines.
TEST(Ports, SchedulingIsGathering) {
  Instances instances(11);
  for (int n = 0; n < 60; ++n) {
    std::vector<std::int64_t> jobs(static_cast<std::size_t>(instances.number(1, 7)));
    for (std::int64_t& job : jobs) job = instances.number(1, 12);
    const Blocks blocks = scheduling_blocks(jobs);
    const int root = static_cast<int>(jobs.size());
    for (const int machines : {2, 3}) {
      const Cost shortest =
          shortest_schedule(jobs, std::vector<Cost>(static_cast<std::size_t>(machines)));
      EXPECT_EQ(optimal_port_tree(blocks, {0, 1, 1}, root, machines).time, shortest);
      const Cost greedy = list_star(blocks, {0, 1, 1}, root, machines).time;
      EXPECT_LE(3 * machines * greedy, (4 * machines - 1) * shortest);
    }
  }
  const Blocks blocks = scheduling_blocks({3, 3, 2, 2, 2});
  EXPECT_EQ(list_star(blocks, {0, 1, 1}, 5, 2).time, 7);
  EXPECT_EQ(optimal_port_tree(blocks, {0, 1, 1}, 5, 2).time, 6);
}

TEST(Ports, RefuseBadInput) {
  EXPECT_THROW(list_star(Blocks({1, 2}), {1, 1, 1}, 0, 0), std::invalid_argument);
  EXPECT_THROW(greedy_port_tree(Blocks({1, 2}), {1, 1, 1}, 2, 1), std::invalid_argument);
  EXPECT_THROW(optimal_port_tree(Blocks(std::vector<std::int64_t>(10, 1)), {1, 1, 1}, 0, 2),
               std::invalid_argument);
  EXPECT_THROW(scheduling_blocks({-1}), std::invalid_argument);
  EXPECT_EQ(greedy_port_tree(Blocks({1, 2}), {1, 1, 1}, 0, INT32_MAX).time, 4);
}

}  // namespace
}  // namespace orrery::trees
