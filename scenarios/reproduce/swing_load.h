#pragma once

#include <vector>

/// The loads of Swing's reduce-scatter, counted from the paper's definition of the peers alone:
/// without an algorithm of the catalogue or the emulator.
namespace orrery::inline reproduce {

/// The relative difference that two such sums of doubles may have.
inline constexpr double kSumRounding = 1e-9;

/// The largest loads of one port and of one link in a step, summed over the steps, as shares of a
/// collective's vector.
struct SwingLoad {
  double port = 0, link = 0;
  double xi() const { return link / port; }
};

/// Counts all 2D collectives of an allreduce on a torus of these sides (De Sensi et al., Swing, NSDI 2024, Eq. 2,
/// Sec. 3.2 and 4): a dimension that is exhausted is skipped, and a block that a rank could send in several steps
/// goes in the last of them. REQUIRES sides that are even, or 1.
SwingLoad swing_load(const std::vector<int>& sides);

}  // namespace orrery::inline reproduce
