#pragma once

#include <vector>

#include "algorithms/collective.h"
#include "algorithms/schedules/block_plan.h"
#include "algorithms/schedules/tori/torus.h"

/// Trivance, allreduce in steps of three on rings and tori. Pure functions.
///
/// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254. Sides that are powers of three as in the author's simulator;
///          other sides by the rule that a block leaves in the last step in which it still can.
/// Letters  d side of a ring, L = ceil(log3 d), δ_s = 3^s but ceil((d - 3^(L-1)) / 2) for s = L - 1, the distance of
///          step s; x = b - r, how far block b is ahead of rank r. A rank's window of step s are the 3^s ranks around it;
///          F is the sum of what they have, T that of the upper end of the window and B that of its lower end.
namespace orrery::trivance {

/// When and where to a rank sends what is `x` ahead of it: x = 0 stays.
struct Hop {
  int step = -1;
  int direction = 0;  ///< +1: to r + δ_step, -1: to r - δ_step
};

/// Distances δ_0, δ_1, ... of a ring of d. REQUIRES d >= 1.
std::vector<int> distances(int d);
/// Sides of the ranks' coordinates; without them the ranks are one ring.
std::vector<int> sides(const Problem& x);
/// The rank that is `by` ahead of rank r along a dimension, round the ring.
int moved(const std::vector<int>& dims, int r, int dimension, int by);

/// By x = 0 .. d-1.
std::vector<Hop> hops(int d);

/// Steps of the c-th of D collectives, each on a part of the vector: dimensions in turn from c on, those that are through
/// skipped; dimensions are numbered as in `dims`.
std::vector<Step> stages(const std::vector<int>& dims, int c);
/// As these where all sides are powers of three; otherwise one dimension after the other, as T and B are of one.
std::vector<Step> latency_stages(const std::vector<int>& dims, int c);

/// Reduce-scatter, then allgather backwards, on D parts of the vector with p blocks each.
BlockPlan allreduce(const std::vector<int>& dims, int r);
/// Rounds of both halves together.
int rounds(const std::vector<int>& dims);

/// How T or B of the next window follows, of the windows of the rank itself and of its partners at both sides.
enum class Growth {
  kNone,      ///< it is not needed, or all of F
  kPartner,   ///< that of the partner at its own end
  kOwn,       ///< its own, and F of the partner at its own end
  kOwnOfAll,  ///< the same where its own is F
  kOtherSide,  ///< that of the partner at the other end, its own F, and F of the partner at its own end
};
/// What a rank does in a step that exchanges sums of windows: it sends some of them to the ranks `down` below and `up`
/// above, 0 being none, as one message each. All ranks do the same.
struct WindowStep {
  int down = 0, up = 0;
  std::vector<char> to_lower, to_upper;  ///< of 'F', 'T' and 'B', in this order
  Growth T = Growth::kNone, B = Growth::kNone;
  /// Vectors that are added or copied afterwards.
  int operations() const;
};
/// Steps 0 .. L-1 of a ring of d. In the last one T and B alone are exchanged, so that nothing counts twice; then F is of
/// all ranks.
std::vector<WindowStep> window_steps(int d);

}  // namespace orrery::trivance
