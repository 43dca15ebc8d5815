#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// Lines through measured times. Pure functions.
namespace orrery::inline run {

/// A measured duration for a number of bytes.
struct Sample {
  std::int64_t bytes = 0;  ///< >= 0
  double seconds = 0;      ///< > 0
};

/// seconds = alpha + beta bytes, alpha and beta >= 0.
struct LineFit {
  double alpha = 0, beta = 0;
  /// Deviations of the samples from the line, relative to the samples.
  double median_error = 0, worst_error = 0;

  double at(std::int64_t bytes) const { return alpha + beta * static_cast<double>(bytes); }
};

/// Fits the line with the smallest sum of relative deviations |line / sample - 1|: a few outliers
/// do not move it, and small messages count as much as large ones. Exact: some best line goes
/// through two of the samples, or through one and has alpha or beta 0. O(n^3). REQUIRES a sample.
LineFit fit_line(std::span<const Sample> samples);

/// The line that holds for sizes in [from, to).
struct SizeRange {
  std::int64_t from = 0, to = 0;
  LineFit fit;
};

/// Cuts the sizes into ranges with a line each if that pays: every further range must lower the sum
/// of relative deviations by half a sample's worth. At most `most` ranges, of three sizes at least;
/// the first begins at 0, the last has no end (INT64_MAX). REQUIRES samples in order of size, at
/// least one.
std::vector<SizeRange> fit_ranges(std::span<const Sample> samples, int most = 4);

}  // namespace orrery::inline run
