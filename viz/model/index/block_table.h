#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/collective.h"
#include "emu/trace/trace.h"

namespace orrery::viz {

/// Blocks first .. last of the vector.
struct BlockRange {
  int first = 0;
  int last = 0;
  friend bool operator==(const BlockRange&, const BlockRange&) = default;
};

/// Names what messages carry. A trace knows elements only; blocks are the pieces between all the
/// places at which a message sent from a rank's vector, or a piece that the collective is about,
/// begins or ends. So a ring's blocks are numbered as in the paper, and a message of several blocks
/// gets ranges.
class BlockTable {
 public:
  BlockTable() = default;
  /// `places`: further elements at which a block begins or ends.
  BlockTable(const Trace& trace, int ranks, std::vector<std::int64_t> places = {});

  /// Number of blocks; 0 if no message carries data.
  int count() const { return edges_.empty() ? 0 : static_cast<int>(edges_.size()) - 1; }
  /// False for a message without data or from a buffer other than its rank's vector: it has no
  /// block numbers then.
  bool known(const MessageEvent& message) const;
  /// What it carries, in its order; neighbours are one range. REQUIRES known(message).
  std::vector<BlockRange> of(const MessageEvent& message) const;
  bool carries(const MessageEvent& message, int block) const;

  /// Elements of a block: first, and one behind the last.
  std::int64_t begin(int block) const { return edges_[static_cast<std::size_t>(block)]; }
  std::int64_t end(int block) const { return edges_[static_cast<std::size_t>(block) + 1]; }
  /// The first block that begins at `element` or later.
  int from(std::int64_t element) const;

 private:
  /// f(first element, number) for each part of what a message carries, until it says false.
  template <class F>
  void forEachPart(const MessageEvent& message, F&& f) const;
  BlockRange range(std::int64_t element, std::int64_t elements) const;
  void addEdges(const Trace& trace);

  std::vector<std::int64_t> edges_;    // ascending
  std::vector<std::uint32_t> vector_;  // buffer of each rank's vector
  std::vector<PartEvent> parts_;       // by message
};

/// Where the pieces that the collective is about begin and end: those of every rank before and
/// after it.
std::vector<std::int64_t> placesOf(const Collective& collective, const Problem& problem);

}  // namespace orrery::viz
