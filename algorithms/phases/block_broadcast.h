#pragma once

#include <cstdint>

#include "algorithms/schedules/circulant.h"

namespace orrery {

/// What rank r of p (the root is 0) sends and receives in each round of a round-optimal broadcast
/// of n blocks. Ref: Träff, Round-optimal n-Block Broadcast Schedules (2023), Alg. 6, without the
/// communication. Letters: q = ceil(log2 p), x dummy rounds, k = (x + j) mod q round of a phase.
class BlockBroadcast {
 public:
  /// `skip` must outlive the object. REQUIRES q > 0, n >= 1.
  BlockBroadcast(const circulant::Skips& skip, int r, int n);

  struct Round {
    int to, sent;        ///< block `sent` goes to rank `to`; negative: nothing is sent
    int from, received;  ///< likewise
  };
  /// Round j = 0 .. n - 2 + q.
  Round operator[](int j) const;
  int rounds() const { return n_ - 1 + skip_.q; }

 private:
  const circulant::Skips& skip_;
  int r_, n_, x_;
  circulant::Schedule R_, S_;
};

}  // namespace orrery
