// The life of a transfer: ports, route, latency, flow, delivery.
#include <algorithm>
#include <limits>

#include "emu/engine/engine.h"

namespace orrery {

namespace {

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014: the mixer.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

std::uint64_t hash_of_pair(int source, int destination, std::uint64_t seed) {
  return mixed(mixed(seed) ^ (std::uint64_t{static_cast<std::uint32_t>(source)} << 32 |
                              static_cast<std::uint32_t>(destination)));
}

}  // namespace

void Engine::start_transfers() {
  for (Index x = ports_.take_parked(); x != PortTable::kNone; x = ports_.take_parked()) launch(x);
  if (fresh_.empty()) return;
  // First come, first served; ties by source rank and then in the order of its sends, however the
  // fibers happened to run.
  const auto before = [](const Fresh& a, const Fresh& b) {
    return a.source != b.source ? a.source < b.source : a.sequence < b.sequence;
  };
  if (!std::is_sorted(fresh_.begin(), fresh_.end(), before))
    std::sort(fresh_.begin(), fresh_.end(), before);
  for (const Fresh& f : fresh_) {
    const Index x = f.transfer;
    plan(x);
    transfers_[x].order = next_order_++;
    try_start(x);
  }
  fresh_.clear();
}

void Engine::plan(Index transfer) {
  Transfer& t = transfers_[transfer];
  const NodeId from = host_of(t.source), to = host_of(t.destination);
  if (from == to) {
    const double crowd = std::max(crowding(t.source), crowding(t.destination));
    t.latency = stretched(network_.costs.host_alpha, crowd);
    t.ps_per_byte = network_.costs.host_beta.ps * crowd;
  } else if (network_.routing != Routing::kAdaptive || ports_.per_link()) {
    choose_routes(transfer);
  } else if (!ports_.unlimited()) {  // the route is chosen when the transfer starts
    ports_.add_needs(t.ports, from, to, {});
  }
}

/// REQUIRES that the transfer is between hosts and has no route yet.
void Engine::choose_routes(Index transfer) {
  Transfer& t = transfers_[transfer];
  const NodeId from = host_of(t.source), to = host_of(t.destination);
  const int count = network_.topology->path_count(from, to, network_.routing);
  const bool one = network_.routing == Routing::kEcmp || network_.routing == Routing::kAdaptive;
  const int first = one ? choose_path(t, count) : 0;
  t.paths = one ? 1 : count;
  for (int path = 0; path < t.paths; ++path) {
    const auto i = static_cast<std::size_t>(path);
    find_route(from, to, first + path, routes_[i]);
    t.flows[i] = fluid_.add(routes_[i], transfer);
    if (!ports_.unlimited()) ports_.add_needs(t.ports, from, to, routes_[i]);
  }
  if (network_.routing == Routing::kAdaptive) count_message(t, 1);
  set_costs(t);
  t.latency +=
      stretched(network_.costs.alpha, std::max(crowding(t.source), crowding(t.destination)));
}

/// For kEcmp and kAdaptive.
int Engine::choose_path(const Transfer& t, int count) {
  if (network_.routing == Routing::kEcmp)
    return static_cast<int>(hash_of_pair(t.source, t.destination, network_.seed) %
                            static_cast<std::uint64_t>(count));
  const NodeId from = host_of(t.source), to = host_of(t.destination);
  int best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int path = 0; path < count && count > 1; ++path) {
    find_route(from, to, path, routes_[0]);
    double busiest = 0;
    for (const LinkSlot s : routes_[0])
      busiest =
          std::max(busiest, links_.cost(s) * (1 + (s < messages_on_.size() ? messages_on_[s] : 0)));
    if (busiest < least) least = busiest, best = path;
  }
  return best;
}

void Engine::find_route(NodeId from, NodeId to, int path, std::vector<LinkSlot>& route) {
  route_ids_.clear();
  route.clear();
  network_.topology->append_route(from, to, path, route_ids_);
  for (const LinkId id : route_ids_) route.push_back(links_.slot(id));
}

/// Adds to the messages on each link of its route.
void Engine::count_message(const Transfer& t, int change) {
  if (messages_on_.size() < links_.size()) messages_on_.resize(links_.size());
  for_each_link(fluid_.route(t.flows[0]), [&](LinkSlot s) { messages_on_[s] += change; });
}

/// From routes_. Split paths are equally long; with unequal links the slower one counts. Shortest
/// paths that share a link cross it as the same hop, and it carries the whole message.
void Engine::set_costs(Transfer& t) {
  if (t.paths == 1 && links_.alike()) {
    t.latency = links_.latency(0) * static_cast<std::int64_t>(routes_[0].size());
    t.ps_per_byte = links_.cost(0);
    return;
  }
  for (int path = 0; path < t.paths; ++path) {
    const std::vector<LinkSlot>& route = routes_[static_cast<std::size_t>(path)];
    const std::vector<LinkSlot>& other = routes_[static_cast<std::size_t>(t.paths - 1 - path)];
    Time latency{0};
    for (std::size_t hop = 0; hop < route.size(); ++hop) {
      const bool whole = other[hop] == route[hop];
      latency += links_.latency(route[hop]);
      t.ps_per_byte = std::max(t.ps_per_byte, links_.cost(route[hop]) / (whole ? 1 : t.paths));
    }
    t.latency = std::max(t.latency, latency);
  }
}

void Engine::try_start(Index transfer) {
  Transfer& t = transfers_[transfer];
  if (t.ports.count == 0 || ports_.take(transfer, t.order, t.ports)) launch(transfer);
}

