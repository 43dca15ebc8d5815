#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/engine/event_queue.h"
#include "emu/engine/fibers/pool.h"
#include "emu/engine/fibers/processors.h"
#include "emu/engine/links/fluid.h"
#include "emu/engine/links/port_table.h"
#include "emu/engine/links/router.h"
#include "emu/engine/links/traffic.h"
#include "emu/engine/watch/causes.h"
#include "emu/engine/watch/uncontended.h"
#include "emu/net/symmetry.h"
#include "emu/payload/store.h"
#include "emu/trace/sink.h"

namespace orrery::inline engine {

/// A message from its send to its end.
struct Transfer {
  Index send = kNone;                        ///< request; kNone once it has completed
  Index receive = kNone;                     ///< request; kNone until matched
  std::int32_t comm = 0;                     ///< number of its communicator
  std::int32_t source = 0, destination = 0;  ///< ranks in the world
  std::int32_t tag = 0, round = 0;
  std::uint16_t flowing = 0;  ///< flows not ended
  std::uint16_t paths = 0;    ///< 0: within a host, or not chosen yet
  bool started : 1 = false, arrived : 1 = false;
  bool buffered : 1 = false;  ///< copied away by its sender (EngineOptions::eager_limit)
  std::uint16_t first_path = 0;
  std::int32_t multiplicity =
      1;  ///< number of joined messages, of which the last ends at its end (join_identical)
  Slice from;
  std::int64_t id = 0;
  std::uint64_t sequence = 0;  ///< number of its send among all sends
  /// `ready` of a buffered message before its start: the end of the copy on the sender's processor.
  Time posted{0}, start{0}, ready{0}, flow{0};
  Time latency{0};  ///< from start, or the turn of the sender's processor, to ready
  /// On UncontendedClock: the earliest start; after the start, the end.
  Time uncontended{0};
  double ps_per_byte = 0;  ///< cost of its bytes when it is alone in the network
  PortTable::Needs ports;
  Fluid::FlowId flows =
      0;  ///< its flow; for several flows the number of their list (Transfers::flows_of)

  /// Returns the whole bytes on one of its paths: the first paths have one byte more.
  Bytes share(int path) const {
    return paths == 1 ? from.bytes() : Bytes((from.bytes().count() + paths - 1 - path) / paths);
  }
  /// Reuses the entry of an ended message. Other members are written before they are read.
  void renew(std::uint64_t number) {
    sequence = number;
    receive = kNone;
    comm = 0;
    tag = 0;
    flowing = paths = first_path = 0;
    started = arrived = buffered = false;
    uncontended = Time(0);
    multiplicity = 1;
    ports.count = 0;
  }
};

/// The life of all messages in the network: ports, route, latency, flows, and their trace events.
class Transfers {
 public:
  /// Creates the table for about `expected` messages at a time. `store`, `sink` and `causes` may be
  /// null.
  Transfers(const Network& network, LinkTable& links, EventQueue& events, Traffic& traffic,
            Processors& processors, UncontendedClock& uncontended, const Store* store, Sink* sink,
            Causes* causes, std::size_t expected);

  /// Adds a message. Messages sent one after the other are added in this order. A message holds its
  /// round from the assignment of `round` until it starts (see Traffic). The caller sets the
  /// members that are valid before matching: at least `send`, the ranks, `round` and `from`.
  Index add() {
    const Index transfer = transfers_.take();
    transfers_[transfer].renew(next_sequence_++);
    return transfer;
  }
  void remove(Index transfer) { transfers_.give_back(transfer); }
  Transfer& operator[](Index transfer) { return transfers_[transfer]; }
  const Transfer& operator[](Index transfer) const { return transfers_[transfer]; }

  /// Returns the message of an event, the first of several; null for events without a message.
  const Transfer* message_of(const Event& e) const {
    if (e.kind > Event::Kind::kTransferEnd) return nullptr;
    return &transfers_[e.kind == Event::Kind::kFlowEnd ? fluid_.owner(e.index) : e.index];
  }
  /// Prefetches the data of the next events of an instant: far ahead the flow, nearer the message,
  /// and passes the message of a still nearer event to `fetch`.
  template <class Fetch>
  [[gnu::always_inline]] void prefetch(std::span<const Event> events, std::size_t i,
                                       Fetch&& fetch) const {
    constexpr std::size_t kFar = 12, kMiddle = 8, kNear = 4;
    const std::size_t left = events.size() - i;
    if (left > kFar && events[i + kFar].kind == Event::Kind::kFlowEnd)
      fluid_.prefetch(events[i + kFar].index);
    if (left > kMiddle)
      if (const Transfer* const t = message_of(events[i + kMiddle]))
        for (std::size_t line = 0; line < sizeof(Transfer); line += 64)
          __builtin_prefetch(reinterpret_cast<const std::byte*>(t) + line, 1);
    if (left > kNear)
      if (const Transfer* const t = message_of(events[i + kNear])) fetch(*t);
  }

