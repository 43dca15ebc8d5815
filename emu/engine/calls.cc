// What a rank's program asks of the engine: Endpoint and the matching behind it.
#include <algorithm>

#include "emu/base/call_checks.h"
#include "emu/engine/endpoint.h"
#include "emu/engine/engine.h"

namespace orrery {

int Engine::world_rank(Index comm, int rank) const {
  const std::vector<int>& ranks = comms_[comm].ranks;
  return ranks.empty() ? rank : ranks[static_cast<std::size_t>(rank)];
}

Unmatched& Engine::unmatched(Index place, int peer, int tag) {
  // In a round of a regular algorithm the peers of all ranks are equally far away: neighbouring
  // ranks use neighbouring buckets.
  const std::uint64_t distance = std::uint32_t(peer) - place;
  const std::uint64_t key = distance << 32 | static_cast<std::uint32_t>(tag);
  return unmatched_[((key * 0x9e3779b97f4a7c15u >> 32) + place) & (unmatched_.size() - 1)];
}

/// The first entry of the list from `peer` with `tag`, no longer in the list; or kNone.
template <class T>
Index Engine::take_unmatched(Pool<T>& pool, Unmatched::List& list, Index place, int peer, int tag) {
  Index previous = kNone;
  for (Index i = list.first; i != kNone; previous = i, i = pool[i].next) {
    const T& entry = pool[i];
    if (entry.place != place || entry.peer != peer || entry.tag != tag) continue;
    (previous == kNone ? list.first : pool[previous].next) = entry.next;
    if (entry.next == kNone) list.last = previous;
    --unmatched_count_;
    return i;
  }
  return kNone;
}

template <class T>
void Engine::add_unmatched(Pool<T>& pool, Unmatched::List& list, Index i) {
  pool[i].next = kNone;
  (list.last == kNone ? list.first : pool[list.last].next) = i;
  list.last = i;
  if (++unmatched_count_ > unmatched_.size()) grow_unmatched();
}

void Engine::grow_unmatched() {
  std::vector<Unmatched> old(unmatched_.size() * 4);
  old.swap(unmatched_);
  unmatched_count_ = 0;
  const auto move_all = [this](auto& pool, Index i, Unmatched::List Unmatched::*list) {
    while (i != kNone) {
      const auto& entry = pool[i];
      const Index next = entry.next;
      add_unmatched(pool, unmatched(entry.place, entry.peer, entry.tag).*list, i);
      i = next;
    }
  };
  for (const Unmatched& bucket : old) {
    move_all(requests_, bucket.receives.first, &Unmatched::receives);
    move_all(transfers_, bucket.transfers.first, &Unmatched::transfers);
  }
}

Index Engine::post_send(Index task, Index comm, int rank, Slice what, int to, int tag) {
  const Index r = requests_.take(), x = transfers_.take();
  Request& request = requests_[r];
  Transfer& t = transfers_[x];
  const std::uint32_t generation = request.generation;
  const Index place = comms_[comm].first_place + static_cast<Index>(to);
  ++tasks_[task].open;
  request = {};
  request.generation = generation;
  request.task = task;
  request.place = comms_[comm].first_place + static_cast<Index>(rank);
  request.peer = to;
  request.tag = tag;
  request.round = tasks_[task].round;
  request.is_send = request.live = true;
  request.slice = what;
  t = {};
  t.send = r;
  t.place = place;
  t.source = tasks_[task].rank;
  t.destination = world_rank(comm, to);
  t.peer = rank;
  t.tag = tag;
  t.round = request.round;
  t.from = what;
  t.posted = now_;
  t.sequence = next_sequence_++;
  traffic_.hold(t.round);
  Unmatched& bucket = unmatched(place, rank, tag);
  const Index receive = take_unmatched(requests_, bucket.receives, place, rank, tag);
  if (receive != kNone)
    match(x, receive);
  else
    add_unmatched(transfers_, bucket.transfers, x);
  if (receive != kNone || options_.protocol == Protocol::kEager) add_fresh(x);
  return r;
}

Index Engine::post_receive(Index task, Index comm, int rank, Slice into, int from, int tag) {
  const Index r = requests_.take();
  Request& request = requests_[r];
  const std::uint32_t generation = request.generation;
  const Index place = comms_[comm].first_place + static_cast<Index>(rank);
  ++tasks_[task].open;
  request = {};
  request.generation = generation;
  request.task = task;
  request.place = place;
  request.peer = from;
  request.tag = tag;
  request.round = tasks_[task].round;
  request.live = true;
  request.slice = into;
  Unmatched& bucket = unmatched(place, from, tag);
  const Index x = take_unmatched(transfers_, bucket.transfers, place, from, tag);
  if (x == kNone) {
    add_unmatched(requests_, bucket.receives, r);
    return r;
  }
  match(x, r);
  Transfer& t = transfers_[x];
  if (t.arrived) {  // eager, and already here
    deliver(t);
    transfers_.give_back(x);
    complete(r);
  } else if (options_.protocol == Protocol::kSync) {
    add_fresh(x);
  }
  return r;
}

void Engine::add_fresh(Index transfer) {
  const Transfer& t = transfers_[transfer];
  fresh_.push_back({t.source, transfer, t.sequence});
}

void Engine::match(Index transfer, Index receive) {
  Transfer& t = transfers_[transfer];
  Request& r = requests_[receive];
  t.receive = receive;
  if (!t.started) t.posted = std::max(t.posted, now_);
  if (t.from.count() > r.slice.count())
    fail(t.destination,
         text_of("the message of ", t.from.bytes().count(), " bytes from rank ", t.source, " (tag ",
                 t.tag, ", round ", t.round, ") does not fit into its receive of ",
                 r.slice.bytes().count(), " bytes"));
}

void Engine::await(Index task, std::span<const Handle> handles) {
  std::int32_t pending = 0;
  for (const Handle h : handles) {
    if (h.index == Handle::kNothing) continue;
    EMU_CHECK(h.index < requests_.size(), "wait: no such handle");
    Request& r = requests_[h.index];
    check_handle(r.live && r.generation == h.generation && !r.awaited, r.task == task);
    r.awaited = true;
    if (!r.done) ++pending;
    if (r.done && tasks_[task].collects) std::erase(tasks_[task].done, h.index);
  }
  tasks_[task].pending = pending;
  if (pending > 0) suspend(task, Task::State::kRequests);
  for (const Handle h : handles)
    if (h.index != Handle::kNothing) forget(h.index);
}

/// Of a request that has been waited for.
void Engine::forget(Index request) {
  Request& r = requests_[request];
  if (r.slice.joined() && scratch_ != nullptr) scratch_->release(r.slice);
  ++r.generation;
  r.live = false;
  --tasks_[r.task].open;
  requests_.give_back(request);
}

std::vector<Handle> Engine::await_some(Index task) {
  tasks_[task].collects = true;
  if (tasks_[task].open > 0 && tasks_[task].done.empty()) suspend(task, Task::State::kSomeRequest);
  std::vector<Handle> done;
  for (const Index r : tasks_[task].done) {
    done.push_back({r, requests_[r].generation});
    forget(r);
  }
  tasks_[task].done.clear();
  return done;
}

Index Engine::post_work(Index task, Time work, int processor) {
  const Index i = requests_.take();
  Request& r = requests_[i];
  const std::uint32_t generation = r.generation;
  r = {};
  r.generation = generation;
  r.task = task;
  r.round = tasks_[task].round;
  r.is_work = r.live = true;
  ++tasks_[task].open;
  const int rank = tasks_[task].rank;
  const Time cost = stretched(work, crowding(rank)),
             start = occupy_processor(rank, cost, processor);
  if (sink_ != nullptr) sink_->compute({rank, r.round, Bytes(0), false, start, start + cost});
  events_.push(start + cost, {Event::Kind::kWorkEnd, i, 0});
  return i;
}

void Engine::compute(Index task, Bytes bytes, bool reduction) {
  const int rank = tasks_[task].rank;
  if (reduction) traffic_.reduce(rank, bytes);
  const Time cost = duration_of(bytes, {network_.costs.gamma.ps * crowding(rank)});
  const Time start = occupy_processor(rank, cost), free_at = start + cost;
  if (messages_sink_ != nullptr && bytes.count() > 0)
    messages_sink_->compute({rank, tasks_[task].round, bytes, reduction, start, free_at});
  if (free_at == now_ || bytes.count() == 0) return;
  events_.push(free_at, {Event::Kind::kWake, task, 0});
  suspend(task, Task::State::kComputing);
}

void Engine::enter_round(Index task, int round, const std::source_location& where) {
  Task& t = tasks_[task];
  check_round(round, t.round);
  if (round != t.round) {
    traffic_.hold(round);
    traffic_.unhold(t.round);
    t.round = round;
  }
  traffic_.mark_round(round);
  if (options_.note != nullptr) options_.note->round = round;
  if (options_.sync == Sync::kRounds) {
    at_barrier_.push_back(task);
    suspend(task, Task::State::kBarrier);
  }
  if (sink_ != nullptr)
    sink_->round(
        {tasks_[task].rank, round, now_, where.file_name(), static_cast<int>(where.line())});
}

Index Engine::find_communicator(Index parent, int rank, int lane, std::vector<int> ranks,
                                int lanes) {
  const Index kind =
      kinds_.try_emplace({parent, lane, ranks}, static_cast<Index>(kinds_.size())).first->second;
  const int nth = made_[{kind, rank}]++;
  const auto [it, added] = children_.try_emplace({kind, nth}, static_cast<Index>(comms_.size()));
  if (added) {
    const auto size = ranks.empty() ? comms_[parent].size : static_cast<int>(ranks.size());
    if (ranks.empty())
      ranks = comms_[parent].ranks;
    else
      for (int& r : ranks) r = world_rank(parent, r);
    comms_.push_back({places_, std::move(ranks), size, static_cast<int>(comms_.size()), lanes});
    places_ += static_cast<Index>(size);
  }
  EMU_CHECK(comms_[it->second].lanes == lanes, "lanes(", lanes,
            ") where another rank called lanes(", comms_[it->second].lanes,
            "); expected the same number on every rank");
  return it->second;
}

void Engine::run_lanes(Index task, Index comm, int rank, int n,
                       const std::function<void(Endpoint&, int)>& body) {
  check_lanes(n);
  std::vector<Index> comms;
  comms.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) comms.push_back(find_communicator(comm, rank, i, {}, n));
  try {
    for (int i = 0; i < n; ++i, ++tasks_[task].lanes)
      spawn(tasks_[task].rank, comms[static_cast<std::size_t>(i)], rank, task,
            [&body, i](Endpoint& lane) { body(lane, i); });
  } catch (...) {
    aborting_ = true;  // lanes that exist end without touching `body`
    throw;
  }
  // The lanes hold their rounds themselves: a round must not stay open until the last of them ends.
  traffic_.unhold(tasks_[task].round);
  tasks_[task].holds = false;
  suspend(task, Task::State::kLanes);
}

