#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/links/flow_clocks.h"
#include "emu/engine/links/flow_rates.h"
#include "emu/engine/links/joint_rates.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/engine/links/slowdowns.h"

namespace orrery::inline engine {

/// The flows that are in the network now, at max-min fair rates. Flows start and stop at instants;
/// settle() then gives the affected flows their new rates, once per instant, and schedules their
/// ends (Event::Kind::kFlowEnd with the flow's version).
///
/// In a round of a symmetric algorithm all flows start together and end together: JointRates solves them. Where others
/// change while a flow is in the network, FlowRates finds those that are affected, and FlowClocks when they end.
///
/// Flows that start at one instant, one after the other, over one route and with as many bytes are identical for
/// as long as they last: the first one stands for all of them in the lists, the problem and the events.
class Fluid {
 public:
  using FlowId = Flow::Id;

  /// `slowdowns` records the reasons for low rates; it may be null.
  Fluid(LinkTable& links, EventQueue& events, Slowdowns* slowdowns)
      : links_(links), slowdowns_(slowdowns), clocks_(events, flows_, slowdowns) {}

  /// Prepares a flow over `route` (not empty), which is copied, and over `ends`, each a run of its own
  /// after it. Flow ids are reused after release().
  FlowId add(std::span<const LinkSlot> route, std::uint32_t owner,
             std::span<const LinkSlot> ends = {});
  LinkRuns route(FlowId f) const { return routes_[flows_[f].route]; }
  std::uint32_t owner(FlowId f) const { return flows_[f].owner; }
  void release(FlowId f) {
    routes_.release(flows_[f].route);
    free_.push_back(f);
  }

  /// Starts the flow's bytes (> 0); `alone` is the inverse of its rate when its transfer is
  /// alone in the network. It can stand for several that are identical from the first.
  void start(FlowId f, double bytes, double alone, Time now, std::uint32_t multiplicity = 1);
  void prefetch(FlowId f) const { __builtin_prefetch(&flows_[f], 1); }
  /// Returns whether the event is about the flow's current end, not an outdated one.
  bool is_current(const Event& e) const { return flows_[e.index].version == e.version; }
  /// Ends the flow of an end that is current, and all that are identical to it. Calls on_end(flow) for each,
  /// which may release it.
  template <class OnEnd>
  void stop(FlowId first, Time now, OnEnd&& on_end) {
    leave_links(first, now);
    for_each_identical(first, on_end);
  }
  /// Brings all rates up to date.
  void settle(Time now) {
    solve_changed(now);
    finish_instant();
  }
  /// Updates the rates, and calls on_rate(flow, ps_per_byte) for each flow whose rate changed.
  template <class OnRate>
  void settle(Time now, OnRate&& on_rate) {
    clocks_.note_changes(true);
    for (const FlowId f : fresh_) on_rate(f, flows_[f].ps_per_byte);
    solve_changed(now);
    for (const auto& [first, before] : clocks_.take_changes())
      for_each_identical(first, [&](FlowId f) { on_rate(f, clocks_.ps_per_byte(first)); });
    finish_instant();
  }
  /// Returns whether some flow was once slower than its transfer would be alone.
  bool shared() const { return clocks_.shared(); }
  /// Returns whether the end of every flow was a whole number of picoseconds.
  bool exact() const { return clocks_.exact(); }

 private:
  static constexpr FlowId kNone = Flow::kNone;
  template <class F>
  void for_each_identical(FlowId first, F&& f) const {
    for (FlowId next, i = first; i != kNone; i = next) {
      next = flows_[i].next_identical;
      f(i);
    }
  }
  void mark_dirty(LinkSlot s);
  bool is_like_last(FlowId f, double bytes, double alone) const;
  void join_last(FlowId f);
  void leave_links(FlowId first, Time now);
  bool all_started_now();
  void solve_changed(Time now);
  void solve_started(Time now);
  void take_started();
  void finish_instant();

  LinkTable& links_;
  Slowdowns* slowdowns_;
  RouteStore routes_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkFlows> state_;  // by slot
  FlowClocks clocks_;
  JointRates joint_rates_{links_, routes_, flows_, state_};
  FlowRates rates_{links_, routes_, flows_, state_, clocks_};
  std::vector<LinkSlot> dirty_;
  std::vector<FlowId> fresh_;        // started alone on all their links since the last settle
  std::vector<FlowEntry> started_;   // since the last settle
  std::vector<FlowEntry> unlisted_;  // others that are in no list yet
  FlowId last_first_ = kNone,
         last_ = kNone;        // the last flow of this instant, and the flow that stands for it
  std::size_t flowing_ = 0;    // without those that another stands for
  std::uint32_t instant_ = 1;  // number of the next settle
};

}  // namespace orrery::inline engine
