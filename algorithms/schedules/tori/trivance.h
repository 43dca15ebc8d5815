#pragma once

#include <vector>

#include "algorithms/collective.h"
#include "algorithms/schedules/block_plan.h"
#include "algorithms/schedules/tori/torus.h"

/// Trivance, allreduce in steps of three on rings and tori. Pure functions.
///
/// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254. Sides that are powers of three as in the
///          author's simulator; other sides: a block leaves in the last possible step.
/// Letters  d side of a ring, L = ceil(log3 d), δ_s = 3^s but ceil((d - 3^(L-1)) / 2) for s = L - 1,
///          the distance of step s; x = b - r, the distance from rank r ahead to block b. The window
///          of a rank in step s is the 3^s ranks around it; F is the sum over its ranks, T that of
///          the upper end of the window and B that of its lower end.
namespace orrery::trivance {

/// The step and direction in which a rank sends the block that is `x` ahead of it; x = 0 stays.
struct Hop {
  int step = -1;
  int direction = 0;  ///< +1: to r + δ_step, -1: to r - δ_step
};

/// Returns the distances δ_0, δ_1, ... of a ring of d. REQUIRES d >= 1.
std::vector<int> distances(int d);
/// Returns the sides of the ranks' coordinates; without coordinates the ranks are one ring.
std::vector<int> sides(const Problem& x);
/// Returns the rank that is `by` ahead of rank r along a dimension, cyclically.
int moved(const std::vector<int>& dims, int r, int dimension, int by);

/// Returns the hops by x = 0 .. d-1.
std::vector<Hop> hops(int d);

/// Returns the steps of the c-th of D collectives, each on a part of the vector: dimensions in turn
/// from c on, those without steps left skipped; dimensions are numbered as in `dims`.
std::vector<DimensionStep> stages(const std::vector<int>& dims, int c);
/// Returns `stages` if all sides are powers of three; otherwise one dimension after the other, as T
/// and B belong to one dimension.
std::vector<DimensionStep> latency_stages(const std::vector<int>& dims, int c);

/// Runs a reduce-scatter, then the allgather backwards, on D parts of the vector with p blocks
/// each.
BlockPlan allreduce(const std::vector<int>& dims, int r);
/// Returns the rounds of both halves together.
int rounds(const std::vector<int>& dims);

/// The rule for T or B of the next window, from the windows of the rank and of its partners at both
/// sides.
enum class Growth {
  kNone,       ///< not needed, or all of F
  kPartner,    ///< from the partner at its own end
  kOwn,        ///< its own, plus F of the partner at its own end
  kOwnOfAll,   ///< as kOwn, where its own is F
  kOtherSide,  ///< of the partner at the other end, own F, and F of the partner at its own end
};
/// The sums of windows that a rank sends in a step: to the ranks `down` below and `up` above, 0
/// being none, as one message each. All ranks do the same.
struct WindowStep {
  int down = 0, up = 0;
  std::vector<char> to_lower, to_upper;  ///< of 'F', 'T' and 'B', in this order
  Growth T = Growth::kNone, B = Growth::kNone;
  /// Returns the number of vectors that are added or copied afterwards.
  int operations() const;
};
/// Returns steps 0 .. L-1 of a ring of d. The last one exchanges only T and B, so that nothing
/// counts twice; afterwards F covers all ranks.
std::vector<WindowStep> window_steps(int d);

}  // namespace orrery::trivance
