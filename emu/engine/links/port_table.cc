#include "emu/engine/links/port_table.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace orrery::inline engine {

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
  if (is_free(needs)) {
    occupy(needs);
    return true;
  }
  if (table_.size() < in_use_.size()) table_.resize(in_use_.size());
  if (t >= places_.size()) places_.resize(t + std::size_t{1});
  places_[t] = {order, kNone};
  if (needs.count <= needs.port.size()) {
    const auto [last, is_first] = last_.try_emplace(key_of(needs), t);
    if (!is_first) {
      places_[std::exchange(last->second, t)].next = t;
      return false;
    }
  }
  list({order, t, needs});
  return false;
}

/// Returns the first entry of a port's list with this order or a later one.
std::vector<PortTable::Parked>::iterator PortTable::find_parked(PortId p, std::uint64_t from) {
  return std::ranges::lower_bound(table_[p].parked, from, {}, &Parked::order);
}

void PortTable::list(const Parked& parked) {
  for (const PortId p : ports_of(parked.needs))
    table_[p].parked.insert(find_parked(p, parked.order), parked);
}

/// Starts a parked transfer; the next one with the same ports takes its place.
void PortTable::start(const Parked& parked) {
  occupy(parked.needs);
  const TransferId next = std::exchange(places_[parked.transfer], {}).next;
  for (const PortId p : ports_of(parked.needs)) ++table_[p].started;
  if (next != kNone)
    list({places_[next].order, next, parked.needs});
  else if (parked.needs.count <= parked.needs.port.size())
    last_.erase(key_of(parked.needs));
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

/// Finds the first transfer of the port, from an order on, that can start.
void PortTable::add_candidate(PortId p, std::uint64_t from) {
  if (in_use_[p] >= capacity_) return;
  for (auto parked = find_parked(p, from); parked != table_[p].parked.end(); ++parked) {
    if (!is_free(parked->needs) || !is_parked(*parked)) continue;
    candidates_.push_back({parked->order, p});
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
    const Parked first = *find_parked(c.port, c.order);
    // Ports only fill up here: a transfer that could not start before still cannot.
    const bool starts = is_parked(first) && is_free(first.needs);
    if (starts) start(first);
    add_candidate(c.port, c.order + 1);
    if (starts) return first.transfer;
  }
  return kNone;
}

}  // namespace orrery::inline engine
