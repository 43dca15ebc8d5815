#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "emu/schedule/countdown.h"
#include "emu/schedule/rank_times.h"
#include "emu/schedule/schedule.h"

namespace orrery {

/// The progress of one rank through its schedule.
class RankProgress {
 public:
  /// Begins the schedule of a rank. `schedule` is part of a complete or indexed schedule; `times`
  /// may be null. Both must outlive it.
  RankProgress(const RankSchedule& schedule, RankTimes* times)
      : schedule_(schedule), countdown_(schedule), left_(countdown_.operations()) {
    if (times != nullptr) clock_.emplace(*times);
    for (std::int32_t i = 0; i < left_; ++i)
      if (countdown_.is_ready(i)) ready_.push_back(i);
  }

  const RankSchedule& schedule() const { return schedule_; }
  const Operation& operation(std::int32_t i) const {
    return schedule_.operations[static_cast<std::size_t>(i)];
  }
  bool has_ready() const { return !ready_.empty(); }
  bool has_ended() const { return left_ == 0; }

  /// Calls f(i) for each operation that may begin, in the order of the list, until none is left; f
  /// may make others ready.
  template <class F>
  void for_each_ready(F&& f) {
    while (!ready_.empty()) {
      beginning_.swap(ready_);
      if (beginning_.size() > 1) std::ranges::sort(beginning_);
      for (const std::int32_t i : beginning_) f(i);
      beginning_.clear();
    }
  }
  /// Returns whether the rank enters round `o.step` with this operation, which begins next.
  bool enters_round(const Operation& o) {
    if (o.kind == Operation::Kind::kCompute || o.step <= round_) return false;
    round_ = o.step;
    return true;
  }
  void begin(std::int32_t i, Time now) {
    const Operation& o = operation(i);
    __builtin_prefetch(&o + 4);
    countdown_.prefetch(i);
    if (clock_) clock_->begin(o.node, now);
    tell(i, true);
  }
  void end(std::int32_t i, Time now) {
    if (clock_) clock_->end(operation(i).node, now);
    --left_;
    tell(i, false);
  }

 private:
  void tell(std::int32_t i, bool begins) {
    countdown_.tell(i, begins, [this](std::int32_t later, bool is_ready) {
      if (is_ready) ready_.push_back(later);
    });
  }

  const RankSchedule& schedule_;
  Countdown countdown_;
  std::vector<std::int32_t> ready_, beginning_;  // operations that may begin
  std::int32_t left_;                            // operations that have not ended
  std::int32_t round_ = -1;                      // the last one entered by its messages
  std::optional<RankClock> clock_;
};

}  // namespace orrery
