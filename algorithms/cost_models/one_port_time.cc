#include "algorithms/cost_models/one_port_time.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>
#include <utility>

#include <queue>

#include "algorithms/common/distinct.h"
#include "emu/base/check.h"

namespace orrery::inline algorithms {

namespace {

constexpr std::size_t kNone = ~std::size_t{0};

/// The next action of a rank. Exchanges have numbers over all ranks.
struct PortAction {
  enum class Kind { kBegin, kWait, kReduce };
  Kind kind;
  std::size_t exchange;
};

/// Splits exchanges into actions: a rank that is delayed waits and reduces immediately, otherwise
/// later.
std::vector<PortAction> actions(const std::vector<Exchange>& program, std::size_t first) {
  std::vector<PortAction> all;
  std::vector<std::size_t> open;
  const auto finish = [&](std::size_t e) {
    all.push_back({PortAction::Kind::kWait, e});
    all.push_back({PortAction::Kind::kReduce, e});
  };
  const auto settle = [&] {
    for (const std::size_t e : std::exchange(open, {})) finish(e);
  };
  for (std::size_t i = 0; i < program.size(); ++i) {
    if (program[i].peer < 0) {
      settle();
      continue;
    }
    all.push_back({PortAction::Kind::kBegin, first + i});
    if (program[i].holds_up)
      finish(first + i);
    else
      open.push_back(first + i);
  }
  settle();
  return all;
}

class OnePort {
 public:
  OnePort(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost)
      : cost_(cost), ports_(2 * programs.size()) {
    for (const auto& program : programs) {
      ranks_.push_back({actions(program, exchanges_.size()), 0, kNone});
      for (const Exchange& e : program) exchanges_.push_back({e, 0});
      ready_.push_back(ready_.size());
    }
  }

  Time run() {
    for (;;) {
      for (const std::size_t r : distinct(std::exchange(ready_, {}))) advance(r);
      start_parked();
      start_fresh();
      if (events_.empty()) break;
      now_ = events_.top().time;
      for (; !events_.empty() && events_.top().time == now_; events_.pop()) fire(events_.top());
    }
    for (std::size_t r = 0; r < ranks_.size(); ++r)
      EMU_CHECK(ranks_[r].next == ranks_[r].actions.size(), "rank ", r, " waits for ever");
    return now_;
  }

 private:
  struct Rank {
    std::vector<PortAction> actions;
    std::size_t next;
    std::size_t waits_for;  // an exchange
  };
  struct Begun {
    Exchange what;
    int under_way;  // of its messages
  };
  struct Message {
    std::size_t source = 0, destination = 0;
    std::size_t sent = kNone, received = kNone;  // the exchanges of both ends
  };
  struct Queue {
    std::vector<std::size_t> exchanges;
    std::size_t first = 0;
    bool empty() const { return first == exchanges.size(); }
    std::size_t take() { return exchanges[first++]; }
  };
  struct Posted {  // waits for its other end
    Queue sends, receives;
  };
  struct Port {
    bool busy = false;
    std::set<std::size_t> parked;  // messages in order of arrival
  };
  struct Event {
    Time time;
    std::size_t order;
    std::size_t message, rank;  // one of them: it has arrived, or the rank has reduced
    bool operator>(const Event& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };

  std::size_t out_port(const Message& m) const { return 2 * m.source; }
  std::size_t in_port(const Message& m) const { return 2 * m.destination + 1; }
  bool can_start(const Message& m) const {
    return !ports_[out_port(m)].busy && !ports_[in_port(m)].busy;
  }

  void advance(std::size_t r) {
    for (Rank& rank = ranks_[r]; rank.next < rank.actions.size(); ++rank.next) {
      const auto [kind, e] = rank.actions[rank.next];
      if (kind == PortAction::Kind::kBegin) begin(r, e);
      if (kind == PortAction::Kind::kWait && exchanges_[e].under_way > 0) {
        rank.waits_for = e;
        return;
      }
      if (kind != PortAction::Kind::kReduce) continue;
      const Time work = cost_.reduction(exchanges_[e].what.reduced);
      if (work == Time(0)) continue;
      push({now_ + work, 0, kNone, r});
      ++rank.next;
      return;
    }
  }

