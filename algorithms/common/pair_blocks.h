#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/common/partition.h"

namespace orrery {

/// Where the blocks that every rank has for every other lie in a rank's vector: first what goes out, by the rank it is
/// for; then, from as much on as the rank with the most has to send, what comes in, by the rank it is from.
class PairBlocks {
 public:
  /// Rank r's, of p, in v. `parts` are the p² blocks of all ranks, that of rank a for rank b being a p + b; or, where
  /// all are equal, p parts of v. Must outlive it.
  PairBlocks(Slice v, const Partition& parts, int p, int r);

  /// What rank `from` has for rank `to`.
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

// The most that any rank sends, or receives; its own block counts. `parts` are p² blocks.
std::int64_t most_sent(const Partition& parts, int p);
std::int64_t most_received(const Partition& parts, int p);

}  // namespace orrery