int Endpoint::world_rank() const {
  return engine_.world_rank(comm_, rank_);
}

Handle Endpoint::handle(Index index) const {
  return {index, engine_.requests_[index].generation};
}

void Endpoint::send(Slice what, int to, int tag) {
  if (what.empty()) return;
  check_rank("send to", to, size_);
  const Handle h = handle(engine_.post_send(task_, comm_, rank_, what, to, tag));
  engine_.await(task_, {&h, 1});
}

void Endpoint::recv(Slice into, int from, int tag) {
  if (into.empty()) return;
  check_rank("recv from", from, size_);
  const Handle h = handle(engine_.post_receive(task_, comm_, rank_, into, from, tag));
  engine_.await(task_, {&h, 1});
}

void Endpoint::sendrecv(Slice out, int to, Slice in, int from, int tag) {
  if (out.empty()) return recv(in, from, tag);
  if (in.empty()) return send(out, to, tag);
  check_rank("sendrecv to", to, size_);
  check_rank("sendrecv from", from, size_);
  const Handle receive = handle(engine_.post_receive(task_, comm_, rank_, in, from, tag));
  const Handle both[] = {receive, handle(engine_.post_send(task_, comm_, rank_, out, to, tag))};
  engine_.await(task_, both);
}

Handle Endpoint::isend(Slice what, int to, int tag) {
  if (what.empty()) return {};
  check_rank("isend to", to, size_);
  return handle(engine_.post_send(task_, comm_, rank_, what, to, tag));
}

