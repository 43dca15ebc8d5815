#pragma once

#include "algorithms/phases/exchange.h"

/// Allreduce by pairwise exchange on a torus: the common parts of Swing and recursive doubling.
namespace orrery::inline algorithms {

/// The pairing of an allreduce, and its torus.
struct Design {
  enum class Shape {
    /// The ranks' coordinates, with 2D collectives that divide the vector, one for each port (see
    /// all_directions). Without coordinates the ranks are one ring, and one plain collective runs.
    kEveryPort,
    kAsOrdered,  ///< one collective, in the order of Problem::order
    /// One collective, in torus order where the ranks have coordinates, all sides are powers of two
    /// and the operator commutes; in linear order elsewhere.
    kBestOrder,
  };
  Pairing pairing = Pairing::kSwing;
  Shape shape = Shape::kEveryPort;
  OddSide odd = OddSide::kLeftOut;  ///< for Pairing::kSwing and halves
  int turns = 1;                    ///< of kEveryPort: as many collectives for each port
  bool apart =
      false;  ///< mirrored collectives have their odd node (see SwingLine) a third of a line further

  Torus torus(const Problem& x) const;
  std::vector<Direction> directions(const Problem& x, const Torus& torus) const;
  /// Returns the paper's words for step s of the first direction, on participants of these sides.
  RoundWords words(const Torus& participants, int s) const;
};

/// Runs body(lane, i) for i = 0 .. n-1 together; on `c` itself if n is 1.
void run_parts(Comm& c, std::size_t n, const std::function<void(Comm& lane, std::size_t i)>& body);

/// Exchange and addition of whole vectors between partners: log2 p steps. Sides that are not a
/// power of two are folded.
struct LatencyOptimal {
  Design design;

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;
  /// Returns the time; with several collectives, of one after the other (an estimate then).
  Time time(const Problem& x) const;
  RoundWords words(const Problem& x, int round) const;
};

/// Reduce-scatter by halves, then allgather backwards: 2 log2 p steps. Recursive doubling folds
/// sides that are not a power of two; Swing takes them unchanged (see SwingPlan).
struct BandwidthOptimal {
  Design design;

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;
  Time time(const Problem& x) const;  ///< as LatencyOptimal::time
  RoundWords words(const Problem& x, int round) const;

  bool folds(const Torus& torus) const;
  template <class F>
  void on_plan(const Torus& torus, const Direction& direction, Slice v, int r, F&& f) const;
};

/// Returns `a` with the functions of kOptimal, one of the two above.
template <auto kOptimal>
constexpr Algorithm with_costs(Algorithm a) {
  a.run = [](Comm& c, const Call& call) { kOptimal.run(c, call); };
  a.rounds = [](const Problem& x) { return kOptimal.rounds(x); };
  a.bytes_total = [](const Problem& x) { return kOptimal.bytes_total(x); };
  a.bytes_max_rank = [](const Problem& x) { return kOptimal.bytes_max_rank(x); };
  a.time = [](const Problem& x) { return kOptimal.time(x); };
  a.words = [](const Problem& x, int round, int) { return kOptimal.words(x, round); };
  return a;
}

/// Returns the steps of Swing on a torus of any sides.
int swing_steps(const Torus& torus, OddSide odd = OddSide::kLeftOut);

/// Returns the reason why an algorithm that needs coordinates in torus order only, and a
/// commutative operator then too, cannot run; or nothing.
std::optional<std::string> bad_order(const Problem& x, std::string_view algorithm);

}  // namespace orrery::inline algorithms
