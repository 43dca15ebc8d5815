#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Distributions of elements over ranks with blocks of different sizes: pure functions.
namespace orrery::inline algorithms {

/// The parameters of distributions.
struct BlockParameters {
  std::int64_t b = 1000;   ///< average size, about; >= 0
  std::int64_t rho = 5;    ///< ρ of spikes and skewed; >= 1
  std::uint64_t seed = 1;  ///< of the random ones: the same sizes on every machine
};

/// Sizes as functions of p, b and ρ; their sum is about p b.
/// Ref  J. L. Träff, "On Optimal Trees for Irregular Gather and Scatter Collectives", IEEE TPDS
///      30(9), 2019, doi:10.1109/TPDS.2019.2899843, Sec. 5.1; mod3: J. L. Träff, "Round-optimal
///      n-Block Broadcast Schedules for Fixed Numbers of Processors", 2023.
struct Distribution {
  std::string_view name;     ///< "two_blocks"
  std::string_view summary;  ///< formula
  std::vector<std::int64_t> (*sizes)(int p, const BlockParameters& parameters);
  /// Returns sizes that add up to count, if the formula defines them; else null.
  std::vector<std::int64_t> (*shares)(int p, std::int64_t count) = nullptr;
};

/// Returns same random random_decreasing random_increasing bucket spikes decreasing increasing
/// alternating skewed two_blocks mod3.
std::span<const Distribution> distributions();

/// Returns a distribution by name; "two-blocks" is "two_blocks". THROWS std::invalid_argument with
/// the known names.
const Distribution& find_distribution(std::string_view name);

/// Returns the sizes of p blocks. THROWS std::invalid_argument for p < 1, b < 0, ρ < 1 and if 2 p b
/// ρ is 2^63 or more.
std::vector<std::int64_t> block_sizes(const Distribution& distribution, int p,
                                      const BlockParameters& parameters);

/// Returns the sizes of p blocks that add up to count: Distribution::shares, or those for b = count
/// / p (at least 1; parameters.b is ignored) in proportion: block i ends at element floor(count S_i
/// / S), S_i the sum of the sizes up to i, S of all. THROWS as block_sizes.
std::vector<std::int64_t> block_shares(const Distribution& distribution, int p, std::int64_t count,
                                       BlockParameters parameters);

}  // namespace orrery::inline algorithms
