#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "emu/base/check.h"
#include "emu/schedule/schedule.h"

namespace orrery::inline schedule {

/// Remaining requirements of one rank's operations during a run: a few bytes each, in one piece of memory, because a run
/// alternates between many ranks. Each operation has a value: the largest that its requirements told when they began or
/// ended, such as a time or a number of messages.
class Countdown {
 public:
  /// Counts the requirements; values are 0. `tasks` is part of a complete graph. THROWS
  /// std::invalid_argument for more than 2^26 operations or requirements.
  explicit Countdown(const RankSchedule& tasks) {
    constexpr std::size_t kMost = std::size_t{1} << 26;
    const std::size_t operations = tasks.operations.size(),
                      requirements = tasks.requirements.size();
    EMU_CHECK(operations <= kMost && requirements <= kMost, operations,
              " operations of a rank, which require others ", requirements, " times");
    words_.reserve((kWords + 1) * operations + requirements);
    words_.resize(kWords * operations);
    for (std::size_t i = 0; i < operations; ++i) add(tasks, static_cast<std::int32_t>(i));
  }

  bool is_ready(std::int32_t i) const { return words_[required(i)] == 0; }
  bool has_begun(std::int32_t i) const { return words_[required(i)] == kBegun; }
  void set_begun(std::int32_t i) { words_[required(i)] = kBegun; }

  std::int64_t value(std::int32_t i) const {
    std::int64_t value;
    std::memcpy(&value, &words_[value_of(i)], sizeof value);
    return value;
  }
  /// Gives operation i a value, unless it has a larger one.
  void raise(std::int32_t i, std::int64_t value) {
    value = std::max(value, this->value(i));
    std::memcpy(&words_[value_of(i)], &value, sizeof value);
  }

  /// Reports the beginning or end of operation i, with a value: calls f(later, ready) for each
  /// operation that required it; `ready` if it has no other requirement left.
  template <class F>
  void tell(std::int32_t i, bool begins, std::int64_t value, F&& f) {
    const std::uint32_t followers = words_[followers_of(i)], event = begins ? kBegin : kEnd;
    if ((followers & event) == 0) return;
    if ((followers & kIsOne) != 0) return tell_one(followers >> kBits, value, f);
    for (std::size_t k = followers >> kBits; words_[k] != 0; ++k)
      if ((words_[k] & event) != 0) tell_one(words_[k] >> kBits, value, f);
  }

  /// Prefetches the states of the operations after i, and its followers: the rank continues after
  /// the turns of others.
  void prefetch(std::int32_t i) const {
    const std::uint32_t* const state = words_.data() + followers_of(i);
    __builtin_prefetch(state + kLine);
    __builtin_prefetch(words_.data() + (*state >> kBits));
  }

 private:
  static constexpr std::ptrdiff_t kLine = 16;  // words of a cache line
  static constexpr std::uint32_t kBegun = 0xffffffff;
  // Followers are numbers of operations, before these bits.
  static constexpr std::uint32_t kIsOne = 1, kBegin = 2, kEnd = 4;
  static constexpr int kBits = 3;

  static constexpr std::size_t kWords = 4;  // of each operation

  static std::size_t followers_of(std::int32_t i) { return kWords * static_cast<std::size_t>(i); }
  static std::size_t required(std::int32_t i) { return followers_of(i) + 1; }
  static std::size_t value_of(std::int32_t i) { return followers_of(i) + 2; }

  void add(const RankSchedule& tasks, std::int32_t i) {
    const std::span<const std::int32_t> waiting = tasks.waiting_for(i);
    std::uint32_t followers = 0;
    if (waiting.size() > 1) followers = static_cast<std::uint32_t>(words_.size()) << kBits;
    for (const std::int32_t which : waiting) {
      const Requirement& r = tasks.requirements[static_cast<std::size_t>(which)];
      const std::uint32_t event = r.only_begun ? kBegin : kEnd,
                          later = static_cast<std::uint32_t>(r.later) << kBits;
      ++words_[required(r.later)];
      if (waiting.size() > 1) words_.push_back(later | event);
      followers |= event | (waiting.size() > 1 ? 0 : later | kIsOne);
    }
    words_[followers_of(i)] = followers;
    if (waiting.size() > 1) words_.push_back(0);
  }

  template <class F>
  void tell_one(std::uint32_t later, std::int64_t value, F&& f) {
    const auto i = static_cast<std::int32_t>(later);
    raise(i, value);
    f(i, --words_[required(i)] == 0);
  }

  /// Four words for each operation: the only follower and the event it requires, otherwise a position below and the events
  /// of all; the number of remaining requirements; and the value. Then lists of followers, each with 0 at its end.
  std::vector<std::uint32_t> words_;
};

}  // namespace orrery::inline schedule
