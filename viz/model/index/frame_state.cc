#include "viz/model/index/frame_state.h"

#include <algorithm>

#include "viz/model/index/moving.h"
#include "viz/model/index/slow_down.h"

namespace orrery::viz::inline model {
namespace {

/// One use of a link by one path.
struct Use {
  LinkId link = 0;
  double bytes_per_second = 0;
  double alone = 0;  ///< bytes per second that the path would have alone in the network
  bool flows = false;
};

constexpr double kArrived = 1 - 1e-12;  ///< progress of an ended transfer, but for rounding

double progressOf(const Trace::Message& m, Time t, double bytes, double total) {
  const double latency = to_seconds(m.flow - m.start), whole = to_seconds(m.end - m.start);
  if (whole <= 0) return 0;
  if (t < m.flow) return to_seconds(t - m.start) / whole;
  const double share = latency / whole;
  return share + (1 - share) * (total > 0 ? std::min(bytes / total, 1.0) : 1);
}

void addPaths(const TraceIndex& index, const Trace::Message& m, FrameState& state,
              std::vector<Use>& uses) {
  const bool flows = state.time >= m.flow;
  if (m.paths.empty()) {
    const double progress =
        to_seconds(state.time - m.start) / std::max(to_seconds(m.end - m.start), 1e-12);
    state.moving.push_back({m.id, -1, flows, progress, 0});
  }
  for (std::size_t p = 0; p < m.paths.size(); ++p) {
    const Trace::Path& path = m.paths[p];
    state.moving.push_back(movingOn(index, m, static_cast<int>(p), state.time));
    const MovingMessage& moving = state.moving.back();
    const bool arrived = flows && moving.bytes_per_second <= 0 && moving.progress > kArrived;
    if (arrived) continue;
    const double alone = flows ? rateAlone(index, path) : 0;
    for (LinkId l : path.links) uses.push_back({l, moving.bytes_per_second, alone, flows});
  }
}

/// Returns the states of the used links, ascending.
std::vector<LinkState> sumUp(const TraceIndex& index, const std::vector<Use>& uses) {
  std::vector<int> places(static_cast<std::size_t>(index.network().topology->link_count()), -1);
  for (const Use& u : uses) places[static_cast<std::size_t>(u.link)] = 0;
  std::vector<LinkState> links;
  for (std::size_t id = 0; id < places.size(); ++id) {
    if (places[id] < 0) continue;
    places[id] = static_cast<int>(links.size());
    links.push_back({.link = static_cast<LinkId>(id)});
  }
  std::vector<double> alone(links.size());
  for (const Use& u : uses) {
    const auto i = static_cast<std::size_t>(places[static_cast<std::size_t>(u.link)]);
    links[i].bytes_per_second += u.bytes_per_second;
    alone[i] += u.alone;
    ++(u.flows ? links[i].flows : links[i].pending);
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    LinkState& l = links[i];
    const double capacity = index.capacity(l.link);
    l.load = l.bytes_per_second / capacity;
    if (l.flows > 1 && l.bytes_per_second > 0)
      l.sharing = std::max(1.0, std::min(alone[i] / l.bytes_per_second, alone[i] / capacity));
  }
  return links;
}

void noteActivity(const TraceIndex& index, Time t, std::vector<RankState>& ranks) {
  std::vector<std::uint32_t> computing;
  index.computes().containing(t, computing);
  for (std::uint32_t c : computing) {
    ranks[static_cast<std::size_t>(index.trace().computes[c].rank)].computing = true;
  }
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    ranks[r].done = t >= index.endOf(static_cast<int>(r));
  }
}

}  // namespace

MovingMessage movingOn(const TraceIndex& index, const Trace::Message& m, int path, Time t) {
  const RateIndex::Flow flow = index.rates().at(m, path, t);
  const auto total = static_cast<double>(m.paths[static_cast<std::size_t>(path)].bytes.count());
  return {m.id, path, t >= m.flow, progressOf(m, t, flow.bytes, total), flow.bytes_per_second};
}

namespace {

/// Returns the bytes of the rank that sends or receives most, for each of its ports.
double busiestPort(const TraceIndex& index, const RoundTotal& total) {
  std::int64_t most = 0;
  for (const RankTotal& r : total.traffic->ranks)
    most = std::max({most, r.sent.count(), r.received.count()});
  return static_cast<double>(most) / index.network().topology->ports_per_host();
}

/// Spreads the round's messages evenly over its time. A link that carries several times as much as
/// the busiest port delays messages by that factor.
void showTotals(const TraceIndex& index, const RoundTotal& total, FrameState& state) {
  state.total_messages = total.messages;
  state.earliest_round = total.first;
  state.latest_round = total.last;
  const double seconds = std::max(to_seconds(total.end - total.begin), 1e-12);
  const double port =
      busiestPort(index, total) / index.network().costs.link(0).bandwidth.bytes_per_second;
  for (const LinkTotal& l : total.traffic->links) {
    const auto bytes = static_cast<double>(l.bytes.count());
    const double rate = bytes / seconds, capacity = index.capacity(l.link);
    const double sharing = port > 0 ? std::max(1.0, bytes / capacity / port) : 1;
    state.links.push_back({l.link, rate, rate / capacity, sharing, l.messages, 0});
  }
  for (const RankTotal& r : total.traffic->ranks) {
    state.ranks[static_cast<std::size_t>(r.rank)].sending = r.sent.count() > 0;
    state.ranks[static_cast<std::size_t>(r.rank)].receiving = r.received.count() > 0;
  }
}

}  // namespace

FrameState stateAt(const TraceIndex& index, Time t) {
  FrameState state;
  state.time = t;
  const int mark = markAt(index.rounds(), t);
  state.round = mark < 0 ? -1 : index.rounds()[static_cast<std::size_t>(mark)].round;
  state.ranks.resize(static_cast<std::size_t>(index.network().ranks()));

  const RoundTotal* total = t < index.totalsFrom() ? nullptr : index.totalOf(state.round);
  if (total != nullptr && t < std::max(index.end(), total->end)) {
    showTotals(index, *total, state);
    return state;
  }
  std::vector<std::uint32_t> under_way;
  index.transfers().containing(t, under_way);
  std::vector<Use> uses;
  for (std::uint32_t number : under_way) {
    const Trace::Message& m = index.trace().messages[number];
    state.ranks[static_cast<std::size_t>(m.source)].sending = true;
    state.ranks[static_cast<std::size_t>(m.destination)].receiving = true;
    state.latest_round = std::max(state.latest_round, m.round);
    state.earliest_round =
        state.earliest_round < 0 ? m.round : std::min(state.earliest_round, m.round);
    addPaths(index, m, state, uses);
  }
  state.links = sumUp(index, uses);
  noteActivity(index, t, state.ranks);
  return state;
}

}  // namespace orrery::viz::inline model
