#pragma once

#include <vector>

/// Prefix sums: the partial sums that ranks send to each other. Pure functions.
///
/// Ref      J. L. Träff, "Optimal, Non-pipelined Exclusive Scan", arXiv 2507.04785 and 2604.25667, rebuilt from
///          their abstracts; recursive doubling as MPICH's.
/// Letters  p ranks, q = ceil(log2 p), r rank, x its vector, W the sum over ranks right before r
///          (exclusive) or up to it (inclusive), X a second sum that it keeps to send on, w ranks in W.
namespace orrery::prefix {

/// One exchange of a rank: at most one message each way, both together.
struct ScanStep {
  int round = 0;
  int to = -1, from = -1;  ///< -1: none
  bool sends_X = false;    ///< X; otherwise W
  bool adds_W = false;     ///< W := got ⊕ W afterwards
  /// X := got ⊕ X, X ⊕ got, or W ⊕ x.
  enum class Adds { kNot, kInFront, kBehind, kAfresh } adds_X = Adds::kNot;
};

/// The steps of a rank. At first X is x, and so is W in an inclusive sum; an exclusive sum starts
/// without W, and the first sum that arrives becomes W.
struct ScanPlan {
  bool exclusive = false;
  std::vector<ScanStep> steps = {};
};

/// Exchanges X, the sum over an aligned group of 2^k ranks, between r and r XOR 2^k. q rounds.
ScanPlan recursive_doubling(int p, int r, bool exclusive);

/// A round of an exclusive sum: W ⊕ x (inclusive) or W goes to r + skip.
struct Round {
  int skip;
  bool inclusive;
};

/// Returns `inclusive` inclusive rounds, w := 2w + 1, then exclusive ones, w := 2w, until w >= p -
/// 1.
std::vector<Round> inclusive_rounds(int p, int inclusive);
/// Returns the rounds of the bits of p - 1, the highest first: 1 inclusive, 0 exclusive.
std::vector<Round> popcount_rounds(int p);
ScanPlan exclusive(int p, int r, const std::vector<Round>& rounds);

}  // namespace orrery::prefix
