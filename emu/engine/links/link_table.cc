#include "emu/engine/links/link_table.h"

#include <algorithm>

namespace orrery::inline engine {

namespace {

constexpr LinkSlot kFree = 0xffffffff;

/// Returns whether all links get slots: a link for each pair of nodes would be too many, and most
/// are never used.
bool has_few_links(const Topology& topology) {
  constexpr LinkId kFew = 65536, kFewPerNode = 64;
  return topology.link_count() <= std::max(kFew, kFewPerNode * topology.nodes());
}

std::size_t hash_of_link(LinkId id) {
  return static_cast<std::size_t>((static_cast<std::uint64_t>(id) * 0x9e3779b97f4a7c15u) >> 20);
}

/// Returns the shares of duplex by message size; empty if each direction has its own bandwidth.
std::vector<BySize<double>::Step> buses_of(const Network& network) {
  std::vector<BySize<double>::Step> buses{{Bytes(0), network.duplex}};
  const auto& larger = network.duplex_by_size.steps;
  buses.insert(buses.end(), larger.begin(), larger.end());
  std::erase_if(buses, [](const auto& bus) { return bus.value >= 1; });
  return buses;
}

}  // namespace

LinkTable::LinkTable(const Network& network)
    : topology_(*network.topology),
      link_costs_(network.costs),
      buses_(orrery::buses_of(network)),
      dense_(has_few_links(topology_)) {
  for (int level = 0; level < topology_.levels(); ++level) add_kind(link_costs_.link(level));
  if (!dense_) {
    table_.assign(1024, kFree);
    if (has_buses()) add_buses();
    return;
  }
  size_ = static_cast<std::size_t>(topology_.link_count());
  if (topology_.has_identical_links() && !has_buses()) return;
  kinds_.resize(size_);
  for (std::size_t s = 0; s < size_; ++s) kinds_[s] = kind_of(static_cast<LinkId>(s));
  if (has_buses()) add_buses();
}

/// Adds slots for the buses of all hosts, one bus after the other: after the links, or before them
/// if links come one by one.
void LinkTable::add_buses() {
  std::vector<double> one_way(static_cast<std::size_t>(topology_.hosts()));
  for (LinkId id = 0; id < topology_.link_count(); ++id) {
    const Link link = topology_.link(id);
    if (link.from < topology_.hosts())
      one_way[static_cast<std::size_t>(link.from)] +=
          link_costs_.of(link).bandwidth.bytes_per_second;
  }
  first_bus_ = static_cast<LinkSlot>(size_);
  for (const auto& bus : buses_)
    for (const double bytes_per_second : one_way)
      kinds_.push_back(bus_kind(2 * bus.value * bytes_per_second));
  size_ = kinds_.size();
  if (!dense_) ids_.resize(size_);
}

std::uint32_t LinkTable::bus_kind(double bytes_per_second) {
  const auto [kind, is_new] = own_kinds_.try_emplace({bytes_per_second, Time(-1)});
  if (is_new) kind->second = add_kind({{bytes_per_second}, Time(0)});
  return kind->second;
}

std::uint32_t LinkTable::add_kind(const LinkCost& cost) {
  costs_.push_back(cost.bandwidth.inverse().ps);
  latencies_.push_back(cost.latency + link_costs_.hop_latency);
  return static_cast<std::uint32_t>(costs_.size() - 1);
}

std::uint32_t LinkTable::kind_of(LinkId id) {
  const Link link = topology_.link(id);
  if (!link.bandwidth && !link.latency && link.width == 1)
    return static_cast<std::uint32_t>(link.level);
  const LinkCost cost = link_costs_.of(link);
  const auto [kind, is_new] =
      own_kinds_.try_emplace({cost.bandwidth.bytes_per_second, cost.latency});
  if (is_new) kind->second = add_kind(cost);
  return kind->second;
}

LinkSlot LinkTable::find_or_add(LinkId id) {
  if (size_ * 2 >= table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t i = hash_of_link(id) & mask;
  for (; table_[i] != kFree; i = (i + 1) & mask)
    if (ids_[table_[i]] == id) return table_[i];
  table_[i] = static_cast<LinkSlot>(size_++);
  ids_.push_back(id);
  if (!kinds_.empty() || !topology_.has_identical_links()) kinds_.push_back(kind_of(id));
  return table_[i];
}

void LinkTable::grow() {
  table_.assign(table_.size() * 2, kFree);
  const std::size_t mask = table_.size() - 1;
  for (LinkSlot s = has_buses() ? first_bus_of(buses_.size()) : 0; s < size_; ++s) {
    std::size_t i = hash_of_link(ids_[s]) & mask;
    while (table_[i] != kFree) i = (i + 1) & mask;
    table_[i] = s;
  }
}

}  // namespace orrery::inline engine
