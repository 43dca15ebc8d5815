#pragma once

#include <random>
#include <vector>

#include "algorithms/trees/construct.h"

/// Generates random instances that are likely to be difficult: equal, empty, very unequal and
/// sorted blocks.
namespace orrery::trees::testing {

struct Instance {
  Blocks blocks;
  TreeCosts costs;
  int root;  ///< to use where one is given
};

class Instances {
 public:
  explicit Instances(std::uint64_t seed) : random_(seed) {}

  std::int64_t number(std::int64_t from, std::int64_t to) {
    return std::uniform_int_distribution<std::int64_t>(from, to)(random_);
  }

  std::vector<std::int64_t> sizes(int p) {
    const std::int64_t most = std::vector<std::int64_t>{1, 3, 10, 100, 10'000}[pick(5)];
    const std::int64_t empty = number(0, 3);  // in 4
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < p; ++i) {
      const bool large = number(1, 8) == 1;
      sizes.push_back(number(0, 3) < empty ? 0 : number(0, most) * (large ? p : 1));
    }
    if (number(1, 4) == 1) std::sort(sizes.begin(), sizes.end());
    if (number(1, 8) == 1) std::sort(sizes.rbegin(), sizes.rend());
    return sizes;
  }

  /// Returns costs with γ = 0, γ = β or a value in between.
  TreeCosts costs() {
    const Cost beta = number(0, 5);
    const Cost gamma = std::vector<Cost>{0, beta, number(0, beta)}[pick(3)];
    return {std::vector<Cost>{0, 1, 7, 100, 3000}[pick(5)], beta, gamma};
  }

  Instance next(int most_ranks) {
    const int p = static_cast<int>(number(1, most_ranks));
    return {Blocks(sizes(p)), costs(), static_cast<int>(number(0, p - 1))};
  }

 private:
  std::size_t pick(std::int64_t n) { return static_cast<std::size_t>(number(0, n - 1)); }
  std::mt19937_64 random_;
};

}  // namespace orrery::trees::testing
