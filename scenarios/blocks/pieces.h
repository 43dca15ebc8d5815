#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/collective.h"
#include "emu/schedule/schedule_data.h"

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

/// Whose data something is, and for whom: ranks, -1 where all are alike in that.
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

}  // namespace orrery
