#include "scenarios/formats/traces/timeline.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace orrery::inline formats {
namespace {

using IntervalKind = Interval::Kind;

std::string_view lane_name(IntervalKind kind) {
  switch (kind) {
    case IntervalKind::kRound:
      return "rounds";
    case IntervalKind::kSend:
      return "send";
    case IntervalKind::kReceive:
      return "receive";
    default:
      return "compute";
  }
}

/// An activity that occupies a lane of one kind in a rank from `from` to the end of `main`, with a
/// wait before it if necessary.
struct Occupation {
  int rank = 0;
  Time from{0};
  Interval main;
};

bool comes_before(const Occupation& a, const Occupation& b) {
  const auto key = [](const Occupation& o) {
    return std::tuple(o.rank, o.main.kind, o.from, o.main.to, o.main.message, o.main.compute);
  };
  return key(a) < key(b);
}

void add_messages(const Trace& trace, std::vector<Occupation>& all) {
  for (const MessageEvent& m : trace.messages)
    for (const auto& [kind, rank] : {std::pair(IntervalKind::kSend, m.source),
                                     std::pair(IntervalKind::kReceive, m.destination)})
      all.push_back({rank, m.posted, {kind, 0, m.round, m.id, -1, m.start, m.end}});
}

void add_computes(const Trace& trace, std::vector<Occupation>& all) {
  for (std::size_t i = 0; i < trace.computes.size(); ++i) {
    const ComputeEvent& c = trace.computes[i];
    all.push_back(
        {c.rank,
         c.start,
         {IntervalKind::kCompute, 0, c.round, -1, static_cast<std::int64_t>(i), c.start, c.end}});
  }
}

/// Adds rounds: each lasts until the rank (any of its lanes) enters a later one.
void add_rounds(const Trace& trace, int ranks, Time completion, std::vector<Occupation>& all) {
  std::vector<std::vector<RoundEvent>> of_rank(static_cast<std::size_t>(ranks));
  for (const RoundEvent& e : trace.rounds) {
    auto& rounds = of_rank[static_cast<std::size_t>(e.rank)];
    if (rounds.empty() || e.round > rounds.back().round) rounds.push_back(e);
  }
  for (const auto& rounds : of_rank)
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const Time until = i + 1 < rounds.size() ? rounds[i + 1].time : completion;
      all.push_back({rounds[i].rank,
                     rounds[i].time,
                     {IntervalKind::kRound, 0, rounds[i].round, -1, -1, rounds[i].time, until}});
    }
}

/// By rank and operation.
using EndsOfOperations = std::map<std::pair<int, int>, Time>;

EndsOfOperations ends_of_operations(const Trace& trace, const OperationRounds& operations) {
  EndsOfOperations ends;
  const auto note = [&](int rank, int round, Time end) {
    Time& last = ends[{rank, operations.operation(round)}];
    last = std::max(last, end);
  };
  for (const MessageEvent& m : trace.messages) {
    note(m.source, m.round, m.end);
    note(m.destination, m.round, m.end);
  }
  for (const ComputeEvent& c : trace.computes) note(c.rank, c.round, c.end);
  return ends;
}

/// Adds the rounds of operations: each lasts until the rank enters a later one of that operation,
/// the last one until all of the operation has ended.
void add_rounds_of_operations(const Trace& trace, const OperationRounds& operations,
                              std::vector<Occupation>& all) {
  std::map<std::pair<int, int>, std::vector<RoundEvent>> of_part;
  for (const RoundEvent& e : trace.rounds) {
    auto& rounds = of_part[{e.rank, operations.operation(e.round)}];
    if (rounds.empty() || e.round > rounds.back().round) rounds.push_back(e);
  }
  const EndsOfOperations ends = ends_of_operations(trace, operations);
  for (const auto& [part, rounds] : of_part)
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const Time from = rounds[i].time;
      const auto end = ends.find(part);
      const Time last = end == ends.end() ? from : std::max(from, end->second);
      const Time until = i + 1 < rounds.size() ? rounds[i + 1].time : last;
      all.push_back(
          {part.first, from, {IntervalKind::kRound, 0, rounds[i].round, -1, -1, from, until}});
    }
}

/// Puts each occupation into the first free lane of its rank and kind.
class Arrangement {
 public:
  explicit Arrangement(Timeline& timeline) : timeline_(timeline) {}

