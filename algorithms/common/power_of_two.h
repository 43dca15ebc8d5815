#pragma once

#include <functional>

#include "algorithms/algorithm.h"

/// Running an allreduce that needs a power of two on any number of ranks.
namespace orrery {

/// A rank among the p' = 2^floor(log2 p) that take part. With e = p - p' ranks too many, ranks 2i
/// and 2i+1 act as participant i for i < e, and rank i + e as participant i from there on; the
/// order of ranks is kept.
struct Participants {
  explicit Participants(int p);
  int rank_of(int participant) const {
    return participant < extra ? 2 * participant + 1 : participant + extra;
  }
  int count;  ///< p'
  int extra;  ///< e
};

/// Folds rank 2i into 2i+1 for i < e (one round), runs body(first round, participant) on the
/// participants, hands the result back to the folded ranks (one round, the round after the body's
/// `rounds`). `v` holds the result everywhere afterwards. Ref: R. Rabenseifner, "Optimization of
/// Collective Reduction Operations", ICCS 2004, Sec. 4.
void with_power_of_two(Comm& c, Slice v, int rounds,
                       const std::function<void(int first_round, int participant)>& body);

/// Costs of folding in and out, on top of what the participants do: zero for a power of two.
struct FoldCost {
  explicit FoldCost(const Problem& x);
  int rounds;         ///< 0 or 2
  Bytes bytes_total;  ///< 2 e m
  Bytes bytes_max;    ///< sent by a participant that hands the result back: m
  Time time;          ///< 2 (α + m β) + m γ
};

}  // namespace orrery
