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

namespace orrery {

/// Inside World::run: the clock and the conductor of all that belongs to a run. Instant by instant it
/// lets tasks run, starts the transfers that they brought about, and fires the next events.
class Engine {
 public:
  Engine(const Network& network, const EngineOptions& options, Store* store,
         const Observers& observers);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Metrics run(const std::function<void(Comm&)>& program);

  // What a task asks for (see Endpoint), on its fiber; `rank` is its own in communicator `comm`.

  Handle post_send(Index task, int comm, int rank, Slice what, int to, int tag);
  Handle post_receive(Index task, int comm, int rank, Slice into, int from, int tag);
  Handle post_work(Index task, Time work, int processor);
  /// The processor combines (kReduce) or copies slices of equal size; returns when it has.
  void compute(Index task, int comm, Operation::Kind kind, Slice into, Slice from);
  /// The processor uses new scratch for the first time.
  void touch(Index task, Slice scratch);
  void enter_round(Index task, int round, const std::source_location& where);
  void run_lanes(Index task, int comm, int rank, int n,
                 const std::function<void(Comm&, int)>& body);
  void run_ordered_lanes(Index task, int comm, int rank,
                         std::span<const EmulatedComm::OrderedLane> lanes,
                         const std::function<void(Comm&, int)>& body);
  Time now() const { return now_; }
  /// What a program does depends on what comes first.
  void depend_on_order() {
    uncontended_.lose();
    tell(recording_, &Recording::depend_on_order);
  }
  /// Waits until the task's requests are done.
  void await(Index task, std::span<const Handle> handles) {
    tell(recording_, &Recording::wait, task, handles);
    requests_.await(task, handles);
  }
  /// Waits until some are done, and has then waited for them.
  std::span<const Handle> await_some(Index task) {
    depend_on_order();
    const std::span<const Handle> done = requests_.await_some(task);
    tell(recording_, &Recording::wait, task, done);
    return done;
  }
  /// Not every rank is emulated (Network::symmetry).
  bool has_representatives() const { return network_.symmetry != nullptr; }
  Communicators& communicators() { return communicators_; }
  /// Null unless there is content to move.
  Store* content() const { return content_; }
  /// Where buffers and joined slices are; may be null.
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
  /// For how long its processor is busy; returns when it is free again.
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
  Sink* messages_sink_;  // of what processors do with messages
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
  std::unique_ptr<Causes> causes_;  // null unless there is a path
  Matching matching_;
  Transfers transfers_;
  std::unordered_map<Index, Slice> kept_;  // contents of buffered messages, by transfer
  Tasks tasks_;
  Requests requests_;
};

/// Returns what a run ends with in which nothing can happen any more: who waits for whom, and the cycle; its ranks are
/// those of the world.
DeadlockError deadlock_of(const Requests& requests, const Tasks& tasks,
                          const Communicators& communicators, Time now);

}  // namespace orrery