Handle Endpoint::irecv(Slice into, int from, int tag) {
  if (into.empty()) return {};
  check_rank("irecv from", from, size_);
  return handle(engine_.post_receive(task_, comm_, rank_, into, from, tag));
}

void Endpoint::wait(std::span<const Handle> handles) {
  engine_.await(task_, handles);
}

Handle Endpoint::icompute(Time work, int processor) {
  EMU_CHECK(work >= Time(0), "icompute of ", work.count(), " ps");
  return handle(engine_.post_work(task_, work, processor));
}

std::vector<Handle> Endpoint::wait_some() {
  return engine_.await_some(task_);
}

void Endpoint::reduce(Slice into, Slice from, bool from_first) {
  check_counts("reduce", into.count(), from.count());
  if (into.count() == 0) return;
  engine_.compute(task_, into.bytes(), true);
  if (engine_.store_ != nullptr) engine_.store_->reduce(into, from, from_first);
  release(into, from);
}

void Endpoint::copy(Slice into, Slice from) {
  check_counts("copy", into.count(), from.count());
  if (into.count() == 0) return;
  engine_.compute(task_, into.bytes(), false);
  if (engine_.store_ != nullptr) engine_.store_->copy(into, from);
  release(into, from);
}

Slice Endpoint::scratch(std::int64_t elements) {
  check_scratch(elements);
  return engine_.scratch_ != nullptr ? engine_.scratch_->allocate(elements)
                                     : Slice{0, 1, 0, elements};
}

Slice Endpoint::join(std::span<const Slice> parts) {
  if (engine_.scratch_ != nullptr) return engine_.scratch_->join(parts);
  std::int64_t total = 0;
  for (const Slice& part : parts) total += part.count();
  return {0, parts.empty() ? 1 : parts.front().element_bytes(), 0, total};
}

void Endpoint::release(Slice a, Slice b) {
  for (const Slice& s : {a, b})
    if (s.joined()) engine_.scratch_->release(s);
}

void Endpoint::round(int k, std::source_location where) {
  engine_.enter_round(task_, k, where);
}

void Endpoint::lanes(int n, const std::function<void(Endpoint&, int)>& body) {
  engine_.run_lanes(task_, comm_, rank_, n, body);
}

Endpoint Endpoint::sub(std::span<const int> ranks) {
  std::vector<int> list(ranks.begin(), ranks.end());
  const int rank = place_in_sub(list, rank_, size_);
  const auto size = static_cast<int>(list.size());
  return {engine_, task_, engine_.find_communicator(comm_, rank_, -1, std::move(list), 0), rank,
          size};
}

}  // namespace orrery
