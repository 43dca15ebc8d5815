#include "viz/model/index/round_marks.h"

#include <algorithm>

namespace orrery::viz::inline model {
namespace {

/// Returns the middle of the first span within [from, to) in which most of the transfers are under
/// way.
Time busiestMoment(const std::vector<const Trace::Message*>& transfers, Time from, Time to) {
  struct Edge {
    Time time;
    int change;
  };
  std::vector<Edge> edges;
  edges.reserve(2 * transfers.size());
  for (const Trace::Message* m : transfers) {
    const Time begin = std::max(m->start, from), end = std::min(m->end, to);
    if (begin >= end) continue;
    edges.push_back({begin, 1});
    edges.push_back({end, -1});
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return a.time != b.time ? a.time < b.time : a.change < b.change;
  });
  int under_way = 0, most = 0;
  Time middle = from + (to - from) / 2;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    under_way += edges[i].change;
    if (under_way <= most || i + 1 == edges.size() || edges[i + 1].time == edges[i].time) continue;
    most = under_way;
    middle = edges[i].time + (edges[i + 1].time - edges[i].time) / 2;
  }
  return middle;
}

Time medianStart(std::vector<const Trace::Message*>& transfers) {
  const auto middle = transfers.begin() + static_cast<std::ptrdiff_t>((transfers.size() - 1) / 2);
  std::nth_element(
      transfers.begin(), middle, transfers.end(),
      [](const Trace::Message* a, const Trace::Message* b) { return a->start < b->start; });
  return (*middle)->start;
}

Time firstEnd(const std::vector<const Trace::Message*>& transfers) {
  return (*std::ranges::min_element(transfers, {}, &Trace::Message::end))->end;
}

Time lastEnd(const std::vector<const Trace::Message*>& transfers) {
  Time end{0};
  for (const Trace::Message* m : transfers) end = std::max(end, m->end);
  return end;
}

}  // namespace

std::vector<RoundMark> roundMarks(const Trace& trace) {
  std::vector<std::vector<const Trace::Message*>> rounds;
  for (const Trace::Message& m : trace.messages) {
    if (m.end <= m.start || m.round < 0) continue;
    const auto round = static_cast<std::size_t>(m.round);
    if (round >= rounds.size()) rounds.resize(round + 1);
    rounds[round].push_back(&m);
  }
  std::vector<RoundMark> marks;
  for (std::size_t k = 0; k < rounds.size(); ++k) {
    if (rounds[k].empty()) continue;
    const Time begin = medianStart(rounds[k]);
    marks.push_back({static_cast<int>(k),
                     marks.empty() ? begin : std::max(begin, marks.back().begin),
                     {},
                     (*std::ranges::min_element(rounds[k], {}, &Trace::Message::start))->start,
                     {}});
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const auto transfers = [&](std::size_t mark) -> const auto& {
      return rounds[static_cast<std::size_t>(marks[mark].round)];
    };
    const bool last = i + 1 == marks.size();
    const Time end = last ? lastEnd(transfers(i)) : marks[i + 1].begin;
    marks[i].view = busiestMoment(transfers(i), marks[i].begin, std::max(end, marks[i].begin));
    marks[i].changes_until = last ? end : std::max(end, firstEnd(transfers(i + 1)) - Time(1));
  }
  return marks;
}

int markAt(const std::vector<RoundMark>& marks, Time t) {
  const auto past = std::upper_bound(marks.begin(), marks.end(), t,
                                     [](Time when, const RoundMark& m) { return when < m.begin; });
  return static_cast<int>(past - marks.begin()) - 1;
}

RoundSpan spanAt(const std::vector<RoundMark>& marks, Time t, Time end) {
  const int mark = markAt(marks, t);
  if (mark < 0) return {};
  const auto i = static_cast<std::size_t>(mark);
  return {i == 0 ? marks[i].begin : marks[i - 1].changes_until,
          i + 1 < marks.size() ? marks[i].changes_until : end};
}

std::vector<Time> stopsOf(const std::vector<RoundMark>& marks, Time end) {
  std::vector<Time> stops{Time{0}};
  for (const RoundMark& m : marks)
    if (m.begin > stops.back() && m.begin < end) stops.push_back(m.begin);
  if (end > stops.back()) stops.push_back(end);
  return stops;
}

}  // namespace orrery::viz::inline model
