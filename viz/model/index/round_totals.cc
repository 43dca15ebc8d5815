#include "viz/model/index/round_totals.h"

#include <algorithm>

namespace orrery::viz::inline model {
namespace {

constexpr std::size_t kOpenRounds = 12;   ///< ranks are seldom further apart
constexpr std::size_t kLeastSum = 65536;  ///< entries

/// Sums up items of equal numbers.
template <class Item, class Number, class Add>
void sumUp(std::vector<Item>& items, Number number, Add add) {
  std::stable_sort(items.begin(), items.end(),
                   [&](const Item& a, const Item& b) { return number(a) < number(b); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kept > 0 && number(items[kept - 1]) == number(items[i])) {
      add(items[kept - 1], items[i]);
    } else {
      items[kept++] = items[i];
    }
  }
  items.resize(kept);
}

void sumUp(Traffic& t) {
  sumUp(
      t.links, [](const LinkTotal& l) { return l.link; },
      [](LinkTotal& a, const LinkTotal& b) { a.messages += b.messages, a.bytes += b.bytes; });
  sumUp(
      t.ranks, [](const RankTotal& r) { return r.rank; },
      [](RankTotal& a, const RankTotal& b) { a.sent += b.sent, a.received += b.received; });
}

std::size_t hashOf(const Traffic& t) {
  std::size_t hash = t.size();
  const auto mix = [&hash](std::int64_t v) {
    hash = (hash ^ static_cast<std::size_t>(v)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  };
  for (const LinkTotal& l : t.links) mix(l.link), mix(l.bytes.count());
  for (const RankTotal& r : t.ranks) mix(r.rank), mix(r.sent.count());
  return hash;
}

void append(Traffic& to, const Traffic& from) {
  to.links.insert(to.links.end(), from.links.begin(), from.links.end());
  to.ranks.insert(to.ranks.end(), from.ranks.begin(), from.ranks.end());
}

/// Joins two consecutive totals, without their traffic.
RoundTotal joined(const RoundTotal& a, const RoundTotal& b) {
  return {
      a.first, b.last, std::min(a.begin, b.begin), std::max(a.end, b.end), a.messages + b.messages,
      nullptr};
}

}  // namespace

/// Opens a round, also one that was closed too early.
RoundTotals::Open& RoundTotals::open(int round) {
  if (const auto found = open_.find(round); found != open_.end()) return found->second;
  const auto closed = closed_.lower_bound(round);
  if (closed != closed_.end() && closed->second.first <= round) {
    Open again{closed->second, *closed->second.traffic, closed->second.traffic->size()};
    again.total.traffic.reset();
    closed_.erase(closed);
    return open_[again.total.last] = std::move(again);
  }
  Open& fresh = open_[round];
  fresh.total.first = fresh.total.last = round;
  fresh.total.begin = Time::max();
  return fresh;
}

void RoundTotals::add(const MessageEvent& m, std::span<const Trace::Path> paths) {
  if (m.round < 0) return;
  Open& o = open(m.round);
  o.total.begin = std::min(o.total.begin, m.start);
  o.total.end = std::max(o.total.end, m.end);
  ++o.total.messages;
  o.traffic.ranks.push_back({m.source, m.bytes, Bytes(0)});
  o.traffic.ranks.push_back({m.destination, Bytes(0), m.bytes});
  for (const Trace::Path& path : paths) {
    for (const LinkId link : path.links) o.traffic.links.push_back({link, 1, path.bytes});
  }
  if (o.traffic.size() > 2 * o.summed + kLeastSum) {
    sumUp(o.traffic);
    o.summed = o.traffic.size();
  }
  if (open_.size() > kOpenRounds) close(open_.begin());
}

void RoundTotals::close(std::map<int, Open>::iterator round) {
  Open& o = round->second;
  sumUp(o.traffic);
  o.total.traffic = shared(std::move(o.traffic));
  closed_[o.total.last] = o.total;
  open_.erase(round);
  for (int rounds = 2; entries_ > most_ && rounds < 1 << 20; rounds *= 2) mergeNeighbours(rounds);
}

std::shared_ptr<const Traffic> RoundTotals::shared(Traffic traffic) {
  const std::size_t hash = hashOf(traffic);
  const auto [from, to] = tables_.equal_range(hash);
  for (auto it = from; it != to; ++it) {
    if (*it->second == traffic) return it->second;
  }
  traffic.links.shrink_to_fit();
  traffic.ranks.shrink_to_fit();
  entries_ += traffic.size();
  auto table = std::make_shared<const Traffic>(std::move(traffic));
  tables_.emplace(hash, table);
  return table;
}

/// Merges pairs of neighbours of at most `most_rounds` rounds together.
void RoundTotals::mergeNeighbours(int most_rounds) {
  std::map<int, RoundTotal> pairs;
  std::map<int, RoundTotal> all;
  all.swap(closed_);
  tables_.clear();
  entries_ = 0;
  for (auto it = all.begin(); it != all.end(); ++it) {
    const auto next = std::next(it);
    if (next == all.end() || next->second.first != it->second.last + 1 ||
        next->second.last - it->second.first >= most_rounds) {
      it->second.traffic = shared(*it->second.traffic);
      pairs[it->first] = it->second;
      continue;
    }
    RoundTotal both = joined(it->second, next->second);
    Traffic traffic = *it->second.traffic;
    append(traffic, *next->second.traffic);
    it->second.traffic.reset();
    next->second.traffic.reset();
    sumUp(traffic);
    both.traffic = shared(std::move(traffic));
    pairs[both.last] = both;
    it = next;
  }
  closed_.swap(pairs);
}

int RoundTotals::firstRound() const {
  const int open =
      open_.empty() ? closed_.rbegin()->second.last : open_.begin()->second.total.first;
  return closed_.empty() ? open : std::min(open, closed_.begin()->second.first);
}

std::vector<RoundTotal> RoundTotals::take() {
  while (!open_.empty()) close(open_.begin());
  std::vector<RoundTotal> totals;
  for (auto& [last, total] : closed_) totals.push_back(std::move(total));
  closed_.clear();
  tables_.clear();
  return totals;
}

}  // namespace orrery::viz::inline model
