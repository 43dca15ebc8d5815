#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <source_location>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "emu/base/handle.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/fibers.h"
#include "emu/engine/fluid.h"
#include "emu/engine/link_table.h"
#include "emu/engine/port_table.h"
#include "emu/engine/traffic.h"
#include "emu/engine/world.h"

/// Inside World: the state of a run. All tables are flat and their indices stable; nothing is
/// allocated per message once the tables have grown.
namespace orrery {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffff;

/// A table whose entries are reused.
template <class T>
class Pool {
 public:
  Index take() {
    if (free_.empty()) {
      entries_.emplace_back();
      return static_cast<Index>(entries_.size() - 1);
    }
    const Index i = free_.back();
    free_.pop_back();
    return i;
  }
  void give_back(Index i) { free_.push_back(i); }
  T& operator[](Index i) { return entries_[i]; }
  const T& operator[](Index i) const { return entries_[i]; }
  std::size_t size() const { return entries_.size(); }

 private:
  std::vector<T> entries_;
  std::vector<Index> free_;
};

/// A rank's program or one of its lanes.
struct Task {
  int rank = 0;  ///< in the world
  Fibers::Id fiber = 0;
  std::int32_t pending = 0;  ///< requests that must complete before it goes on
  std::int32_t round = 0;
  Index parent = kNone;     ///< the task that waits for this lane to end
  std::int32_t lanes = 0;   ///< lanes still running
  std::int32_t open = 0;    ///< requests posted and not yet waited for
  bool holds = true;        ///< its round (see Traffic); not while all its lanes run
  bool collects = false;    ///< `done` is kept
  std::vector<Index> done;  ///< requests that nobody waits for, for await_some
  enum class State : std::uint8_t {
    kRunning,
    kRequests,
    kSomeRequest,
    kBarrier,
    kLanes,
    kComputing,
    kEnded
  } state = State::kRunning;
};

/// A posted send or receive, or work of the processor, until it has been waited for.
struct Request {
  Index task = kNone;
  Index place = kNone;    ///< own (communicator, rank)
  Index next = kNone;     ///< in the list of receives without a message
  std::int32_t peer = 0;  ///< rank in the communicator
  std::int32_t tag = 0;
  std::int32_t round = 0;
  std::uint32_t generation = 0;
  bool is_send = false, is_work = false, done = false, awaited = false, live = false;
  Slice slice;
};

/// A message from its send on.
struct Transfer {
  Index send = kNone;                        ///< request; kNone once it has completed
  Index receive = kNone;                     ///< request; kNone until matched
  Index place = kNone;                       ///< destination's (communicator, rank)
  Index next = kNone;                        ///< in the list of messages without a receive
  std::int32_t source = 0, destination = 0;  ///< ranks in the world
  std::int32_t peer = 0;                     ///< source's rank in the communicator
  std::int32_t tag = 0, round = 0;
  std::int32_t flowing = 0;  ///< flows not ended
  std::int32_t paths = 0;
  bool started = false, arrived = false;
  Slice from;
  std::int64_t id = 0;
  std::uint64_t sequence = 0;  ///< of its send, among all sends
  std::uint64_t order = 0;     ///< among all transfers that could start: first come, first served
  Time posted{0}, start{0}, flow{0};
  Time latency{0};         ///< from start to flow
  double ps_per_byte = 0;  ///< at which it flows alone in the network
  PortTable::Needs ports;
  std::array<Fluid::FlowId, 2> flows{};
};

/// What waits for its partner, one bucket of a hash table over (place, peer, tag); in the order it
/// was posted. A place is a rank in a communicator: where messages for it are matched.
struct Unmatched {
  struct List {
    Index first = kNone, last = kNone;
  };
  List receives;   ///< posted receives without a message
  List transfers;  ///< messages without a receive
};

struct Communicator {
  Index first_place = 0;   ///< of its rank 0
  std::vector<int> ranks;  ///< in the world; empty = all, in order
  int size = 0;
  int lane = 0;   ///< number: 0 = world
  int lanes = 0;  ///< n of the lanes() call that made it; 0 otherwise
};

class Engine {
 public:
  Engine(const Network& network, const EngineOptions& options, Store* store, Sink* sink);
  void run(const std::function<void(Endpoint&)>& program);
  const Metrics& metrics() const { return metrics_; }

 private:
  friend class Endpoint;
  friend class WaitReport;  // deadlock.cc
  /// Thrown through a fiber to unwind it after the run has failed.
  struct Aborted {};

  // Called by tasks (calls.cc).
  Index post_send(Index task, Index comm, int rank, Slice what, int to, int tag);
  Index post_receive(Index task, Index comm, int rank, Slice into, int from, int tag);
  Index post_work(Index task, Time work, int processor);
  void await(Index task, std::span<const Handle> handles);
  std::vector<Handle> await_some(Index task);
  void forget(Index request);
  void compute(Index task, Bytes bytes, bool reduction);
  void enter_round(Index task, int round, const std::source_location& where);
  void run_lanes(Index task, Index comm, int rank, int n,
                 const std::function<void(Endpoint&, int)>& body);
  Index find_communicator(Index parent, int rank, int lane, std::vector<int> ranks, int lanes);
  [[noreturn]] void fail(int rank, const std::string& message);
  void suspend(Index task, Task::State state);

