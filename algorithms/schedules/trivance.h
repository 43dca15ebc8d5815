#pragma once

#include <vector>

#include "algorithms/schedules/block_plan.h"

/// Trivance, allreduce in steps of three on rings and tori. Pure functions.
///
/// Ref      A. Jürß et al., "Trivance", arXiv 2602.17254. Sides that are powers of three as in the author's simulator;
///          other sides by the rule that a block leaves in the last step in which it still can.
/// Letters  d side of a ring, L = ceil(log3 d), δ_s = 3^s but ceil((d - 3^(L-1)) / 2) for s = L - 1, the distance of
///          step s; x = b - r, how far block b is ahead of rank r.
namespace orrery::trivance {

/// When and where to a rank sends what is `x` ahead of it: x = 0 stays.
struct Hop {
  int step = -1;
  int direction = 0;  ///< +1: to r + δ_step, -1: to r - δ_step
};

/// Distances δ_0, δ_1, ... of a ring of d. REQUIRES d >= 1.
std::vector<int> distances(int d);
/// By x = 0 .. d-1.
std::vector<Hop> hops(int d);

/// A step of the c-th of D collectives, each on a part of the vector: all along one dimension.
struct Stage {
  int dimension = 0;
  int step = 0;  ///< of that dimension's ring
};
/// Dimensions in turn from c on, those that are through skipped.
std::vector<Stage> stages(const std::vector<int>& dims, int c);

/// Reduce-scatter, then allgather backwards, on D parts of the vector with p blocks each.
BlockPlan allreduce(const std::vector<int>& dims, int r);
/// Rounds of both halves together.
int rounds(const std::vector<int>& dims);

}  // namespace orrery::trivance
