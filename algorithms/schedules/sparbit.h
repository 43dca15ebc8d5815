#pragma once

#include <vector>

#include "emu/payload/slice.h"

/// The schedule of Sparbit, the allgather by stripe parallel binomial trees. Pure functions.
/// Ref      W. J. Loch, G. P. Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI
///          Allgather algorithm", 2021, DOI 10.48550/arXiv.2109.08751, Sec. III, Alg. 1.
/// Letters  p ranks, q = ceil(log2 p), r own rank, d distance of a step: 2^(q-1), ..., 2, 1.
///
/// Every rank is the root of a binomial tree that spreads its block; all trees are the same but for
/// a shift. Distances halve while data double: the largest messages take the shortest routes. Where
/// p is not a power of two, some ranks of a tree are leaves immediately; the block that came from
/// its root last is then not passed on in that step.
///
/// p = 5:   step  d  rank r sends the blocks of     to     and receives those of
///             0  4  r                              r + 4  r - 4
///             1  2  r                              r + 2  r - 2
///             2  1  r, r - 2                       r + 1  r - 1, r - 3
namespace orrery::sparbit {

struct SparbitStep {
  int d = 0;       ///< to rank (r + d) mod p, from rank (r - d) mod p
  int blocks = 0;  ///< how many, >= 1
};

/// Returns the q steps for p >= 1 ranks; their blocks add up to p - 1.
std::vector<SparbitStep> steps(int p);

/// Returns the rank whose block r sends as number x of a step of distance d, 0 <= x < blocks.
inline int sent(int r, int x, int d, int p) {
  return mod(r - 2LL * x * d, p);
}
/// Returns the rank whose block r receives as number x.
inline int received(int r, int x, int d, int p) {
  return mod(r - (2LL * x + 1) * d, p);
}

}  // namespace orrery::sparbit
