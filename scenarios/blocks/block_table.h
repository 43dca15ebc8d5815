#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/collective.h"
#include "emu/schedule/schedule_data.h"
#include "emu/trace/trace.h"
#include "scenarios/blocks/cargo.h"

namespace orrery::inline blocks {

/// The purpose of a run: the initial data of ranks in their vectors, and the final data.
struct RunPurpose {
  int ranks = 0;         ///< 0: unknown
  bool reduces = false;  ///< whether data of several ranks are combined
  std::function<std::vector<Piece>(int rank)> before, after;
};

/// Returns the purpose of a collective that exists.
RunPurpose purpose_of(const Collective& collective, const Problem& problem);

/// Returns the purpose of operations whose data are known, in units of `unit_elements` elements.
RunPurpose purpose_of(ScheduleData data, std::int64_t unit_elements, bool reduces);

/// The origin and the destination of data: ranks, -1 if they are the same for all.
struct Owner {
  int origin = -1;
  int destination = -1;
  bool known() const { return origin >= 0 || destination >= 0; }
  bool paired() const { return origin >= 0 && destination >= 0; }
  int rank() const {
    return origin >= 0 ? origin : destination;
  }  ///< returns the rank that names it
  friend bool operator==(const Owner&, const Owner&) = default;
};

/// The pieces of a collective's data: each rank's data if they are only moved, and each rank's
/// final data unless they are the same for all.
class Pieces {
 public:
  Pieces() = default;
  explicit Pieces(const RunPurpose& purpose);
  Pieces(const Collective& collective, const Problem& problem)
      : Pieces(purpose_of(collective, problem)) {}

  /// Returns the elements of the problem at which a piece begins or ends, ascending.
  const std::vector<std::int64_t>& edges() const { return edges_; }
  /// Returns the number of the piece that has an element; -1 if there is none.
  int of(std::int64_t element) const;
  Owner owner(int piece) const { return owners_[static_cast<std::size_t>(piece)]; }
  /// Returns whether any piece belongs to one rank; paired(): whether any is from one rank for one
  /// rank.
  bool owned() const { return owned_; }
  bool paired() const { return paired_; }
  /// Returns whether an element stands at the place in a rank's vector that it has in the problem.
  bool in_place() const { return in_place_; }
  bool reduces() const { return reduces_; }
  int ranks() const { return ranks_; }

 private:
  struct Claim {
    std::int64_t begin = 0, end = 0;
    int rank = 0;
  };
  using Claims = std::vector<Claim>;
  static bool overlap(Claims claims);
  Claims claims_of(const std::vector<Piece>& pieces, int rank);
  Claims origins(const RunPurpose& purpose);
  Claims destinations(const RunPurpose& purpose);
  void note(const Claims& claims, int Owner::*side);

  std::vector<std::int64_t> edges_;
  std::vector<Owner> owners_;
  bool owned_ = false, paired_ = false, in_place_ = true, reduces_ = false;
  int ranks_ = 0;
};

/// Blocks first .. last of the problem's elements.
struct BlockRange {
  int first = 0;
  int last = 0;
  friend bool operator==(const BlockRange&, const BlockRange&) = default;
};

/// Numbers the data in messages. Blocks are the ranges of the problem's elements between all the
/// places at which a message, or a piece of the collective, begins or ends. So a ring's blocks are
/// numbered as in the paper, the blocks of a gather are the ranks' ones, and a message of several
/// blocks gets ranges.
class BlockTable {
 public:
  BlockTable() = default;
  /// Creates the table. Without `cargo` (null) a message carries the data at its place in its
  /// rank's vector, provided that elements stand there at their place in the problem.
  BlockTable(const Trace& trace, int ranks, Pieces pieces = {},
             std::shared_ptr<const Cargo> cargo = {});

  /// Returns the number of blocks; 0 if no message carries data.
  int count() const { return edges_.empty() ? 0 : static_cast<int>(edges_.size()) - 1; }
  /// Returns false for a message without data, or with unknown data.
  bool known(const MessageEvent& message) const { return !parts_of(message).empty(); }
  /// Returns the blocks that a message carries, in its order; neighbours are one range.
  std::vector<BlockRange> of(const MessageEvent& message) const;
  bool carries(const MessageEvent& message, int block) const;
  /// Returns the ranks that contributed to the message's data; empty if unknown, or not the same
  /// for all.
  std::span<const Contributors> contributors_of(const MessageEvent& message) const;

  /// Returns the elements of a block: first, and one after the last.
  std::int64_t begin(int block) const { return edges_[static_cast<std::size_t>(block)]; }
  std::int64_t end(int block) const { return edges_[static_cast<std::size_t>(block) + 1]; }
  /// Returns the first block that begins at `element` or later.
  int from(std::int64_t element) const;

  const Pieces& pieces() const { return pieces_; }
  Owner owner(int block) const;
  /// Returns the blocks of the piece that has a block; the block alone if there is no piece.
  BlockRange siblings(int block) const;

 private:
  std::span<const CargoPart> parts_of(const MessageEvent& message) const;

  Pieces pieces_;
  std::shared_ptr<const Cargo> cargo_;  // null: there is none
  std::vector<std::int64_t> edges_;     // ascending
};

/// Returns the name of a block: the rank that owns its data or, if all belong to one rank, the rank
/// that receives them: "3", or "3.1" if rank 3 has several blocks; "0→2" from one rank for one
/// rank; if blocks belong to no rank, its number.
std::string block_name(const BlockTable& table, int block);

}  // namespace orrery::inline blocks
