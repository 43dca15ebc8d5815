#pragma once

#include "algorithms/algorithm.h"

namespace orrery {

/// The ranks' blocks of a vector, numbered cyclically: B(i) is block i mod p.
class CyclicBlocks {
 public:
  CyclicBlocks(Comm& c, const Call& call) : c_(c), call_(call), p_(c.size()) {}

  Slice operator()(std::int64_t i) const { return call_.block(mod(i, p_)); }
  /// Blocks i, i+1, ..., i+n-1 as one slice, 0 <= n <= p. Good for one call where the end of the
  /// vector lies inside (see Comm::join).
  Slice operator()(std::int64_t i, int n) const;
  /// Room for the elements of blocks i .. i+n-1.
  std::int64_t elements(std::int64_t i, int n) const;
  /// Elements of the largest block.
  std::int64_t longest() const { return call_.partition.largest(); }

 private:
  Comm& c_;
  const Call& call_;
  int p_;
};

}  // namespace orrery
