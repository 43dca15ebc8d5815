#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Round-optimal broadcast schedules on the circulant graph: pure functions of p and r.
///
/// Ref      J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
///          Schedules for Broadcast and irregular Allgather in MPI" (2022/2023): the graph (Alg. 1),
///          baseblocks (Alg. 2), schedules (Table 1-5). That logarithmic time is possible for both
///          schedules: J. L. Träff, "Optimal Broadcast Schedules in Logarithmic Time with
///          Applications to Broadcast, All-Broadcast, Reduction and All-Reduction",
///          arXiv:2407.18004 (2024). The paper's own, slower construction is in greedy.h.
/// Letters  p processors, q = ceil(log2 p) rounds in a phase, r the processor (the root is 0),
///          k round of a phase, 0 <= k < q, b block.
/// Needs    1 <= p < 2^31. Nothing is allocated for a single processor.
///
/// A schedule has one block number for each round of a phase. Those >= 0 are blocks of this phase,
/// negative ones are blocks of the phase before: b - q stands for its block b. Every processor
/// receives exactly one block of this phase, its baseblock. p = 9, skip = 1 2 3 5 9:
///
///   processor    0   1   2   3   4   5   6   7   8
///   baseblock        0   1   2   0   3   0   1   2
///   receive[0]  -2   0  -4  -3  -2  -4  -1  -4  -3   from r - 1
///   receive[1]  -3  -2   1  -4  -3  -2  -2  -1  -4   from r - 2
///   receive[2]  -1  -3  -2   2   0  -3  -3  -2  -1   from r - 3
///   receive[3]  -4  -1  -1  -1  -1   3   0   1   2   from r - 5
///   send[0]      0  -4  -3  -2  -4  -1  -4  -3  -2   to r + 1: what that one receives in round 0
///   send[1]      1  -4  -3  -2  -2  -1  -4  -3  -2   to r + 2
///   send[2]      2   0  -3  -3  -2  -1  -1  -3  -2   to r + 3
///   send[3]      3   0   1   2  -4  -1  -1  -1  -1   to r + 5
///
/// The root's receive column says which block would reach it; no rank sends to the root.
namespace orrery::circulant {

inline constexpr int kMostRounds = 64;  ///< q <= 31 for any int p

/// The circulant graph of p processors: in round k processor r sends to (r + skip[k]) mod p.
struct Skips {
  /// Alg. 1: skip[q] = p, skip[k] = ceil(skip[k+1] / 2), skip[0] = 1. REQUIRES p >= 1.
  explicit Skips(int p);

  int operator[](int k) const { return skip[static_cast<std::size_t>(k)]; }
  /// Returns the processor that r sends to in round k. REQUIRES 0 <= r < p, 0 <= k < q.
  int to(int r, int k) const {
    const int before_end = p - (*this)[k];
    return r < before_end ? r + (*this)[k] : r - before_end;
  }
  /// Returns the processor that r receives from in round k.
  int from(int r, int k) const { return r >= (*this)[k] ? r - (*this)[k] : r - (*this)[k] + p; }

  int p;
  int q;
  std::array<int, kMostRounds> skip{};
};

/// Returns the first block that r receives of every phase (Alg. 2), or q for the root, which
/// receives none. O(log p). REQUIRES 0 <= r < p.
int baseblock(const Skips& skips, int r);

/// Returns the round k in which r receives its baseblock: skip[k] <= r < skip[k+1], the homerange.
/// REQUIRES 0 < r < p.
int home_round(const Skips& skips, int r);

using Schedule = std::array<int, kMostRounds>;  ///< entries 0 .. q-1 are used, the others are 0

/// Returns the blocks that r receives in rounds k from skips.from(r, k): the same as
/// greedy_receive_schedule. O(log p): no p is known to need more than 3q steps. THROWS LogicError
/// if a round has no block, which happens for no known p. Sets `steps`, if given, to the steps
/// taken.
Schedule receive_schedule(const Skips& skips, int r, int* steps = nullptr);

/// Returns the blocks that r sends in rounds k to skips.to(r, k), which receives them in round k.
/// O(log p): the descent to r gives all entries but at most four; those are looked up in the
/// schedules of their receivers. No p is known to need more than three; the average is 0.5, and 1
/// at p = 2^20 + 1. Sets `look_ups`, if given, to their number.
Schedule send_schedule(const Skips& skips, int r, int* look_ups = nullptr);

/// The schedules of all processors; p q bytes.
class ScheduleTable {
 public:
  /// Builds the table in O(p log p).
  explicit ScheduleTable(const Skips& skips);

  const Skips& skips() const { return skips_; }
  /// Returns the block that r receives or sends in round k. REQUIRES 0 <= r < p, 0 <= k < q.
  int receive(int r, int k) const { return entries_[index(r, k)]; }
  int send(int r, int k) const { return receive(skips_.to(r, k), k); }

 private:
  std::size_t index(int r, int k) const {
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(skips_.q) +
           static_cast<std::size_t>(k);
  }
  Skips skips_;
  std::vector<std::int8_t> entries_;  ///< by processor, then by round
};

// The conditions that make schedules on the circulant graph correct (Träff 2022/2023, Sec. 2).

/// Returns the first condition that the schedules of p processors violate, "3: p = 9, r = 4", or
/// "".
/// 1. The blocks that r receives are a permutation of the q blocks, exactly one of them new.
/// 2. The block that r sends in round k is the one that its receiver receives in round k.
/// 3. r has every block that it sends.
/// 4. The root sends block k in round k.
/// O(p log p). REQUIRES p >= 1.
std::string violation(int p);

}  // namespace orrery::circulant
