#include "emu/engine/timetable.h"

#include <algorithm>
#include <span>
#include <utility>

#include "emu/base/random.h"
#include "emu/engine/link_table.h"
#include "emu/engine/pool.h"
#include "emu/engine/port_table.h"
#include "emu/engine/processors.h"
#include "emu/engine/router.h"

namespace orrery {

namespace {

using CallKind = Script::Call::Kind;

/// Rows of one time for each size.
class Rows {
 public:
  explicit Rows(std::size_t columns, Time blank = Time(0)) : columns_(columns), blank_(blank) {}
  /// The row, with room made for it. Valid until there is another.
  std::span<Time> operator[](std::size_t row) {
    if ((row + 1) * columns_ > times_.size()) times_.resize((row + 1) * columns_, blank_);
    return {times_.data() + row * columns_, columns_};
  }
  std::size_t size() const { return times_.size() / columns_; }

 private:
  std::size_t columns_;
  Time blank_;
  std::vector<Time> times_;
};

void keep_later(std::span<Time> row, std::span<const Time> other) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = std::max(row[k], other[k]);
}

void keep_earlier(std::span<Time> row, std::span<const Time> other) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = std::min(row[k], other[k]);
}

void copy(std::span<const Time> from, std::span<Time> to) {
  std::ranges::copy(from, to.begin());
}

}  // namespace

/// Goes through the steps of a replay, in the order of the run that they are from, and fills in the columns.
class Timekeeper {
 public:
  Timekeeper(const Replay& replay, const Network& network, const EngineOptions& options,
             std::vector<Timetable::Column>& columns)
      : replay_(replay),
        network_(network),
        sync_(options.protocol == Protocol::kSync),
        columns_(columns),
        links_(network),
        router_(network, links_),
        processors_(network),
        port_table_(network.ports),
        ranks_(network.host_of.size()),
        messages_(replay.messages_.size()),
        clocks_(columns.size()),
        busy_until_(columns.size()),
        on_links_(columns.size()),
        on_ports_(columns.size()),
        times_(columns.size()),
        first_starts_(columns.size(), Time::max()),
        last_ends_(columns.size()),
        left_(columns.size()),
        begin_(columns.size()),
        end_(columns.size()) {}

  void fill() {
    find_ranks();
    for (std::size_t i = 0; i < replay_.steps_.size() && !columns_[0].lost; ++i)
      take(replay_.steps_[i], rank_at_[i]);
    for (std::size_t k = 0; k < columns_.size() && !columns_[0].lost; ++k) {
      for (std::size_t r = 0; r < ranks_.size(); ++r)
        columns_[k].completion = std::max(columns_[k].completion, clocks_[r][k]);
      columns_[k].joins = joins(k);
    }
  }

 private:
  struct Rank {
    std::uint32_t round = 0;
    std::vector<Replay::End> awaited;
    bool waits = false;
  };
  struct Message {
    Index times = kNone;    // its row of times_: of its start, and once it has started of its end
    std::uint8_t open = 2;  // ends that nobody has waited for yet
  };

  /// The steps of a rank until it waits are one after the other.
  void find_ranks() {
    rank_at_.assign(replay_.steps_.size(), kNone);
    for (std::uint32_t r = 0; r < ranks_.size(); ++r) rank_at_[replay_.first_[r]] = r;
    for (std::size_t i = 0; i < rank_at_.size(); ++i) {
      const Replay::Step& s = replay_.steps_[i];
      if (rank_at_[i] == kNone) rank_at_[i] = rank_at_[i - 1];
      if (Script::takes_time(s.kind)) rank_at_[s.what] = rank_at_[i];
    }
  }

  void take(const Replay::Step& s, std::uint32_t r) {
    Rank& rank = ranks_[r];
    if (rank.waits) pass(rank, clocks_[r]);
    switch (s.kind) {
      case CallKind::kRound:
        keep_later(left_[std::exchange(rank.round, s.what)], clocks_[r]);
        break;
      case CallKind::kSend:
      case CallKind::kReceive:
        post(s.what, clocks_[r], s.kind == CallKind::kSend);
        break;
      case CallKind::kAwait:
      case CallKind::kWait:
        for (const Replay::End end : s.ends)
          if (end != Replay::kNoEnd) rank.awaited.push_back(end);
        rank.waits = s.kind == CallKind::kWait;
        break;
      case CallKind::kReduce:
      case CallKind::kCopy:
      case CallKind::kTouch:
        work(r, s.kind, replay_.works_[s.amount]);
        break;
      case CallKind::kEnd:
        keep_later(left_[rank.round], clocks_[r]);
        break;
    }
  }

