#pragma once

#include <string>
#include <string_view>

#include "algorithms/collective.h"

namespace orrery::inline spec {

/// A rule for the number of blocks by m bytes, p ranks and q = ceil(log2 p), from J. L. Träff,
/// Round-optimal n-Block Broadcast Schedules (2023), Sec. 3. F: the fewest blocks with at most F
/// sqrt(m/q) bytes each, in whole elements; G: sqrt(m q)/G blocks, rounded down, at least one. 4 MB
/// for 36 ranks: F=100 makes 49 blocks of at most 81,649 bytes, G=40 makes 122.
struct BlockRule {
  char letter = 'F';  ///< F or G
  double factor = 0;  ///< 0: no rule

  bool given() const { return factor > 0; }
  /// Returns the number of blocks for a problem, at most one for each element. REQUIRES given().
  int blocks(const Problem& x) const;
  std::string text() const;  ///< "F=100"
  bool operator==(const BlockRule&) const = default;
};

/// Reads a rule: a letter, = and the factor; returns no rule for any other text. THROWS ValueError
/// for a factor that is missing, not a number or not above 0.
BlockRule read_block_rule(std::string_view text);

}  // namespace orrery::inline spec
