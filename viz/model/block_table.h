#pragma once

#include <cstdint>
#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz {

/// Blocks first .. last of the vector.
struct BlockRange {
  int first = 0;
  int last = 0;
  friend bool operator==(const BlockRange&, const BlockRange&) = default;
};

/// Names what messages carry. A trace knows elements only; blocks are the pieces between all the
/// places at which some message sent from a rank's vector begins or ends. So a ring's blocks are
/// numbered as in the paper, and a message of several blocks gets a range.
class BlockTable {
 public:
  BlockTable() = default;
  BlockTable(const Trace& trace, int ranks);

  /// Number of blocks; 0 if no message carries data.
  int count() const { return edges_.empty() ? 0 : static_cast<int>(edges_.size()) - 1; }
  /// False for a message without data or from a buffer other than its rank's vector: it has no
  /// block numbers then.
  bool known(const MessageEvent& message) const;
  /// REQUIRES known(message).
  BlockRange of(const MessageEvent& message) const;

 private:
  std::vector<std::int64_t> edges_;    // ascending
  std::vector<std::uint32_t> vector_;  // buffer of each rank's vector
};

}  // namespace orrery::viz
