#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/trace/trace.h"

namespace orrery::viz {

/// What every rank does over time: numbers of the messages it sends and receives of its
/// computations and of the rounds it enters, each in order of start. Immutable: safe to share between threads.
class LaneIndex {
 public:
  enum Lane { kSend, kReceive, kCompute, kRound, kLanes };

  LaneIndex() = default;
  LaneIndex(const Trace& trace, int ranks);

  std::span<const std::uint32_t> of(Lane lane, int rank) const;

 private:
  struct Lists {
    std::vector<std::size_t> offsets;  // of each rank
    std::vector<std::uint32_t> numbers;
  };
  Lists lists_[kLanes];
};

}  // namespace orrery::viz