  /// All that a rank waited for has begun by now, in the order of the run.
  void pass(Rank& rank, std::span<Time> clock) {
    for (const Replay::End end : rank.awaited) {
      Message& m = messages_[end / 2];
      keep_later(clock, times_[m.times]);
      if (--m.open == 0) unused_.push_back(m.times);
    }
    rank.awaited.clear();
    rank.waits = false;
  }

  /// A message starts when both sides have asked for it, or its sender alone.
  void post(std::uint32_t message, std::span<const Time> now, bool is_send) {
    Message& m = messages_[message];
    if (!sync_ && !is_send) return;
    const bool is_first = m.times == kNone;
    if (is_first) m.times = new_row();
    is_first ? copy(now, times_[m.times]) : keep_later(times_[m.times], now);
    if (!sync_ || !is_first) start(replay_.messages_[message], times_[m.times]);
  }
  Index new_row() {
    if (unused_.empty()) return next_row_++;
    const Index row = unused_.back();
    unused_.pop_back();
    return row;
  }

  /// `times`, of its start, become those of its end.
  void start(const Replay::Message& m, std::span<Time> times) {
    const auto round = static_cast<std::size_t>(m.round);
    keep_earlier(first_starts_[round], times);
    keep_later(left_[round], times);
    host_of(m.source) == host_of(m.destination) ? copy_within(m, times) : send(m, times);
    for (std::size_t k = 0; k < columns_.size(); ++k) columns_[k].lost |= end_[k] == times[k];
    keep_later(last_ends_[round], end_);
    copy(end_, times);
  }

  void copy_within(const Replay::Message& m, std::span<const Time> start) {
    const Time alpha = processors_.host_alpha(m.source, m.destination);
    const CostPerByte beta = processors_.host_beta(m.source, m.destination);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      end_[k] = start[k] + (alpha + duration_of(bytes(m.amount, k), beta)) * m.alike;
    occupy(busy_until_[static_cast<std::size_t>(m.source)], start, end_);
  }

