#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "emu/net/network.h"

namespace orrery::inline engine {

using LinkSlot =
    std::uint32_t;  ///< dense number of a link, in order of first use or equal to its LinkId

/// The links of a network by dense slots, with their costs. If the topology has few links, a slot
/// is the LinkId itself; if it has very many (fully connected with thousands of hosts), links get
/// slots on first use.
class LinkTable {
 public:
  explicit LinkTable(const Network& network);

  LinkSlot slot(LinkId id) { return dense_ ? static_cast<LinkSlot>(id) : find_or_add(id); }
  /// Returns the LinkId of a slot; -1 for a bus.
  LinkId id(LinkSlot s) const {
    if (has_buses() && s - first_bus_ < first_bus_of(buses_.size()) - first_bus_) return -1;
    return dense_ ? static_cast<LinkId>(s) : ids_[s];
  }
  std::size_t size() const { return size_; }  ///< returns the number of slots so far

  /// Returns whether all links cost the same.
  bool identical() const { return kinds_.empty(); }
  /// Returns whether both directions of a host's links share their capacity (Network::duplex): a
  /// bus, which is a slot but not a link.
  bool has_buses() const { return !buses_.empty(); }
  /// Returns how many buses of a host a message of `m` bytes uses: the first ones.
  std::size_t buses_of(Bytes m) const {
    std::size_t n = 0;
    while (n < buses_.size() && m >= buses_[n].from) ++n;
    return n;
  }
  LinkSlot bus(NodeId host, std::size_t n) const {
    return first_bus_of(n) + static_cast<LinkSlot>(host);
  }
  /// Returns the cost of the slot in picoseconds per byte.
  double cost(LinkSlot s) const { return costs_[kind(s)]; }
  /// Returns the latency of the link and of the hop.
  Time latency(LinkSlot s) const { return latencies_[kind(s)]; }

 private:
  std::size_t kind(LinkSlot s) const { return kinds_.empty() ? 0 : kinds_[s]; }
  std::uint32_t add_kind(const LinkCost& cost);
  std::uint32_t kind_of(LinkId id);
  LinkSlot find_or_add(LinkId id);
  void grow();
  void add_buses();
  LinkSlot first_bus_of(std::size_t n) const {
    return first_bus_ + static_cast<LinkSlot>(n * static_cast<std::size_t>(topology_.hosts()));
  }
  std::uint32_t bus_kind(double bytes_per_second);

  const Topology& topology_;
  const Costs& link_costs_;
  std::vector<BySize<double>::Step> buses_;  // widths of the buses, as shares of one direction
  bool dense_;
  std::size_t size_ = 0;
  LinkSlot first_bus_ = 0;
  // A kind is a level, or a class of links with the same costs of their own.
  std::vector<double> costs_;         // by kind
  std::vector<Time> latencies_;       // by kind
  std::vector<std::uint32_t> kinds_;  // by slot; empty if all are identical
  std::map<std::pair<double, Time>, std::uint32_t> own_kinds_;  // by cost and latency
  std::vector<LinkId> ids_;                                     // by slot, if not dense
  std::vector<LinkSlot> table_;  // open addressing on LinkId, if not dense
};

}  // namespace orrery::inline engine