  void begin(std::size_t r, std::size_t e) {
    const auto peer = static_cast<std::size_t>(exchanges_[e].what.peer);
    if (exchanges_[e].what.in > Bytes(0)) {
      posted(peer, r).receives.exchanges.push_back(e);
      ++exchanges_[e].under_way;
      match(peer, r);
    }
    if (exchanges_[e].what.out > Bytes(0)) {
      posted(r, peer).sends.exchanges.push_back(e);
      ++exchanges_[e].under_way;
      match(r, peer);
    }
  }

  void match(std::size_t source, std::size_t destination) {
    auto& [sends, receives] = posted(source, destination);
    if (sends.empty() || receives.empty()) return;
    fresh_.push_back({source, destination, sends.take(), receives.take()});
  }

  Posted& posted(std::size_t source, std::size_t destination) {
    return posted_[source * ranks_.size() + destination];
  }

  /// Adds an event; events of one instant keep their order.
  void push(Event e) {
    e.order = next_order_++;
    events_.push(e);
  }

  void start(std::size_t m) {
    ports_[out_port(messages_[m])].busy = ports_[in_port(messages_[m])].busy = true;
    push({now_ + cost_.message(exchanges_[messages_[m].sent].what.out), 0, m, kNone});
  }

  /// Returns the first message of the port that can start.
  std::size_t first_of(const Port& port) const {
    if (port.busy) return kNone;
    for (const std::size_t m : port.parked)
      if (can_start(messages_[m])) return m;
    return kNone;
  }

  /// Starts parked messages. Ports only get busier here: the next candidate of a port is never
  /// older than the previous one.
  void start_parked() {
    using Candidate = std::pair<std::size_t, std::size_t>;  // message and port
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> next;
    const auto look_at = [&](std::size_t port) {
      if (const std::size_t m = first_of(ports_[port]); m != kNone) next.emplace(m, port);
    };
    for (const std::size_t port : std::exchange(freed_, {})) look_at(port);
    while (!next.empty()) {
      const auto [m, port] = next.top();
      next.pop();
      if (can_start(messages_[m]) && ports_[port].parked.contains(m)) start_parked(m);
      look_at(port);
    }
  }

  void start_parked(std::size_t m) {
    ports_[out_port(messages_[m])].parked.erase(m);
    ports_[in_port(messages_[m])].parked.erase(m);
    start(m);
  }

  void start_fresh() {
    std::stable_sort(fresh_.begin(), fresh_.end(), [](const Message& a, const Message& b) {
      return std::pair(a.source, a.sent) < std::pair(b.source, b.sent);
    });
    for (const Message& m : std::exchange(fresh_, {})) {
      messages_.push_back(m);
      const std::size_t id = messages_.size() - 1;
      if (can_start(m)) {
        start(id);
        continue;
      }
      ports_[out_port(m)].parked.insert(id);
      ports_[in_port(m)].parked.insert(id);
    }
  }

  void fire(const Event& e) {
    if (e.message == kNone) {
      ready_.push_back(e.rank);
      return;
    }
    const Message& m = messages_[e.message];
    for (const std::size_t port : {out_port(m), in_port(m)}) {
      ports_[port].busy = false;
      freed_.push_back(port);
    }
    arrived(m.source, m.sent);
    arrived(m.destination, m.received);
  }

  void arrived(std::size_t r, std::size_t e) {
    if (--exchanges_[e].under_way > 0 || ranks_[r].waits_for != e) return;
    ranks_[r].waits_for = kNone;
    ready_.push_back(r);
  }

  const AlphaBetaGamma& cost_;
  std::vector<Rank> ranks_;
  std::vector<Begun> exchanges_;
  std::vector<Port> ports_;                         // 2r: sends of rank r; 2r + 1: its receives
  std::unordered_map<std::size_t, Posted> posted_;  // by source and destination
  std::vector<Message> fresh_, messages_;
  std::vector<std::size_t> freed_;  // ports, at this instant
  std::vector<std::size_t> ready_;  // ranks
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::size_t next_order_ = 0;
  Time now_{0};
};

}  // namespace

Time one_port_time(const std::vector<std::vector<Exchange>>& programs, const AlphaBetaGamma& cost) {
  return OnePort(programs, cost).run();
}

}  // namespace orrery::inline algorithms
