#include "emu/engine/engine.h"

#include <algorithm>

#include "emu/base/call_checks.h"
#include "emu/engine/endpoint.h"

namespace orrery {

Engine::Engine(const Network& network, const EngineOptions& options, Store* store, Sink* sink)
    : network_(network),
      options_(options),
      store_(store != nullptr && store->has_content() ? store : nullptr),
      scratch_(store),
      sink_(sink),
      messages_sink_(sink != nullptr && sink->level() >= TraceLevel::kMessages ? sink : nullptr),
      rates_sink_(sink != nullptr && sink->level() >= TraceLevel::kAll ? sink : nullptr),
      links_(network),
      fluid_(links_, events_),
      ports_(network.ports),
      traffic_(links_, network.ranks()),
      crowding_(network.crowding()),
      cpu_free_(network.host_of.size()) {}

void Engine::run(const std::function<void(Endpoint&)>& program) {
  const int p = network_.ranks();
  watch_contents();
  fibers_ = std::make_unique<Fibers>(static_cast<std::size_t>(p));
  comms_.push_back({0, {}, p, 0, 0});
  places_ = static_cast<Index>(p);
  try {
    for (int r = 0; r < p; ++r) spawn(r, 0, r, kNone, program);
    conduct();
    if (!failure_) check_all_received();
  } catch (...) {
    if (!failure_) failure_ = std::current_exception();
  }
  if (failure_) abort_all();
  fibers_.reset();
  if (store_ != nullptr) store_->observe({});
  if (failure_) std::rethrow_exception(failure_);
  metrics_ = traffic_.finish(completion_, fluid_.shared());
  for (LinkLoad& load : metrics_.hottest) load.ends = network_.topology->link(load.link);
}

void Engine::watch_contents() {
  if (store_ == nullptr || sink_ == nullptr || !sink_->wants_contents()) return;
  store_->observe([this](const ContentChange& c) {
    sink_->content({now_, c.range.buffer(), c.range.offset(), c.range.count(), c.logical,
                    c.contributors, c.set});
  });
}

void Engine::spawn(int rank, Index comm, int comm_rank, Index parent,
                   std::function<void(Endpoint&)> body) {
  const Index task = tasks_.take();
  tasks_[task] = {};
  tasks_[task].rank = rank;
  tasks_[task].parent = parent;
  tasks_[task].round = parent == kNone ? 0 : tasks_[parent].round;
  traffic_.hold(tasks_[task].round);
  ++live_;
  tasks_[task].fiber = fibers_->spawn([this, task, comm, comm_rank, body = std::move(body)] {
    Endpoint endpoint(*this, task, comm, comm_rank, comms_[comm].size);
    task_body(task, endpoint, body);
  });
}

void Engine::task_body(Index task, Endpoint& endpoint, const std::function<void(Endpoint&)>& body) {
  const int rank = tasks_[task].rank;
  const auto record = [&](std::exception_ptr error) {
    if (!failure_) failure_ = std::move(error);
    aborting_ = true;
  };
  if (options_.note != nullptr) note(task);
  try {
    if (!aborting_) body(endpoint);
    if (!aborting_) check_all_waited(task);
  } catch (const Aborted&) {
  } catch (const RankError&) {
    record(std::current_exception());
  } catch (const std::bad_alloc&) {
    record(std::current_exception());
  } catch (const std::exception& e) {
    record(std::make_exception_ptr(RankError(rank, text_of("rank ", rank, ": ", e.what()))));
  } catch (...) {
    record(std::make_exception_ptr(
        RankError(rank, text_of("rank ", rank, ": threw something that is no std::exception"))));
  }
  end_task(task);
}

void Engine::end_task(Index task) {
  Task& t = tasks_[task];
  t.state = Task::State::kEnded;
  --live_;
  completion_ = std::max(completion_, now_);
  if (!failure_ && t.parent != kNone) pass_round(t, tasks_[t.parent]);
  if (!failure_) traffic_.unhold(t.round);
  if (t.parent == kNone) return;  // kept: the report tells who has finished
  Task& parent = tasks_[t.parent];
  const Index parent_index = t.parent;
  tasks_.give_back(task);
  if (--parent.lanes == 0 && !aborting_) wake(parent_index);
}

/// A task that waits for its lanes goes on in the latest round that one of them was in.
void Engine::pass_round(const Task& lane, Task& parent) {
  if (parent.holds && lane.round <= parent.round) return;
  traffic_.hold(lane.round);
  if (parent.holds) traffic_.unhold(parent.round);
  parent.holds = true;
  parent.round = lane.round;
}

void Engine::wake(Index task) {
  tasks_[task].state = Task::State::kRunning;
  woken_.push_back(task);
}

/// Runs all that can run at this instant: in the order of ranks, whatever woke them first.
void Engine::run_fibers() {
  do {
    if (!std::is_sorted(woken_.begin(), woken_.end())) std::sort(woken_.begin(), woken_.end());
    for (const Index task : woken_) fibers_->wake(tasks_[task].fiber);
    woken_.clear();
    fibers_->run_ready();
    if (options_.note != nullptr) options_.note->rank = -1;
  } while (!woken_.empty());
}

void Engine::suspend(Index task, Task::State state) {
  if (aborting_) throw Aborted{};
  tasks_[task].state = state;
  fibers_->suspend(tasks_[task].fiber);
  if (options_.note != nullptr) note(task);
  if (aborting_) throw Aborted{};
}

void Engine::note(Index task) {
  options_.note->rank = tasks_[task].rank;
  options_.note->round = tasks_[task].round;
  ++options_.note->turns;
}

void Engine::fail(int rank, const std::string& message) {
  throw RankError(rank, text_of("rank ", rank, ": ", message));
}

void Engine::conduct() {
  for (;;) {
    run_fibers();
    if (failure_) return;
    start_transfers();
    if (events_.empty() || events_.next_time() > now_) settle();
    if (events_.empty()) {
      if (live_ == 0) return;
      if (release_barrier()) continue;
      std::vector<int> waiting;
      for (Index t = 0; t < tasks_.size(); ++t)
        if (tasks_[t].parent == kNone && tasks_[t].state != Task::State::kEnded)
          waiting.push_back(tasks_[t].rank);
      throw DeadlockError(describe_waiting(*this), std::move(waiting));
    }
    const Time next = events_.next_time();
    while (!events_.empty() && events_.next_time() == next) {
      events_.pop(firing_);
      for (const Event& e : firing_) {
        // Nothing happens at the end that a flow once had: the clock does not go there.
        if (e.kind == Event::Kind::kFlowEnd && !fluid_.is_current(e)) continue;
        now_ = next;
        fire(e);
      }
    }
  }
}

void Engine::fire(const Event& e) {
  switch (e.kind) {
    case Event::Kind::kFlowStart:
      begin_flows(transfers_[e.index]);
      return;
    case Event::Kind::kTransferEnd:
      end_transfer(e.index);
      return;
    case Event::Kind::kWorkEnd:
      complete(e.index);
      return;
    case Event::Kind::kWake:
      wake(e.index);
      return;
    case Event::Kind::kFlowEnd:
      break;
  }
  fluid_.stop(e.index);
  const Index transfer = fluid_.owner(e.index);
  Transfer& t = transfers_[transfer];
  if (rates_sink_ != nullptr)
    rates_sink_->rate({t.id, t.paths > 1 && t.flows[1] == e.index ? 1 : 0, now_, 0});
  if (--t.flowing == 0) end_transfer(transfer);
}

void Engine::settle() {
  if (rates_sink_ == nullptr) return fluid_.settle(now_, [](Fluid::FlowId, double) {});
  std::vector<RateEvent> rates;
  fluid_.settle(now_, [&](Fluid::FlowId f, double ps_per_byte) {
    const Transfer& t = transfers_[fluid_.owner(f)];
    rates.push_back({t.id, t.paths > 1 && t.flows[1] == f ? 1 : 0, now_, 1e12 / ps_per_byte});
  });
  std::stable_sort(rates.begin(), rates.end(), [](const RateEvent& a, const RateEvent& b) {
    return std::pair(a.message, a.path) < std::pair(b.message, b.path);
  });
  for (const RateEvent& e : rates) rates_sink_->rate(e);
}

bool Engine::release_barrier() {
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

void Engine::abort_all() {
  aborting_ = true;
  // Lanes end before the task that waits for them: its frame owns what they run.
  for (bool again = true; again;) {
    again = false;
    run_fibers();
    for (Index t = 0; t < tasks_.size(); ++t) {
      const Task& task = tasks_[t];
      const bool blocked = task.state != Task::State::kEnded && task.state != Task::State::kRunning;
      if (!blocked || task.lanes > 0) continue;
      wake(t);
      again = true;
    }
  }
}

void Engine::check_all_waited(Index task) {
  if (tasks_[task].open == 0) return;
  for (Index i = 0; i < requests_.size(); ++i) {
    const Request& r = requests_[i];
    if (r.live && r.task == task)
      fail(tasks_[task].rank,
           r.is_work ? text_of("ended without waiting for its icompute (round ", r.round, ")")
                     : not_waited_text(r.is_send, r.peer, r.tag, r.round));
  }
}

void Engine::check_all_received() {
  const Transfer* first = nullptr;  // by place, then by age
  for (const Unmatched& bucket : unmatched_)
    for (Index x = bucket.transfers.first; x != kNone; x = transfers_[x].next) {
      const Transfer& t = transfers_[x];
      if (first == nullptr ||
          std::tie(t.place, t.sequence) < std::tie(first->place, first->sequence))
        first = &t;
    }
  if (first == nullptr) return;
  fail(first->destination, text_of("never received the message that rank ", first->source,
                                   " sent it (tag ", first->tag, ", round ", first->round, ")"));
}

World::World(const Network& network, const EngineOptions& options, Store* store, Sink* sink)
    : engine_(std::make_unique<Engine>(network, options, store, sink)) {}
World::~World() = default;
void World::run(const std::function<void(Endpoint&)>& program) {
  engine_->run(program);
}
const Metrics& World::metrics() const {
  return engine_->metrics();
}

}  // namespace orrery
