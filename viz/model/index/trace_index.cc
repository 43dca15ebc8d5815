#include "viz/model/index/trace_index.h"

#include <algorithm>

namespace orrery::viz::inline model {

namespace {

/// Returns numbers of the items by rank, stable; leaves out items whose rank is negative.
template <class Items, class RankOf>
void sortByRank(const Items& items, int ranks, RankOf&& rankOf, std::vector<std::size_t>& offsets,
                std::vector<std::uint32_t>& numbers) {
  offsets.assign(static_cast<std::size_t>(ranks) + 1, 0);
  for (const auto& item : items) {
    if (rankOf(item) >= 0) ++offsets[static_cast<std::size_t>(rankOf(item)) + 1];
  }
  for (std::size_t r = 1; r < offsets.size(); ++r) offsets[r] += offsets[r - 1];
  numbers.resize(offsets.back());
  std::vector<std::size_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int rank = rankOf(items[i]);
    if (rank >= 0) numbers[next[static_cast<std::size_t>(rank)]++] = static_cast<std::uint32_t>(i);
  }
}

template <class Events>
IntervalIndex intervalsOf(const Events& events) {
  std::vector<IntervalIndex::Interval> intervals;
  intervals.reserve(events.size());
  for (const auto& event : events) intervals.push_back({event.start, event.end});
  return IntervalIndex(intervals);
}

bool belongs(const MessageEvent& m, int rounds) {
  return m.round < rounds && m.end > m.start;
}

/// Returns when the last message of the first rounds has arrived.
Time endOfRounds(const Trace& trace, int rounds) {
  Time end{0};
  for (const MessageEvent& m : trace.messages)
    if (m.round >= 0 && belongs(m, rounds)) end = std::max(end, m.end);
  return end;
}

/// Changes a message as if it never ended; its number stays.
void forget(Trace::Message& m) {
  m.round = -1;
  m.start = m.flow = m.end = Time{0};
}

std::shared_ptr<const Trace> firstRounds(const Trace& whole, int rounds) {
  const Time end = endOfRounds(whole, rounds);
  const auto is_later = [end](const auto& e) { return e.start >= end; };
  auto trace = std::make_shared<Trace>(whole);
  for (Trace::Message& m : trace->messages)
    if (!belongs(m, rounds) || is_later(m)) forget(m);
  std::erase_if(trace->computes, is_later);
  std::erase_if(trace->rounds, [&](const RoundEvent& e) { return e.round >= rounds; });
  return trace;
}

std::vector<RoundTotal> firstRounds(std::vector<RoundTotal> totals, int rounds) {
  std::erase_if(totals, [rounds](const RoundTotal& t) { return t.last >= rounds; });
  return totals;
}

std::shared_ptr<const Trace> begun(const Trace& whole, Time until) {
  const auto is_later = [until](const auto& e) { return e.start > until; };
  auto trace = std::make_shared<Trace>(whole);
  for (Trace::Message& m : trace->messages)
    if (is_later(m)) forget(m);
  std::erase_if(trace->computes, is_later);
  std::erase_if(trace->rounds, [until](const RoundEvent& e) { return e.time > until; });
  return trace;
}

/// Returns the rounds begun; they keep the moments at which they become the one shown.
std::vector<RoundMark> begun(std::vector<RoundMark> marks, Time until) {
  std::erase_if(marks, [until](const RoundMark& m) { return m.begin > until; });
  for (RoundMark& m : marks) m.view = std::min(m.view, until);
  return marks;
}

std::vector<RoundTotal> begun(std::vector<RoundTotal> totals, Time until) {
  std::erase_if(totals, [until](const RoundTotal& t) { return t.begin > until; });
  return totals;
}

}  // namespace

LaneIndex::LaneIndex(const Trace& trace, int ranks) {
  const auto ended = [](const MessageEvent& m) { return m.end > m.start; };
  sortByRank(
      trace.messages, ranks, [&](const MessageEvent& m) { return ended(m) ? m.source : -1; },
      lists_[kSend].offsets, lists_[kSend].numbers);
  sortByRank(
      trace.messages, ranks, [&](const MessageEvent& m) { return ended(m) ? m.destination : -1; },
      lists_[kReceive].offsets, lists_[kReceive].numbers);
  sortByRank(
      trace.computes, ranks, [](const ComputeEvent& c) { return c.end > c.start ? c.rank : -1; },
      lists_[kCompute].offsets, lists_[kCompute].numbers);
  sortByRank(
      trace.rounds, ranks, [](const RoundEvent& e) { return e.rank; }, lists_[kRound].offsets,
      lists_[kRound].numbers);
}

std::span<const std::uint32_t> LaneIndex::of(Lane lane, int rank) const {
  const Lists& l = lists_[lane];
  const auto r = static_cast<std::size_t>(rank);
  return std::span(l.numbers).subspan(l.offsets[r], l.offsets[r + 1] - l.offsets[r]);
}

TraceIndex::TraceIndex(const TraceIndex& whole, Time until)
    : trace_(begun(whole.trace(), until)),
      network_(whole.network_),
      blocks_(whole.blocks_),
      operations_(whole.operations_),
      rounds_(begun(whole.rounds_, until)),
      transfers_(intervalsOf(trace_->messages)),
      computes_(intervalsOf(trace_->computes)),
      rates_(whole.rates_),
      lanes_(*trace_, network_->ranks()),
      rank_end_(static_cast<std::size_t>(network_->ranks()), Time::max()),
      totals_(begun(whole.totals_, until)),
      totals_from_(whole.totals_from_),
      end_(until),
      goes_on_(true) {
  sortByRound();
}

