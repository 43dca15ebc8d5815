#pragma once

#include <map>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/blocks_of_all.h"

/// Times of the broadcasts of n blocks from every rank, and of the reverse reductions, with one
/// port and no contention.
namespace orrery::inline algorithms {

/// The exact time: a rank's round ends when its message has left and the incoming one has arrived,
/// and each of these begins when both ends are in the round; then it may reduce. O(p^2 (n + log
/// p)).
class BlocksOfAllTime {
 public:
  /// Prepares the model. REQUIRES x.p > 1. `x` must outlive the object.
  BlocksOfAllTime(const Problem& x, bool reduces);

  /// Returns the time in picoseconds.
  double operator()(int n) const;
  /// Returns the most blocks worth trying: more would be empty, or cost too much to evaluate.
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

/// A fast estimate: every round takes as long as its longest message. While the blocks spread, that
/// message is found among all ranks, from their contributions as a whole; afterwards each rank
/// sends a block of all contributions except its receiver's. A block of a message has the mean
/// share of its contribution. Exact if all contributions are equal. O(n log p + p), and O(p^2) once
/// for each number of dummy rounds.
class BlocksOfAllEstimate {
 public:
  /// Prepares the model. REQUIRES x.p > 1. `x` must outlive the object.
  BlocksOfAllEstimate(const Problem& x, bool reduces);

  /// Returns the time in picoseconds.
  double operator()(int n);
  int most_blocks() const;  ///< as in BlocksOfAllTime

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

/// The operation on the blocks of all ranks.
enum class WithAll { kBroadcast, kReduce, kReduceAndBroadcast };

/// Returns the best n for `a`.
int best_blocks_of_all(const Algorithm& a, const Problem& x, WithAll what);

/// Returns the elements that rank r sends in each round of a broadcast of n blocks from every rank.
std::vector<std::int64_t> broadcast_messages(const Problem& x,
                                             const circulant::ScheduleTable& table, int r, int n);

/// Returns the time of n blocks. Exact for equal blocks of the ranks, as all ranks then send equal
/// amounts in a round.
Time blocks_of_all_time(const Problem& x, int n, WithAll what);

/// Returns the most bytes sent by one rank.
Bytes blocks_of_all_bytes(const Problem& x, int n, WithAll what);

}  // namespace orrery::inline algorithms
