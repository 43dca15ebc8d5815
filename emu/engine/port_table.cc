#include "emu/engine/port_table.h"

#include <algorithm>
#include <functional>

namespace orrery {

void PortTable::add_needs(Needs& needs, NodeId source, NodeId destination,
                          std::span<const LinkSlot> route) const {
  if (ports_.kind == Ports::Kind::kPerLink) {
    needs.add(2 * route.front());
    needs.add(2 * route.back() + 1);
  } else if (needs.count == 0) {  // all paths share the host's port
    needs.add(static_cast<PortId>(source));
    needs.add(static_cast<PortId>(destination) + (ports_.half_duplex ? 0 : hosts_));
  }
}

bool PortTable::take(TransferId t, std::uint64_t order, const Needs& needs) {
  const std::span<const PortId> wanted(needs.port.data(), needs.count);
  const PortId highest = *std::max_element(wanted.begin(), wanted.end());
  if (highest >= table_.size()) table_.resize(std::max<std::size_t>(highest + 1, 2 * hosts_));
  for (const PortId p : wanted)
    if (table_[p].in_use >= capacity()) {
      table_[p].parked.emplace_back(order, t);
      std::push_heap(table_[p].parked.begin(), table_[p].parked.end(), std::greater<>());
      return false;
    }
  for (const PortId p : wanted) ++table_[p].in_use;
  return true;
}

void PortTable::list(PortId p) {
  Port& port = table_[p];
  if (port.listed || port.parked.empty() || port.in_use >= capacity()) return;
  port.listed = true;
  released_.emplace_back(port.parked.front().first, p);
  std::push_heap(released_.begin(), released_.end(), std::greater<>());
}

void PortTable::release(const Needs& needs) {
  for (std::uint32_t i = 0; i < needs.count; ++i) {
    --table_[needs.port[i]].in_use;
    list(needs.port[i]);
  }
}

PortTable::TransferId PortTable::next_candidate() {
  while (!released_.empty()) {
    std::pop_heap(released_.begin(), released_.end(), std::greater<>());
    const auto [order, p] = released_.back();
    released_.pop_back();
    Port& port = table_[p];
    port.listed = false;
    // A port that was taken again meanwhile is listed anew when it is next released.
    if (port.in_use >= capacity()) continue;
    std::pop_heap(port.parked.begin(), port.parked.end(), std::greater<>());
    const TransferId t = port.parked.back().second;
    port.parked.pop_back();
    list(p);
    return t;
  }
  return kNone;
}

}  // namespace orrery
