#pragma once

#include <span>

#include "algorithms/algorithm.h"
#include "algorithms/schedules/tori/butterfly.h"

/// Blocks of a reduce-scatter or allgather, looked up by their numbers (positions), as one slice.
/// Sets of blocks are ranges, or lists of ascending numbers.
namespace orrery::inline algorithms {

/// The ranks' blocks of a vector, numbered cyclically: B(i) is block i mod p.
class CyclicBlocks {
 public:
  CyclicBlocks(Comm& c, const Call& call) : c_(c), call_(call), p_(c.size()) {}

  Slice operator()(std::int64_t i) const { return call_.block(mod(i, p_)); }
  /// Returns blocks i, i+1, ..., i+n-1 as one slice, 0 <= n <= p. Valid for one call if the end of
  /// the vector lies inside (see Comm::join).
  Slice operator()(std::int64_t i, int n) const;
  /// Returns the elements of blocks i .. i+n-1.
  std::int64_t elements(std::int64_t i, int n) const;
  /// Returns the elements of the largest block.
  std::int64_t longest() const { return call_.partition.largest(); }

 private:
  Comm& c_;
  const Call& call_;
  int p_;
};

using BlockList = std::span<const int>;

/// A vector cut into n even blocks: neighbouring blocks need no renumbering.
class VectorBlocks {
 public:
  VectorBlocks(Slice v, int n) : v_(v), n_(n) {}

  std::int64_t elements(Range blocks) const { return v_.blocks(blocks.lo, blocks.hi, n_).count(); }
  std::int64_t elements(BlockList blocks) const;
  Slice operator()(Comm&, Range blocks) const { return v_.blocks(blocks.lo, blocks.hi, n_); }
  Slice operator()(Comm& c, BlockList blocks) const;

 private:
  Slice v_;
  int n_;
};

/// The ranks' own blocks of a vector, or the i-th of n parts of each; position b is the block of
/// rank rank_of(b). RankOf: int(int).
template <class RankOf>
class RankBlocks {
 public:
  RankBlocks(const Call& call, int i, int n, RankOf rank_of)
      : call_(call), i_(i), n_(n), rank_of_(std::move(rank_of)) {}

  std::int64_t elements(Range blocks) const {
    std::int64_t sum = 0;
    for (int b = blocks.lo; b < blocks.hi; ++b) sum += block(b).count();
    return sum;
  }
  std::int64_t elements(BlockList blocks) const {
    std::int64_t sum = 0;
    for (const int b : blocks) sum += block(b).count();
    return sum;
  }
  Slice operator()(Comm& c, Range blocks) const {
    if (blocks.hi - blocks.lo == 1) return block(blocks.lo);
    std::vector<Slice> parts;
    parts.reserve(static_cast<std::size_t>(blocks.hi - blocks.lo));
    for (int b = blocks.lo; b < blocks.hi; ++b) parts.push_back(block(b));
    return c.join(parts);
  }
  Slice operator()(Comm& c, BlockList blocks) const {
    std::vector<Slice> parts;
    parts.reserve(blocks.size());
    for (const int b : blocks) parts.push_back(block(b));
    return c.join(parts);
  }

 private:
  Slice block(int b) const { return call_.block(rank_of_(b)).block(i_, n_); }

  const Call& call_;
  int i_, n_;
  RankOf rank_of_;
};

}  // namespace orrery::inline algorithms
