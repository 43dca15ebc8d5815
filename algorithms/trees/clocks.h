#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/trees/blocks.h"
#include "emu/base/check.h"

/// Clocks that keep the time of one rank while it takes its children and copies: for the evaluator
/// and for planning with several ports.
namespace orrery::trees {

/// Returns time + step. THROWS std::invalid_argument at 2^63.
inline Cost later(Cost time, Cost step) {
  EMU_CHECK(!__builtin_add_overflow(time, step, &time), "the time of the tree is 2^63 or more");
  return time;
}

/// The clock of a rank with one port: all its operations follow one another.
class OnePort {
 public:
  /// Adds a message that takes `cost` and can start at `ready`; returns its start.
  Cost take(Cost ready, Cost cost) {
    const Cost start = std::max(time_, ready);
    time_ = later(start, cost);
    return start;
  }
  void copy(Cost cost) { time_ = later(time_, cost); }
  Cost done() const { return time_; }

 private:
  Cost time_ = 0;
};

/// The clock of a rank with several ports: a message uses the port that is free first, a copy all.
class SeveralPorts {
 public:
  /// Creates a clock at 0. REQUIRES ports >= 1.
  explicit SeveralPorts(int ports) : free_(static_cast<std::size_t>(ports), 0) {}
  Cost take(Cost ready, Cost cost) {
    const Cost start = std::max(ready, free_.front());
    replace_first(later(start, cost));
    return start;
  }
  void copy(Cost cost) { std::ranges::fill(free_, later(done(), cost)); }
  Cost done() const { return free_.back(); }
  Cost next() const { return free_.front(); }  ///< returns when the first port is free

 private:
  void replace_first(Cost time) {
    std::size_t i = 0;
    for (; i + 1 < free_.size() && free_[i + 1] < time; ++i) free_[i] = free_[i + 1];
    free_[i] = time;
  }
  std::vector<Cost> free_;  // rising
};

}  // namespace orrery::trees
