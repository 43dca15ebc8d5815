#pragma once

#include "algorithms/phases/tori/torus_allreduce.h"

/// Swing on a torus whose odd sides are made even first.
namespace orrery::inline algorithms {

/// A torus with one node of every line of an odd side left out: the node gives the halves of its
/// vector to its two neighbours and leaves; a torus with even sides remains. In turn k of n it is
/// the node k/n of the line after the last one, so that concurrent collectives leave out nodes far
/// from each other. A mirrored collective leaves out the node after that, so that the two use
/// different links at every step but for those between the two nodes.
class EvenFold {
 public:
  EvenFold(const Torus& torus, const Direction& direction);

  const Direction& direction() const { return direction_; }
  const Torus& participants() const { return participants_; }
  int rank_of(int participant) const;
  int participant_of(int rank) const;  ///< REQUIRES that the rank is a participant
  /// Returns the node of a line of dimension i that has participants' coordinate a.
  int node(int i, int a) const;

  /// Returns the dimensions in which nodes are left out, in order of time.
  const std::vector<int>& stages() const { return stages_; }
  /// The part of a rank in a stage: it leaves, or takes the lower (0) or upper half (1) of a
  /// neighbour.
  struct Part {
    enum class Kind { kNone, kLeaves, kTakes } kind = Kind::kNone;
    int below = 0, above = 0;  ///< neighbours of a rank that leaves: they take halves 0 and 1
    int half = 0, from = 0;    ///< of the rank that takes
  };
  Part part(int rank, int stage) const;

 private:
  int out(int i) const { return out_[static_cast<std::size_t>(i)]; }
  int behind() const { return direction_.pairs.mirrored ? 1 : 0; }

  Torus torus_;
  Direction direction_;
  std::vector<int> out_;  // by dimension: the node that is left out, or -1
  std::vector<int> stages_;
  Torus participants_;
};

/// Allreduce with F dimensions of odd sides: F rounds in which nodes leave, the rounds of
/// BandwidthOptimal on the rest, F rounds in which the left-out nodes get the result, half by half.
struct FoldedSwing {
  static constexpr Design design{Pairing::kSwing};

  /// The number of collectives that divide the vector, and how many of them leave out the same
  /// nodes. Without coordinates there is one. With any number of ports all directions run in each
  /// of 8 turns, on lines of 17 nodes and more in fewer, at least 2. Where ports are few, every
  /// collective has its own turn, in the number that pays: start-ups add up one after another,
  /// while the data that a leaving node sends and gets are divided by their number.
  struct Lanes {
    int count = 1, identical = 1;
  };
  Lanes lanes(const Problem& x) const;

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;
  Time time(const Problem& x) const;  ///< as LatencyOptimal::time
  RoundWords words(const Problem& x, int round) const;

 private:
  std::vector<EvenFold> folds(const Problem& x) const;
};

}  // namespace orrery::inline algorithms
