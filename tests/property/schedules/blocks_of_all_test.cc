// Tests that the n-block reduce-scatter is the n-block allgather backwards, and that its time is a formula if one
// rank has all data.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/common/arithmetic.h"
#include "algorithms/verify.h"
#include "emu/trace/trace.h"
#include "tests/network.h"

namespace orrery {
namespace {

/// Messages as round, sender, receiver and elements.
using Messages = std::vector<std::tuple<int, int, int, std::int64_t>>;

Messages messages_of(std::string_view collective, std::string_view name, const Problem& x) {
  Trace trace;
  const Network network = testing::network_of(text_of("full:", x.p));
  execute(find_algorithm(collective, name), x, network, {}, PayloadKind::kGhost,
          find_op("sum", "uint8"), &trace);
  Messages all;
  for (const auto& m : trace.messages)
    all.emplace_back(m.round, m.source, m.destination, m.elements);
  std::ranges::sort(all);
  return all;
}

/// Returns messages in reverse: the last round first, from receivers to senders.
Messages backwards(const Messages& forwards, int rounds) {
  Messages all;
  all.reserve(forwards.size());
  for (const auto& [round, from, to, elements] : forwards)
    all.emplace_back(rounds - 1 - round, to, from, elements);
  std::ranges::sort(all);
  return all;
}

TEST(BlocksOfAll, AreReducedAsTheyAreBroadcastBackwards) {
  for (int p = 2; p <= 33; ++p)
    for (const int n : {1, 2, 3, 7, 20}) {
      Problem x;
      x.p = p;
      x.blocks = n;
      for (int r = 0; r < p; ++r) x.count += x.sizes.emplace_back((r * 37 + p) % 50);
      const Messages forwards = messages_of("allgatherv", "circulant", x);
      EXPECT_EQ(messages_of("reduce-scatter", "circulant-blocks", x),
                backwards(forwards, n - 1 + ceil_log2(p)))
          << "p = " << p << ", n = " << n;
    }
}

/// Checks that an allreduce is both, one after the other.
TEST(BlocksOfAll, AreAnAllreduceThereAndBack) {
  for (const int p : {2, 5, 8, 11, 22})
    for (const int n : {1, 3}) {
      Problem x;
      x.p = p;
      x.count = std::int64_t{6} * p + 1;
      x.blocks = n;
      const int rounds = n - 1 + ceil_log2(p);
      Messages both = messages_of("reduce-scatter", "circulant-blocks", x);
      for (auto [round, from, to, elements] : messages_of("allgatherv", "circulant", x))
        both.emplace_back(round + rounds, from, to, elements);
      std::ranges::sort(both);
      EXPECT_EQ(messages_of("allreduce", "circulant-blocks", x), both) << "p = " << p;
    }
}

/// Checks the case in which one rank has all data: a reduce of n blocks in n - 1 + q rounds.
TEST(BlocksOfAll, OneBlockTakesWhatAReduceOfSoManyBlocksTakes) {
  for (const int p : {2, 3, 6, 9, 17, 36})
    for (const int n : {1, 4, 10}) {
      Network network = testing::network_of(text_of("full:", p));
      network.costs.gamma = CostPerByte{3};
      Problem x;
      x.p = p;
      x.blocks = n;
      x.count = 100 * n;
      x.sizes.assign(static_cast<std::size_t>(p), 0);
      x.sizes[static_cast<std::size_t>(p / 2)] = x.count;
      const Execution e = execute(find_algorithm("reduce-scatter", "circulant-blocks"), x, network,
                                  {}, PayloadKind::kProvenance, find_op("sum", "uint8"));
      EXPECT_EQ(e.verified, true) << e.mismatch;
      EXPECT_EQ(e.metrics.completion, (n - 1 + ceil_log2(p)) * (500ns + 100ns + Time(2300)))
          << "p = " << p << ", n = " << n;
    }
}

}  // namespace
}  // namespace orrery
