#include "emu/engine/uncontended.h"

#include <utility>

namespace orrery {

UncontendedClock::UncontendedClock(const Network& network, std::size_t ranks)
    : known_(network.conditions == nullptr && network.routing != Routing::kAdaptive),
      ranks_(ranks),
      capacity_(network.ports.kind == Ports::Kind::kCount
                    ? static_cast<std::size_t>(network.ports.count)
                    : 1) {}

/// A processor works for one after the other, first come, first served.
Time UncontendedClock::take_turn(int rank, Time work, Time at, Time now) {
  if (processors_.empty()) processors_.resize(ranks_, {.idle = idle_});
  Processor& p = processors_[static_cast<std::size_t>(rank)];
  if (at < p.asked || (at == p.asked && now != p.now)) lose();
  const Time end = std::max(at, p.free) + work;
  if (work == Time(0)) {
    p.idle = std::max(p.idle, at);
  } else {
    if (at < p.idle) lose();
    p = {at, now, p.idle, end};
  }
  return end;
}

void UncontendedClock::hold(std::span<const PortTable::PortId> ports, Time begin, Time end) {
  for (const PortTable::PortId number : ports) {
    if (!known_) return;
    if (number >= ports_.size()) ports_.resize(number + std::size_t{1});
    known_ = takes(ports_[number], begin, end);
  }
}

/// Whether it has room at once: messages come in the same order as on the run's clock, and none has to wait.
bool UncontendedClock::takes(Port& port, Time begin, Time end) const {
  const Time last_begin = std::exchange(port.begin, begin);
  const Time last_end = std::exchange(port.end, end);
  if (capacity_ == 1) return begin >= last_end;
  std::erase_if(port.held, [begin](Time t) { return t <= begin; });
  port.held.push_back(end);
  return begin >= last_begin && port.held.size() <= capacity_;
}

}  // namespace orrery