TraceIndex::TraceIndex(const TraceIndex& whole, int rounds)
    : trace_(firstRounds(whole.trace(), rounds)),
      network_(whole.network_),
      blocks_(whole.blocks_),
      operations_(whole.operations_),
      rounds_(roundMarks(*trace_)),
      transfers_(intervalsOf(trace_->messages)),
      computes_(intervalsOf(trace_->computes)),
      rates_(whole.rates_),
      lanes_(*trace_, network_->ranks()),
      rank_end_(static_cast<std::size_t>(network_->ranks()), Time{0}),
      totals_(firstRounds(whole.totals_, rounds)),
      totals_from_(whole.totals_from_),
      steps_(whole.steps_),
      goes_on_(true) {
  findEnds();
  sortByRound();
  if (!totals_.empty()) addTotals();
  std::fill(rank_end_.begin(), rank_end_.end(), Time::max());
}

TraceIndex::TraceIndex(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
                       Pieces pieces, std::shared_ptr<const Cargo> cargo,
                       std::vector<RoundTotal> totals, Time totals_from,
                       std::shared_ptr<const StepIndex> steps, OperationRounds operations,
                       const std::vector<int>& stuck)
    : trace_(std::move(trace)),
      network_(std::move(network)),
      blocks_(*trace_, network_->ranks(), std::move(pieces), std::move(cargo)),
      operations_(std::move(operations)),
      rounds_(roundMarks(*trace_)),
      transfers_(intervalsOf(trace_->messages)),
      computes_(intervalsOf(trace_->computes)),
      rates_(*trace_),
      lanes_(*trace_, network_->ranks()),
      rank_end_(static_cast<std::size_t>(network_->ranks()), Time{0}),
      totals_(std::move(totals)),
      totals_from_(totals_from),
      steps_(std::move(steps)) {
  findEnds();
  sortByRound();
  if (!totals_.empty()) addTotals();
  for (const int rank : stuck) rank_end_[static_cast<std::size_t>(rank)] = Time::max();
}

/// Adds the totals; rounds with unknown messages begin with their first message.
void TraceIndex::addTotals() {
  std::erase_if(rounds_, [this](const RoundMark& m) { return m.round >= totals_.front().first; });
  for (std::size_t i = 0; i < totals_.size(); ++i) {
    const RoundTotal& t = totals_[i];
    const Time begin = rounds_.empty() ? t.begin : std::max(t.begin, rounds_.back().begin);
    const Time next = i + 1 < totals_.size() ? totals_[i + 1].begin : t.end;
    rounds_.push_back({t.first, begin, begin + std::max(next - begin, Time{0}) / 2, t.begin});
    end_ = std::max(end_, t.end);
  }
  std::fill(rank_end_.begin(), rank_end_.end(), end_);  // as far as is known
}

const RoundTotal* TraceIndex::totalOf(int round) const {
  const auto found = std::lower_bound(totals_.begin(), totals_.end(), round,
                                      [](const RoundTotal& t, int r) { return t.last < r; });
  return found == totals_.end() || found->first > round ? nullptr : &*found;
}

void TraceIndex::sortByRound() {
  const auto round = [](const MessageEvent& m) { return static_cast<std::size_t>(m.round) + 1; };
  for (const MessageEvent& m : trace_->messages) {
    if (m.round < 0) continue;
    if (round(m) >= round_offsets_.size()) round_offsets_.resize(round(m) + 1);
    ++round_offsets_[round(m)];
  }
  for (std::size_t i = 1; i < round_offsets_.size(); ++i)
    round_offsets_[i] += round_offsets_[i - 1];
  by_round_.resize(round_offsets_.empty() ? 0 : round_offsets_.back());
  std::vector<std::size_t> next = round_offsets_;
  for (const MessageEvent& m : trace_->messages) {
    if (m.round >= 0) by_round_[next[round(m) - 1]++] = static_cast<std::uint32_t>(m.id);
  }
}

std::span<const std::uint32_t> TraceIndex::messagesOf(int round) const {
  const auto k = static_cast<std::size_t>(round);
  if (round < 0 || k + 1 >= round_offsets_.size()) return {};
  return std::span(by_round_).subspan(round_offsets_[k], round_offsets_[k + 1] - round_offsets_[k]);
}

std::vector<std::uint32_t> TraceIndex::carriersOf(int block) const {
  std::vector<std::uint32_t> carriers;
  if (block < 0) return carriers;
  for (const MessageEvent& m : trace_->messages)
    if (m.end > m.start && blocks_.carries(m, block))
      carriers.push_back(static_cast<std::uint32_t>(m.id));
  return carriers;
}

void TraceIndex::findEnds() {
  const auto extend = [this](int rank, Time t) {
    auto& end = rank_end_.at(static_cast<std::size_t>(rank));
    end = std::max(end, t);
    end_ = std::max(end_, t);
  };
  for (const MessageEvent& m : trace_->messages) {
    extend(m.source, m.end);
    extend(m.destination, m.end);
  }
  for (const ComputeEvent& c : trace_->computes) extend(c.rank, c.end);
}

double TraceIndex::capacity(LinkId link) const {
  return network_->costs.of(network_->topology->link(link)).bandwidth.bytes_per_second;
}

}  // namespace orrery::viz::inline model
