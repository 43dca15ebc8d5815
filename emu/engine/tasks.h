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

namespace orrery {

/// The round that a rank or a transfer is in.
struct InRound {
  /// Peers that it began to send to, or to receive from, in its round, one after the other.
  struct Peers {
    std::int32_t count = 0, last = -1;
    int add(int peer) { return count += std::exchange(last, peer) == peer ? 0 : 1; }
  };
  std::int32_t round = 0;
  Peers to, from;

  /// It holds round k (see Traffic) instead of the one that it was in.
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
  std::int32_t pending = 0;      ///< requests that must complete before it goes on
  std::int32_t first_round = 0;  ///< what it calls round 0
  Time uncontended{0};     ///< on UncontendedClock: now, or the latest of what it waited for so far
  Index parent = kNone;    ///< the task that waits for this lane to end
  std::int32_t lanes = 0;  ///< lanes still running
  std::int32_t open = 0;   ///< requests posted and not yet waited for
  bool starts_lanes =
      false;                 ///< one by one: it is told of every one that ends, and keeps its round
  bool is_called = false;    ///< a lane that its parent runs before all else
  bool holds = true;         ///< its round (see Traffic); not while all its lanes run
  bool collects = false;     ///< `done` is kept
  std::int32_t told = 0;     ///< of `done`, the first that Requests::await_some has returned
  std::vector<Handle> done;  ///< requests without a waiting rank, for Requests::await_some
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

/// All tasks on their fibers: which run, what each waits for, and in which round it is. The first n
/// tasks are the programs of n ranks. After one has failed all others are unwound.
class Tasks {
 public:
  /// What task number `task`, the i-th of those that were started with it, does.
  using Body = std::function<void(Index task, int i)>;

  /// With `first_lane_at_once` the first of a task's lanes begins before other ranks have come to theirs.
  Tasks(std::size_t ranks, Sync sync, bool first_lane_at_once, Traffic& traffic)
      : sync_(sync), first_lane_at_once_(first_lane_at_once), traffic_(traffic), fibers_(ranks) {
    tasks_.reserve(ranks);
  }

  Task& operator[](Index task) { return tasks_[task]; }
  const Task& operator[](Index task) const { return tasks_[task]; }
  /// Ranks whose program has not ended, ascending.
  std::vector<int> unfinished() const;

  // Called by the conductor, which is on no fiber.

  /// Rank r's program is body(task, r). It begins at the next run(); `body` must outlive it.
  void start_rank(int r, const Body& body) { start(add(r, kNone, 0, 0), body, r); }
  /// Runs all that can run at this instant: in the order of ranks, whatever woke them first.
  void run();
  void wake(Index task) {
    tasks_[task].state = Task::State::kRunning;
    woken_.push_back(task);
  }
  /// Those that were to go on at this instant and for which `later(task)` holds wait for another wake().
  template <class F>
  void postpone(F&& later) {
    std::erase_if(woken_, [&](Index task) {
      if (!later(task)) return false;
      tasks_[task].state = Task::State::kComputing;
      return true;
    });
  }
  /// Lets those in the lowest round go on that wait for a barrier; false if none does.
  bool release_barrier();
  bool all_ended() const { return live_ == 0; }
  /// The run has failed: all tasks are to be unwound. What went wrong first stays.
  void fail(std::exception_ptr error);
  const std::exception_ptr& failure() const { return failure_; }
  /// Unwinds all tasks that have not ended.
  void abort_all();

  // Called by a task, on its fiber. All but aborting() unwind it once another task has failed.

  bool aborting() const { return aborting_; }
  /// Waits until wake().
  void suspend(Index task, Task::State state);
  /// THROWS std::invalid_argument if the round goes backwards.
  void enter_round(Index task, int round);
  /// Runs n lanes of the task until all have ended.
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
  bool first_lane_at_once_;
  Traffic& traffic_;
  Pool<Task> tasks_;
  std::vector<Index> woken_;  // go on at this instant
  std::vector<Index> at_barrier_;
  int live_ = 0;
  bool aborting_ = false;
  std::exception_ptr failure_;
  Fibers fibers_;
};

}  // namespace orrery
