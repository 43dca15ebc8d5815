#include "algorithms/common/partition.h"

namespace orrery::inline algorithms {

std::vector<std::int64_t> Partition::sizes() const {
  std::vector<std::int64_t> all(static_cast<std::size_t>(p_));
  for (int i = 0; i < p_; ++i) all[static_cast<std::size_t>(i)] = size(i);
  return all;
}

PairBlocks::PairBlocks(Slice v, const Partition& parts, int p, int r)
    : v_(v), parts_(parts), p_(p), r_(r), even_(parts.blocks() == p) {
  if (even_) return;
  std::int64_t at = most_sent(parts, p);
  for (int from = 0; from < p; ++from) {
    in_at_.push_back(at);
    at += size(from, r);
  }
}

Slice PairBlocks::out(int to) const {
  if (even_) return v_.block(to, std::int64_t{2} * p_);
  return v_.part(parts_.offset(r_ * p_ + to) - parts_.offset(r_ * p_), size(r_, to));
}

Slice PairBlocks::in(int from) const {
  if (even_) return v_.block(p_ + from, std::int64_t{2} * p_);
  return v_.part(in_at_[static_cast<std::size_t>(from)], size(from, r_));
}

std::int64_t most_sent(const Partition& parts, int p) {
  std::int64_t most = 0;
  for (int r = 0; r < p; ++r)
    most = std::max(most, parts.offset((r + 1) * p) - parts.offset(r * p));
  return most;
}

std::int64_t most_received(const Partition& parts, int p) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(p));
  for (int b = 0; b < parts.blocks(); ++b) sums[static_cast<std::size_t>(b % p)] += parts.size(b);
  return *std::ranges::max_element(sums);
}

Partition::Partition(const std::vector<std::int64_t>& sizes)
    : count_(0), p_(static_cast<int>(sizes.size())) {
  offsets_.reserve(sizes.size() + 1);
  offsets_.push_back(0);
  for (const std::int64_t size : sizes) {
    EMU_CHECK(size >= 0 && count_ <= INT64_MAX - size,
              "block sizes must be at least 0 and their sum below 2^63; one is ", size);
    offsets_.push_back(count_ += size);
    largest_ = std::max(largest_, size);
  }
}

}  // namespace orrery::inline algorithms