  void send(const Replay::Message& m, std::span<const Time> start) {
    const Router::Way way = router_.choose(m.source, m.destination);
    if (way.paths > 1 || m.alike > 1) return lose_all();
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const Bytes b = bytes(m.amount, k);
      begin_[k] = start[k] + way.latency + processors_.alpha(m.source, m.destination, b);
      end_[k] = start[k] + processors_.overhead(m.source, b);
    }
    if (!std::ranges::equal(start, end_))
      occupy(busy_until_[static_cast<std::size_t>(m.source)], start, end_);
    for (std::size_t k = 0; k < columns_.size(); ++k)
      end_[k] = begin_[k] + duration_of(bytes(m.amount, k), {way.ps_per_byte});
    hold_ports(m, start);
    if (m.amount == 0) return;
    crossed_.resize(std::max(crossed_.size(), static_cast<std::size_t>(m.round) + 1));
    crossed_[static_cast<std::size_t>(m.round)] = true;
    if (!network_.contention) return;
    for (const LinkSlot s : router_.route(0)) occupy(on_links_[s], begin_, end_);
  }

  void hold_ports(const Replay::Message& m, std::span<const Time> start) {
    if (port_table_.unlimited()) return;
    PortTable::Needs needs;
    port_table_.add_needs(needs, host_of(m.source), host_of(m.destination), router_.route(0));
    for (const PortTable::PortId p : port_table_.ports_of(needs))
      port_table_.held_for_message() ? occupy(on_ports_[p], start, end_)
                                     : occupy(on_ports_[p], begin_, end_);
  }

  /// Nobody may be there who comes first in the order of the run and has not left.
  void occupy(std::span<Time> until, std::span<const Time> begin, std::span<const Time> end) {
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      columns_[k].lost |= begin[k] < until[k];
      until[k] = end[k];
    }
  }

  void work(std::uint32_t r, CallKind kind, std::int64_t amount) {
    const std::span<Time> clock = clocks_[r];
    copy(clock, begin_);
    for (std::size_t k = 0; k < columns_.size(); ++k) clock[k] += cost(r, kind, bytes(amount, k));
    occupy(busy_until_[r], begin_, clock);
  }
  Time cost(std::uint32_t r, CallKind kind, Bytes b) const {
    if (kind == CallKind::kTouch && b < network_.costs.touch_from) return Time(0);
    return Replay::time_of(processors_, static_cast<int>(r), kind, b);
  }

  void lose_all() { columns_[0].lost = true; }
  Bytes bytes(std::int64_t amount, std::size_t k) const { return Bytes(amount * columns_[k].unit); }
  NodeId host_of(int rank) const { return network_.host_of[static_cast<std::size_t>(rank)]; }

  /// As Traffic joins rounds to steps: a round is closed when everybody has left it and those before it, and all their
  /// messages have started.
  std::uint64_t joins(std::size_t k) {
    const std::size_t rounds = crossed_.size();
    std::vector<Time> next_start(rounds + 1, Time::max());  // of a round and all after it
    for (std::size_t i = std::max(rounds, first_starts_.size()); i-- > 0;)
      next_start[std::min(i, rounds)] =
          std::min(next_start[std::min(i + 1, rounds)], first_starts_[i][k]);
    std::uint64_t joins = 0;
    std::size_t last = rounds;  // of the step; none yet
    Time closed{0}, step_end{0};
    for (std::size_t i = 0; i < rounds; ++i) {
      closed = std::max(closed, left_[i][k]);
      if (!crossed_[i]) continue;
      const auto overlaps = [&] {
        const Time last_round = last_ends_[last][k] - first_starts_[last][k];
        return step_end > closed || next_start[i] < step_end - last_round / 100;
      };
      if (last < rounds && overlaps()) {
        joins = mixed(joins ^ i);
        while (last < i) step_end = std::max(step_end, last_ends_[++last][k]);
      } else {
        step_end = last_ends_[last = i][k];
      }
    }
    return joins;
  }

  const Replay& replay_;
  const Network& network_;
  bool sync_;
  std::vector<Timetable::Column>& columns_;
  LinkTable links_;
  Router router_;
  Processors processors_;
  PortTable port_table_;
  std::vector<std::uint32_t> rank_at_;  // by step
  std::vector<Rank> ranks_;
  std::vector<Message> messages_;
  Rows clocks_;                            // by rank
  Rows busy_until_, on_links_, on_ports_;  // by rank, link and port: until when it is in use
  Rows times_;                             // of messages
  Index next_row_ = 0;                     // of times_
  std::vector<Index> unused_;              // of times_
  Rows first_starts_, last_ends_;          // by round: of its messages
  Rows left_;                  // by round: when its last rank left it and its last message started
  std::vector<bool> crossed_;  // by round: whether bytes crossed links
  std::vector<Time> begin_, end_;  // scratch
};

Timetable::Timetable(const Replay& replay, const Network& network, const EngineOptions& options,
                     std::int64_t from, const std::vector<std::int64_t>& sizes) {
  constexpr std::size_t kMostTimes = std::size_t{1} << 25;  // 256 MiB
  const std::int64_t ports = network.ports_per_host();
  const auto add = [&](std::int64_t bytes) {
    const std::int64_t unit = replay.unit_at(from, bytes);
    columns_.push_back(
        {bytes, unit, ports > 1 && unit % ports != 0});  // the busiest port is a whole number
  };
  add(from);
  std::ranges::for_each(sizes, add);
  const LinkTable links(network);
  const std::size_t rows = links.size() + 2 * network.host_of.size();
  if (links.has_buses() || network.routing == Routing::kAdaptive ||
      rows * columns_.size() > kMostTimes)
    columns_[0].lost = true;
  else
    Timekeeper(replay, network, options, columns_).fill();
}

std::optional<Metrics> Timetable::metrics(std::int64_t bytes, std::int64_t at,
                                          const Metrics& measured) const {
  const auto to = std::ranges::find(columns_, bytes, &Column::bytes);
  const auto from = std::ranges::find(columns_, at, &Column::bytes);
  if (columns_.front().lost || to == columns_.end() || from == columns_.end()) return std::nullopt;
  if (to->lost || from->lost || to->joins != from->joins) return std::nullopt;
  if (measured.shared || measured.completion != from->completion ||
      measured.rounds_overlap != (from->joins != 0))
    return std::nullopt;
  Metrics m = scaled(measured, at, bytes);
  m.per_round.clear();
  m.completion = to->completion;
  m.uncontended = to->completion;
  return m;
}

}  // namespace orrery
