#include "algorithms/common/partition.h"

namespace orrery {

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

}  // namespace orrery
