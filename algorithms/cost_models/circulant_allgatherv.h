#pragma once

#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/block_broadcast.h"

namespace orrery {

/// The block that virtual rank v sends in round j of one of the broadcasts, or a negative number.
inline int sent_block(const circulant::ScheduleTable& table, const BlockRounds& rounds, int v,
                      int j) {
  const int k = rounds.k(j);
  return table.skips().to(v, k) == 0 ? -1 : rounds.block(table.send(v, k), j);
}

/// How long the circulant allgatherv takes with n blocks, with one port and no contention, in
/// picoseconds.
///
/// Up to 128 ranks, exactly: a rank's round ends when what it sends has gone and what it receives has
/// come, and each of these begins when both ends are in the round. Where all contributions are the
/// same, all ranks do the same, and one is looked at. Beyond 128 ranks, the longest message of some
/// ranks in each round: a bound for these.
class CirculantAllgathervTime {
 public:
  /// REQUIRES x.p > 1. `x` must outlive the object.
  explicit CirculantAllgathervTime(const Problem& x);

  double operator()(int n) const;
  /// More blocks would not be worth the time that it takes to find out, or be empty.
  int most_blocks() const;

 private:
  /// Sizes of the contributions in blocks: the first `larger` of them have one element more.
  struct Cut {
    std::vector<std::int64_t> size, larger;
  };
  Cut cut(int n) const;
  std::int64_t message(const Cut& cut, const std::vector<int>& blocks, int r) const;
  std::vector<int> blocks_sent(const BlockRounds& rounds, int j) const;

  const Problem& x_;
  circulant::ScheduleTable table_;
  std::vector<std::int64_t> sizes_;
  std::vector<int> ranks_;  // that are looked at
};

}  // namespace orrery
