#include "algorithms/common/distributions.h"

#include <algorithm>
#include <functional>
#include <string>

#include "emu/base/check.h"
#include "emu/base/nearest.h"

namespace orrery {

namespace {

std::vector<std::int64_t> same(int p, std::int64_t count) {
  std::vector<std::int64_t> sizes;
  sizes.reserve(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) sizes.push_back(count / p + (r < count % p ? 1 : 0));
  return sizes;
}

std::vector<std::int64_t> mod3(int p, std::int64_t count) {
  std::vector<std::int64_t> sizes;
  std::int64_t rest = count;
  for (int r = 0; r + 1 < p; ++r) {
    sizes.push_back(r % 3 * (count / p));
    rest -= sizes.back();
  }
  sizes.push_back(rest);
  return sizes;
}

constexpr Distribution kDistributions[] = {
    {"same", "Sizes differ by one element at most", same},
    {"mod3",
     "Rank r has (r mod 3) floor(m/p) elements, the last one the rest (Träff, Round-optimal "
     "n-Block "
     "Broadcast Schedules, 2023)",
     mod3},
};

using Sizes = std::vector<std::int64_t>;

/// Numbers from a seed, the same everywhere: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  /// Uniform in 1 .. most; 0 if most is 0.
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

constexpr BlockDistribution kBlockDistributions[] = {
    {"same", "b", equal_blocks},
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
};

/// The entry of this name. THROWS std::invalid_argument naming what exists.
template <class Entry>
const Entry& find_entry(std::span<const Entry> entries, std::string_view name) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Entry& e : entries) {
    if (e.name == name) return e;
    names.push_back(e.name);
    known += text_of(known.empty() ? "" : ", ", e.name);
  }
  const auto near = nearest(name, names);
  throw std::invalid_argument(text_of("no distribution '", name, "'",
                                      near ? text_of("; did you mean '", *near, "'?") : "",
                                      " (there are: ", known, ")"));
}

}  // namespace

std::span<const Distribution> distributions() {
  return kDistributions;
}

const Distribution& find_distribution(std::string_view name) {
  return find_entry(distributions(), name);
}

std::span<const BlockDistribution> block_distributions() {
  return kBlockDistributions;
}

const BlockDistribution& find_block_distribution(std::string_view name) {
  std::string plain(name);
  std::ranges::replace(plain, '-', '_');
  return find_entry(block_distributions(), plain);
}

std::vector<std::int64_t> block_sizes(const BlockDistribution& distribution, int p,
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

}  // namespace orrery
