// Tests block distributions: the formulas, the ranges of the random ones, refusals.
#include "algorithms/common/distributions.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <gtest/gtest.h>

namespace orrery {
namespace {

using Sizes = std::vector<std::int64_t>;

Sizes sizes_of(std::string_view name, int p, const BlockParameters& x) {
  return block_sizes(find_distribution(name), p, x);
}

TEST(Distributions, FollowTheirFormulas) {
  const BlockParameters x{7, 2, 1};
  EXPECT_EQ(sizes_of("same", 4, x), (Sizes{7, 7, 7, 7}));
  EXPECT_EQ(sizes_of("decreasing", 4, x), (Sizes{15, 11, 8, 4}));
  EXPECT_EQ(sizes_of("increasing", 4, x), (Sizes{4, 8, 11, 15}));
  EXPECT_EQ(sizes_of("alternating", 4, x), (Sizes{10, 4, 10, 4}));
  EXPECT_EQ(sizes_of("skewed", 5, x), (Sizes{17, 17, 1, 1, 1}));
  EXPECT_EQ(sizes_of("two_blocks", 5, x), (Sizes{17, 0, 0, 0, 17}));
  EXPECT_EQ(sizes_of("two-blocks", 1, x), (Sizes{3}));
}

TEST(Distributions, RandomOnesStayInTheirRanges) {
  const BlockParameters x{101, 5, 9};
  const auto between = [](const Sizes& sizes, std::int64_t least, std::int64_t most) {
    EXPECT_EQ(*std::ranges::min_element(sizes), least);
    EXPECT_EQ(*std::ranges::max_element(sizes), most);
  };
  between(sizes_of("random", 20'000, x), 1, 202);
  between(sizes_of("bucket", 20'000, x), 52, 152);
  between(sizes_of("spikes", 20'000, x), 1, 505);
  const Sizes spikes = sizes_of("spikes", 20'000, x);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(spikes, 505)), 4000, 300);
  EXPECT_TRUE(std::ranges::is_sorted(sizes_of("random_increasing", 500, x)));
  EXPECT_TRUE(std::ranges::is_sorted(sizes_of("random_decreasing", 500, x), std::greater()));
}

TEST(Distributions, TheAverageIsAboutB) {
  for (const Distribution& d : distributions()) {
    const Sizes sizes = block_sizes(d, 2000, {1000, 5, 3});
    const auto sum = std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
    EXPECT_NEAR(static_cast<double>(sum), 2e6, 2e5) << d.name;
  }
}

TEST(Distributions, TheSeedDecides) {
  EXPECT_EQ(sizes_of("random", 6, {1000, 5, 1}), sizes_of("random", 6, {1000, 5, 1}));
  EXPECT_NE(sizes_of("random", 6, {1000, 5, 1}), sizes_of("random", 6, {1000, 5, 2}));
  EXPECT_EQ(sizes_of("random", 3, {1000, 5, 1}), (Sizes{466, 520, 591}));  // SplitMix64 of 1
}

TEST(Distributions, RefuseBadParameters) {
  EXPECT_THROW(sizes_of("same", 0, {}), std::invalid_argument);
  EXPECT_THROW(sizes_of("same", 2, {-1, 5, 1}), std::invalid_argument);
  EXPECT_THROW(sizes_of("same", 2, {1, 0, 1}), std::invalid_argument);
  EXPECT_THROW(sizes_of("same", 2, {INT64_MAX / 4, 5, 1}), std::invalid_argument);
  EXPECT_THROW(find_distribution("samee"), std::invalid_argument);
}

TEST(Distributions, EmptyBlocksForBOfZero) {
  for (const char* name : {"same", "random", "bucket", "alternating", "two_blocks"})
    EXPECT_EQ(sizes_of(name, 3, {0, 5, 1}), (Sizes{0, 0, 0})) << name;
}

TEST(Distributions, SharesAddUpAndKeepTheirShape) {
  for (const Distribution& d : distributions())
    for (const int p : {1, 2, 7, 100})
      for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, std::int64_t{50},
                                       std::int64_t{12'345}, std::int64_t{1} << 50}) {
        const Sizes shares = block_shares(d, p, count, {.rho = 3, .seed = 7});
        EXPECT_EQ(shares.size(), static_cast<std::size_t>(p));
        EXPECT_GE(*std::ranges::min_element(shares), 0);
        EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), std::int64_t{0}), count)
            << d.name << ", p = " << p;
      }
  const auto shares = [](const char* name, int p, std::int64_t count) {
    return block_shares(find_distribution(name), p, count, {.rho = 2});
  };
  EXPECT_EQ(shares("same", 4, 10), (Sizes{3, 3, 2, 2}));
  EXPECT_EQ(shares("mod3", 4, 10), (Sizes{0, 2, 4, 4}));
  EXPECT_EQ(shares("two_blocks", 4, 100), (Sizes{50, 0, 0, 50}));
  EXPECT_EQ(shares("alternating", 4, 400), (Sizes{150, 50, 150, 50}));
  EXPECT_EQ(shares("skewed", 5, 5000), (Sizes{2498, 2499, 1, 1, 1}));  // of 2500 2500 1 1 1
  EXPECT_EQ(shares("random", 2, 0), (Sizes{0, 0}));
}

}  // namespace
}  // namespace orrery
