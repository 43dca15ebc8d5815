#pragma once

#include <cstdint>
#include <vector>

#include "emu/base/units.h"

namespace orrery::viz::inline model {

/// Index that finds the intervals containing t quickly for any t. Immutable once built.
class IntervalIndex {
 public:
  /// A half-open interval: begin <= t < end. Empty intervals contain nothing.
  struct Interval {
    Time begin{0};
    Time end{0};
  };

  IntervalIndex() = default;
  /// Indexes up to 2^32 - 1 intervals, in any order.
  explicit IntervalIndex(const std::vector<Interval>& intervals);

  /// Replaces `out` by the numbers of the intervals that contain `t`, ascending.
  void containing(Time t, std::vector<std::uint32_t>& out) const;

 private:
  struct Entry {
    Interval interval;
    std::uint32_t number = 0;
  };
  void addCheckpoint(std::size_t entry);

  std::vector<Entry> entries_;  // by begin
  /// checkpoint c lists the entries before c * stride_ that still last at the start of that entry
  std::vector<std::uint32_t> open_;
  std::vector<std::size_t> offsets_{0};
  std::size_t stride_ = 1;
};

}  // namespace orrery::viz::inline model
