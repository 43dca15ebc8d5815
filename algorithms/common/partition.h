#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "emu/payload/slice.h"

namespace orrery::inline algorithms {

/// The partition of a vector into p blocks, block i being rank i's: evenly (sizes differ by at most
/// one element, as Slice::block) or in given sizes. A value; every rank has the same one.
class Partition {
 public:
  Partition(std::int64_t count, int p)
      : count_(count),
        p_(p),
        smallest_(count / p),
        larger_(count % p),
        largest_(smallest_ + (larger_ > 0 ? 1 : 0)) {}
  /// Creates blocks of given sizes. REQUIRES sizes >= 0, at least one; their sum fits.
  explicit Partition(const std::vector<std::int64_t>& sizes);

  int blocks() const { return p_; }
  std::int64_t count() const { return count_; }
  /// Returns the first element of block i, 0 <= i <= p.
  std::int64_t offset(int i) const {
    return offsets_.empty() ? i * smallest_ + std::min<std::int64_t>(i, larger_)
                            : offsets_[static_cast<std::size_t>(i)];
  }
  std::int64_t size(int i) const { return offset(i + 1) - offset(i); }
  std::int64_t largest() const { return largest_; }
  /// Returns the sizes of all blocks.
  std::vector<std::int64_t> sizes() const;

  /// Returns block i of v, 0 <= i < p.
  Slice block(Slice v, int i) const { return v.part(offset(i), size(i)); }
  /// Returns blocks lo .. hi-1 of v.
  Slice blocks(Slice v, int lo, int hi) const {
    return v.part(offset(lo), offset(hi) - offset(lo));
  }

 private:
  std::int64_t count_;
  int p_;
  std::int64_t smallest_ = 0, larger_ = 0;  // if even: size of a block, and number of blocks with
                                            // one more
  std::int64_t largest_ = 0;
  std::vector<std::int64_t> offsets_;  // p + 1 entries; empty if even
};

/// The places in a rank's vector of the blocks that every rank has for every other: first the
/// outgoing ones, by destination; then, after as many elements as the rank with the most has to
/// send, the incoming ones, by source.
class PairBlocks {
 public:
  /// Places the blocks of rank r, of p, in v. `parts` are the p² blocks of all ranks, that of rank
  /// a for rank b being a p + b; or, if all are equal, p parts of v. Must outlive it.
  PairBlocks(Slice v, const Partition& parts, int p, int r);

  /// Returns the elements from rank `from` to rank `to`.
  std::int64_t size(int from, int to) const {
    return even_ ? v_.count() / (std::int64_t{2} * p_) : parts_.size(from * p_ + to);
  }
  std::int64_t largest() const { return even_ ? size(0, 0) : parts_.largest(); }
  Slice out(int to) const;
  Slice in(int from) const;

 private:
  Slice v_;
  const Partition& parts_;
  int p_, r_;
  bool even_;
  std::vector<std::int64_t> in_at_;  // by rank, unless even
};

// Returns the most that any rank sends, or receives, including its own block. `parts` are p²
// blocks.
std::int64_t most_sent(const Partition& parts, int p);
std::int64_t most_received(const Partition& parts, int p);

}  // namespace orrery::inline algorithms
