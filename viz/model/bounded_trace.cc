#include "viz/model/bounded_trace.h"

#include <algorithm>

namespace orrery::viz {

bool BoundedTrace::keeps(std::int64_t message) {
  if (message < most_) return true;
  truncated_ = true;
  return false;
}

void BoundedTrace::path(const PathEvent& e) {
  if (keeps(e.message)) trace_.path(e);
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
  }
}

}  // namespace orrery::viz
