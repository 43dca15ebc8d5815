#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/check.h"
#include "emu/schedule/schedule.h"

namespace orrery {

/// Remaining requirements of one rank's operations during a run: a few bytes each, stored
/// contiguously, because a run alternates between many ranks.
class Countdown {
 public:
  /// Counts the requirements. `tasks` is part of a complete graph. THROWS std::invalid_argument for
  /// more than 2^28 operations or requirements.
  explicit Countdown(const RankSchedule& tasks) : states_(tasks.operations.size()) {
    constexpr std::size_t kMost = std::size_t{1} << 28;
    EMU_CHECK(states_.size() <= kMost && tasks.requirements.size() <= kMost, states_.size(),
              " operations of a rank, which require others ", tasks.requirements.size(), " times");
    lists_.reserve(tasks.requirements.size() + tasks.operations.size());
    for (std::int32_t i = 0; i < operations(); ++i) add(tasks, i);
  }

  std::int32_t operations() const { return static_cast<std::int32_t>(states_.size()); }
  bool is_ready(std::int32_t i) const { return states_[at(i)].required == 0; }
  bool has_begun(std::int32_t i) const { return states_[at(i)].required < 0; }
  void set_begun(std::int32_t i) { states_[at(i)].required = -1; }

  /// Reports the beginning or end of operation i: calls f(later, ready) for each operation that
  /// required it; `ready` if it has no other requirement left.
  template <class F>
  void tell(std::int32_t i, bool begins, F&& f) {
    const std::uint32_t followers = states_[at(i)].followers, event = begins ? kBegin : kEnd;
    if ((followers & event) == 0) return;
    if ((followers & kIsOne) != 0) return tell_one(followers >> kBits, f);
    for (std::size_t k = followers >> kBits; lists_[k] != 0; ++k)
      if ((lists_[k] & event) != 0) tell_one(lists_[k] >> kBits, f);
  }

  /// Prefetches the states of the operations after i, and its followers: the rank continues after
  /// the turns of others.
  void prefetch(std::int32_t i) const {
    __builtin_prefetch(states_.data() + i + kLine);
    __builtin_prefetch(lists_.data() + (states_[at(i)].followers >> kBits));
  }

 private:
  static constexpr std::ptrdiff_t kLine = 8;  // operations of a cache line
  // Followers are numbers of operations, before these bits.
  static constexpr std::uint32_t kIsOne = 1, kBegin = 2, kEnd = 4;
  static constexpr int kBits = 3;

  struct State {
    /// The only follower and the event it requires; otherwise a position in lists_, and the events
    /// of all.
    std::uint32_t followers = 0;
    std::int32_t required = 0;  ///< number of remaining requirements
  };
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  void add(const RankSchedule& tasks, std::int32_t i) {
    const std::span<const std::int32_t> waiting = tasks.waiting_for(i);
    std::uint32_t& followers = states_[at(i)].followers;
    if (waiting.size() > 1) followers = static_cast<std::uint32_t>(lists_.size()) << kBits;
    for (const std::int32_t which : waiting) {
      const Requirement& r = tasks.requirements[at(which)];
      const std::uint32_t event = r.only_begun ? kBegin : kEnd,
                          later = static_cast<std::uint32_t>(r.later) << kBits;
      ++states_[at(r.later)].required;
      if (waiting.size() > 1) lists_.push_back(later | event);
      followers |= event | (waiting.size() > 1 ? 0 : later | kIsOne);
    }
    if (waiting.size() > 1) lists_.push_back(0);
  }

  template <class F>
  void tell_one(std::uint32_t later, F&& f) {
    f(static_cast<std::int32_t>(later), --states_[later].required == 0);
  }

  std::vector<State> states_;         // by operation
  std::vector<std::uint32_t> lists_;  // of followers, each with 0 at its end
};

}  // namespace orrery
