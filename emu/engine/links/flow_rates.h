#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/net/max_min.h"

namespace orrery {

/// A flow in the network, which represents all identical flows.
struct Flow {
  using Id = std::uint32_t;
  static constexpr Id kNone = 0xffffffff;

  std::uint32_t owner = 0;
  std::uint32_t version = 0;
  std::uint32_t life = 0;   // number of ended flows of this id
  std::uint32_t visit = 0;  // number of the last search that reached it
  double remaining = 0;     // bytes left at `since`
  double ps_per_byte = 0;   // inverse of the current rate; 0 = no rate yet
  double alone = 0;         // ps per byte when no other transfer flows
  Time since{0};
  RouteStore::Route route;
  Id next_identical = kNone;
  std::uint32_t multiplicity = 1;  // number of identical flows, including itself
  LinkSlot bottleneck = kNone;     // the full link that limits its rate, once known
  bool listed = false;
};

/// A reference to a flow that may have ended since.
struct FlowEntry {
  Flow::Id flow;
  std::uint32_t life;
};

/// The number of flows on a link, and the last instant of a change.
struct LinkFlows {
  std::uint32_t flows = 0;
  std::uint32_t dirty = 0;
};

/// Max-min fair rates of flows that come and go. Only flows whose rate may change are solved,
/// beside the others, whose rates are exact sums on their links. At first these are the flows that
/// start, and those whose bottleneck a flow has joined or left. The set grows until it is
/// consistent with the others' rates (take_more()): then all flows have a full link on which no
/// flow is faster, as if all had been solved together.
///
/// Every link has a list of its flows to find them. An unlisted flow is in no list and in no sum.
class FlowRates {
 public:
  FlowRates(LinkTable& links, RouteStore& routes, std::vector<Flow>& flows,
            std::vector<LinkFlows>& counts)
      : links_(links), routes_(routes), flows_(flows), counts_(counts) {}

  /// Begins a problem: no flow is affected.
  void begin();
  /// Enters the flow into the lists of its links.
  void list(const FlowEntry& e);
  /// Removes a listed flow from the sums.
  void unlist(Flow& flow);

  /// Adds an affected flow.
  void take(Flow::Id f);
  /// Adds the flows for which this link is the bottleneck.
  void take_bound(LinkSlot s);

  /// Solves the affected flows, which share no link with others.
  void solve_all();
  /// Solves the affected flows, and others if necessary, beside the rest of `flowing` flows, all
  /// listed.
  void solve_beside_others(std::size_t flowing);
  /// Returns the size of the solution; the next three return its flows, inverse rates, and the
  /// limiting link of each.
  std::size_t solved() const { return affected_.size(); }
  Flow::Id flow(std::size_t i) const { return affected_[i]; }
  double ps_per_byte(std::size_t i) const { return solution_[i]; }
  LinkSlot bottleneck(std::size_t i) const { return bottlenecks_[i]; }
  /// Notes a new rate of a flow, before the flow has it.
  void change(Flow::Id f, double ps_per_byte, LinkSlot bottleneck);

  bool is_flowing(const FlowEntry& e) const { return flows_[e.flow].life == e.life; }
  void drop_ended(std::vector<FlowEntry>& entries) const {
    std::erase_if(entries, [this](const FlowEntry& e) { return !is_flowing(e); });
  }

 private:
  /// A rate in whole multiples of 2^-100 bytes per ps: sums of up to 2^26 bytes per ps are exact,
  /// for any number of changes.
  __extension__ using ExactRate = __int128;
  static ExactRate exact_rate(double ps_per_byte) {
    return static_cast<ExactRate>(0x1p100 / ps_per_byte);
  }
  static ExactRate exact_rate(const Flow& flow) {
    return flow.ps_per_byte == 0 ? 0 : flow.multiplicity * exact_rate(flow.ps_per_byte);
  }
  static double bytes_per_ps(ExactRate rate) { return static_cast<double>(rate) * 0x1p-100; }

  struct LinkMembers {
    std::vector<FlowEntry> flows;  // all listed flows, and some that have ended
    ExactRate load = 0;            // of its listed flows
    ExactRate own = 0;             // of the flows in the current problem
    std::uint32_t bound = 0;       // number of flows with it as their bottleneck
    // Numbers of the last search through components that reached it, of the last one that took the
    // flows limited by it, of the last problem after which it was searched, and of the last problem
    // with it.
    std::uint32_t visit = 0, taken = 0, searched = 0, problem = 0;
    std::uint32_t local = 0;  // its number in that problem
  };

  LinkRuns route(Flow::Id f) const { return routes_[flows_[f].route]; }
  bool is_taken(Flow::Id f) const { return flows_[f].visit == visit_; }
  void take_components();
  bool take_more();
  void take_faster(LinkSlot s, double level);
  LinkSlot slowest_link(Flow::Id f) const;
  void bind(Flow& flow, LinkSlot bottleneck);
  bool solve_uniform();
  void solve_affected(bool has_others);
  void solve_one();
  void make_problem(bool has_others);
  static void keep_if_equal(const Flow& flow, double& solution);
  std::uint32_t local_number(LinkSlot s);

  LinkTable& links_;
  RouteStore& routes_;
  std::vector<Flow>& flows_;
  std::vector<LinkFlows>& counts_;    // by slot
  std::vector<LinkMembers> members_;  // by slot
  MaxMinSolver solver_;
  std::uint32_t visit_ = 0, problem_ = 0;
  int crowded_ = 0;  // instants in which all flows on shared links are solved

  std::vector<Flow::Id> affected_;
  std::vector<double> solution_;       // by affected flow
  std::vector<LinkSlot> bottlenecks_;  // by affected flow
  // The problem: for each flow its links; for each link its slot, cost and load of other flows.
  std::vector<std::uint32_t> offsets_, multiplicity_, local_links_;
  std::vector<LinkSlot> slots_;
  std::vector<double> costs_, used_;
  std::vector<LinkSlot> found_links_;
};

}  // namespace orrery
