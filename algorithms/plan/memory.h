#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/plan/plan.h"

namespace orrery::inline algorithms {

/// The places of a plan's chunks in the memory of all ranks, in parts: in place, input and output
/// share memory.
class PlanMemory {
 public:
  /// Computes the places. THROWS PlanError (kStructure): more than can be held.
  PlanMemory(const Plan& plan, bool in_place);

  std::int64_t cell(std::int32_t rank, Buffer buffer, std::int64_t part) const {
    if (buffer == Buffer::kWire) return wire_ + part;
    return starts_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(buffer)] + part;
  }
  std::int64_t cell(const Chunks& c) const { return cell(c.rank, c.buffer, c.first); }
  std::int64_t cells() const { return cells_; }
  std::int64_t first_of_wire() const { return wire_; }
  /// Returns the first cell of `rank`; its buffers are consecutive.
  std::int64_t first(std::int32_t rank) const { return firsts_[static_cast<std::size_t>(rank)]; }

 private:
  struct Starts {
    std::int64_t input = 0, output = 0, scratch = 0;
    std::int64_t operator[](std::size_t buffer) const {
      return buffer == 0 ? input : buffer == 1 ? output : scratch;
    }
  };
  std::vector<Starts> starts_;
  std::vector<std::int64_t> firsts_;  // one more than ranks
  std::int64_t wire_ = 0, cells_ = 0;
};

}  // namespace orrery::inline algorithms
