#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/link_table.h"
#include "emu/net/max_min.h"

namespace orrery {

/// The flows that are in the network now, at max-min fair rates. Flows start and stop at instants;
/// settle() then gives the affected flows their new rates, once per instant, and schedules their
/// ends (Event::Kind::kFlowEnd with the flow's version).
///
/// Only the connected component (flows that share links, directly or through others) around links
/// where something changed is solved again.
class Fluid {
 public:
  using FlowId = std::uint32_t;

  Fluid(LinkTable& links, EventQueue& events) : links_(links), events_(events) {}

  /// Prepares a flow over `route` (not empty), which is copied. Flow ids are reused after
  /// release().
  FlowId add(std::span<const LinkSlot> route, std::uint32_t owner);
  std::span<const LinkSlot> route(FlowId f) const { return flows_[f].route; }
  std::uint32_t owner(FlowId f) const { return flows_[f].owner; }
  void release(FlowId f) { free_.push_back(f); }

  /// The flow's bytes (> 0) start to flow; `alone` is the inverse of its rate when its transfer is
  /// alone in the network.
  void start(FlowId f, double bytes, double alone, Time now);
  /// True if the event is about the flow's current end, not an outdated one.
  bool is_current(const Event& e) const { return flows_[e.index].version == e.version; }
  /// The flow has ended.
  void stop(FlowId f);
  /// Brings all rates up to date. Calls on_rate(flow, ps_per_byte) for each flow whose rate
  /// changed.
  template <class OnRate>
  void settle(Time now, OnRate&& on_rate) {
    for (const FlowId f : fresh_) on_rate(f, flows_[f].ps_per_byte);
    fresh_.clear();
    if (dirty_.empty()) return;
    collect_component();
    solver_.solve(local_cost_, offsets_, local_links_, solution_);
    for (std::size_t i = 0; i < component_.size(); ++i)
      if (set_rate(component_[i], solution_[i], now)) on_rate(component_[i], solution_[i]);
  }
  /// True if some flow was once slower than its transfer would be alone.
  bool shared() const { return shared_; }

 private:
  struct Flow {
    std::uint32_t owner = 0;
    std::uint32_t version = 0;
    double remaining = 0;    // bytes left at `since`
    double ps_per_byte = 0;  // inverse of the current rate; 0 = no rate yet
    double alone = 0;        // ps per byte if no other transfer flows
    Time since{0};
    std::uint32_t visit = 0;
    std::vector<LinkSlot> route;
    std::vector<std::uint32_t> position;  // of this flow in flows_on_[route[i]]
  };
  struct Crossing {  // flow f crosses a link as hop number `hop` of its route
    FlowId flow;
    std::uint32_t hop;
  };
  struct LinkState {
    std::vector<Crossing> crossings;
    std::uint32_t visit = 0;
    std::uint32_t local = 0;
    bool dirty = false;
  };

  void mark_dirty(LinkSlot s);
  void visit_link(LinkSlot s);
  void collect_component();
  bool set_rate(FlowId f, double ps_per_byte, Time now);
  void schedule_end(FlowId f, Time now);

  LinkTable& links_;
  EventQueue& events_;
  MaxMinSolver solver_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkState> state_;  // by slot
  std::vector<LinkSlot> dirty_;
  std::vector<FlowId> fresh_;  // started alone on all their links since the last settle
  std::uint32_t visit_ = 0;
  bool shared_ = false;
  // The component being solved.
  std::vector<FlowId> component_;
  std::vector<LinkSlot> component_links_;
  std::vector<double> local_cost_, solution_;
  std::vector<std::uint32_t> offsets_, local_links_;
};

}  // namespace orrery
