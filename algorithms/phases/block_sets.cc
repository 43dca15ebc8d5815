#include "algorithms/phases/block_sets.h"

#include <array>

namespace orrery::inline algorithms {

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

std::int64_t VectorBlocks::elements(BlockList blocks) const {
  std::int64_t sum = 0;
  for (const int b : blocks) sum += v_.block(b, n_).count();
  return sum;
}

Slice VectorBlocks::operator()(Comm& c, BlockList blocks) const {
  std::vector<Slice> parts;  // blocks that follow one another are one part
  for (std::size_t i = 0, j = 0; i < blocks.size(); i = j) {
    for (j = i + 1; j < blocks.size() && blocks[j] == blocks[j - 1] + 1;) ++j;
    parts.push_back(v_.blocks(blocks[i], blocks[j - 1] + 1, n_));
  }
  return parts.size() == 1 ? parts.front() : c.join(parts);
}

}  // namespace orrery::inline algorithms
