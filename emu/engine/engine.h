#pragma once

#include <functional>
#include <memory>
#include <source_location>
#include <span>
#include <unordered_map>
#include <vector>

#include "emu/comm/emulated_comm.h"
#include "emu/engine/communicators.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/fibers/processors.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/traffic.h"
#include "emu/engine/matching.h"
#include "emu/engine/requests.h"
#include "emu/engine/tasks.h"
#include "emu/engine/transfers.h"
#include "emu/engine/watch/causes.h"
#include "emu/engine/world.h"
#include "emu/schedule/recording.h"
#include "emu/trace/critical_path.h"
#include "emu/trace/pattern.h"

namespace orrery::inline engine {

/// The conductor of one run inside World::run, with its clock and all its parts. Instant by instant
/// it runs tasks, starts the transfers that they caused, and fires the next events.
class Engine {
 public:
  Engine(const Network& network, const EngineOptions& options, Store* store,
         const Observers& observers);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Metrics run(const std::function<void(Comm&)>& program);

  // Calls of tasks (see Endpoint), on their fibers; `rank` is the task's rank in communicator
  // `comm`.

  Handle post_send(Index task, int comm, int rank, Slice what, int to, int tag);
  Handle post_receive(Index task, int comm, int rank, Slice into, int from, int tag);
  Handle post_work(Index task, Time work, int processor);
  /// Combines (kReduce) or copies slices of equal size on the processor; returns when it is done.
  void compute(Index task, int comm, Operation::Kind kind, Slice into, Slice from);
  /// Charges the processor for the first use of new scratch.
  void touch(Index task, Slice scratch);
  void enter_round(Index task, int round, const std::source_location& where);
  void run_lanes(Index task, int comm, int rank, int n,
                 const std::function<void(Comm&, int)>& body);
  void run_ordered_lanes(Index task, int comm, int rank,
                         std::span<const EmulatedComm::OrderedLane> lanes,
                         const std::function<void(Comm&, int)>& body);
  Time now() const { return now_; }
  /// Notes that the behaviour of a program depends on the order of arrivals.
  void depend_on_order() {
    uncontended_.lose();
    tell(recording_, &Recording::depend_on_order);
  }
  /// Waits until the task's requests are done.
  void await(Index task, std::span<const Handle> handles) {
    tell(recording_, &Recording::wait, task, handles);
    requests_.await(task, handles);
  }
  /// Waits until some requests are done and returns their handles; these count as waited for.
  std::span<const Handle> await_some(Index task) {
    depend_on_order();
    const std::span<const Handle> done = requests_.await_some(task);
    tell(recording_, &Recording::wait, task, done);
    return done;
  }
  /// Returns whether only representative ranks are emulated (Network::symmetry).
  bool has_representatives() const { return network_.symmetry != nullptr; }
  Communicators& communicators() { return communicators_; }
  /// Returns the store of contents; null for runs without content.
  Store* content() const { return content_; }
  /// Returns the store of buffers and joined slices; may be null.
  Store* store() const { return store_; }

 private:
  void run_program(Index task, int comm, int rank, const std::function<void(Comm&)>& program);
  void watch_contents();
  void arrive(Index task);
  void keep_preempted();
  void conduct();
  bool advance();
  void fire_instant(Time instant);
  void fire(const Event& e);
  void complete(Index request, const Ended& by, Time uncontended);
  /// Occupies the task's processor and returns when it is free again.
  void work(Index task, Bytes bytes, Time cost, bool reduction);
  bool is_buffered(const Transfer& t) const;
  void buffer(Index transfer);
  void take(Index transfer, const Ended& by);
  void take_buffered(Index transfer, const Ended& by);
  void match(Index transfer, Index receive);
  void end_transfer(Index transfer);
  void deliver(Slice from, Index receive);
  void check_all_received() const;
  void begin_observers();
  bool is_recorded() const { return pattern_ != nullptr || recording_ != nullptr; }
  void record(Index task, Operation::Kind kind, int comm, int peer, int tag, Slice slice,
              Handle request);
  void record_work(Index task, Operation::Kind kind, int comm, Slice into, Slice from);

  const Network& network_;
  EngineOptions options_;
  Store* store_;
  Store* content_;
  Sink* sink_;           // of rounds and work; may be null, as the next
  Sink* messages_sink_;  // of the work of processors on messages
  Time now_{0};
  Time completion_{0};
  UncontendedClock uncontended_;
  LinkTable links_;
  EventQueue events_;
  Traffic traffic_;
  Processors processors_;
  Communicators communicators_;
  Pattern* pattern_;  // may be null, as the next two
  Recording* recording_;
  CriticalPath* path_;
  std::unique_ptr<Causes> causes_;  // null unless a path is recorded
  Matching matching_;
  Transfers transfers_;
  std::unordered_map<Index, Slice> kept_;  // contents of buffered messages, by transfer
  Tasks tasks_;
  Requests requests_;
};

/// Returns the deadlock of a run in which no further event can happen: the waits, and the cycle.
/// Its ranks are those of the world.
DeadlockError deadlock_of(const Requests& requests, const Tasks& tasks,
                          const Communicators& communicators, Time now);

}  // namespace orrery::inline engine
