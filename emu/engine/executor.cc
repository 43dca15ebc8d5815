#include "emu/engine/executor.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "emu/base/index.h"
#include "emu/engine/fibers/processors.h"
#include "emu/engine/stop.h"
#include "emu/engine/tasks.h"
#include "emu/engine/transfers.h"
#include "emu/engine/watch/keep_pattern.h"
#include "emu/schedule/rank_progress.h"

namespace orrery::inline engine {

namespace {

using Kind = Operation::Kind;

}  // namespace

Executor::Executor(const Schedule& schedule, CostPerByte gamma)
    : schedule_(schedule), gamma_(gamma) {
  for (const RankSchedule& rank : schedule.ranks) {
    for (const Operation& o : rank.operations)
      if (o.kind != Kind::kCompute && unit_ != 1) unit_ = std::gcd(unit_, o.amount);
    joins_ = joins_ || !rank.multiplicity.empty();
  }
}

bool Executor::supports(const Network& network, const EngineOptions& options) {
  return network.symmetry == nullptr && network.conditions == nullptr &&
         options.sync == Sync::kAsync && options.eager_limit < Bytes(0);
}

bool Executor::divides(Scale scale) const {
  return unit_ % (scale.from / std::gcd(scale.from, scale.to)) == 0;
}

/// The state of one run: clock, messages and ranks.
class Executor::Run {
 public:
  Run(const Executor& executor, const Network& network, const EngineOptions& options, Scale scale,
      Pattern* pattern, std::vector<RankTimes>* times)
      : executor_(executor),
        schedule_(executor.schedule_),
        network_(network),
        sync_(options.protocol == Protocol::kSync),
        less_(scale.from / std::gcd(scale.from, scale.to)),
        more_(scale.to / std::gcd(scale.from, scale.to)),
        pattern_(pattern),
        uncontended_(network, /*ordered=*/false),
        links_(network),
        traffic_(links_, network.ranks(), network.topology->hosts(),
                 network.topology->ports_per_host(), network.ports_per_host()),
        processors_(network),
        transfers_(network, links_, events_, traffic_, processors_, uncontended_, nullptr, nullptr,
                   nullptr, network.host_of.size()),
        messages_(at(schedule_.messages)) {
    if (pattern_ != nullptr) {
      uncontended_.lose();
      orrery::begin(*pattern_, network, links_, options);
      pattern_->unit = executor.unit_ / less_ * more_;
    }
    ranks_.reserve(schedule_.ranks.size());
    if (times != nullptr) times->assign(schedule_.ranks.size(), {});
    for (std::size_t r = 0; r < schedule_.ranks.size(); ++r)
      ranks_.emplace_back(schedule_.ranks[r], times != nullptr ? &(*times)[r] : nullptr);
  }

  std::optional<Metrics> run() {
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) {
      traffic_.hold(0);
      woken_.push_back(r);
    }
    conduct();
    if (running_ > 0) return std::nullopt;
    if (pattern_ != nullptr)
      orrery::end(*pattern_, transfers_.exact() && !executor_.joins_, traffic_.joins());
    Metrics metrics = traffic_.finish(completion_, transfers_.shared());
    metrics.uncontended = metrics.shared ? uncontended_.completion() : completion_;
    for (LinkLoad& load : metrics.hottest) load.ends = network_.topology->link(load.link);
    return metrics;
  }

 private:
  static constexpr std::int32_t kNot = -1;
  struct Message {
    Index transfer = kNone;                    ///< from its send on
    std::int32_t send = kNot, receive = kNot;  ///< operations that have begun
    bool arrived = false;
    /// Number of receives and sends of a group that have begun; at its first message.
    std::array<std::uint32_t, 2> begun{};
    std::array<Time, 2> uncontended{};  ///< when its receive and its send began on the other clock
  };
  /// Two lines of a cache, which are loaded together.
  struct alignas(128) Rank : RankProgress, InRound {
    using RankProgress::RankProgress;
    bool woken = true;
  };

