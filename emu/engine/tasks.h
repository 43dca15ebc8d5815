#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "emu/base/handle.h"
#include "emu/engine/fibers/fibers.h"
#include "emu/engine/fibers/pool.h"
#include "emu/engine/links/traffic.h"
#include "emu/engine/world.h"

namespace orrery::inline engine {

/// The round of a rank or a transfer.
struct InRound {
  /// Distinct consecutive peers of sends, or of receives, in the round.
  struct Peers {
    std::int32_t count = 0, last = -1;
    int add(int peer) { return count += std::exchange(last, peer) == peer ? 0 : 1; }
  };
  std::int32_t round = 0;
  Peers to, from;

  /// Enters round k and holds it (see Traffic) instead of the previous round.
  void enter(int k, Traffic& traffic) {
    if (k != round) {
      traffic.hold(k);
      traffic.unhold(round);
      round = k;
      to = from = {};
    }
    traffic.mark_round(k);
  }
};

/// A rank's program or one of its lanes.
struct Task : InRound {
  int rank = 0;  ///< in the world
  Fibers::Id fiber = 0;
  std::int32_t pending = 0;      ///< requests that must complete before it resumes
  std::int32_t first_round = 0;  ///< the round of the run that it calls round 0
  Time uncontended{0};     ///< on UncontendedClock: now, or the latest completion among its waits
                           ///< so far
  Index parent = kNone;    ///< the task that waits for this lane to end
  std::int32_t lanes = 0;  ///< lanes still running
  std::int32_t open = 0;   ///< requests posted and not yet waited for
  bool starts_lanes =
      false;                 ///< started by start_lane(): the task resumes at the end of each lane,
                             ///< and keeps its round
  bool is_called = false;    ///< a lane that its parent runs before all other work
  bool holds = true;         ///< holds its round (see Traffic); false while all its lanes run
  bool collects = false;     ///< whether `done` is kept
  std::int32_t told = 0;     ///< number of handles in `done` that Requests::await_some has returned
  std::vector<Handle> done;  ///< completed requests without a waiting task, for
                             ///< Requests::await_some
  enum class State : std::uint8_t {
    kRunning,
    kRequests,
    kSomeRequest,
    kBarrier,
    kLanes,
    kComputing,
    kEnded
  } state = State::kRunning;

  bool is_blocked() const { return state != State::kEnded && state != State::kRunning; }
};

/// Throws RankError with the message after the rank's name.
[[noreturn]] void fail_rank(int rank, const std::string& message);

/// All tasks on their fibers, with their states and rounds. The first n tasks are the programs of n
/// ranks. After one has failed all others are unwound.
class Tasks {
 public:
  /// The body of task number `task`, the i-th of the tasks started together.
  using Body = std::function<void(Index task, int i)>;

  Tasks(std::size_t ranks, Sync sync, Traffic& traffic)
      : sync_(sync), traffic_(traffic), fibers_(ranks) {
    tasks_.reserve(ranks);
  }

  Task& operator[](Index task) { return tasks_[task]; }
  const Task& operator[](Index task) const { return tasks_[task]; }
  /// Returns the ranks whose program has not ended, ascending.
  std::vector<int> unfinished() const;

  // Called by the conductor, outside all fibers.

  /// Starts body(task, r) as the program of rank r. It begins at the next run(); `body` must
  /// outlive it.
  void start_rank(int r, const Body& body) { start(add(r, kNone, 0, 0), body, r); }
  /// Runs all tasks that can run at this instant: in the order of ranks, not of wake-ups.
  void run();
  void wake(Index task) {
    tasks_[task].state = Task::State::kRunning;
    woken_.push_back(task);
  }
  /// Postpones woken tasks for which `later(task)` holds until another wake().
  template <class F>
  void postpone(F&& later) {
    std::erase_if(woken_, [&](Index task) {
      if (!later(task)) return false;
      tasks_[task].state = Task::State::kComputing;
      return true;
    });
  }
  /// Releases the tasks in the lowest round that wait for a barrier; returns whether there was one.
  bool release_barrier();
  bool all_ended() const { return live_ == 0; }
  /// Marks the run as failed: all tasks will be unwound. Keeps the first error.
  void fail(std::exception_ptr error);
  const std::exception_ptr& failure() const { return failure_; }
  /// Unwinds all tasks that have not ended.
  void abort_all();

  // Called by a task, on its fiber. All but aborting() unwind the task once another has failed.

  bool aborting() const { return aborting_; }
  /// Suspends the task until wake().
  void suspend(Index task, Task::State state);
  /// Enters a round. THROWS std::invalid_argument if it goes backwards.
  void enter_round(Index task, int round);
  /// Runs n lanes of the task until all have ended. The first begins before other ranks reach
  /// theirs.
  void run_lanes(Index task, int n, const Body& body);
  /// Starts a lane, body(lane, i), whose rounds begin at `first_round`. `body` must outlive it.
  void start_lane(Index task, int i, int first_round, const Body& body);
  /// Waits until one of the lanes that start_lane() started has ended.
  void await_lane(Index task) { suspend(task, Task::State::kLanes); }

 private:
  /// Thrown through a fiber to unwind it.
  struct Aborted {};

  Index add(int rank, Index parent, int first_round, int round);
  void start(Index task, const Body& body, int i);
  void start_guest(Index lane, const Body& body, int i);
  void run_body(Index task, const Body& body, int i);
  void end(Index task);
  void pass_round(const Task& lane, Task& parent);

  Sync sync_;
  Traffic& traffic_;
  Pool<Task> tasks_;
  std::vector<Index> woken_;  // go on at this instant
  std::vector<Index> at_barrier_;
  int live_ = 0;
  bool aborting_ = false;
  std::exception_ptr failure_;
  Fibers fibers_;
};

}  // namespace orrery::inline engine