void Engine::launch(Index transfer) {
  Transfer& t = transfers_[transfer];
  const Bytes bytes = t.from.bytes();
  if (network_.routing == Routing::kAdaptive && t.paths == 0 &&
      host_of(t.source) != host_of(t.destination))
    choose_routes(transfer);
  t.started = true;
  t.start = now_;
  t.id = next_id_++;
  traffic_.start(t.round, t.source, bytes, now_);
  if (messages_sink_ != nullptr) {
    messages_sink_->start(event_of(transfer, Time(0)));
    for (const Slice& s : parts_of(t.from))
      messages_sink_->part({t.id, s.buffer(), s.offset(), s.count()});
  }
  for (int path = 0; path < t.paths; ++path) {
    const LinkRuns route = fluid_.route(t.flows[static_cast<std::size_t>(path)]);
    const Bytes share((bytes.count() + (path == 0 ? t.paths - 1 : 0)) / t.paths);
    traffic_.cross(t.round, route, share);
    if (messages_sink_ != nullptr) {
      route_ids_.clear();
      for_each_link(route, [this](LinkSlot s) { route_ids_.push_back(links_.id(s)); });
      messages_sink_->path({t.id, share, route_ids_, transfer});
    }
  }
  traffic_.unhold(t.round);
  t.flow = turn_of(t) + t.latency;
  if (t.paths > 0 && network_.contention && bytes.count() > 0)
    events_.push(t.flow, {Event::Kind::kFlowStart, transfer, 0});
  else
    events_.push(t.flow + duration_of(bytes, {t.ps_per_byte}),
                 {Event::Kind::kTransferEnd, transfer, 0});
}

Time Engine::occupy_processor(int rank, Time work, int processor) {
  Time& free_at =
      processor == 0 ? cpu_free_[static_cast<std::size_t>(rank)] : more_cpus_[{rank, processor}];
  const Time start = std::max(now_, free_at);
  free_at = start + work;
  return start;
}

/// When the sender's processor turns to it. Within a host the processor copies: one message at a
/// time, for as long as it takes. To another host it is busy for the overhead only.
Time Engine::turn_of(const Transfer& t) {
  if (t.paths == 0)
    return occupy_processor(t.source, t.latency + duration_of(t.from.bytes(), {t.ps_per_byte}));
  if (network_.costs.overhead == Time(0)) return now_;
  return occupy_processor(t.source, stretched(network_.costs.overhead, crowding(t.source)));
}

void Engine::begin_flows(Transfer& t) {
  t.flowing = t.paths;
  const double share = static_cast<double>(t.from.bytes().count()) / t.paths;
  for (int path = 0; path < t.paths; ++path)
    fluid_.start(t.flows[static_cast<std::size_t>(path)], share, t.ps_per_byte * t.paths, now_);
}

void Engine::end_transfer(Index transfer) {
  Transfer& t = transfers_[transfer];
  traffic_.end(t.round, now_);
  if (t.ports.count > 0) ports_.release(t.ports);
  if (network_.routing == Routing::kAdaptive && t.paths > 0) count_message(t, -1);
  for (int path = 0; path < t.paths; ++path)
    fluid_.release(t.flows[static_cast<std::size_t>(path)]);
  if (messages_sink_ != nullptr) messages_sink_->message(event_of(transfer, now_));
  t.arrived = true;
  if (t.receive != kNone) {
    deliver(t);
    complete(t.receive);
  } else if (store_ != nullptr) {  // eager: keep the data until somebody asks for it
    const Slice kept = store_->allocate(t.from.count());
    store_->copy(kept, t.from);
    t.from = kept;
  }
  const bool matched = t.receive != kNone;
  complete(t.send);
  t.send = kNone;
  if (matched) transfers_.give_back(transfer);
}

void Engine::deliver(Transfer& t) {
  if (store_ != nullptr && t.from.count() > 0) store_->copy(requests_[t.receive].slice, t.from);
}

void Engine::complete(Index request) {
  Request& r = requests_[request];
  r.done = true;
  Task& t = tasks_[r.task];
  if (r.awaited) {
    if (--t.pending == 0) wake(r.task);
  } else if (t.collects) {
    t.done.push_back(request);
    if (t.state == Task::State::kSomeRequest) wake(r.task);
  }
}

std::span<const Slice> Engine::parts_of(Slice s) const {
  return scratch_ != nullptr ? scratch_->parts(s) : std::span<const Slice>();
}

MessageEvent Engine::event_of(Index transfer, Time end) const {
  const Transfer& t = transfers_[transfer];
  MessageEvent e;
  e.id = t.id;
  e.source = t.source;
  e.destination = t.destination;
  e.round = t.round;
  const auto holds = [&](const Communicator& c) {
    return t.place < c.first_place + static_cast<Index>(c.size);
  };
  e.lane = std::partition_point(comms_.begin(), comms_.end(), [&](const Communicator& c) {
             return !holds(c);
           })->lane;
  e.tag = t.tag;
  e.bytes = t.from.bytes();
  const auto parts = parts_of(t.from);
  const Slice first = parts.empty() ? t.from : parts.front();
  e.element = first.offset();
  e.elements = t.from.count();
  e.buffer = first.buffer();
  e.slot = transfer;
  e.posted = t.posted;
  e.start = t.start;
  e.flow = t.flow;
  e.end = end;
  return e;
}

}  // namespace orrery
