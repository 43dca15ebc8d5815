#include "algorithms/plan/wire_senders.h"

#include <algorithm>

namespace orrery {

/// There are about as many beginnings as messages, so that few messages are to be looked at whatever their size.
WireSenders::WireSenders(const Plan& plan) {
  for (const Action& a : plan.actions)
    for (const Chunks& c : plan.writes(a))
      if (c.buffer == Buffer::kWire) sent_.push_back({c.first, a.connection});
  if (!std::ranges::is_sorted(sent_, {}, &Sent::first)) std::ranges::sort(sent_, {}, &Sent::first);
  while ((plan.wire >> shift_) > std::ssize(sent_)) ++shift_;
  const std::int64_t beginnings = (plan.wire >> shift_) + 2;
  begin_.reserve(static_cast<std::size_t>(beginnings));
  for (std::size_t i = 0; std::ssize(begin_) < beginnings;
       begin_.push_back(static_cast<std::uint32_t>(i)))
    while (i < sent_.size() && (sent_[i].first >> shift_) < std::ssize(begin_)) ++i;
}

std::int32_t WireSenders::connection(const Chunks& c) const {
  const auto at = static_cast<std::size_t>(c.first >> shift_);
  const auto begin = sent_.begin() + begin_[at], end = sent_.begin() + begin_[at + 1];
  return std::ranges::lower_bound(begin, end, c.first, {}, &Sent::first)->connection;
}

}  // namespace orrery
