#include "algorithms/phases/blocks.h"

#include <array>

namespace orrery {

Slice CyclicBlocks::operator()(std::int64_t i, int n) const {
  const int first = mod(i, p_);
  if (first + n <= p_) return call_.partition.blocks(call_.v, first, first + n);
  const std::array parts{call_.partition.blocks(call_.v, first, p_),
                         call_.partition.blocks(call_.v, 0, first + n - p_)};
  return c_.join(parts);
}

std::int64_t CyclicBlocks::elements(std::int64_t i, int n) const {
  const Partition& partition = call_.partition;
  const int first = mod(i, p_), last = first + n;
  const std::int64_t straight = partition.offset(std::min(last, p_)) - partition.offset(first);
  return last <= p_ ? straight : straight + partition.offset(last - p_);
}

}  // namespace orrery
