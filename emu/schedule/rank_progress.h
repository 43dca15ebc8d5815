#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "emu/schedule/countdown.h"
#include "emu/schedule/rank_times.h"
#include "emu/schedule/schedule.h"

namespace orrery::inline schedule {

/// The progress of one rank through its schedule. Small, because a run alternates between many ranks.
class RankProgress {
 public:
  /// Begins the schedule of a rank. `schedule` is part of a complete or indexed schedule; `times`
  /// may be null. Both must outlive it.
  RankProgress(const RankSchedule& schedule, RankTimes* times)
      : countdown_(schedule),
        operations_(schedule.operations.data()),
        groups_(schedule.groups.data()),
        multiplicity_(schedule.multiplicity.empty() ? nullptr : schedule.multiplicity.data()),
        left_(static_cast<std::int32_t>(schedule.operations.size())) {
    if (times != nullptr) clock_ = std::make_unique<RankClock>(*times);
    for (std::int32_t i = 0; i < left_; ++i)
      if (countdown_.is_ready(i)) ready_.push_back(i);
  }

  const Operation& operation(std::int32_t i) const { return operations_[i]; }
  /// Returns RankSchedule::groups of operation i.
  std::uint32_t group(std::int32_t i) const { return groups_[i]; }
  std::int32_t multiplicity(std::int32_t i) const {
    return multiplicity_ == nullptr ? 1 : multiplicity_[i];
  }
  bool has_ready() const { return !ready_.empty(); }
  bool has_ended() const { return left_ == 0; }

  /// Calls f(i) for each operation that may begin, in the order of the list, until none is left; f
  /// may make others ready.
  template <class F>
  void for_each_ready(F&& f) {
    while (!ready_.empty()) {
      const std::size_t ready = ready_.size();
      if (ready > 1) std::sort(ready_.begin(), ready_.end());
      for (std::size_t k = 0; k < ready; ++k) f(ready_[k]);
      ready_.erase(ready_.begin(), ready_.begin() + static_cast<std::ptrdiff_t>(ready));
    }
  }
  /// Returns whether the rank enters round `o.step` with this operation, which begins next.
  bool enters_round(const Operation& o) {
    if (o.kind == Operation::Kind::kCompute || o.step <= round_) return false;
    round_ = o.step;
    return true;
  }
  /// Returns when operation i may begin, or ends once delay() is called: the latest time of those it
  /// requires, and its own, on another clock (UncontendedClock).
  Time other_time(std::int32_t i) const { return Time(countdown_.value(i)); }
  void delay(std::int32_t i, Time other) { countdown_.raise(i, other.count()); }
  void begin(std::int32_t i, Time now) {
    const Operation& o = operation(i);
    __builtin_prefetch(&o + 4);
    countdown_.prefetch(i);
    if (clock_ != nullptr) clock_->begin(o.node, now);
    tell(i, true);
  }
  void end(std::int32_t i, Time now) {
    if (clock_ != nullptr) clock_->end(operation(i).node, now);
    --left_;
    tell(i, false);
  }

 private:
  void tell(std::int32_t i, bool begins) {
    countdown_.tell(i, begins, countdown_.value(i), [this](std::int32_t later, bool is_ready) {
      if (!is_ready) return;
      ready_.push_back(later);
      __builtin_prefetch(operations_ + later);
      __builtin_prefetch(groups_ + later);
    });
  }

  Countdown countdown_;
  const Operation* operations_;
  const std::uint32_t* groups_;
  const std::int32_t* multiplicity_;  // null: 1 each
  std::vector<std::int32_t> ready_;   // operations that may begin
  std::unique_ptr<RankClock> clock_;
  std::int32_t left_;        // operations that have not ended
  std::int32_t round_ = -1;  // the last one entered by its messages
};

}  // namespace orrery::inline schedule
