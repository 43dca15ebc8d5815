#include "emu/engine/uncontended.h"

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

/// No message has to wait: they come in the same order as on the run's clock, and there is room for each.
void UncontendedClock::hold(const PortTable::Needs& needs, Time begin, Time end) {
  for (const PortTable::PortId number : needs.ports()) {
    if (!known_) return;
    if (number >= ports_.size()) ports_.resize(number + std::size_t{1});
    Port& port = ports_[number];
    known_ = begin >= port.begin && has_room(port, begin);
    port.begin = begin;
    port.held.push_back(end);
  }
}

bool UncontendedClock::has_room(Port& port, Time begin) const {
  std::erase_if(port.held, [begin](Time end) { return end <= begin; });
  return port.held.size() < capacity_;
}

}  // namespace orrery
