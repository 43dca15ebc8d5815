#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Skip sequences of the circulant reduce-scatter and allgather.
///
/// Ref: J. L. Träff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024, rev.
/// 2025), Alg. 1 and Cor. 2: any s_0 > s_1 > ... > s_{q-1} = 1 works if every 0 < i < p is a sum of
/// different skips.
namespace orrery::circulant {

/// Returns ceil(p/2), ceil(ceil(p/2)/2), ..., 1: ceil(log2 p) skips.
std::vector<int> halving_skips(int p);
/// Returns the largest power of two below p, then half of it, ..., 1.
std::vector<int> power_of_two_skips(int p);
/// Returns p-1, p-2, ..., 1: p - 1 rounds.
std::vector<int> linear_skips(int p);
/// Returns p - k ceil(sqrt p) while that is larger than ceil(sqrt p), then halving.
std::vector<int> sqrt_skips(int p);

/// Returns skips by name: halving, power-of-two, linear, sqrt. nullopt for any other name.
std::optional<std::vector<int>> named_skips(std::string_view name, int p);

/// Returns the first 0 < i < p that is not a sum of different skips; nullopt if all are. Checks the
/// order of skips first: THROWS std::invalid_argument unless p > s_0 > s_1 > ... > s_{q-1} = 1 (no
/// skips for p = 1).
std::optional<int> first_unreachable(const std::vector<int>& skips, int p);

/// Returns whether Alg. 1 as printed keeps all contributions, which Cor. 2 leaves open: no skip is
/// less than half of the previous one, and the first not less than half of p. With other skips it
/// adds to blocks in the round in which it sends them; steps() does not. REQUIRES
/// !first_unreachable(skips, p).
bool is_right_as_printed(std::span<const int> skips, int p);

/// A round of the circulant reduce-scatter, in numbers of blocks relative to the rank: blocks lo ..
/// hi (destined to ranks r + lo .. r + hi) go to rank r + s, where they count as lo - s .. hi - s;
/// each rank receives equally many. Blocks 0 .. lo - 1 remain.
struct ReductionRound {
  int s, lo, hi;
  int blocks() const { return hi - lo + 1; }
};

/// Returns the rounds for a skip sequence. Every block but the rank's own is sent exactly once. Where
/// no skip is less than half of the remaining blocks (as in Alg. 1), lo = s; otherwise a round
/// sends at most as many as can be received without overwriting a block that is still to be sent.
/// REQUIRES !first_unreachable(skips, p).
std::vector<ReductionRound> steps(std::span<const int> skips, int p);

}  // namespace orrery::circulant
