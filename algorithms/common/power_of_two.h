#pragma once

#include <bit>

/// Runs of algorithms for powers of two on any number of ranks.
namespace orrery::inline algorithms {

/// A rank among the p' = 2^floor(log2 p) that take part. With e = p - p' extra ranks, ranks 2i and
/// 2i+1 act as participant i for i < e, and rank i + e as participant i from there on; the order of
/// ranks is kept.
struct Participants {
  explicit Participants(int p)
      : count(static_cast<int>(std::bit_floor(static_cast<unsigned>(p)))), extra(p - count) {}
  int rank_of(int participant) const {
    return participant < extra ? 2 * participant + 1 : participant + extra;
  }
  /// Returns the participant of a rank. REQUIRES that it acts as one: it is not an even rank below
  /// 2e.
  int participant_of(int rank) const { return rank < 2 * extra ? rank / 2 : rank - extra; }
  int count;  ///< p'
  int extra;  ///< e
};

}  // namespace orrery::inline algorithms