  void conduct() {
    do {
      if (!std::ranges::is_sorted(woken_)) std::ranges::sort(woken_);
      for (const std::uint32_t r : woken_) go_on(r);
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
                          [this](const Transfer& t) { __builtin_prefetch(&messages_[t.send], 1); });
      const Event& e = events[i];
      if (!transfers_.is_current(e)) return;
      if (pattern_ != nullptr) note(*pattern_, e, now_ != instant);
      now_ = instant;
      if (transfers_.fire(e, now_, [this](Index x) { end_transfer(x); })) return;
      end(e.index, static_cast<std::int32_t>(e.version));
    });
    return true;
  }

  /// Begins all ready operations of a rank, in the order of its list.
  void go_on(std::uint32_t r) {
    Rank& rank = ranks_[r];
    rank.for_each_ready([&](std::int32_t i) { begin(r, i); });
    rank.woken = false;
    if (!rank.has_ended()) return;
    completion_ = now_;
    --running_;
    traffic_.unhold(rank.round);
  }

  void begin(std::uint32_t r, std::int32_t i) {
    Rank& rank = ranks_[r];
    const Operation& o = rank.operation(i);
    if (rank.enters_round(o)) rank.enter(o.step, traffic_);
    rank.begin(i, now_);
    switch (o.kind) {
      case Kind::kSend:
        return post_send(r, i, o);
      case Kind::kReceive:
        return post_receive(r, i, o);
      case Kind::kCompute:
        if (compute(r, i, o)) return;
        break;
      case Kind::kReduce:
      case Kind::kCopy:
      case Kind::kTouch:
        if (work(r, i, o)) return;
        break;
      case Kind::kRound:
        break;
    }
    end(r, i);
  }

  void end(std::uint32_t r, std::int32_t i) {
    Rank& rank = ranks_[r];
    uncontended_.end_program(rank.other_time(i));
    rank.end(i, now_);
    if (rank.woken || !(rank.has_ready() || rank.has_ended())) return;
    rank.woken = true;
    woken_.push_back(r);
  }

  /// Ends an operation, at `other` on the other clock.
  void end_at(std::uint32_t r, std::int32_t i, Time other) {
    ranks_[r].delay(i, other);
    end(r, i);
  }

  Bytes bytes(const Operation& o) const {
    return Bytes(less_ == more_ ? o.amount : o.amount / less_ * more_);
  }

  /// Returns the message of an operation that begins: the k-th send of a group matches the k-th receive. They may begin in
  /// another order on the other clock.
  std::uint32_t message_of(const Rank& rank, std::int32_t i, bool sends) {
    const std::uint32_t first = rank.group(i), number = first + messages_[first].begun[sends]++;
    const Time at = messages_[number].uncontended[sends] = rank.other_time(i);
    if (number > first && uncontended_.runs() && at <= messages_[number - 1].uncontended[sends])
      uncontended_.lose();
    return number;
  }
  /// Returns when a message of the synchronous protocol begins on the other clock.
  static Time met(const Message& m) { return std::max(m.uncontended[0], m.uncontended[1]); }

  void post_send(std::uint32_t r, std::int32_t i, const Operation& o) {
    Rank& rank = ranks_[r];
    const std::uint32_t number = message_of(rank, i, true);
    Message& m = messages_[number];
    m.send = i;
    const Index x = m.transfer = transfers_.add();
    Transfer& t = transfers_[x];
    t.send = number;
    t.source = static_cast<std::int32_t>(r);
    t.destination = o.peer;
    t.round = rank.round;
    t.multiplicity = rank.multiplicity(i);
    t.from = Slice(0, 1, 0, bytes(o).count());
    traffic_.hold(rank.round);
    traffic_.count_at_once(rank.round, rank.to.add(o.peer));
    t.uncontended = sync_ ? met(m) : m.uncontended[1];
    if (!sync_ || m.receive != kNot) transfers_.make_ready(x);
  }

  void post_receive(std::uint32_t r, std::int32_t i, const Operation& o) {
    Rank& rank = ranks_[r];
    Message& m = messages_[message_of(rank, i, false)];
    traffic_.count_at_once(rank.round, rank.from.add(o.peer));
    m.receive = i;
    if (m.transfer == kNone) return;
    if (m.arrived) return receive(m);
    if (!sync_) return;
    transfers_[m.transfer].uncontended = met(m);
    transfers_.make_ready(m.transfer);
  }

  void end_transfer(Index transfer) {
    const Transfer& t = transfers_[transfer];
    prefetch_rank(t.source);
    prefetch_rank(t.destination);
    transfers_.end(transfer, now_);
    Message& m = messages_[t.send];
    m.arrived = true;
    end_at(static_cast<std::uint32_t>(t.source), m.send, t.uncontended);
    if (m.receive != kNot) receive(m);
  }

  void prefetch_rank(std::int32_t r) const {
    const auto* const rank = reinterpret_cast<const std::byte*>(&ranks_[at(r)]);
    __builtin_prefetch(rank, 1);
    __builtin_prefetch(rank + 64, 1);
  }

  /// Ends the receive of a message that has arrived.
  void receive(const Message& m) {
    const Transfer& t = transfers_[m.transfer];
    end_at(static_cast<std::uint32_t>(t.destination), m.receive, t.uncontended);
    transfers_.remove(m.transfer);
  }

  /// Starts a computation; returns false if it takes no time. So does work().
  bool compute(std::uint32_t r, std::int32_t i, const Operation& o) {
    const Time given = o.by_byte ? duration_of(Bytes(o.amount), executor_.gamma_) : Time(o.amount);
    if (given == Time(0)) return false;
    const auto rank = static_cast<int>(r);
    const Time cost = processors_.time_of(rank, given);
    const Turn turn = processors_.occupy(rank, cost, now_, o.processor);
    if (o.processor != 0) uncontended_.lose();
    occupy_uncontended(r, i, cost, turn);
    events_.push(turn.end, {Event::Kind::kWorkEnd, r, static_cast<std::uint32_t>(i)});
    return true;
  }

  bool work(std::uint32_t r, std::int32_t i, const Operation& o) {
    const auto rank = static_cast<int>(r);
    const Bytes amount = bytes(o);
    if (o.kind == Kind::kReduce) traffic_.reduce(ranks_[r].round, rank, amount);
    if (o.kind == Kind::kTouch && amount < network_.costs.touch_from) return false;
    const Time cost = o.kind == Kind::kTouch
                          ? processors_.time_of_touch(rank, amount)
                          : processors_.time_of(rank, amount, o.kind == Kind::kReduce);
    const Turn turn = processors_.occupy(rank, cost, now_);
    if (amount.count() > 0) occupy_uncontended(r, i, cost, turn);
    if (turn.end == now_ || amount.count() == 0) return false;
    events_.push(turn.end, {Event::Kind::kWake, r, static_cast<std::uint32_t>(i)});
    return true;
  }

  /// Notes the end of a computation on the other clock.
  void occupy_uncontended(std::uint32_t r, std::int32_t i, Time cost, const Turn& turn) {
    Rank& rank = ranks_[r];
    const Time at = rank.other_time(i);
    rank.delay(i, uncontended_.runs() ? uncontended_.occupy(static_cast<int>(r), cost, at, now_)
                                      : turn.end);
  }

  const Executor& executor_;
  const Schedule& schedule_;
  const Network& network_;
  bool sync_;
  std::int64_t less_, more_;  // divisor and factor of amounts
  Pattern* pattern_;
  Time now_{0}, completion_{0};
  UncontendedClock uncontended_;
  LinkTable links_;
  EventQueue events_;
  Traffic traffic_;
  Processors processors_;
  Transfers transfers_;
  std::vector<Message> messages_;
  std::vector<Rank> ranks_;
  std::size_t running_ = schedule_.ranks.size();
  std::vector<std::uint32_t> woken_;  // ranks that resume at this instant
};

std::optional<Metrics> Executor::run(const Network& network, const EngineOptions& options,
                                     Scale scale, Pattern* pattern,
                                     std::vector<RankTimes>* times) const {
  return Run(*this, network, options, scale, pattern, times).run();
}

}  // namespace orrery::inline engine
