#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "emu/net/network.h"

namespace orrery {

/// The processors of all ranks. Each does one thing after the other. Number 0 of a rank runs its
/// program and its messages; others only work that names them.
class Processors {
 public:
  explicit Processors(const Network& network)
      : crowding_(network.crowding()), free_(network.host_of.size()) {}

  /// By which factor the processors of a rank's host are slower for sharing (Network::crowding).
  double crowding(int rank) const {
    return crowding_.empty() ? 1 : crowding_[static_cast<std::size_t>(rank)];
  }
  /// When the processor can begin with `work`, for which it is then busy.
  Time occupy(int rank, Time work, Time now, int processor = 0) {
    Time& free = processor == 0 ? free_[static_cast<std::size_t>(rank)] : more_[{rank, processor}];
    const Time start = std::max(now, free);
    free = start + work;
    return start;
  }

 private:
  std::vector<double> crowding_;              // by rank; empty if no host has more ranks than cores
  std::vector<Time> free_;                    // by rank: from when on number 0 is
  std::map<std::pair<int, int>, Time> more_;  // by rank and processor > 0: from when on it is free
};

}  // namespace orrery
