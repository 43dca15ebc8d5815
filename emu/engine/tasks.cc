#include "emu/engine/tasks.h"

#include <algorithm>
#include <new>
#include <utility>

#include "emu/base/call_checks.h"
#include "emu/engine/stop.h"
#include "emu/net/symmetry.h"

namespace orrery::inline engine {

void fail_rank(int rank, const std::string& message) {
  throw RankError(rank, text_of("rank ", rank, ": ", message));
}

namespace {

/// Returns the current exception, named after the rank that threw it unless it is an error of the
/// machine.
std::exception_ptr error_of(int rank) {
  const auto named = [rank](const char* what) {
    return std::make_exception_ptr(RankError(rank, text_of("rank ", rank, ": ", what)));
  };
  try {
    throw;
  } catch (const RankError&) {
    return std::current_exception();
  } catch (const std::bad_alloc&) {
    return std::current_exception();
  } catch (const Stopped&) {
    return std::current_exception();
  } catch (const NotSymmetric&) {
    return std::current_exception();
  } catch (const std::exception& e) {
    return named(e.what());
  } catch (...) {
    return named("threw something that is not a std::exception");
  }
}

}  // namespace

std::vector<int> Tasks::unfinished() const {
  std::vector<int> ranks;
  for (Index t = 0; t < tasks_.size(); ++t)
    if (tasks_[t].parent == kNone && tasks_[t].state != Task::State::kEnded)
      ranks.push_back(tasks_[t].rank);
  return ranks;
}

/// Adds a task without a fiber.
Index Tasks::add(int rank, Index parent, int first_round, int round) {
  const Index task = tasks_.take();
  Task& t = tasks_[task];
  t = {};
  t.rank = rank;
  t.parent = parent;
  t.round = round;
  t.first_round = first_round;
  if (parent != kNone) t.uncontended = tasks_[parent].uncontended;
  traffic_.hold(t.round);
  ++live_;
  return task;
}

void Tasks::start(Index task, const Body& body, int i) {
  tasks_[task].fiber = fibers_.spawn([this, task, &body, i] { run_body(task, body, i); });
}

void Tasks::start_guest(Index lane, const Body& body, int i) {
  const Fibers::Id host = tasks_[tasks_[lane].parent].fiber;
  const Fibers::Id fiber =
      fibers_.add_guest(host, [this, lane, &body, i] { run_body(lane, body, i); });
  tasks_[lane].fiber = fiber;
  if (!tasks_[lane].is_called) fibers_.wake(fiber);
}

void Tasks::run_body(Index task, const Body& body, int i) {
  try {
    if (!aborting_) body(task, i);
  } catch (const Aborted&) {
  } catch (...) {
    fail(error_of(tasks_[task].rank));
  }
  end(task);
}

void Tasks::end(Index task) {
  Task& t = tasks_[task];
  t.state = Task::State::kEnded;
  --live_;
  if (!failure_ && t.parent != kNone && !tasks_[t.parent].starts_lanes)
    pass_round(t, tasks_[t.parent]);
  if (!failure_) traffic_.unhold(t.round);
  if (t.parent == kNone) return;  // kept: the report tells which ranks have finished
  const Index parent = t.parent;
  tasks_.give_back(task);
  Task& waiting = tasks_[parent];
  const bool is_called = t.is_called;
  waiting.uncontended = std::max(waiting.uncontended, t.uncontended);
  const bool is_last = --waiting.lanes == 0;
  if (waiting.starts_lanes ? waiting.state != Task::State::kLanes : !is_last) return;
  if (!aborting_ && !is_called) wake(parent);
}

/// Moves a task that waits for its lanes to the latest round of these.
void Tasks::pass_round(const Task& lane, Task& parent) {
  if (parent.holds && lane.round <= parent.round) return;
  traffic_.hold(lane.round);
  if (parent.holds) traffic_.unhold(parent.round);
  parent.holds = true;
  parent.round = lane.round;
  parent.to = parent.from = {};
}

void Tasks::run() {
  do {
    if (!std::is_sorted(woken_.begin(), woken_.end())) std::sort(woken_.begin(), woken_.end());
    for (const Index task : woken_) fibers_.wake(tasks_[task].fiber);
    woken_.clear();
    fibers_.run_ready();
  } while (!woken_.empty());
}

void Tasks::suspend(Index task, Task::State state) {
  if (aborting_) throw Aborted{};
  tasks_[task].state = state;
  fibers_.suspend(tasks_[task].fiber);
  if (aborting_) throw Aborted{};
}

void Tasks::enter_round(Index task, int round) {
  Task& t = tasks_[task];
  check_round(round, t.round);
  t.enter(round, traffic_);
  if (sync_ != Sync::kRounds) return;
  at_barrier_.push_back(task);
  suspend(task, Task::State::kBarrier);
}

bool Tasks::release_barrier() {
  if (at_barrier_.empty()) return false;
  int lowest = tasks_[at_barrier_.front()].round;
  for (const Index t : at_barrier_) lowest = std::min(lowest, tasks_[t].round);
  std::erase_if(at_barrier_, [&](Index t) {
    if (tasks_[t].round != lowest) return false;
    wake(t);
    return true;
  });
  return true;
}

void Tasks::run_lanes(Index task, int n, const Body& body) {
  const auto add_lane = [this, task] {
    const Task& parent = tasks_[task];
    const Index lane = add(parent.rank, task, parent.first_round, parent.round);
    ++tasks_[task].lanes;
    return lane;
  };
  const Index first = add_lane();
  tasks_[first].is_called = true;
  try {
    start_guest(first, body, 0);
    for (int i = 1; i < n; ++i) start_guest(add_lane(), body, i);
  } catch (...) {
    aborting_ = true;  // lanes that exist end without touching `body`
    throw;
  }
  // The lanes hold their rounds themselves: a round must not stay open until the last of them ends.
  traffic_.unhold(tasks_[task].round);
  tasks_[task].holds = false;
  tasks_[task].state = Task::State::kLanes;
  fibers_.run_guest(tasks_[task].fiber, tasks_[first].fiber);
  // Even when the run has failed: the other lanes still use what this frame owns.
  if (tasks_[task].lanes > 0) fibers_.suspend(tasks_[task].fiber);
  if (aborting_) throw Aborted{};
  tasks_[task].state = Task::State::kRunning;
}

void Tasks::start_lane(Index task, int i, int first_round, const Body& body) {
  tasks_[task].starts_lanes = true;
  start_guest(add(tasks_[task].rank, task, first_round, first_round), body, i);
  ++tasks_[task].lanes;
}

void Tasks::fail(std::exception_ptr error) {
  if (!failure_) failure_ = std::move(error);
  aborting_ = true;
}

void Tasks::abort_all() {
  aborting_ = true;
  // Lanes end before the task that waits for them: its frame owns what they run.
  for (bool again = true; again;) {
    again = false;
    run();
    for (Index t = 0; t < tasks_.size(); ++t) {
      if (!tasks_[t].is_blocked() || tasks_[t].lanes > 0) continue;
      wake(t);
      again = true;
    }
  }
}

}  // namespace orrery::inline engine
