#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "viz/model/index/trace_index.h"

namespace orrery::viz::inline model {

/// Ranks that do the same at the same times, as one row each, in the order of their first ranks. Immutable: safe to share
/// between threads.
class LaneFolds {
 public:
  explicit LaneFolds(const TraceIndex& index);

  int rows() const { return static_cast<int>(ranks_.size()); }
  int rankCount() const { return static_cast<int>(row_.size()); }
  int row(int rank) const { return row_[static_cast<std::size_t>(rank)]; }
  /// Returns the ranks of a row: ascending, at least one.
  std::span<const int> ranks(int row) const { return ranks_[static_cast<std::size_t>(row)]; }
  /// Returns how many times as long as alone the message took (see slowDown), as a power of two from 0 to 3.
  int doublings(std::uint32_t message) const { return doublings_[message]; }
  int mostDoublings() const { return most_doublings_; }  ///< of any message

 private:
  void findDoublings(const TraceIndex& index);
  std::vector<std::int64_t> signatureOf(const TraceIndex& index, int rank) const;

  std::vector<std::uint8_t> doublings_;  // by message
  int most_doublings_ = 0;
  std::vector<int> row_;                 // by rank
  std::vector<std::vector<int>> ranks_;  // by row
};

/// Least number of ranks from which on lanes are folded, unless operations or thread blocks have their
/// own rows.
inline constexpr int kLeastFoldedRanks = 64;
bool foldsLanes(const TraceIndex& index);

}  // namespace orrery::viz::inline model