  // Matching (calls.cc).
  int world_rank(Index comm, int rank) const;
  void match(Index transfer, Index receive);
  Unmatched& unmatched(Index place, int peer, int tag);
  template <class T>
  Index take_unmatched(Pool<T>& pool, Unmatched::List& list, Index place, int peer, int tag);
  template <class T>
  void add_unmatched(Pool<T>& pool, Unmatched::List& list, Index i);
  void grow_unmatched();
  void add_fresh(Index transfer);

  // Transfers (transfers.cc).
  void start_transfers();
  void try_start(Index transfer);
  void plan(Index transfer);
  void choose_routes(Index transfer);
  int choose_path(const Transfer& t, int count);
  void find_route(NodeId from, NodeId to, int path, std::vector<LinkSlot>& route);
  void count_message(const Transfer& t, int change);
  void set_costs(Transfer& t);
  void launch(Index transfer);
  void begin_flows(Transfer& t);
  void end_transfer(Index transfer);
  void deliver(Transfer& t);
  void complete(Index request);
  std::span<const Slice> parts_of(Slice s) const;  // none unless it is joined
  MessageEvent event_of(Index transfer, Time end) const;
  /// When a rank's processor can begin with `work`, for which it is then busy.
  Time occupy_processor(int rank, Time work, int processor = 0);
  Time turn_of(const Transfer& t);
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }
  /// By which factor the processors of a rank's host are slower for sharing (Network::crowding).
  double crowding(int rank) const {
    return crowding_.empty() ? 1 : crowding_[static_cast<std::size_t>(rank)];
  }

  // The conductor (engine.cc).
  void spawn(int rank, Index comm, int comm_rank, Index parent,
             std::function<void(Endpoint&)> body);
  void task_body(Index task, Endpoint& endpoint, const std::function<void(Endpoint&)>& body);
  void end_task(Index task);
  void pass_round(const Task& lane, Task& parent);
  void wake(Index task);
  void run_fibers();
  void note(Index task);
  void conduct();
  void fire(const Event& e);
  void settle();
  bool release_barrier();
  void abort_all();
  void check_all_waited(Index task);
  void check_all_received();
  void watch_contents();

  const Network& network_;
  EngineOptions options_;
  Store* store_;  // null unless there is content to move
  Store* scratch_;
  Sink* sink_;           // of rounds, null if nobody wants them, as the others
  Sink* messages_sink_;  // of messages and computations
  Sink* rates_sink_;
  Time now_{0};
  Time completion_{0};

  LinkTable links_;
  EventQueue events_;
  Fluid fluid_;
  PortTable ports_;
  Traffic traffic_;
  Metrics metrics_;

  Pool<Task> tasks_;
  Pool<Request> requests_;
  Pool<Transfer> transfers_;
  std::vector<Unmatched> unmatched_{16};  // a power of two of buckets
  std::size_t unmatched_count_ = 0;
  Index places_ = 0;  // of all communicators
  std::vector<Communicator> comms_;
  /// (parent, lane or -1, ranks) -> kind; (kind, rank) -> how many of the kind the rank has made;
  /// (kind, how many were made before) -> communicator.
  std::map<std::tuple<Index, int, std::vector<int>>, Index> kinds_;
  std::map<std::pair<Index, int>, int> made_;
  std::map<std::pair<Index, int>, Index> children_;
  std::vector<double> crowding_;  // by rank; empty if no host has more ranks than cores
  std::vector<Time> cpu_free_;    // by rank: when its processor is free again
  std::map<std::pair<int, int>, Time> more_cpus_;  // by rank and processor > 0, likewise
  /// A transfer that became able to start at this instant.
  struct Fresh {
    std::int32_t source;
    Index transfer;
    std::uint64_t sequence;
  };
  std::vector<Fresh> fresh_;
  std::vector<Event> firing_;
  std::array<std::vector<LinkSlot>, 2> routes_;  // scratch: of the transfer being planned, by path
  std::vector<LinkId> route_ids_;
  std::vector<std::int32_t> messages_on_;  // by link, for adaptive routing only
  std::vector<Index> woken_;               // tasks that go on at this instant
  std::vector<Index> at_barrier_;
  std::uint64_t next_sequence_ = 0;
  std::uint64_t next_order_ = 0;
  std::int64_t next_id_ = 0;
  int live_ = 0;
  bool aborting_ = false;
  std::exception_ptr failure_;
  std::unique_ptr<Fibers> fibers_;
};

/// The report of DeadlockError: who waits for whom, and the cycle.
std::string describe_waiting(const Engine& engine);

}  // namespace orrery
