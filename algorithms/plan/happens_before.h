#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "algorithms/plan/plan.h"
#include "emu/base/grouped.h"

namespace orrery::inline algorithms {

/// The happens-before order of a plan's actions: the smallest partial order in which every action
/// follows the one before it in its thread, and `later` follows `earlier` for every Precedence. It
/// holds for any timing. `plan` must outlive it unchanged.
///
/// Example  Thread 0 has the actions a, b; thread 1 has c, d; c waits for a, and b for nothing.
///          Then a comes before b, c and d, and c before d. b and c have no order: if both access
///          one chunk and one of them writes it, the plan has a race. If a waited for d as well,
///          a, c and d would wait for each other: a deadlock.
class HappensBefore {
 public:
  /// Finds the order. THROWS PlanError: actions that wait for each other, or for events that never
  /// happen (kDeadlock).
  explicit HappensBefore(const Plan& plan);

  /// Returns all actions, each after its predecessors.
  std::span<const std::int32_t> order() const { return order_; }
  /// Returns the actions that wait directly for action a.
  std::span<const std::int32_t> after(std::int32_t a) const {
    return after_[static_cast<std::size_t>(a)];
  }
  /// Returns whether `earlier` has always ended when `later` begins. REQUIRES that `earlier` is
  /// before `later` in order(), and that calls have a growing position of `later` in it.
  bool before(std::int32_t earlier, std::int32_t later);

 private:
  void index();
  void sort();
  [[noreturn]] void fail_stuck(const std::vector<std::int32_t>& waits) const;
  [[noreturn]] void fail_hopeless(const std::vector<std::int32_t>& waits, std::int32_t first,
                                  const Hopeless& cause) const;
  std::string others_stuck(const std::vector<std::int32_t>& waits,
                           const std::set<std::int32_t>& named) const;
  bool halts(const std::vector<std::int32_t>& waits, std::int32_t a) const;
  bool search(std::int32_t earlier, std::int32_t later);
  bool is_first_of_thread(std::int32_t a) const;
  std::int32_t place(std::int32_t a) const { return place_[static_cast<std::size_t>(a)]; }

  const Plan& plan_;
  /// By action: those that it waits for, in addition to those of its thread; and those that wait
  /// for it.
  Grouped<std::int32_t> before_, after_;
  std::vector<std::int32_t> order_, place_;
  /// By thread: the last action of other threads known to precede its current position.
  std::vector<std::unordered_map<std::int32_t, std::int32_t>> known_;
};

}  // namespace orrery::inline algorithms
