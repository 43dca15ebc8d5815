#include "algorithms/common/pair_blocks.h"

namespace orrery {

namespace {

std::int64_t sent_by(const Partition& parts, int p, int r) {
  return parts.offset((r + 1) * p) - parts.offset(r * p);
}

}  // namespace

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
  for (int r = 0; r < p; ++r) most = std::max(most, sent_by(parts, p, r));
  return most;
}

std::int64_t most_received(const Partition& parts, int p) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(p));
  for (int b = 0; b < parts.blocks(); ++b) sums[static_cast<std::size_t>(b % p)] += parts.size(b);
  return *std::ranges::max_element(sums);
}

}  // namespace orrery
