#pragma once

#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/schedules/circulant.h"

namespace orrery::inline algorithms {

/// The rounds of n blocks in phases of q rounds. Ref: Träff, Round-optimal n-Block Broadcast
/// Schedules (2023), Alg. 6: x dummy rounds come first, so that the last phase is complete.
struct BlockRounds {
  /// Computes x. REQUIRES q > 0, n >= 1.
  BlockRounds(int rounds_of_phase, int blocks)
      : q(rounds_of_phase), n(blocks), x((q - (n - 1 + q) % q) % q) {}

  int count() const { return n - 1 + q; }
  /// Returns the round within its phase of round j = 0 .. count()-1.
  int k(int j) const { return (x + j) % q; }
  /// Returns the block that an entry of a schedule stands for in round j; a negative result is not
  /// a block, a number beyond the last stands for the last.
  int block(int entry, int j) const { return std::min(entry + (x + j) / q * q - x, n - 1); }

  int q, n, x;
};

/// The sends and receives of rank r of p (the root is 0) in each round of a broadcast of n blocks.
class BlockBroadcast {
 public:
  /// `skip` must outlive the object. REQUIRES skip.q > 0, n >= 1.
  BlockBroadcast(const circulant::Skips& skip, int r, int n);

  struct Round {
    int to, sent;        ///< block `sent` goes to rank `to`; negative: nothing is sent
    int from, received;  ///< likewise
  };
  Round operator[](int j) const;
  int rounds() const { return rounds_.count(); }

 private:
  const circulant::Skips& skip_;
  BlockRounds rounds_;
  int r_;
  circulant::Schedule R_, S_;
};

/// Returns the paper's words for round j of n blocks: "k = 2, skip[k] = 5".
RoundWords block_words(const Problem& x, int n, int j);

/// Returns the rounds of n blocks on x.p ranks: n - 1 + q, none for a single rank.
std::int64_t block_rounds(const Problem& x, int n);

/// Returns the best n for a broadcast `a`, or with `reduces` a reduce: a round takes as long as its
/// largest block, and in a round of phase f the oldest block under way is block q (f - 1) - x.
/// Where a port sends and receives in turn, a rank does both from the second block on: an estimate,
/// from which fastest_blocks starts.
int best_block_count(const Algorithm& a, const Problem& x, bool reduces);

}  // namespace orrery::inline algorithms
