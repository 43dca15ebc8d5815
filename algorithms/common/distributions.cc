#include "algorithms/common/distributions.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <string>

#include "emu/base/check.h"
#include "emu/base/letters.h"
#include "emu/base/nearest.h"

namespace orrery::inline algorithms {

namespace {

using Sizes = std::vector<std::int64_t>;
__extension__ using Wide = __int128;

Sizes even_shares(int p, std::int64_t count) {
  Sizes sizes;
  sizes.reserve(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) sizes.push_back(count / p + (r < count % p ? 1 : 0));
  return sizes;
}

Sizes mod3_shares(int p, std::int64_t count) {
  Sizes sizes;
  std::int64_t rest = count;
  for (int r = 0; r + 1 < p; ++r) {
    sizes.push_back(r % 3 * (count / p));
    rest -= sizes.back();
  }
  sizes.push_back(rest);
  return sizes;
}

Sizes mod3(int p, const BlockParameters& x) {
  return mod3_shares(p, p * x.b);
}

/// Random numbers from a seed, identical everywhere: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood,
/// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// Draws uniformly from 1 .. most; 0 if most is 0.
  std::int64_t up_to(std::int64_t most) {
    if (most == 0) return 0;
    const auto range = static_cast<std::uint64_t>(most);
    const std::uint64_t fair = UINT64_MAX - UINT64_MAX % range;
    std::uint64_t x = next();
    while (x >= fair) x = next();
    return static_cast<std::int64_t>(x % range) + 1;
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

template <class SizeOf>
Sizes by_rank(int p, SizeOf size_of) {
  Sizes sizes;
  sizes.reserve(static_cast<std::size_t>(p));
  for (int i = 0; i < p; ++i) sizes.push_back(size_of(i));
  return sizes;
}

Sizes equal_blocks(int p, const BlockParameters& x) {
  return Sizes(static_cast<std::size_t>(p), x.b);
}

Sizes random_blocks(int p, const BlockParameters& x) {
  Random random(x.seed);
  return by_rank(p, [&](int) { return random.up_to(2 * x.b); });
}

Sizes random_decreasing(int p, const BlockParameters& x) {
  Sizes sizes = random_blocks(p, x);
  std::ranges::sort(sizes, std::greater());
  return sizes;
}

Sizes random_increasing(int p, const BlockParameters& x) {
  Sizes sizes = random_blocks(p, x);
  std::ranges::sort(sizes);
  return sizes;
}

Sizes bucket(int p, const BlockParameters& x) {
  Random random(x.seed);
  return by_rank(p, [&](int) { return x.b / 2 + x.b % 2 + random.up_to(x.b); });
}

Sizes spikes(int p, const BlockParameters& x) {
  Random random(x.seed);
  return by_rank(p, [&](int) { return random.up_to(x.rho) == 1 ? x.rho * x.b : 1; });
}

Sizes decreasing(int p, const BlockParameters& x) {
  return by_rank(p, [&](int i) { return 2 * x.b * (p - i) / p + 1; });
}

Sizes increasing(int p, const BlockParameters& x) {
  return by_rank(p, [&](int i) { return 2 * x.b * (i + std::int64_t{1}) / p + 1; });
}

Sizes alternating(int p, const BlockParameters& x) {
  return by_rank(p, [&](int i) { return i % 2 == 0 ? x.b + x.b / 2 : x.b - x.b / 2; });
}

Sizes skewed(int p, const BlockParameters& x) {
  return by_rank(p, [&](int i) { return i < x.rho ? p * x.b / x.rho : 1; });
}

Sizes two_blocks(int p, const BlockParameters& x) {
  return by_rank(p, [&](int i) { return i == 0 || i == p - 1 ? p * x.b / 2 : 0; });
}

constexpr Distribution kDistributions[] = {
    {"same", "b", equal_blocks, even_shares},
    {"random", "1 .. 2b", random_blocks},
    {"random_decreasing", "1 .. 2b, sorted", random_decreasing},
    {"random_increasing", "1 .. 2b, sorted", random_increasing},
    {"bucket", "ceil(b/2) + 1 .. b", bucket},
    {"spikes", "ρb with probability 1/ρ, else 1", spikes},
    {"decreasing", "floor(2b(p-i)/p) + 1", decreasing},
    {"increasing", "floor(2b(i+1)/p) + 1", increasing},
    {"alternating", "b + floor(b/2) on even ranks, b - floor(b/2) on odd ones", alternating},
    {"skewed", "floor(pb/ρ) on the first ρ ranks, else 1", skewed},
    {"two_blocks", "floor(pb/2) on the first and the last rank, else 0", two_blocks},
    {"mod3", "(i mod 3) b, the rest of pb on the last rank", mod3, mod3_shares},
};

}  // namespace

std::span<const Distribution> distributions() {
  return kDistributions;
}

const Distribution& find_distribution(std::string_view name) {
  const std::string plain = with_underscores(name);
  for (const Distribution& d : kDistributions)
    if (d.name == plain) return d;
  throw_unknown("distribution", name, std::views::transform(kDistributions, &Distribution::name));
}

std::vector<std::int64_t> block_sizes(const Distribution& distribution, int p,
                                      const BlockParameters& x) {
  EMU_CHECK(p >= 1, p, " ranks; expected at least 1");
  EMU_CHECK(x.b >= 0, "b is ", x.b, "; expected at least 0");
  EMU_CHECK(x.rho >= 1, "rho is ", x.rho, "; expected at least 1");
  std::int64_t most = 0;
  const bool too_much = __builtin_mul_overflow(x.b, x.rho, &most) ||
                        __builtin_mul_overflow(most, 2 * std::int64_t{p}, &most);
  EMU_CHECK(!too_much, "2 p b rho is 2^63 or more with p = ", p, ", b = ", x.b, ", rho = ", x.rho);
  return distribution.sizes(p, x);
}

std::vector<std::int64_t> block_shares(const Distribution& distribution, int p, std::int64_t count,
                                       BlockParameters x) {
  EMU_CHECK(count >= 0, count, " elements; expected at least 0");
  x.b = std::max<std::int64_t>(count / std::max(p, 1), 1);
  const Sizes weights = block_sizes(distribution, p, x);
  if (distribution.shares != nullptr) return distribution.shares(p, count);
  std::int64_t all = 0;
  for (const std::int64_t w : weights) all += w;
  if (all == 0) return even_shares(p, count);
  Sizes shares;
  shares.reserve(weights.size());
  std::int64_t weight = 0, end = 0;
  for (const std::int64_t w : weights) {
    const std::int64_t start = end;
    weight += w;
    end = static_cast<std::int64_t>(Wide{count} * weight / all);
    shares.push_back(end - start);
  }
  return shares;
}

}  // namespace orrery::inline algorithms
