#include "viz/model/trace_index.h"

#include <algorithm>

namespace orrery::viz {
namespace {

IntervalIndex transfersOf(const Trace& trace) {
  std::vector<IntervalIndex::Interval> intervals;
  intervals.reserve(trace.messages.size());
  for (const MessageEvent& m : trace.messages) intervals.push_back({m.start, m.end});
  return IntervalIndex(intervals);
}

IntervalIndex computesOf(const Trace& trace) {
  std::vector<IntervalIndex::Interval> intervals;
  intervals.reserve(trace.computes.size());
  for (const ComputeEvent& c : trace.computes) intervals.push_back({c.start, c.end});
  return IntervalIndex(intervals);
}

}  // namespace

TraceIndex::TraceIndex(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
                       std::vector<std::int64_t> places)
    : trace_(std::move(trace)),
      network_(std::move(network)),
      blocks_(*trace_, network_->ranks(), std::move(places)),
      rounds_(roundMarks(*trace_)),
      transfers_(transfersOf(*trace_)),
      computes_(computesOf(*trace_)),
      rates_(*trace_),
      lanes_(*trace_, network_->ranks()),
      rank_end_(static_cast<std::size_t>(network_->ranks()), Time{0}) {
  findEnds();
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
  const int level = network_->topology->link(link).level;
  return network_->costs.link(level).bandwidth.bytes_per_second;
}

}  // namespace orrery::viz
