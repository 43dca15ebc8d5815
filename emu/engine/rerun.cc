// What happens when a replay is run.
#include <algorithm>
#include <span>
#include <utility>

#include "emu/engine/pattern.h"
#include "emu/engine/processors.h"
#include "emu/engine/replay.h"
#include "emu/engine/stop.h"
#include "emu/engine/tasks.h"
#include "emu/engine/transfers.h"

namespace orrery {

namespace {

using CallKind = Script::Call::Kind;

}  // namespace

/// The run while it goes on: the clock, the state of every message, and where every rank is.
class Rerun {
 public:
  Rerun(const Replay& replay, const Network& network, const EngineOptions& options,
        std::int64_t from, std::int64_t to, Pattern& pattern)
      : replay_(replay),
        network_(network),
        sync_(options.protocol == Protocol::kSync),
        unit_(replay.unit_at(from, to)),
        pattern_(pattern),
        uncontended_(network),
        links_(network),
        traffic_(links_, network.ranks(), network.topology->hosts(),
                 network.topology->ports_per_host(), network.ports_per_host()),
        processors_(network),
        transfers_(network, links_, events_, traffic_, processors_, uncontended_, nullptr, nullptr,
                   nullptr, network.host_of.size()),
        states_(replay.messages_.size()),
        ranks_(network.host_of.size()) {
    uncontended_.lose();
    begin(pattern_, network, links_, options);
    pattern_.unit = unit_;
  }

  Metrics run() {
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      ranks_[r].next = replay_.first_[r];
      traffic_.hold(0);
      woken_.push_back(r);
    }
    conduct();
    end(pattern_, transfers_.exact() && !replay_.joined_, traffic_.joins());
    Metrics metrics = traffic_.finish(completion_, transfers_.shared());
    if (!metrics.shared) metrics.uncontended = completion_;
    for (LinkLoad& load : metrics.hottest) load.ends = network_.topology->link(load.link);
    return metrics;
  }

 private:
  enum State : std::uint8_t {
    kReceivePosted = 1,
    kArrived = 2,
    kSendDone = 4,
    kReceiveDone = kSendDone << 1,
    kSendAwaited = 16,
    kReceiveAwaited = kSendAwaited << 1
  };
  struct MessageState {
    Index transfer = kNone;  ///< from its send on
    std::uint8_t flags = 0;
  };
  struct Rank : InRound {
    std::uint32_t next = 0;    ///< its next step
    std::int32_t pending = 0;  ///< awaited and not done
  };

  void conduct() {
    do {
      if (!std::ranges::is_sorted(woken_)) std::ranges::sort(woken_);
      for (std::size_t i = 0; i < woken_.size(); ++i) go_on(woken_[i]);
      woken_.clear();
      check_stop();
      transfers_.start_ready(now_);
      if (events_.empty() || events_.next_time() > now_) transfers_.settle(now_);
    } while (fire_instant());
  }

  bool fire_instant() {
    if (events_.empty()) return false;
    const Time instant = events_.next_time();
    events_.fire_instant([&](std::span<const Event> events,
                             std::size_t i) __attribute__((always_inline)) {
      transfers_.prefetch(events, i,
                          [this](const Transfer& t) { __builtin_prefetch(&states_[t.send], 1); });
      const Event& e = events[i];
      if (!transfers_.is_current(e)) return;
      note(pattern_, e, now_ != instant);
      now_ = instant;
      if (!transfers_.fire(e, now_, [this](Index x) { end_transfer(x); }))
        woken_.push_back(e.index);
    });
    return true;
  }

  void end_transfer(Index transfer) {
    transfers_.end(transfer, now_);
    const Transfer& t = transfers_[transfer];
    MessageState& state = states_[t.send];
    state.flags |= kArrived | kSendDone;
    if ((state.flags & kSendAwaited) != 0) complete(t.source);
    if ((state.flags & kReceivePosted) != 0) receive(state);
  }

  /// It has arrived, and its receive is posted.
  void receive(MessageState& state) {
    state.flags |= kReceiveDone;
    if ((state.flags & kReceiveAwaited) != 0) complete(transfers_[state.transfer].destination);
    transfers_.remove(state.transfer);
  }

