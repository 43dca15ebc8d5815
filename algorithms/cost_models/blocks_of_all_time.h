#pragma once

#include <map>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/blocks_of_all.h"

/// How long the broadcasts of n blocks from every rank take, and the reductions that are these backwards, with one port
/// and no contention.
namespace orrery {

/// Exactly: a rank's round ends when what it sends has gone and what it receives has come, and each of
/// these begins when both ends are in the round; then it reduces, if it does. O(p^2 (n + log p)).
class BlocksOfAllTime {
 public:
  /// REQUIRES x.p > 1. `x` must outlive the object.
  BlocksOfAllTime(const Problem& x, bool reduces);

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
  bool reduces_;
  circulant::ScheduleTable table_;
  std::vector<std::int64_t> sizes_;
};

/// Quickly: every round takes as long as its longest message. While the blocks spread, it is
/// found among all ranks, from their contributions as a whole; afterwards each rank sends a block of
/// all contributions but its receiver's. A block of a message has the mean share of its contribution.
/// Exact where all contributions are the same. O(n log p + p), and O(p^2) once for each number of dummy rounds.
class BlocksOfAllEstimate {
 public:
  /// REQUIRES x.p > 1. `x` must outlive the object.
  BlocksOfAllEstimate(const Problem& x, bool reduces);

  /// In picoseconds.
  double operator()(int n);
  int most_blocks() const;  ///< as BlocksOfAllTime's

 private:
  std::vector<std::int64_t> sizes_of_blocks(int n) const;
  double share(const BlockRounds& rounds, int j, const std::vector<std::int64_t>& blocks) const;
  double most_sent(const BlockRounds& rounds, int j);
  double most_spread(const BlockRounds& rounds, int j) const;

  const Problem& x_;
  bool reduces_;
  circulant::ScheduleTable table_;
  std::vector<std::int64_t> sizes_;
  double total_, smallest_;
  std::vector<std::vector<int>> ranks_by_entry_;    // [k][q + entry]: senders in round k of a phase
  std::map<int, std::vector<double>> most_spread_;  // by number of dummy rounds, then by round
};

/// What an algorithm does with the blocks of all ranks.
enum class WithAll { kBroadcast, kReduce, kReduceAndBroadcast };

/// The best n for `a`.
int best_blocks_of_all(const Algorithm& a, const Problem& x, WithAll what);

/// Elements that rank r sends in each round of a broadcast of n blocks from every rank.
std::vector<std::int64_t> broadcast_messages(const Problem& x,
                                             const circulant::ScheduleTable& table, int r, int n);

/// Time of n blocks. Exact for equal blocks of the ranks, as all ranks then send as much as each other in a round.
Time blocks_of_all_time(const Problem& x, int n, WithAll what);

/// Bytes sent by the rank that sends most.
Bytes blocks_of_all_bytes(const Problem& x, int n, WithAll what);

}  // namespace orrery
