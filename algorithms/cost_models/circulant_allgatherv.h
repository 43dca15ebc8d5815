#pragma once

#include <map>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/block_broadcast.h"

/// How long the circulant allgatherv takes with n blocks, with one port and no contention.
namespace orrery {

/// The block that virtual rank v sends in round j of one of the broadcasts, or a negative number.
inline int sent_block(const circulant::ScheduleTable& table, const BlockRounds& rounds, int v,
                      int j) {
  const int k = rounds.k(j);
  return table.skips().to(v, k) == 0 ? -1 : rounds.block(table.send(v, k), j);
}

/// Exactly: a rank's round ends when what it sends has gone and what it receives has come, and each of
/// these begins when both ends are in the round. O(p^2 (n + log p)).
class CirculantAllgathervTime {
 public:
  /// REQUIRES x.p > 1. `x` must outlive the object.
  explicit CirculantAllgathervTime(const Problem& x);

  /// In picoseconds.
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
};

/// Quickly: every round takes as long as its longest message. While the blocks spread, it is
/// found among all ranks, from their contributions as a whole; afterwards everybody sends a block of
/// all contributions but its receiver's. A block of a message has the mean share of its contribution.
/// Exact where all contributions are the same. O(n log p + p), and O(p^2) once for each number of dummy rounds.
class CirculantAllgathervEstimate {
 public:
  /// REQUIRES x.p > 1. `x` must outlive the object.
  explicit CirculantAllgathervEstimate(const Problem& x);

  /// In picoseconds.
  double operator()(int n);
  int most_blocks() const;  ///< as CirculantAllgathervTime's

 private:
  std::vector<std::int64_t> sizes_of_blocks(int n) const;
  double share(const BlockRounds& rounds, int j, const std::vector<std::int64_t>& blocks) const;
  double most_sent(const BlockRounds& rounds, int j);
  double most_spread(const BlockRounds& rounds, int j) const;

  const Problem& x_;
  circulant::ScheduleTable table_;
  std::vector<std::int64_t> sizes_;
  double total_, smallest_;
  std::vector<std::vector<int>> ranks_by_entry_;    // [k][q + entry]: senders in round k of a phase
  std::map<int, std::vector<double>> most_spread_;  // by number of dummy rounds, then by round
};

}  // namespace orrery
