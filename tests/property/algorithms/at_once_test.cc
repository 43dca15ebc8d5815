// Tests broadcasts that post to all children at once, with a port for each child: the messages share the sender's
// link and arrive together, after m β for each child.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/verify.h"
#include "tests/network.h"

namespace orrery {
namespace {

constexpr std::int64_t kBytes = 6000, kPsPerByte = 20;

Time at_once_time(const char* algorithm, int p, int radix, int root) {
  Network network = testing::network_of("star:" + std::to_string(p));
  network.ports.kind = Ports::Kind::kUnlimited;
  network.costs.alpha = Time(0);
  network.costs.links = {{Bandwidth{1e12 / kPsPerByte}, Time(0)}};
  Problem x;
  x.p = p;
  x.count = kBytes;
  x.radix = radix;
  x.root = root;
  x.network = &network;
  const Execution run = execute(find_algorithm("broadcast", algorithm), x, network, {},
                                PayloadKind::kProvenance, find_op("sum", "uint8"));
  EXPECT_TRUE(run.verified.value_or(false)) << algorithm << ", p = " << p << ": " << run.mismatch;
  return run.metrics.completion;
}

/// Returns the time until the last rank has the vector, if rank c has the parent parent_of(c) < c.
template <class ParentOf>
Time expected(int p, ParentOf parent_of) {
  std::vector<std::int64_t> children(static_cast<std::size_t>(p)), links(children);
  for (int c = 1; c < p; ++c) ++children[static_cast<std::size_t>(parent_of(c))];
  for (int c = 1; c < p; ++c) {
    const auto parent = static_cast<std::size_t>(parent_of(c));
    links[static_cast<std::size_t>(c)] = links[parent] + children[parent];
  }
  return Time(*std::ranges::max_element(links) * kBytes * kPsPerByte);
}

/// Returns 2^j for the highest binary digit j that is set in v.
int highest(int v) {
  int power = 1;
  while (2 * power <= v) power *= 2;
  return power;
}

TEST(AtOnce, ABinomialTreeTakesTheSumOfItsLogarithms) {
  for (int p = 1; p <= 33; ++p)
    EXPECT_EQ(at_once_time("binomial-at-once", p, 0, p / 3),
              expected(p, [](int c) { return c - highest(c); }))
        << p;
  EXPECT_EQ(at_once_time("binomial-at-once", 256, 0, 0), Time(36 * kBytes * kPsPerByte));
}

TEST(AtOnce, AKNomialTreeTakesTheSumOfItsLogarithms) {
  for (const int k : {2, 3, 4})
    for (int p = 1; p <= 33; ++p)
      EXPECT_EQ(at_once_time("k-nomial-at-once", p, k, p / 2),
                expected(p,
                         [k](int c) {
                           int power = 1;
                           while (c % (k * power) == 0) power *= k;
                           return c - c % (k * power);
                         }))
          << "p = " << p << ", k = " << k;
  EXPECT_EQ(at_once_time("k-nomial-at-once", 256, 4, 0), Time(30 * kBytes * kPsPerByte));
}

TEST(AtOnce, AKAryTreeTakesItsRadixForEachLevel) {
  for (const int k : {2, 3, 7})
    for (int p = 1; p <= 33; ++p)
      EXPECT_EQ(at_once_time("k-ary", p, k, p / 2), expected(p, [k](int c) { return (c - 1) / k; }))
          << "p = " << p << ", k = " << k;
  EXPECT_EQ(at_once_time("k-ary", 256, 2, 0), Time(15 * kBytes * kPsPerByte));
}

}  // namespace
}  // namespace orrery
