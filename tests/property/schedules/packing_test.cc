// Tests packed messages: every algorithm still gives its result, and copies take their time.
#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

/// Returns a network on which a message of m bytes takes 1 us + m ns, and copying a byte takes 4
/// ns.
Network copying(const std::string& topology) {
  Network network = testing::network_of(topology);
  network.costs.alpha = 1us;
  network.costs.links = {LinkCost{Bandwidth{1e9}, Time(0)}};
  network.costs.copy_cost = CostPerByte{4000};
  return network;
}

Execution packed(const Algorithm& a, Problem x, const Network& network, PayloadKind payload,
                 bool packs = true) {
  x.packs = packs;
  x.network = &network;
  x.cost = {network.costs.alpha, {1000}, {}};
  if (x.p == network.topology->hosts()) x.dims = network.topology->dims();
  return execute(a, x, network, {}, payload, find_op("sum", "uint8"));
}

TEST(Packing, LeavesTheResultsOfAllAlgorithmsAsTheyAre) {
  int later = 0;
  for (const Algorithm* a : catalog())
    for (const char* topology : {"full:2", "full:3", "full:6", "torus:4x4", "torus:9"})
      for (const std::int64_t count : {5, 96}) {
        const Network network = copying(topology);
        Problem x;
        x.p = network.topology->hosts();
        x.count = count;
        x.blocks = a->pipelined ? 3 : 0;
        x.radix = 2;
        if (x.p == network.topology->hosts()) x.dims = network.topology->dims();
        if (refusal(*a, x)) continue;
        const Execution with = packed(*a, x, network, PayloadKind::kReal),
                        ghost = packed(*a, x, network, PayloadKind::kGhost),
                        without = packed(*a, x, network, PayloadKind::kGhost, false);
        EXPECT_TRUE(with.verified.value_or(true))
            << a->collective << ' ' << a->name << with.mismatch;
        EXPECT_EQ(with.metrics.completion, ghost.metrics.completion)
            << a->collective << ' ' << a->name << ' ' << topology;
        EXPECT_EQ(ghost.metrics.bytes_total, without.metrics.bytes_total);
        EXPECT_EQ(ghost.metrics.messages, without.metrics.messages);
        if (ghost.metrics.completion > without.metrics.completion) ++later;
      }
  EXPECT_GT(later, 100);
}

/// Checks four ranks with one block of 1000 bytes each: the second round of Alg. 9 carries the blocks of a rank
/// and its left neighbour, and both ends copy 2000 bytes.
TEST(Packing, CopiesAtBothEnds) {
  const Network network = copying("full:4");
  Problem x;
  x.p = 4, x.count = 4000, x.blocks = 1;
  const Algorithm& a = find_algorithm("allgatherv", "circulant");
  EXPECT_EQ(packed(a, x, network, PayloadKind::kGhost, false).metrics.completion, 2us + 3us);
  EXPECT_EQ(packed(a, x, network, PayloadKind::kGhost).metrics.completion, 2us + 3us + 2 * 8us);
  const Algorithm& ring = find_algorithm("allgatherv", "ring");  // sends blocks as they are
  EXPECT_EQ(packed(ring, x, network, PayloadKind::kGhost).metrics.completion, 3 * 2us);
}

}  // namespace
}  // namespace orrery
