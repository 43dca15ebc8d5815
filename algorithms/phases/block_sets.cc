#include "algorithms/phases/block_sets.h"

namespace orrery {

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

}  // namespace orrery
