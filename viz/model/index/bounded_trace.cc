#include "viz/model/index/bounded_trace.h"

#include <algorithm>

namespace orrery::viz::inline model {

bool BoundedTrace::keeps(std::int64_t message) {
  if (message < most_) return true;
  truncated_ = true;
  return false;
}

void BoundedTrace::start(const MessageEvent& e) {
  if (wants_contents_ && keeps(e.id)) contents_.start(e);
}

void BoundedTrace::path(const PathEvent& e) {
  if (keeps(e.message)) return trace_.path(e);
  if (most_ > 0) under_way_[e.message].push_back({e.bytes, {e.links.begin(), e.links.end()}});
}

void BoundedTrace::part(const PartEvent& e) {
  if (!keeps(e.message)) return;
  trace_.part(e);
  if (wants_contents_) contents_.part(e);
}

void BoundedTrace::content(const ContentEvent& e) {
  contents_.content(e);
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

/// Records the message. Its data are written to the receiver's buffer right after it has ended.
void BoundedTrace::message(const MessageEvent& e) {
  contents_.message(e);
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

}  // namespace orrery::viz::inline model
