#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/base/units.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"

namespace orrery::inline engine {

/// A flow in the network, which stands for all that are identical.
struct Flow {
  using Id = std::uint32_t;
  static constexpr Id kNone = 0xffffffff;

  std::uint32_t owner = 0;
  std::uint32_t version = 0;       // of its end
  std::uint32_t life = 0;          // how many flows of this id have ended
  std::uint32_t stamp = 0;         // how often one of this id has come to a clock or left one
  LinkSlot bottleneck = kNone;     // the full link that gives it its rate, once that is known
  std::uint32_t multiplicity = 1;  // flows that it stands for, with itself
  double remaining = 0;            // bytes left at `since`, unless it is on a clock
  double ps_per_byte = 0;  // inverse of the current rate, unless it is on a clock; 0 = no rate yet
  double alone = 0;        // ps per byte if no other transfer flows
  Time since{0};
  RouteStore::Route route;
  Id next_identical = kNone;
  bool listed = false;    // by FlowRates
  bool on_clock = false;  // of its bottleneck (FlowClocks)

  /// Returns the bytes that have not passed yet.
  double left(Time now) const {
    if (ps_per_byte == 0) return remaining;
    return std::max(0.0, remaining - static_cast<double>((now - since).count()) / ps_per_byte);
  }
};

/// A flow that may have ended since.
struct FlowEntry {
  Flow::Id flow;
  std::uint32_t life;
};

/// Number of flows of a link, and the last instant at which it changed.
struct LinkFlows {
  std::uint32_t flows = 0;
  std::uint32_t dirty = 0;
};

}  // namespace orrery::inline engine
