#include "emu/trace/link_usage.h"

#include <algorithm>

namespace orrery::inline trace {

void BusyTime::add(Time from, Time to) {
  while (!apart_.empty() && apart_.back().second >= from) {
    from = std::min(from, apart_.back().first);
    apart_.pop_back();
  }
  apart_.emplace_back(from, to);
}

Time BusyTime::total() const {
  Time sum{0};
  for (const auto& [from, to] : apart_) sum += to - from;
  return sum;
}

template <class F>
void LinkUsage::for_each_use(int round, const std::vector<LinkId>& links, F&& f) {
  for (const LinkId link : links) {
    f(links_[link]);
    if (by_ == By::kRound) f(rounds_[{round, link}]);
  }
}

void LinkUsage::path(const PathEvent& e) {
  Flying& message = flying_[e.message];
  message.round = round_;
  Path& path = message.paths.emplace_back();
  path.carries = e.bytes.count() > 0;
  if (!path.carries) return;
  path.links.assign(e.links.begin(), e.links.end());
  for_each_use(round_, path.links, [&](LinkUse& use) {
    use.bytes += e.bytes;
    ++use.flows;
  });
}

void LinkUsage::end(int round, Path& path, Time begin, Time end) {
  for_each_use(round, path.links, [&](LinkUse& use) { use.busy.add(begin, end); });
  path.ended = true;
}

void LinkUsage::rate(const RateEvent& e) {
  Flying& message = flying_[e.message];
  Path& path = message.paths[static_cast<std::size_t>(e.path)];
  if (path.begin < Time(0)) path.begin = e.time;
  if (e.bytes_per_second == 0 && path.carries) end(message.round, path, path.begin, e.time);
}

/// Ends a message. Without contention there are no rates: it flows until its end.
void LinkUsage::message(const MessageEvent& e) {
  const auto found = flying_.find(e.id);
  if (found == flying_.end()) return;  // within a host
  for (Path& path : found->second.paths)
    if (path.carries && !path.ended) end(found->second.round, path, e.flow, e.end);
  flying_.erase(found);
}

}  // namespace orrery::inline trace
