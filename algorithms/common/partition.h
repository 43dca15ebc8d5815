#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "emu/payload/slice.h"

namespace orrery {

/// How a vector is cut into p blocks, block i being rank i's: evenly (sizes differ by one element
/// at most, as Slice::block) or in given sizes. A value; every rank has the same one.
class Partition {
 public:
  Partition(std::int64_t count, int p)
      : count_(count),
        p_(p),
        smallest_(count / p),
        larger_(count % p),
        largest_(smallest_ + (larger_ > 0 ? 1 : 0)) {}
  /// REQUIRES sizes >= 0, at least one; their sum fits.
  explicit Partition(const std::vector<std::int64_t>& sizes);

  int blocks() const { return p_; }
  std::int64_t count() const { return count_; }
  /// First element of block i, 0 <= i <= p.
  std::int64_t offset(int i) const {
    return offsets_.empty() ? i * smallest_ + std::min<std::int64_t>(i, larger_)
                            : offsets_[static_cast<std::size_t>(i)];
  }
  std::int64_t size(int i) const { return offset(i + 1) - offset(i); }
  std::int64_t largest() const { return largest_; }

  /// Block i of v, 0 <= i < p.
  Slice block(Slice v, int i) const { return v.part(offset(i), size(i)); }
  /// Blocks lo .. hi-1 of v.
  Slice blocks(Slice v, int lo, int hi) const {
    return v.part(offset(lo), offset(hi) - offset(lo));
  }

 private:
  std::int64_t count_;
  int p_;
  std::int64_t smallest_ = 0, larger_ = 0;  // if even: size of a block, and how many have one more
  std::int64_t largest_ = 0;
  std::vector<std::int64_t> offsets_;  // p + 1 of them; empty if even
};

}  // namespace orrery
