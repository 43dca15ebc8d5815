#include "emu/engine/links/port_table.h"

#include <algorithm>
#include <functional>

namespace orrery {

void PortTable::add_needs(Needs& needs, NodeId source, NodeId destination,
                          std::span<const LinkSlot> route) {
  if (ports_.kind == Ports::Kind::kPerLink) {
    add(needs, 2 * route.front());
    add(needs, 2 * route.back() + 1);
  } else if (needs.count == 0) {  // all paths share the host's port
    const auto from = static_cast<PortId>(source), to = static_cast<PortId>(destination);
    needs.port = ports_.half_duplex ? std::array{from, to} : std::array{2 * from, 2 * to + 1};
    needs.count = from == to && ports_.half_duplex ? 1 : 2;
    grow(std::max(needs.port[0], needs.port[1]));
  }
}

void PortTable::add(Needs& needs, PortId p) {
  const auto known = ports_of(needs);
  if (std::ranges::find(known, p) != known.end()) return;
  if (needs.count < needs.port.size())
    needs.port[needs.count] = p;
  else
    add_to_list(needs, p);
  ++needs.count;
  grow(p);
}

void PortTable::add_to_list(Needs& needs, PortId p) {
  if (needs.count == needs.port.size()) {
    const Index list = lists_.take();
    lists_[list].assign(needs.port.begin(), needs.port.end());
    needs.port[0] = list;
  }
  lists_[needs.port[0]].push_back(p);
}

bool PortTable::is_free(const Needs& needs) const {
  const auto wanted = ports_of(needs);
  return std::all_of(wanted.begin(), wanted.end(),
                     [this](PortId p) { return in_use_[p] < capacity_; });
}

void PortTable::occupy(const Needs& needs) {
  for (const PortId p : ports_of(needs)) ++in_use_[p];
}

bool PortTable::take(TransferId t, std::uint64_t order, const Needs& needs) {
  const auto wanted = ports_of(needs);
  if (is_free(needs)) {
    occupy(needs);
    return true;
  }
  if (table_.size() < in_use_.size()) table_.resize(in_use_.size());
  if (t >= parked_order_.size()) parked_order_.resize(t + std::size_t{1}, kNotParked);
  parked_order_[t] = order;
  for (const PortId p : wanted) table_[p].parked.push_back({order, t, needs});
  return false;
}

void PortTable::release(const Needs& needs) {
  for (const PortId p : ports_of(needs)) {
    --in_use_[p];
    if (p >= table_.size() || table_[p].released || table_[p].parked.empty()) continue;
    table_[p].released = true;
    released_.push_back(p);
  }
  if (needs.count > needs.port.size()) lists_.give_back(needs.port[0]);
}

void PortTable::remove_started(Port& port) {
  if (port.started * std::size_t{2} < port.parked.size()) return;
  std::erase_if(port.parked, [this](const Parked& p) { return !is_parked(p); });
  port.started = 0;
}

/// Finds the first transfer of the port, from a position in its list on, that can start.
void PortTable::add_candidate(PortId p, std::size_t from) {
  if (in_use_[p] >= capacity_) return;
  const std::vector<Parked>& parked = table_[p].parked;
  for (std::size_t i = from; i < parked.size(); ++i) {
    if (!is_free(parked[i].needs) || !is_parked(parked[i])) continue;
    candidates_.push_back({parked[i].order, p, i});
    std::push_heap(candidates_.begin(), candidates_.end(), std::greater<>());
    return;
  }
}

PortTable::TransferId PortTable::take_parked() {
  for (const PortId p : released_) {
    table_[p].released = false;
    remove_started(table_[p]);
    add_candidate(p, 0);
  }
  released_.clear();
  while (!candidates_.empty()) {
    std::pop_heap(candidates_.begin(), candidates_.end(), std::greater<>());
    const Candidate c = candidates_.back();
    candidates_.pop_back();
    const Parked first = table_[c.port].parked[c.position];
    // Ports only fill up here: a transfer that could not start before still cannot.
    const bool starts = is_parked(first) && is_free(first.needs);
    if (starts) {
      occupy(first.needs);
      parked_order_[first.transfer] = kNotParked;
      for (const PortId p : ports_of(first.needs)) ++table_[p].started;
    }
    add_candidate(c.port, c.position + 1);
    if (starts) return first.transfer;
  }
  return kNone;
}

}  // namespace orrery
