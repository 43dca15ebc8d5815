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

namespace orrery {

/// What a run is about: what ranks have in their vectors before it, and what they are to end with.
struct RunPurpose {
  int ranks = 0;         ///< 0: it is not known
  bool reduces = false;  ///< whether data of several ranks become one
  std::function<std::vector<Piece>(int rank)> before, after;
};

/// The purpose of a collective that exists.
RunPurpose purpose_of(const Collective& collective, const Problem& problem);

/// The purpose of operations whose data are known, in units of so many elements.
RunPurpose purpose_of(ScheduleData data, std::int64_t unit_elements, bool reduces);

/// Whose data something is, and for whom: ranks, -1 where it is the same for all.
struct Owner {
  int origin = -1;
  int destination = -1;
  bool known() const { return origin >= 0 || destination >= 0; }
  bool paired() const { return origin >= 0 && destination >= 0; }
  int rank() const { return origin >= 0 ? origin : destination; }  ///< whose name it has
  friend bool operator==(const Owner&, const Owner&) = default;
};

/// The pieces that a collective is about: the data of each rank where they are only moved, and what
/// each is to end with where that is not the same for all.
class Pieces {
 public:
  Pieces() = default;
  explicit Pieces(const RunPurpose& purpose);
  Pieces(const Collective& collective, const Problem& problem)
      : Pieces(purpose_of(collective, problem)) {}

  /// Elements of the problem at which a piece begins or ends, ascending.
  const std::vector<std::int64_t>& edges() const { return edges_; }
  /// Number of the piece that an element is of; -1 if it is of none.
  int of(std::int64_t element) const;
  Owner owner(int piece) const { return owners_[static_cast<std::size_t>(piece)]; }
  /// Whether any piece is one rank's, and whether any is from one rank for one rank.
  bool owned() const { return owned_; }
  bool paired() const { return paired_; }
  /// Whether an element stands at the place in a rank's vector that it has in the problem.
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
/// or "3.1" if rank 3's are several blocks; "0→2" from one rank for one rank; where blocks belong to no rank,
/// its number.
std::string block_name(const BlockTable& table, int block);

}  // namespace orrery