  void complete(int rank) {
    if (--ranks_[static_cast<std::size_t>(rank)].pending == 0)
      woken_.push_back(static_cast<std::uint32_t>(rank));
  }

  /// A rank does all that it can do at this instant.
  void go_on(std::uint32_t r) {
    Rank& rank = ranks_[r];
    for (;;) {
      const Replay::Step& s = replay_.steps_[rank.next++];
      switch (s.kind) {
        case CallKind::kRound:
          rank.enter(static_cast<int>(s.what), traffic_);
          break;
        case CallKind::kSend:
          post_send(rank, s.what);
          break;
        case CallKind::kReceive:
          post_receive(rank, s.what);
          break;
        case CallKind::kAwait:
          await(rank, s);
          break;
        case CallKind::kWait:
          await(rank, s);
          rank.next = s.what;
          if (rank.pending > 0) return;
          break;
        case CallKind::kReduce:
        case CallKind::kCopy:
        case CallKind::kTouch:
          rank.next = s.what;
          if (work(r, s.kind, Bytes(replay_.works_[s.amount] * unit_))) return;
          break;
        case CallKind::kEnd:
          completion_ = now_;
          return traffic_.unhold(rank.round);
      }
    }
  }

  void post_send(Rank& rank, std::uint32_t message) {
    const Replay::Message& m = replay_.messages_[message];
    MessageState& state = states_[message];
    const Index x = state.transfer = transfers_.add();
    Transfer& t = transfers_[x];
    t.send = message;
    t.source = m.source;
    t.destination = m.destination;
    t.round = m.round;
    t.alike = m.alike;
    t.from = Slice(0, 1, 0, m.amount * unit_);
    traffic_.hold(m.round);
    traffic_.count_at_once(m.round, rank.to.add(m.destination));
    if (!sync_ || (state.flags & kReceivePosted) != 0) transfers_.make_ready(x);
  }

  void post_receive(Rank& rank, std::uint32_t message) {
    const Replay::Message& m = replay_.messages_[message];
    MessageState& state = states_[message];
    traffic_.count_at_once(rank.round, rank.from.add(m.source));
    state.flags |= kReceivePosted;
    if (state.transfer == kNone) return;
    if ((state.flags & kArrived) != 0)
      receive(state);
    else if (sync_)
      transfers_.make_ready(state.transfer);
  }

  void await(Rank& rank, const Replay::Step& s) {
    for (const Replay::End end : s.ends) {
      if (end == Replay::kNoEnd) return;
      std::uint8_t& flags = states_[end / 2].flags;
      if ((flags & kSendDone << end % 2) != 0) continue;
      flags = static_cast<std::uint8_t>(flags | kSendAwaited << end % 2);
      ++rank.pending;
    }
  }

  /// True if the rank must wait for its processor.
  bool work(std::uint32_t r, CallKind kind, Bytes bytes) {
    const auto rank = static_cast<int>(r);
    if (kind == CallKind::kReduce) traffic_.reduce(ranks_[r].round, rank, bytes);
    if (kind == CallKind::kTouch && bytes < network_.costs.touch_from) return false;
    const Time cost = Replay::time_of(processors_, rank, kind, bytes);
    const Turn turn = processors_.occupy(rank, cost, now_);
    if (turn.end == now_ || bytes.count() == 0) return false;
    events_.push(turn.end, {Event::Kind::kWake, r, 0});
    return true;
  }

  const Replay& replay_;
  const Network& network_;
  bool sync_;
  std::int64_t unit_;  // bytes of the unit of all amounts
  Pattern& pattern_;
  Time now_{0}, completion_{0};
  UncontendedClock uncontended_;
  LinkTable links_;
  EventQueue events_;
  Traffic traffic_;
  Processors processors_;
  Transfers transfers_;
  std::vector<MessageState> states_;  // by message
  std::vector<Rank> ranks_;
  std::vector<std::uint32_t> woken_;  // go on at this instant
};

Metrics Replay::run(const Network& network, const EngineOptions& options, std::int64_t from,
                    std::int64_t to, Pattern& pattern) const {
  return Rerun(*this, network, options, from, to, pattern).run();
}

}  // namespace orrery
