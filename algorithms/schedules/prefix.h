#pragma once

#include <vector>

/// Prefix sums: which rank sends which partial sum to which. Pure functions.
///
/// Ref      J. L. Träff, "Optimal, Non-pipelined Exclusive Scan", arXiv 2507.04785 and 2604.25667, rebuilt from
///          their abstracts; recursive doubling as MPICH's.
/// Letters  p ranks, q = ceil(log2 p), r rank, x its vector, W the sum over ranks right before r (exclusive) or up to
///          it (inclusive), X what else it keeps to send on, w ranks in W.
namespace orrery::prefix {

/// One exchange of a rank: at most one message each way, at once.
struct Step {
  int round = 0;
  int to = -1, from = -1;  ///< -1: none
  bool sends_X = false;    ///< X; otherwise W
  bool adds_W = false;     ///< W := got ⊕ W afterwards
  /// X := got ⊕ X, X ⊕ got, or W ⊕ x.
  enum class Adds { kNot, kInFront, kBehind, kAfresh } adds_X = Adds::kNot;
};

/// What a rank does. At first X is x, and so is W in an inclusive sum; in an exclusive one there is no W, and the
/// first sum that comes becomes W.
struct Plan {
  bool exclusive = false;
  std::vector<Step> steps = {};
};

/// Pairs r, r XOR 2^k exchange X, the sum over their aligned group of 2^k ranks. q rounds.
Plan recursive_doubling(int p, int r, bool exclusive);

/// A round of an exclusive sum: to r + skip goes W ⊕ x, or W.
struct Round {
  int skip;
  bool inclusive;
};

/// The first `inclusive` rounds are inclusive, w := 2w + 1, the rest exclusive, w := 2w, until w >= p - 1.
std::vector<Round> inclusive_rounds(int p, int inclusive);
/// The bits of p - 1, the highest first: 1 is an inclusive round, 0 an exclusive one.
std::vector<Round> popcount_rounds(int p);
Plan exclusive(int p, int r, const std::vector<Round>& rounds);

}  // namespace orrery::prefix
