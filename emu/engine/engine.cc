#include "emu/engine/engine.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "emu/base/call_checks.h"
#include "emu/engine/endpoint.h"
#include "emu/engine/representatives.h"
#include "emu/engine/stop.h"
#include "emu/engine/watch/find_critical_path.h"
#include "emu/engine/watch/keep_pattern.h"
#include "emu/net/symmetry.h"

namespace orrery::inline engine {
namespace {

void start_ranks(Tasks& tasks, const Network& network, const Tasks::Body& body) {
  if (network.symmetry != nullptr) {
    for (const int r : network.symmetry->representatives()) tasks.start_rank(r, body);
  } else {
    for (int r = 0; r < network.ranks(); ++r) tasks.start_rank(r, body);
  }
}

/// Returns the envelope of a message from its sender's side; with representative ranks that of the
/// message of the sender's representative rank.
Matching::Envelope sent_to(const Network& network, const Communicators& communicators, int comm,
                           int rank, int from, int tag) {
  if (network.symmetry == nullptr) return {communicators.place(comm, rank), from, tag};
  const Symmetry& all = *network.symmetry;
  return {communicators.place(comm, all.moved(rank, from)), all.representative(from), tag};
}

}  // namespace

Engine::Engine(const Network& network, const EngineOptions& options, Store* store,
               const Observers& observers)
    : network_(network),
      options_(options),
      store_(store),
      content_(store != nullptr && store->has_content() ? store : nullptr),
      sink_(observers.events),
      messages_sink_(sink_for(sink_, TraceLevel::kMessages)),
      uncontended_(network),
      links_(network),
      traffic_(links_, network.ranks(), network.topology->hosts(),
               network.topology->ports_per_host(), network.ports_per_host()),
      processors_(network),
      communicators_(network.ranks()),
      pattern_(observers.pattern),
      recording_(observers.recording),
      path_(observers.path),
      causes_(path_ == nullptr ? nullptr : std::make_unique<Causes>(network.ranks())),
      transfers_(network, links_, events_, traffic_, processors_, uncontended_, store, sink_,
                 causes_.get(), emulated_ranks(network)),
      tasks_(emulated_ranks(network), options.sync, traffic_),
      requests_(tasks_, store, 2 * emulated_ranks(network)) {
  if (options.sync == Sync::kRounds) uncontended_.lose();
  begin_observers();
}

Metrics Engine::run(const std::function<void(Comm&)>& program) {
  const Tasks::Body body = [&](Index task, int rank) {
    run_program(task, Communicators::kWorld, rank, program);
  };
  watch_contents();
  try {
    start_ranks(tasks_, network_, body);
    conduct();
    if (!tasks_.failure()) check_all_received();
  } catch (...) {
    tasks_.fail(std::current_exception());
  }
  if (tasks_.failure()) tasks_.abort_all();
  if (content_ != nullptr) content_->observe({});
  if (tasks_.failure()) std::rethrow_exception(tasks_.failure());
  Metrics metrics = traffic_.finish(completion_, transfers_.shared());
  metrics.uncontended = metrics.shared ? uncontended_.completion() : completion_;
  if (network_.symmetry != nullptr) count_all(metrics, *network_.symmetry);
  for (LinkLoad& load : metrics.hottest) load.ends = network_.topology->link(load.link);
  if (pattern_ != nullptr) end(*pattern_, transfers_.exact(), traffic_.joins());
  if (causes_ != nullptr)
    *path_ = critical_path(*causes_, network_, links_, processors_, completion_);
  return metrics;
}

void Engine::run_program(Index task, int comm, int rank,
                         const std::function<void(Comm&)>& program) {
  // Not on the fiber's stack: neighbouring ranks run one after the other, and their first touched
  // memory should be contiguous.
  const auto endpoint = std::make_unique<Endpoint>(*this, task, comm, rank);
  if (network_.conditions != nullptr && tasks_[task].parent == kNone) arrive(task);
  program(*endpoint);
  const bool is_rank = tasks_[task].parent == kNone;
  if (is_rank) tell(recording_, &Recording::end, task);
  if (!tasks_.aborting()) requests_.check_all_awaited(task);
  completion_ = now_;
  uncontended_.end_program(tasks_[task].uncontended);
  if (is_rank) tell(causes_, &Causes::end_rank, task);
}

/// Begins a rank's program when it has arrived and its processor is available.
void Engine::arrive(Index task) {
  const int rank = tasks_[task].rank;
  const std::vector<Time>& arrivals = network_.conditions->arrivals;
  Time at = arrivals.empty() ? Time(0) : arrivals[static_cast<std::size_t>(rank)];
  if (processors_.may_be_preempted()) at = processors_.back(rank, now_, at);
  if (at == now_) return;
  tell(causes_, &Causes::be_preempted, task, rank, 0, now_, at);
  events_.push(at, {Event::Kind::kWake, task, 0});
  tasks_.suspend(task, Task::State::kComputing);
}

/// Postpones tasks with preempted processors until these are back; tasks that worked until the
/// preemption began continue.
void Engine::keep_preempted() {
  tasks_.postpone([this](Index task) {
    const Task& t = tasks_[task];
    const Time back = processors_.back(t.rank, now_);
    if (back == now_ || processors_.has_just_worked(t.rank, now_)) return false;
    tell(causes_, &Causes::be_preempted, task, t.rank, t.round, now_, back);
    events_.push(back, {Event::Kind::kWake, task, 0});
    return true;
  });
}

void Engine::watch_contents() {
  if (content_ == nullptr || sink_ == nullptr || !sink_->wants_contents()) return;
  content_->observe([this](const ContentChange& c) {
    sink_->content({now_, c.range.buffer(), c.range.offset(), c.range.count(), c.logical,
                    c.contributors, c.set});
  });
}

void Engine::conduct() {
  do {
    if (processors_.may_be_preempted()) keep_preempted();
    tasks_.run();
    if (tasks_.failure()) return;
    check_stop();
    transfers_.start_ready(now_);
    if (events_.empty() || events_.next_time() > now_) transfers_.settle(now_);
  } while (advance());
}

/// Advances to the next instant with an event; returns false when the run is over.
bool Engine::advance() {
  if (!events_.empty()) {
    fire_instant(events_.next_time());
    return true;
  }
  if (tasks_.all_ended()) return false;
  if (tasks_.release_barrier()) return true;
  throw deadlock_of(requests_, tasks_, communicators_, now_);
}

/// Completes a request, at `uncontended` on the other clock.
void Engine::complete(Index request, const Ended& by, Time uncontended) {
  if (causes_ != nullptr && requests_.is_awaited(request))
    causes_->release(requests_[request].task, by);
  requests_.complete(request, uncontended);
}

[[gnu::always_inline]] inline void Engine::fire(const Event& e) {
  if (transfers_.fire(e, now_, [this](Index x) { end_transfer(x); })) return;
  if (e.kind == Event::Kind::kWorkEnd)
    return complete(e.index, tell(causes_, &Causes::end_work, e.index), now_);
  tell(causes_, &Causes::wake, e.index);
  tasks_.wake(e.index);
}

void Engine::fire_instant(Time instant) {
  events_.fire_instant([&](std::span<const Event> events, std::size_t i)
                           __attribute__((always_inline)) {
                             transfers_.prefetch(events, i, [this](const Transfer& t) {
                               if (t.send != kNone) requests_.prefetch(t.send);
                               if (t.receive != kNone) requests_.prefetch(t.receive);
                             });
                             const Event& e = events[i];
                             // Nothing happens at the end that a flow once had: the clock does not go there.
                             if (!transfers_.is_current(e)) return;
                             if (pattern_ != nullptr) note(*pattern_, e, now_ != instant);
                             now_ = instant;
                             fire(e);
                           });
}

Handle Engine::post_send(Index task, int comm, int rank, Slice what, int to, int tag) {
  const Handle request = requests_.add(task, Request::Kind::kSend, comm, to, tag, what);
  const Index x = transfers_.add();
  Transfer& t = transfers_[x];
  Task& by = tasks_[task];
  t.send = request.index;
  t.comm = comm;
  t.source = by.rank;
  t.destination = communicators_.world_rank(comm, to);
  t.tag = tag;
  t.round = by.round;
  t.from = what;
  t.posted = now_;
  if (is_recorded()) record(task, Operation::Kind::kSend, comm, to, tag, what, request);
  t.uncontended = by.uncontended;
  traffic_.hold(t.round);
  traffic_.count_at_once(t.round, by.to.add(to));
  const Index receive = matching_.send({communicators_.place(comm, to), rank, tag}, x);
  tell(causes_, &Causes::send, x, task);
  if (receive != kNone) match(x, receive);
  if (is_buffered(t)) buffer(x);
  if (receive != kNone || t.buffered || options_.protocol == Protocol::kEager)
    transfers_.make_ready(x);
  return request;
}

bool Engine::is_buffered(const Transfer& t) const {
  const auto host = [this](int rank) { return network_.host_of[static_cast<std::size_t>(rank)]; };
  return t.from.bytes() <= options_.eager_limit && host(t.source) != host(t.destination);
}

[[gnu::always_inline]] inline void Engine::take(Index transfer, const Ended& by) {
  const Transfer& t = transfers_[transfer];
  if (t.buffered) return take_buffered(transfer, by);
  deliver(t.from, t.receive);
  complete(t.receive, by, t.uncontended);
}

Handle Engine::post_receive(Index task, int comm, int rank, Slice into, int from, int tag) {
  const Handle request = requests_.add(task, Request::Kind::kReceive, comm, from, tag, into);
  if (is_recorded()) record(task, Operation::Kind::kReceive, comm, from, tag, into, request);
  Task& by = tasks_[task];
  traffic_.count_at_once(by.round, by.from.add(from));
  const Index x =
      matching_.receive(sent_to(network_, communicators_, comm, rank, from, tag), request.index);
  if (x == kNone) return request;
  const Time posted = transfers_[x].posted;
  match(x, request.index);
  tell(causes_, &Causes::meet, x, transfers_[x], task, posted,
       options_.protocol == Protocol::kSync);
  if (transfers_[x].arrived) {  // eager, and already here
    take(x, tell(causes_, &Causes::of, task));
    transfers_.remove(x);
  } else if (options_.protocol == Protocol::kSync && !transfers_[x].buffered) {
    transfers_.make_ready(x);
  }
  return request;
}

void Engine::match(Index transfer, Index receive) {
  Transfer& t = transfers_[transfer];
  const Slice into = requests_[receive].slice;
  t.receive = receive;
  if (options_.protocol == Protocol::kSync)
    t.uncontended = std::max(t.uncontended, requests_[receive].uncontended);
  if (!t.started) t.posted = std::max(t.posted, now_);
  if (t.from.count() > into.count())
    fail_rank(t.destination,
              text_of("the message of ", t.from.bytes().count(), " bytes from rank ", t.source,
                      " (tag ", t.tag, ", round ", t.round, ") does not fit into its receive of ",
                      into.bytes().count(), " bytes"));
}

void Engine::end_transfer(Index transfer) {
  transfers_.end(transfer, now_);
  Transfer& t = transfers_[transfer];
  const Ended ended = tell(causes_, &Causes::end, transfer, t, transfers_.flows_of(t), now_);
  if (t.receive != kNone) {
    take(transfer, ended);
  } else if (content_ != nullptr && !t.buffered) {  // eager: keep the data until it is received
    const Slice kept = content_->allocate(t.from.count());
    content_->copy(kept, t.from);
    t.from = kept;
  }
  if (t.send != kNone) complete(t.send, {ended.step(), ended.time, true}, t.uncontended);
  t.send = kNone;
  if (t.receive != kNone) transfers_.remove(transfer);
}

void Engine::deliver(Slice from, Index receive) {
  if (content_ != nullptr && from.count() > 0) content_->copy(requests_[receive].slice, from);
}

Handle Engine::post_work(Index task, Time work, int processor) {
  const Handle request = requests_.add(task, Request::Kind::kWork, 0, 0, 0, {});
  const int rank = tasks_[task].rank;
  const Turn turn = processors_.occupy(rank, processors_.time_of(rank, work), now_, processor);
  depend_on_order();  // a processor's own graph of operations: each begins as soon as it can
  tell(recording_, &Recording::compute, task, work, processor, request);
  if (sink_ != nullptr)
    sink_->compute({rank, tasks_[task].round, Bytes(0), false, turn.start, turn.end});
  tell(causes_, &Causes::post_work, request.index, task, rank, tasks_[task].round, processor, turn);
  events_.push(turn.end, {Event::Kind::kWorkEnd, request.index, 0});
  return request;
}

void Engine::compute(Index task, int comm, Operation::Kind kind, Slice into, Slice from) {
  const bool reduction = kind == Operation::Kind::kReduce;
  const Bytes bytes = into.bytes();
  if (reduction) traffic_.reduce(tasks_[task].round, tasks_[task].rank, bytes);
  work(task, bytes, processors_.time_of(tasks_[task].rank, bytes, reduction), reduction);
  record_work(task, kind, comm, into, from);
}

void Engine::touch(Index task, Slice scratch) {
  tell(recording_, &Recording::allocate, task, scratch);
  if (network_.costs.touch == CostPerByte{0}) return;
  const Bytes bytes = scratch.bytes();
  record_work(task, Operation::Kind::kTouch, Communicators::kWorld, scratch, {});
  if (bytes >= network_.costs.touch_from)
    work(task, bytes, processors_.time_of_touch(tasks_[task].rank, bytes), false);
}

void Engine::work(Index task, Bytes bytes, Time cost, bool reduction) {
  const int rank = tasks_[task].rank;
  const Turn turn = processors_.occupy(rank, cost, now_);
  if (Time& at = tasks_[task].uncontended; bytes.count() > 0)
    at = uncontended_.runs() ? uncontended_.occupy(rank, cost, at, now_) : turn.end;
  if (turn.start > now_ && tasks_[task].parent != kNone && network_.symmetry != nullptr)
    throw NotSymmetric("lanes wait for a processor");
  if (messages_sink_ != nullptr && bytes.count() > 0)
    messages_sink_->compute({rank, tasks_[task].round, bytes, reduction, turn.start, turn.end});
  if (turn.end == now_ || bytes.count() == 0) return;
  tell(causes_, &Causes::compute, task, rank, tasks_[task].round, turn);
  events_.push(turn.end, {Event::Kind::kWake, task, 0});
  tasks_.suspend(task, Task::State::kComputing);
}

void Engine::enter_round(Index task, int round, const std::source_location& where) {
  round += tasks_[task].first_round;
  tell(recording_, &Recording::enter_round, task, round);
  tasks_.enter_round(task, round);
  if (options_.sync == Sync::kRounds) tell(causes_, &Causes::pass_barrier, task);
  if (sink_ != nullptr)
    sink_->round(
        {tasks_[task].rank, round, now_, where.file_name(), static_cast<int>(where.line())});
}

void Engine::check_all_received() const {
  const Transfer* first = nullptr;  // by place, then by age
  Index first_place = kNone;
  matching_.for_each_message([&](const Matching::Envelope& e, Index x) {
    const Transfer& t = transfers_[x];
    if (first != nullptr && std::tie(first_place, first->sequence) < std::tie(e.place, t.sequence))
      return;
    first = &t;
    first_place = e.place;
  });
  if (first == nullptr) return;
  fail_rank(first->destination,
            text_of("never received the message that rank ", first->source, " sent it (tag ",
                    first->tag, ", round ", first->round, ")"));
}

void World::run(const std::function<void(Comm&)>& program) {
  Engine engine(network_, options_, store_, observers_);
  metrics_ = engine.run(program);
}

}  // namespace orrery::inline engine
