#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/phases/tori/torus_allreduce.h"

/// Swing by whole vectors on a torus with sides of three.
namespace orrery::inline algorithms {

/// Partners that exchange vectors: those of swing-latency on sides that are powers of two; on any
/// other side all with all, in one step, which pays on lines of three.
class DirectSteps {
 public:
  DirectSteps(const Torus& torus, const Direction& direction);

  int steps() const { return static_cast<int>(order_.size()); }
  int dimension(int s) const { return order_[static_cast<std::size_t>(s)].dimension; }
  int partners(int s) const;  ///< returns the number of partners of every rank
  /// Returns the partners in an order in which the n-th ones of all ranks differ.
  std::vector<int> partners_of(int rank, int s) const;

 private:
  Torus torus_;
  Direction direction_;
  std::vector<DimensionStep> order_;
};

/// 2D collectives together, as LatencyOptimal with Pairing::kSwing.
struct DirectSwing {
  static constexpr Design design{Pairing::kSwing};

  void run(Comm& c, const Call& call) const;
  std::int64_t rounds(const Problem& x) const;
  std::int64_t vectors_sent(const Problem& x) const;  ///< returns those of every rank
  Bytes bytes_total(const Problem& x) const;
  Bytes bytes_max_rank(const Problem& x) const;
  Time time(const Problem& x) const;  ///< as LatencyOptimal::time
  RoundWords words(const Problem& x, int round) const;
  /// Returns the reason why it cannot run, a side that is neither three nor a power of two; or
  /// nothing.
  std::optional<std::string> bad_side(const Problem& x) const;
};

}  // namespace orrery::inline algorithms
