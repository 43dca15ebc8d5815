#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/phases/block_sets.h"
#include "algorithms/phases/ring.h"
#include "algorithms/schedules/tori/bucket.h"

/// The bucket algorithm's 2D collectives, run together; all move on to their next dimension
/// together.
namespace orrery::inline algorithms {

/// Returns D collectives that turn forwards, the c-th starting in dimension c, and D backwards.
/// `torus` must outlive them.
std::vector<Bucket> all_buckets(const Torus& torus);

/// Returns the rounds of one half: D phases, each as long as that of the longest side.
int bucket_rounds(const Torus& torus);

/// Returns the ranks' own blocks of a vector: of each, the part of collective `lane`.
inline auto bucket_blocks(const Call& call, const std::vector<Bucket>& buckets, int lane) {
  const Bucket& bucket = buckets[static_cast<std::size_t>(lane)];
  return RankBlocks(call, lane, static_cast<int>(buckets.size()),
                    [&bucket](int position) { return bucket.rank(position); });
}

/// Runs a ring reduce-scatter in phase j = 0 .. D-1. blocks_of(lane) gives the blocks
/// (block_sets.h) of a collective: one of each rank, numbered by positions.
template <class BlocksOf>
void bucket_reduce_scatter(Comm& c, const Torus& torus, const std::vector<Bucket>& buckets,
                           int round, BlocksOf&& blocks_of) {
  for (int j = 0; j < torus.dimensions(); ++j)
    c.lanes(static_cast<int>(buckets.size()), [&](Comm& lane, int k) {
      const Bucket& bucket = buckets[static_cast<std::size_t>(k)];
      const auto B = blocks_of(k);
      const int r = lane.rank(), d = bucket.side(j);
      const auto block = [&](int i) { return B(lane, bucket.range(r, j, mod(i, d))); };
      std::int64_t longest = 0;
      for (int i = 0; i < d; ++i) longest = std::max(longest, B.elements(bucket.range(r, j, i)));
      ring_reduce_scatter(lane, {d, bucket.left(r, j), bucket.right(r, j)}, block, longest,
                          bucket.place(r, j), round + j * (torus.longest() - 1));
    });
}

/// Runs a ring allgather in phase j = D-1 .. 0.
template <class BlocksOf>
void bucket_allgather(Comm& c, const Torus& torus, const std::vector<Bucket>& buckets, int round,
                      BlocksOf&& blocks_of) {
  const int D = torus.dimensions();
  for (int j = D - 1; j >= 0; --j)
    c.lanes(static_cast<int>(buckets.size()), [&](Comm& lane, int k) {
      const Bucket& bucket = buckets[static_cast<std::size_t>(k)];
      const auto B = blocks_of(k);
      const int r = lane.rank(), d = bucket.side(j);
      const auto block = [&](int i) { return B(lane, bucket.range(r, j, mod(i, d))); };
      ring_allgather(lane, {d, bucket.left(r, j), bucket.right(r, j)}, block, bucket.place(r, j),
                     round + (D - 1 - j) * (torus.longest() - 1));
    });
}

/// Returns the elements that rank r sends in the reduce-scatter, or in the allgather.
template <class Blocks>
std::int64_t bucket_sends(const Bucket& bucket, const Blocks& B, int r, bool allgather) {
  std::int64_t sum = 0;
  for (int j = 0; j < bucket.phases(); ++j) {
    const int d = bucket.side(j), own = bucket.place(r, j);
    if (d == 1) continue;
    const int left_out = allgather ? mod(own + 1, d) : own;
    for (int i = 0; i < d; ++i)
      if (i != left_out) sum += B.elements(bucket.range(r, j, i));
  }
  return sum;
}

/// Returns the most that one rank sends: f(bucket, rank, lane, lanes) elements in each of the
/// collectives.
template <class F>
Bytes busiest_rank(const Problem& x, const Torus& torus, F&& f) {
  const std::vector<Bucket> buckets = all_buckets(torus);
  const auto n = static_cast<int>(buckets.size());
  std::int64_t most = 0;
  for (int r = 0; r < x.p; ++r) {
    std::int64_t sum = 0;
    for (int k = 0; k < n; ++k) sum += f(buckets[static_cast<std::size_t>(k)], r, k, n);
    most = std::max(most, sum);
  }
  return x.elements(most);
}

/// Returns the time of one half on a vector of `length` elements with a port for each collective,
/// when 2Dp divides it.
Time bucket_time(const Problem& x, std::int64_t length, bool reduce);

}  // namespace orrery::inline algorithms
