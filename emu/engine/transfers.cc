#include "emu/engine/transfers.h"

#include <algorithm>
#include <utility>

#include "emu/engine/communicators.h"
#include "emu/engine/watch/observers.h"

namespace orrery::inline engine {

Transfers::Transfers(const Network& network, LinkTable& links, EventQueue& events, Traffic& traffic,
                     Processors& processors, UncontendedClock& uncontended, const Store* store,
                     Sink* sink, Causes* causes, std::size_t expected)
    : network_(network),
      links_(links),
      events_(events),
      traffic_(traffic),
      processors_(processors),
      uncontended_(uncontended),
      store_(store),
      messages_sink_(sink_for(sink, TraceLevel::kMessages)),
      rates_sink_(sink_for(sink, TraceLevel::kAll)),
      causes_(causes),
      router_(network, links),
      fluid_(links, events, tell(causes, &Causes::slowdowns)),
      ports_(network.ports) {
  transfers_.reserve(expected);
  tell(causes_, &Causes::set_ideal_end, [this](Index transfer) {
    const Transfer& t = transfers_[transfer];
    return static_cast<double>(t.flow.count()) +
           static_cast<double>(t.from.bytes().count()) * t.ps_per_byte;
  });
}

namespace {

/// Calls f(transfer) for each entry and removes it: by source rank and then in the order of its
/// sends, independent of the order of fibers.
template <class Places, class F>
void take_in_order(Places& places, F&& f) {
  if (!std::is_sorted(places.begin(), places.end())) std::sort(places.begin(), places.end());
  for (const auto& place : places) f(place.transfer);
  places.clear();
}

/// Returns the slices that `s` joins; empty unless it is joined.
std::span<const Slice> parts_of(const Store* store, Slice s) {
  return store != nullptr ? store->parts(s) : std::span<const Slice>();
}

}  // namespace

void Transfers::start_ready(Time now) {
  const bool before_start = ports_.held_for_message();
  for (Index x = ports_.take_parked(); x != PortTable::kNone; x = ports_.take_parked())
    before_start ? launch(x, now) : enter(x, now);
  take_in_order(ready_, [&](Index x) {
    plan(x);
    if (!before_start || take_ports(x)) launch(x, now);
  });
  take_in_order(arriving_, [&](Index x) {
    if (take_ports(x)) enter(x, now);
  });
}

[[gnu::always_inline]] inline bool Transfers::take_ports(Index transfer) {
  const std::uint64_t order = next_order_++;
  const PortTable::Needs& needs = transfers_[transfer].ports;
  const bool taken = needs.count == 0 || ports_.take(transfer, order, needs);
  if (taken) return true;
  uncontended_.lose();
  if (network_.symmetry != nullptr) throw NotSymmetric("messages wait for ports");
  return false;
}

[[gnu::always_inline]] inline void Transfers::plan(Index transfer) {
  Transfer& t = transfers_[transfer];
  const NodeId from = host_of(t.source), to = host_of(t.destination);
  if (from == to) {
    t.latency = processors_.host_alpha(t.source, t.destination);
    t.ps_per_byte = processors_.host_beta(t.source, t.destination).ps;
  } else if (!router_.adaptive() || ports_.per_link()) {
    choose_routes(transfer);
  } else if (!ports_.unlimited()) {  // the route is chosen when the transfer starts
    ports_.add_needs(t.ports, from, to, {});
  }
}

/// Chooses the routes of a transfer. REQUIRES that it is between hosts and has no route yet.
void Transfers::choose_routes(Index transfer) {
  Transfer& t = transfers_[transfer];
  const Router::Routes routes = router_.choose(t.source, t.destination);
  t.paths = static_cast<std::uint16_t>(routes.paths);
  t.first_path = static_cast<std::uint16_t>(routes.first);
  t.latency = routes.latency + processors_.alpha(t.source, t.destination, t.from.bytes());
  t.ps_per_byte = routes.ps_per_byte;
  if (t.paths > 1) {
    t.flows = lists_.take();
    lists_[t.flows].clear();
  }
  for (int path = 0; path < t.paths; ++path) {
    const Fluid::FlowId flow = fluid_.add(router_.route(path), transfer, buses_of(t));
    t.paths > 1 ? lists_[t.flows].push_back(flow) : void(t.flows = flow);
    if (!ports_.unlimited())
      ports_.add_needs(t.ports, host_of(t.source), receiver_of(t), router_.route(path));
  }
  if (router_.adaptive()) count_messages(t, 1);
}

/// Counts the message on the links of all its paths, or removes it.
void Transfers::count_messages(const Transfer& t, int change) {
  for (const Fluid::FlowId flow : flows_of(t)) router_.count_messages(route_of(t, flow), change);
}

/// Returns the buses at either end, which its flows share with the other direction; usually empty.
std::span<const LinkSlot> Transfers::buses_of(const Transfer& t) {
  if (!links_.has_buses()) return {};
  buses_.clear();
  for (std::size_t n = 0; n < links_.buses_of(t.from.bytes()); ++n) {
    buses_.push_back(links_.bus(host_of(t.source), n));
    buses_.push_back(links_.bus(receiver_of(t), n));
  }
  return buses_;
}

/// Returns the links of one of its flows, without buses.
LinkRuns Transfers::route_of(const Transfer& t, Fluid::FlowId flow) const {
  const LinkRuns runs = fluid_.route(flow);
  if (!links_.has_buses()) return runs;
  return runs.first(runs.size() - 2 * links_.buses_of(t.from.bytes()));
}

/// Returns how long the sender's processor is busy with the message: within a host with the whole
/// copy, one message at a time; to another host only for the overhead.
[[gnu::always_inline]] inline Time Transfers::busy_with(const Transfer& t) const {
  return t.paths == 0 ? t.latency + duration_of(t.from.bytes(), {t.ps_per_byte})
                      : processors_.overhead(t.source, t.from.bytes());
}

void Transfers::launch(Index transfer, Time now) {
  Transfer& t = transfers_[transfer];
  if (router_.adaptive() && t.paths == 0 && host_of(t.source) != host_of(t.destination))
    choose_routes(transfer);
  t.started = true;
  t.start = now;
  t.id = next_id_++;
  count_bytes(t);
  if (messages_sink_ != nullptr) tell_start(transfer);
  traffic_.unhold(t.round);
  if (uncontended_.runs()) launch_uncontended(t, now);
  t.ready = t.flow = turn_of(transfer, now) + t.latency;
  if (ports_.held_for_message() || t.ports.count == 0)
    schedule(transfer, now);
  else if (t.ready > now)
    events_.push(t.ready, {Event::Kind::kPortWish, transfer, 0});
  else
    arriving_.push_back(place_of(transfer));
}

/// Applies launch() and its consequences to the other clock. A message that waits for ports after
/// its latency invalidates that clock then.
void Transfers::launch_uncontended(Transfer& t, Time now) {
  const Time start = t.uncontended;
  const Time busy = busy_with(t);
  const Time turn = t.paths == 0 || busy > Time(0)
                        ? uncontended_.occupy(t.source, busy, start, now) - busy
                        : start;
  fly_uncontended(t, start, turn + t.latency);
}

void Transfers::fly_uncontended(Transfer& t, Time start, Time ready) {
  t.uncontended = ready + duration_of(t.from.bytes(), {t.ps_per_byte});
  uncontended_.pass(start, t.uncontended);
  uncontended_.hold(ports_.ports_of(t.ports), ports_.held_for_message() ? start : ready,
                    t.uncontended);
}

/// Starts the other clock: two messages have met. Those in flight have met no other before: they
/// began at the same times on both clocks.
void Transfers::start_uncontended(Time now) {
  uncontended_.start(processors_.free(), now);
  const auto begin_of = [this](Index x) {
    return ports_.held_for_message() ? transfers_[x].start : transfers_[x].ready;
  };
  std::vector<Index> under_way;
  for (Index x = 0; x < transfers_.size(); ++x)
    if (transfers_[x].started && !transfers_[x].arrived) under_way.push_back(x);
  std::ranges::stable_sort(under_way, {}, begin_of);
  for (const Index x : under_way)
    fly_uncontended(transfers_[x], transfers_[x].start, transfers_[x].ready);
}

/// Begins the flow: the latency has passed, and the ports are taken.
void Transfers::enter(Index transfer, Time now) {
  transfers_[transfer].flow = now;
  schedule(transfer, now);
}

[[gnu::always_inline]] inline void Transfers::schedule(Index transfer, Time now) {
  const Transfer& t = transfers_[transfer];
  const Bytes bytes = t.from.bytes();
  if (t.paths == 0 || !network_.contention || bytes.count() == 0)
    events_.push(t.flow + duration_of(bytes, {t.ps_per_byte}),
                 {Event::Kind::kTransferEnd, transfer, 0});
  else if (t.flow > now)
    events_.push(t.flow, {Event::Kind::kFlowStart, transfer, 0});
  else
    begin_flows(transfer, now);
}

/// Returns when the sender's processor turns to the message.
[[gnu::always_inline]] inline Time Transfers::turn_of(Index transfer, Time now) {
  const Transfer& t = transfers_[transfer];
  if (t.buffered) {
    tell(causes_, &Causes::start_buffered, transfer, t);
    return start_up(transfer, std::max(now, t.ready), now);
  }
  const bool within = t.paths == 0;
  const Time busy = busy_with(t);
  const Turn turn = within || busy > Time(0)
                        ? processors_.occupy(t.source, busy * t.multiplicity, now)
                        : Turn{now, now};
  if (turn.start > now && t.comm != Communicators::kWorld && network_.symmetry != nullptr)
    throw NotSymmetric("messages of lanes wait for a processor");
  tell(causes_, &Causes::start, transfer, t, turn);
  return within ? turn.end - busy : start_up(transfer, turn.start, now);
}

/// Returns when the sender's processor starts it up, for α, delayed by preemptions during the
/// start-up.
Time Transfers::start_up(Index transfer, Time turn, Time now) {
  if (!processors_.may_be_preempted()) return turn;
  const Transfer& t = transfers_[transfer];
  const Time alpha = processors_.alpha(t.source, t.destination, t.from.bytes());
  const Time preempted = processors_.preempted(t.source, turn, alpha, now);
  if (preempted > Time(0)) tell(causes_, &Causes::start_preempted, transfer, t, preempted);
  return turn + preempted;
}

[[gnu::always_inline]] inline void Transfers::count_bytes(const Transfer& t) {
  traffic_.start(t.round, t.source, t.from.bytes() * t.multiplicity, t.start, t.multiplicity);
  int path = 0;
  for (const Fluid::FlowId flow : flows_of(t))
    traffic_.cross(t.round, route_of(t, flow), host_of(t.source), receiver_of(t),
                   t.share(path++) * t.multiplicity);
}

void Transfers::tell_start(Index transfer) {
  const Transfer& t = transfers_[transfer];
  messages_sink_->start(event_of(transfer, Time(0)));
  for (const Slice& s : parts_of(store_, t.from))
    messages_sink_->part({t.id, s.buffer(), s.offset(), s.count()});
  int path = 0;
  for (const Fluid::FlowId flow : flows_of(t)) {
    link_ids_.clear();
    for_each_link(route_of(t, flow), [this](LinkSlot s) { link_ids_.push_back(links_.id(s)); });
    messages_sink_->path({t.id, t.share(path++), link_ids_, transfer});
  }
}

void Transfers::begin_flows(Index transfer, Time now) {
  Transfer& t = transfers_[transfer];
  t.flowing = t.paths;
  const double share = static_cast<double>(t.from.bytes().count()) / t.paths;
  for (const Fluid::FlowId flow : flows_of(t))
    fluid_.start(flow, share, t.ps_per_byte * t.paths, now,
                 static_cast<std::uint32_t>(t.multiplicity));
}

RateEvent Transfers::rate_of(Fluid::FlowId flow, Time now, double bytes_per_second) const {
  const Transfer& t = transfers_[fluid_.owner(flow)];
  const auto flows = flows_of(t);
  const auto path = std::ranges::find(flows, flow) - flows.begin();
  return {t.id, static_cast<int>(path), now, bytes_per_second};
}

void Transfers::settle(Time now) {
  if (rates_sink_ == nullptr) {
    fluid_.settle(now);
  } else {
    std::vector<RateEvent> rates;
    fluid_.settle(now, [&](Fluid::FlowId f, double ps_per_byte) {
      rates.push_back(rate_of(f, now, 1e12 / ps_per_byte));
    });
    std::stable_sort(rates.begin(), rates.end(), [](const RateEvent& a, const RateEvent& b) {
      return std::pair(a.message, a.path) < std::pair(b.message, b.path);
    });
    for (const RateEvent& e : rates) rates_sink_->rate(e);
  }
  if (fluid_.shared() && uncontended_.waits()) start_uncontended(now);
}

/// Ends a flow; returns the transfer if this was the last of its flows; otherwise kNone.
Index Transfers::end_flow(Fluid::FlowId flow, Time now) {
  if (rates_sink_ != nullptr) rates_sink_->rate(rate_of(flow, now, 0));
  const Index transfer = fluid_.owner(flow);
  if (--transfers_[transfer].flowing == 0) return transfer;
  tell(causes_, &Causes::forget, flow);
  return kNone;
}

void Transfers::end(Index transfer, Time now) {
  Transfer& t = transfers_[transfer];
  traffic_.end(t.round, now);
  if (t.ports.count > 0) ports_.release(t.ports);
  if (router_.adaptive()) count_messages(t, -1);
  for (const Fluid::FlowId flow : flows_of(t)) fluid_.release(flow);
  if (t.paths > 1) lists_.give_back(t.flows);
  if (messages_sink_ != nullptr) messages_sink_->message(event_of(transfer, now));
  t.arrived = true;
}

MessageEvent Transfers::event_of(Index transfer, Time end) const {
  const Transfer& t = transfers_[transfer];
  MessageEvent e;
  e.id = t.id;
  e.source = t.source;
  e.destination = t.destination;
  e.round = t.round;
  e.lane = t.comm;
  e.tag = t.tag;
  e.bytes = t.from.bytes();
  const auto parts = parts_of(store_, t.from);
  const Slice first = parts.empty() ? t.from : parts.front();
  e.element = first.offset();
  e.elements = t.from.count();
  e.buffer = first.buffer();
  e.slot = transfer;
  e.posted = t.posted;
  e.start = t.start;
  e.ready = t.ready;
  e.flow = t.flow;
  e.end = end;
  return e;
}

}  // namespace orrery::inline engine
