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

namespace orrery {

/// A message from its send on.
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
      1;  ///< so many messages, of which the last one ends when it does (join_identical)
  Slice from;
  std::int64_t id = 0;
  std::uint64_t sequence = 0;  ///< of its send, among all sends
  /// `ready` of a buffered one that has not started: when the sender's processor has copied it.
  Time posted{0}, start{0}, ready{0}, flow{0};
  Time latency{0};  ///< from start, or the turn of the sender's processor, to ready
  /// On UncontendedClock: when it can start, and once it has started its end.
  Time uncontended{0};
  double ps_per_byte = 0;  ///< at which it flows alone in the network
  PortTable::Needs ports;
  Fluid::FlowId flows =
      0;  ///< its flow; of more than one the number of their list (Transfers::flows_of)

  /// Whole bytes that go over one of its paths: the first ones have one more.
  Bytes share(int path) const {
    return paths == 1 ? from.bytes() : Bytes((from.bytes().count() + paths - 1 - path) / paths);
  }
  /// Another message takes the place of one that has ended. What is not set here is written before it is read.
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

/// The life of all messages in the network: ports, route, latency, flows; and what sinks are told of it.
class Transfers {
 public:
  /// `store`, `sink` and `causes` may be null. Expects about so many messages at once.
  Transfers(const Network& network, LinkTable& links, EventQueue& events, Traffic& traffic,
            Processors& processors, UncontendedClock& uncontended, const Store* store, Sink* sink,
            Causes* causes, std::size_t expected);

  /// Messages that are sent one after the other are added in this order. It holds its round from
  /// when `round` is set until it starts (see Traffic). Who adds it sets what it says until it is matched: at
  /// least `send`, the ranks, `round` and `from`.
  Index add() {
    const Index transfer = transfers_.take();
    transfers_[transfer].renew(next_sequence_++);
    return transfer;
  }
  void remove(Index transfer) { transfers_.give_back(transfer); }
  Transfer& operator[](Index transfer) { return transfers_[transfer]; }
  const Transfer& operator[](Index transfer) const { return transfers_[transfer]; }

  /// The message that an event is about, the first of several; null: it is about none.
  const Transfer* message_of(const Event& e) const {
    if (e.kind > Event::Kind::kTransferEnd) return nullptr;
    return &transfers_[e.kind == Event::Kind::kFlowEnd ? fluid_.owner(e.index) : e.index];
  }
  /// Fetches what the next events of an instant will touch: far ahead the flow, nearer the message, and hands the message
  /// of an event that is nearer yet to `fetch`.
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

  /// Its flows, by path. Valid until the next message gets any; after end() only their numbers are.
  std::span<const Fluid::FlowId> flows_of(const Transfer& t) const {
    if (t.paths > 1) return lists_[t.flows];
    return {&t.flows, t.paths};
  }

  /// It can start at this instant, once it has its ports.
  void make_ready(Index transfer) { ready_.push_back(place_of(transfer)); }
  /// Starts all that can start, and lets flow what has got its ports, first come, first served. What
  /// comes next becomes an event: kPortWish, kFlowStart, or kTransferEnd where no flow is needed.
  void start_ready(Time now);
  /// Gives flows their rates after an instant in which some began or ended; schedules kFlowEnd.
  void settle(Time now);
  /// False for the end that a flow would have had at an earlier rate.
  bool is_current(const Event& e) const {
    return e.kind != Event::Kind::kFlowEnd || fluid_.is_current(e);
  }
  /// What a current event does to messages; false: it is none of theirs. Calls on_end(transfer) for each that ends.
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
        fluid_.stop(e.index, [&](Fluid::FlowId flow) {
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
  /// All its bytes have arrived: it leaves ports and links.
  void end(Index transfer, Time now);

  /// True if some message was once slower than it would be alone.
  bool shared() const { return fluid_.shared(); }
  /// True if the end of every flow was a whole number of picoseconds.
  bool exact() const { return fluid_.exact(); }

 private:
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }
  /// The host whose ports, buses and counters stand for those of the receiver.
  NodeId receiver_of(const Transfer& t) const {
    const Symmetry* const symmetry = network_.symmetry.get();
    return host_of(symmetry == nullptr ? t.destination : symmetry->representative(t.destination));
  }
  /// A place in the order of those that come at the same instant.
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
  Sink* messages_sink_;  // of messages, null if there is none
  Sink* rates_sink_;
  Causes* causes_;
  Router router_;
  Fluid fluid_;
  PortTable ports_;
  Pool<Transfer> transfers_;
  Pool<std::vector<Fluid::FlowId>> lists_;  // of flows, of messages with more than one
  std::vector<Place> ready_;                // to start
  std::vector<Place> arriving_;   // latency has passed: to flow, once they have their ports
  std::vector<LinkId> link_ids_;  // scratch
  std::vector<LinkSlot> buses_;   // scratch
  std::uint64_t next_sequence_ = 0;
  std::uint64_t next_order_ = 0;
  std::int64_t next_id_ = 0;
};

}  // namespace orrery