  void place(const Occupation& o) {
    if (o.rank != rank_) rank_ = o.rank, lanes_of_rank_ = 0, free_.clear();
    if (o.main.kind != kind_) kind_ = o.main.kind, free_.clear();
    const auto lane =
        std::ranges::find_if(free_, [&](const auto& l) { return l.second <= o.from; });
    const auto i = static_cast<std::size_t>(lane - free_.begin());
    if (lane == free_.end()) free_.emplace_back(new_lane(), Time(0));
    free_[i].second = o.main.to;
    Interval main = o.main;
    main.lane = free_[i].first;
    if (o.from < main.from) {
      Interval wait = main;
      wait.kind = IntervalKind::kWait;
      wait.from = o.from;
      wait.to = main.from;
      timeline_.intervals.push_back(wait);
    }
    timeline_.intervals.push_back(main);
  }

 private:
  int new_lane() {
    const std::string_view name = lane_name(kind_);
    timeline_.lanes.push_back(
        {rank_, lanes_of_rank_++,
         free_.empty() ? std::string(name) : fmt::format("{} {}", name, free_.size() + 1)});
    return static_cast<int>(timeline_.lanes.size()) - 1;
  }

  Timeline& timeline_;
  int rank_ = -1, lanes_of_rank_ = 0;
  IntervalKind kind_ = IntervalKind::kRound;
  std::vector<std::pair<int, Time>> free_;  // lanes of the rank and kind: from when on
};

}  // namespace

Timeline make_timeline(const Trace& trace, int ranks, Time completion,
                       const OperationRounds& operations) {
  std::vector<Occupation> all;
  all.reserve(2 * trace.messages.size() + trace.computes.size());
  if (operations.any())
    add_rounds_of_operations(trace, operations, all);
  else
    add_rounds(trace, ranks, completion, all);
  add_messages(trace, all);
  add_computes(trace, all);
  std::ranges::sort(all, comes_before);
  Timeline timeline;
  timeline.end = completion;
  Arrangement arrangement(timeline);
  for (const Occupation& o : all) arrangement.place(o);
  std::ranges::stable_sort(timeline.intervals, {}, &Interval::lane);
  return timeline;
}

namespace {

/// The load of a link.
struct Load {
  LinkRates* use = nullptr;
  int flows = 0;

  void change(Time time, double from, double to) {
    auto& changes = use->changes;
    const double before = changes.empty() ? 0 : changes.back().bytes_per_second;
    if (changes.empty() || changes.back().time != time) changes.push_back({time, before});
    flows += (to > 0 ? 1 : 0) - (from > 0 ? 1 : 0);
    // Without flows the rate is 0, without a residue of rounding.
    changes.back().bytes_per_second = flows == 0 ? 0 : changes.back().bytes_per_second + to - from;
  }
};

std::vector<LinkRates> busiest(const Trace& trace, const Network& network, std::size_t most) {
  std::map<LinkId, Bytes> bytes;
  for (const Trace::Message& m : trace.messages)
    for (const Trace::Path& path : m.paths)
      for (const LinkId link : path.links) bytes[link] += path.bytes;
  std::vector<LinkRates> uses;
  uses.reserve(bytes.size());
  for (const auto& [link, total] : bytes) uses.push_back({link, total, {}});
  const auto time = [&](const LinkRates& use) {
    const LinkCost cost = network.costs.of(network.topology->link(use.link));
    return static_cast<double>(use.bytes.count()) * cost.bandwidth.inverse().ps;
  };
  std::ranges::stable_sort(uses, std::ranges::greater(), time);
  if (uses.size() > most) uses.resize(most);
  return uses;
}

}  // namespace

std::vector<LinkRates> busiest_links(const Trace& trace, const Network& network, std::size_t most) {
  std::vector<LinkRates> uses = busiest(trace, network, most);
  std::map<LinkId, Load> loads;
  for (LinkRates& use : uses) loads[use.link].use = &use;
  std::map<std::pair<std::int64_t, int>, double> rates;  // by message and path, while it flows
  for (const RateEvent& e : trace.rates) {
    const auto& paths = trace.messages[static_cast<std::size_t>(e.message)].paths;
    double& rate = rates[{e.message, e.path}];
    for (const LinkId link : paths[static_cast<std::size_t>(e.path)].links)
      if (const auto load = loads.find(link); load != loads.end())
        load->second.change(e.time, rate, e.bytes_per_second);
    rate = e.bytes_per_second;
    if (rate == 0) rates.erase({e.message, e.path});
  }
  return uses;
}

std::string link_text(const Topology& topology, LinkId link) {
  const Link ends = topology.link(link);
  return fmt::format("{} -> {}", node_name(topology, ends.from), node_name(topology, ends.to));
}

}  // namespace orrery::inline formats
