#include "emu/engine/watch/uncontended.h"

namespace orrery::inline engine {

UncontendedClock::UncontendedClock(const Network& network, bool ordered)
    : ordered_(ordered),
      known_(network.conditions == nullptr && network.routing != Routing::kAdaptive),
      capacity_(network.ports.kind == Ports::Kind::kCount
                    ? static_cast<std::size_t>(network.ports.count)
                    : 1) {}

void UncontendedClock::start(std::span<const Time> free, Time now) {
  started_ = true;
  for (const Time t : free) processors_.push_back({now, now, now, t});
}

/// Serves requests of a processor in order, first come, first served.
Time UncontendedClock::occupy(int rank, Time work, Time at, Time now) {
  Processor& p = processors_[static_cast<std::size_t>(rank)];
  const auto is_before = [&](Time last) { return ordered_ ? at < last : at <= last; };
  if (is_before(p.asked) || (at == p.asked && now != p.now)) lose();
  const Time end = std::max(at, p.free) + work;
  if (work == Time(0)) {
    p.idle = std::max(p.idle, at);
  } else {
    if (is_before(p.idle)) lose();
    p = {at, now, p.idle, end};
  }
  return end;
}

void UncontendedClock::grow(PortTable::PortId number) {
  ports_.resize(number + std::size_t{1});
  if (capacity_ > 1) held_.resize(ports_.size());
}

/// Takes room in the port; returns whether it had some.
bool UncontendedClock::takes_one_of(std::ptrdiff_t port, Time begin, Time end) {
  std::vector<Time>& held = held_[static_cast<std::size_t>(port)];
  std::erase_if(held, [begin](Time t) { return t <= begin; });
  held.push_back(end);
  return held.size() <= capacity_;
}

}  // namespace orrery::inline engine
