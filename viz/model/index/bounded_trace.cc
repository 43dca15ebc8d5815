#include "viz/model/index/bounded_trace.h"

#include <algorithm>
#include <iterator>

namespace orrery::viz {

bool BoundedTrace::keeps(std::int64_t message) {
  if (message < most_) return true;
  truncated_ = true;
  return false;
}

void BoundedTrace::path(const PathEvent& e) {
  if (keeps(e.message)) return trace_.path(e);
  if (most_ > 0) under_way_[e.message].push_back({e.bytes, {e.links.begin(), e.links.end()}});
}

void BoundedTrace::part(const PartEvent& e) {
  if (keeps(e.message)) trace_.part(e);
}

void BoundedTrace::content(const ContentEvent& e) {
  contents_truncated_ |= std::ssize(contents_.events) >= most_contents_;
  if (contents_truncated_) return;
  contents_.events.push_back(e);
  contents_.events.back().set = {};
  const auto id = static_cast<std::size_t>(e.contributors);
  if (id >= contents_.sets.size()) contents_.sets.resize(id + 1);
  if (contents_.sets[id].empty()) contents_.sets[id].assign(e.set.begin(), e.set.end());
}

void BoundedTrace::rate(const RateEvent& e) {
  if (keeps(e.message)) trace_.rate(e);
}

void BoundedTrace::round(const RoundEvent& e) {
  if (!truncated_) trace_.round(e);
}

void BoundedTrace::compute(const ComputeEvent& e) {
  if (!truncated_) trace_.compute(e);
}

void BoundedTrace::message(const MessageEvent& e) {
  if (keeps(e.id)) {
    trace_.message(e);
  } else {
    until_ = std::min(until_, e.start);
    if (most_ == 0) return;
    const auto paths = under_way_.extract(e.id);
    totals_.add(
        e, paths ? std::span<const Trace::Path>(paths.mapped()) : std::span<const Trace::Path>());
  }
}

std::vector<RoundTotal> BoundedTrace::takeTotals() {
  if (totals_.empty()) return {};
  const int first = totals_.firstRound();
  for (const Trace::Message& m : trace_.messages) {
    if (m.round >= first && m.end > m.start) totals_.add(m, m.paths);
  }
  return totals_.take();
}

}  // namespace orrery::viz