  /// Returns the flows of a message, by path. Valid until the next message gets flows; after end()
  /// only their numbers are valid.
  std::span<const Fluid::FlowId> flows_of(const Transfer& t) const {
    if (t.paths > 1) return lists_[t.flows];
    return {&t.flows, t.paths};
  }

  /// Makes the message ready to start at this instant, once it has its ports.
  void make_ready(Index transfer) { ready_.push_back(place_of(transfer)); }
  /// Starts all messages that can start, and begins the flows of those that have got their ports,
  /// first come, first served. The next step becomes an event: kPortWish, kFlowStart, or
  /// kTransferEnd where no flow is needed.
  void start_ready(Time now);
  /// Updates the rates of flows after an instant in which some began or ended; schedules kFlowEnd.
  void settle(Time now);
  /// Returns false for the outdated end of a flow at an earlier rate.
  bool is_current(const Event& e) const {
    return e.kind != Event::Kind::kFlowEnd || fluid_.is_current(e);
  }
  /// Applies a current event to its messages; returns false for an event without messages. Calls
  /// on_end(transfer) for each message that ends.
  template <class OnEnd>
  [[gnu::always_inline]] bool fire(const Event& e, Time now, OnEnd&& on_end) {
    switch (e.kind) {
      case Event::Kind::kPortWish:
        arriving_.push_back(place_of(e.index));
        return true;
      case Event::Kind::kFlowStart:
        begin_flows(e.index, now);
        return true;
      case Event::Kind::kFlowEnd:
        fluid_.stop(e.index, now, [&](Fluid::FlowId flow) {
          if (const Index transfer = end_flow(flow, now); transfer != kNone) on_end(transfer);
        });
        return true;
      case Event::Kind::kTransferEnd:
        on_end(e.index);
        return true;
      case Event::Kind::kWorkEnd:
      case Event::Kind::kWake:
        break;
    }
    return false;
  }
  /// Ends the message after the arrival of all its bytes: releases its ports and links.
  void end(Index transfer, Time now);

  /// Returns whether some message was ever slower than alone.
  bool shared() const { return fluid_.shared(); }
  /// Returns whether the end of every flow was a whole number of picoseconds.
  bool exact() const { return fluid_.exact(); }

 private:
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }
  /// Returns the host whose ports, buses and counters represent those of the receiver.
  NodeId receiver_of(const Transfer& t) const {
    const Symmetry* const symmetry = network_.symmetry.get();
    return host_of(symmetry == nullptr ? t.destination : symmetry->representative(t.destination));
  }
  /// A position in the order of messages of the same instant.
  struct Place {
    std::int32_t source;
    Index transfer;
    std::uint64_t sequence;
    friend bool operator<(const Place& a, const Place& b) {
      return a.source != b.source ? a.source < b.source : a.sequence < b.sequence;
    }
  };

  Place place_of(Index transfer) const {
    const Transfer& t = transfers_[transfer];
    return {t.source, transfer, t.sequence};
  }
  void begin_flows(Index transfer, Time now);
  std::span<const LinkSlot> buses_of(const Transfer& t);
  Index end_flow(Fluid::FlowId flow, Time now);
  void plan(Index transfer);
  void choose_routes(Index transfer);
  bool take_ports(Index transfer);
  void launch(Index transfer, Time now);
  void start_uncontended(Time now);
  void launch_uncontended(Transfer& t, Time now);
  void fly_uncontended(Transfer& t, Time start, Time ready);
  void enter(Index transfer, Time now);
  void schedule(Index transfer, Time now);
  Time busy_with(const Transfer& t) const;
  Time turn_of(Index transfer, Time now);
  Time start_up(Index transfer, Time turn, Time now);
  void count_bytes(const Transfer& t);
  void count_messages(const Transfer& t, int change);
  void tell_start(Index transfer);
  LinkRuns route_of(const Transfer& t, Fluid::FlowId flow) const;
  RateEvent rate_of(Fluid::FlowId flow, Time now, double bytes_per_second) const;
  MessageEvent event_of(Index transfer, Time end) const;

  const Network& network_;
  LinkTable& links_;
  EventQueue& events_;
  Traffic& traffic_;
  Processors& processors_;
  UncontendedClock& uncontended_;
  const Store* store_;
  Sink* messages_sink_;  // of messages; may be null
  Sink* rates_sink_;
  Causes* causes_;
  Router router_;
  Fluid fluid_;
  PortTable ports_;
  Pool<Transfer> transfers_;
  Pool<std::vector<Fluid::FlowId>> lists_;  // of flows, of messages with more than one
  std::vector<Place> ready_;                // to start
  std::vector<Place> arriving_;   // latency has passed: will flow, once they have their ports
  std::vector<LinkId> link_ids_;  // scratch
  std::vector<LinkSlot> buses_;   // scratch
  std::uint64_t next_sequence_ = 0;
  std::uint64_t next_order_ = 0;
  std::int64_t next_id_ = 0;
};

}  // namespace orrery::inline engine
