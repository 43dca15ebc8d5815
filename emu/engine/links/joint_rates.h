#pragma once

#include <cstdint>
#include <vector>

#include "emu/engine/links/flow.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/net/max_min.h"

namespace orrery::inline engine {

/// Max-min fair rates of flows that begin together, and with which no other shares a link: all at once (MaxMinSolver).
class JointRates {
 public:
  JointRates(LinkTable& links, RouteStore& routes, std::vector<Flow>& flows,
             std::vector<LinkFlows>& counts)
      : links_(links), routes_(routes), flows_(flows), counts_(counts) {}

  /// Begins a problem without flows.
  void begin() { solved_.clear(); }
  void take(Flow::Id f) { solved_.push_back(f); }
  void solve();
  /// Returns the number of flows that were solved (the flows, their inverse rates and the link that limits each follow).
  std::size_t solved() const { return solved_.size(); }
  Flow::Id flow(std::size_t i) const { return solved_[i]; }
  double ps_per_byte(std::size_t i) const { return solution_[i]; }
  LinkSlot bottleneck(std::size_t i) const { return bottlenecks_[i]; }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  LinkRuns route(Flow::Id f) const { return routes_[flows_[f].route]; }
  bool solve_uniform();
  void number_links();

  LinkTable& links_;
  RouteStore& routes_;
  std::vector<Flow>& flows_;
  std::vector<LinkFlows>& counts_;  // by slot
  MaxMinSolver solver_;
  std::vector<Flow::Id> solved_;
  std::vector<double> solution_;        // by flow
  std::vector<LinkSlot> bottlenecks_;   // by flow
  std::vector<double> costs_;           // by link of the problem
  std::vector<LinkSlot> slots_;         // by link of the problem
  std::vector<std::uint32_t> numbers_;  // by slot: the link of the problem; kNone between problems
  std::vector<std::uint32_t> offsets_, multiplicity_, local_links_;
};

}  // namespace orrery::inline engine
