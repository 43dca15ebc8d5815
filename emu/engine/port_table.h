#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/engine/link_table.h"

namespace orrery {

/// The ports of all hosts. A transfer takes an outgoing port at its source and an incoming port at
/// its destination (each path its own, where ports are per link), both at once. A transfer that
/// finds one busy is parked there; among those that could start, the one with the smallest order
/// goes first.
class PortTable {
 public:
  using TransferId = std::uint32_t;
  using PortId = std::uint32_t;
  static constexpr std::size_t kMostPorts = 4;
  /// The ports one transfer needs.
  struct Needs {
    std::array<PortId, kMostPorts> port{};
    std::uint32_t count = 0;
    void add(PortId p) { port[count++] = p; }
  };

  PortTable(const Ports& ports, int hosts) : ports_(ports), hosts_(static_cast<PortId>(hosts)) {}

  bool unlimited() const { return ports_.kind == Ports::Kind::kUnlimited; }
  /// What a transfer between two hosts needs; called once for each of its paths.
  void add_needs(Needs& needs, NodeId source, NodeId destination,
                 std::span<const LinkSlot> route) const;

  /// Takes all ports of the transfer, or parks it and returns false. `order` is unique.
  bool take(TransferId t, std::uint64_t order, const Needs& needs);
  void release(const Needs& needs);
  /// Of the transfers parked at ports that have been released, the one with the smallest order, no
  /// longer parked; or kNone. It may have to be parked again.
  TransferId next_candidate();
  static constexpr TransferId kNone = 0xffffffff;

 private:
  using Parked = std::pair<std::uint64_t, TransferId>;  // order first
  struct Port {
    std::uint32_t in_use = 0;
    bool listed = false;         // in released_
    std::vector<Parked> parked;  // min-heap by order
  };
  std::uint32_t capacity() const {
    return ports_.kind == Ports::Kind::kCount ? static_cast<std::uint32_t>(ports_.count) : 1;
  }
  void list(PortId p);

  Ports ports_;
  PortId hosts_;
  std::vector<Port> table_;
  std::vector<std::pair<std::uint64_t, PortId>>
      released_;  // min-heap of ports by the order of their first parked transfer
};

}  // namespace orrery
