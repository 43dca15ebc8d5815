#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// How many elements each rank contributes where contributions may differ: pure functions.
namespace orrery {

struct Distribution {
  std::string_view name;     ///< "mod3"
  std::string_view summary;  ///< formula and source
  /// Sizes >= 0 of p blocks that add up to count.
  std::vector<std::int64_t> (*sizes)(int p, std::int64_t count);
};

std::span<const Distribution> distributions();

/// THROWS std::invalid_argument naming what exists.
const Distribution& find_distribution(std::string_view name);

/// What the block distributions below are made from.
struct BlockParameters {
  std::int64_t b = 1000;   ///< average size, about; >= 0
  std::int64_t rho = 5;    ///< ρ of spikes and skewed; >= 1
  std::uint64_t seed = 1;  ///< of the random ones: the same sizes on every machine
};

/// Sizes for irregular gather and scatter that follow from p, b and ρ; their sum is about p b.
/// Ref  J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///      30(9), 2019, doi:10.1109/TPDS.2019.2899843, Sec. 5.1.
struct BlockDistribution {
  std::string_view name;     ///< "two_blocks"
  std::string_view summary;  ///< formula
  std::vector<std::int64_t> (*sizes)(int p, const BlockParameters& parameters);
};

/// same random random_decreasing random_increasing bucket spikes decreasing increasing alternating
/// skewed two_blocks.
std::span<const BlockDistribution> block_distributions();

/// THROWS std::invalid_argument naming what exists. "two-blocks" is "two_blocks".
const BlockDistribution& find_block_distribution(std::string_view name);

/// Sizes of p blocks. THROWS std::invalid_argument for p < 1, b < 0, ρ < 1 and where 2 p b ρ is 2^63
/// or more.
std::vector<std::int64_t> block_sizes(const BlockDistribution& distribution, int p,
                                      const BlockParameters& parameters);

}  // namespace orrery
