#pragma once

#include <cstdint>
#include <vector>

#include "emu/net/network.h"

namespace orrery {

using LinkSlot =
    std::uint32_t;  ///< dense number of a link, in order of first use or equal to its LinkId

/// The links of a network by dense slots, with their costs. Where the topology has few links a slot
/// is the LinkId itself; where it has very many (fully connected with thousands of hosts) links get
/// slots when they are first used.
class LinkTable {
 public:
  explicit LinkTable(const Network& network);

  LinkSlot slot(LinkId id) { return dense_ ? static_cast<LinkSlot>(id) : find_or_add(id); }
  LinkId id(LinkSlot s) const { return dense_ ? static_cast<LinkId>(s) : ids_[s]; }
  std::size_t size() const { return size_; }  ///< slots so far

  /// True if all links cost the same.
  bool alike() const { return levels_.empty(); }
  /// Picoseconds per byte.
  double cost(LinkSlot s) const { return costs_[level(s)]; }
  /// Latency of the link and of the hop.
  Time latency(LinkSlot s) const { return latencies_[level(s)]; }

 private:
  std::size_t level(LinkSlot s) const { return levels_.empty() ? 0 : levels_[s]; }
  LinkSlot find_or_add(LinkId id);
  void grow();

  const Topology& topology_;
  bool dense_;
  std::size_t size_ = 0;
  std::vector<double> costs_;         // by level
  std::vector<Time> latencies_;       // by level
  std::vector<std::uint8_t> levels_;  // by slot; empty if there is one level only
  std::vector<LinkId> ids_;           // by slot, if not dense
  std::vector<LinkSlot> table_;       // open addressing on LinkId, if not dense
};

}  // namespace orrery
