#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "emu/trace/trace.h"
#include "scenarios/blocks/cargo.h"
#include "scenarios/blocks/pieces.h"

namespace orrery {

/// Blocks first .. last of the problem's elements.
struct BlockRange {
  int first = 0;
  int last = 0;
  friend bool operator==(const BlockRange&, const BlockRange&) = default;
};

/// Numbers what messages carry. Blocks are the ranges of the problem's elements between all the places
/// at which a message, or a piece that the collective is about, begins or ends. So a ring's blocks are
/// numbered as in the paper, the blocks of a gather are the ranks' ones, and a message of several
/// blocks gets ranges.
class BlockTable {
 public:
  BlockTable() = default;
  /// Without `cargo` (null) a message carries what stands at its place in its rank's vector, as far
  /// as elements stand there where they have their place in the problem.
  BlockTable(const Trace& trace, int ranks, Pieces pieces = {},
             std::shared_ptr<const Cargo> cargo = {});

  /// Number of blocks; 0 if no message carries data.
  int count() const { return edges_.empty() ? 0 : static_cast<int>(edges_.size()) - 1; }
  /// False for a message without data, or of which it is not known what they are.
  bool known(const MessageEvent& message) const { return !parts_of(message).empty(); }
  /// What it carries, in its order; neighbours are one range.
  std::vector<BlockRange> of(const MessageEvent& message) const;
  bool carries(const MessageEvent& message, int block) const;
  /// Whose contributions the message's data are made of; empty if unknown, or not the same for all.
  std::span<const Contributors> contributors_of(const MessageEvent& message) const;

  /// Elements of a block: first, and one behind the last.
  std::int64_t begin(int block) const { return edges_[static_cast<std::size_t>(block)]; }
  std::int64_t end(int block) const { return edges_[static_cast<std::size_t>(block) + 1]; }
  /// The first block that begins at `element` or later.
  int from(std::int64_t element) const;

  const Pieces& pieces() const { return pieces_; }
  Owner owner(int block) const;
  /// Blocks of the piece that a block is of; the block alone if it is of none.
  BlockRange siblings(int block) const;

 private:
  std::span<const CargoPart> parts_of(const MessageEvent& message) const;

  Pieces pieces_;
  std::shared_ptr<const Cargo> cargo_;  // null: there is none
  std::vector<std::int64_t> edges_;     // ascending
};

/// What a block is called: by the rank whose data it is or, where all are one rank's, whom they are for: "3",
/// or "3.1" if rank 3's are several blocks; "0→2" from one rank for one rank; where blocks are nobody's,
/// its number.
std::string block_name(const BlockTable& table, int block);

}  // namespace orrery
