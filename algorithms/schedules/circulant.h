#pragma once

#include <array>
#include <cstdint>

/// Round-optimal broadcast schedules on the circulant graph: pure functions of p and r.
///
/// Ref: J. L. Träff, "(Poly)Logarithmic Time Construction of Round-optimal n-Block Broadcast
/// Schedules for Broadcast and irregular Allgather in MPI" (2022/2023), Alg. 1-5. Letters as there:
/// p processors, q = ceil(log2 p) rounds in a phase, r the processor (the root is 0), k the round
/// of a phase, 0 <= k < q.
namespace orrery::circulant {

inline constexpr int kMostRounds = 32;  ///< q <= 31 for any int p

/// The circulant graph of p processors: in round k processor r sends to (r + skip[k]) mod p.
struct Skips {
  /// Alg. 1: skip[q] = p, skip[k] = ceil(skip[k+1] / 2), skip[0] = 1. REQUIRES p >= 1.
  explicit Skips(int p);
  int operator[](int k) const { return skip[static_cast<std::size_t>(k)]; }

  int p;
  int q;
  std::array<int, kMostRounds + 1> skip{};
};

/// Alg. 2: the first block that r receives of every phase. REQUIRES 0 <= r < p. The root has none:
/// returns q.
int baseblock(const Skips& skips, int r);

/// Alg. 3: the baseblocks of processors a, a+1, ..., b (cyclic: a may be negative, b may pass p),
/// the root left out, as a set of bits. REQUIRES a <= b, b - a < p, -p <= a.
std::uint32_t range_blocks(const Skips& skips, int a, int b);

/// One block number for each round of a phase; negative numbers are blocks of the phase before
/// (plus q).
using Schedule = std::array<int, kMostRounds>;

/// Alg. 4: what r receives in round k from (r - skip[k]) mod p. O(log^3 p).
Schedule receive_schedule(const Skips& skips, int r);

/// Alg. 5: what r sends in round k to (r + skip[k]) mod p: what that one receives. O(log^4 p).
Schedule send_schedule(const Skips& skips, int r);

}  // namespace orrery::circulant
