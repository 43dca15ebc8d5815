#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/links/flow_rates.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/engine/links/slowdowns.h"

namespace orrery {

/// The flows in the network, at max-min fair rates. Flows start and stop at instants; settle() then
/// gives the affected flows their new rates, once per instant, and schedules their ends
/// (Event::Kind::kFlowEnd with the flow's version).
///
/// In a round of a symmetric algorithm all flows start together and end together: they are solved
/// together. If other flows change while a flow is in the network, FlowRates finds the affected
/// flows.
///
/// Flows that start at one instant, consecutively, over one route and with equally many bytes stay
/// identical: the first one represents all of them in the lists, the problem and the events.
class Fluid {
 public:
  using FlowId = Flow::Id;

  /// Creates an empty network. `slowdowns` records delays of flows; it may be null.
  Fluid(LinkTable& links, EventQueue& events, Slowdowns* slowdowns)
      : links_(links), events_(events), slowdowns_(slowdowns) {}

  /// Prepares a flow over `route` (not empty), which is copied, followed by `ends`, each as a
  /// separate run. Flow ids are reused after release().
  FlowId add(std::span<const LinkSlot> route, std::uint32_t owner,
             std::span<const LinkSlot> ends = {});
  LinkRuns route(FlowId f) const { return routes_[flows_[f].route]; }
  std::uint32_t owner(FlowId f) const { return flows_[f].owner; }
  void release(FlowId f) {
    routes_.release(flows_[f].route);
    free_.push_back(f);
  }

  /// Starts a flow of `bytes` (> 0); `alone` is the inverse of its rate when its transfer is alone
  /// in the network. It can represent several flows that are identical from the beginning.
  void start(FlowId f, double bytes, double alone, Time now, std::uint32_t multiplicity = 1);
  void prefetch(FlowId f) const { __builtin_prefetch(&flows_[f], 1); }
  /// Returns whether the event is the flow's current end, not an outdated one.
  bool is_current(const Event& e) const { return flows_[e.index].version == e.version; }
  /// Ends the flow of a current end, and all identical flows. Calls on_end(flow) for each, which
  /// may release it.
  template <class OnEnd>
  void stop(FlowId first, OnEnd&& on_end) {
    leave_links(first);
    for_each_identical(first, on_end);
  }
  /// Updates all rates. Calls on_rate(flow, ps_per_byte) for each flow whose rate changed.
  template <class OnRate>
  void settle(Time now, OnRate&& on_rate) {
    for (const FlowId f : fresh_) on_rate(f, flows_[f].ps_per_byte);
    fresh_.clear();
    if (!dirty_.empty()) {
      solve();
      if (slowdowns_ != nullptr) tell_slowdowns(now);
      for (std::size_t i = 0; i < solver_.solved(); ++i)
        if (set_rate(i, now))
          for_each_identical(solver_.flow(i),
                             [&](FlowId f) { on_rate(f, solver_.ps_per_byte(i)); });
    }
    finish_instant();
  }
  /// Returns whether some flow was ever slower than its transfer alone.
  bool shared() const { return shared_; }
  /// Returns whether the end of every flow was a whole number of picoseconds.
  bool exact() const { return exact_; }

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
  void leave_links(FlowId first);
  bool all_started_now();
  void solve();
  void take_started();
  void tell_slowdowns(Time now);
  static double left_of(const Flow& flow, Time now);
  bool set_rate(std::size_t solved, Time now);
  void schedule_end(FlowId f, Time now);
  void finish_instant();
  void drop_outdated_ends();

  LinkTable& links_;
  EventQueue& events_;
  Slowdowns* slowdowns_;
  RouteStore routes_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkFlows> state_;  // by slot
  FlowRates solver_{links_, routes_, flows_, state_};
  std::vector<LinkSlot> dirty_;
  std::vector<FlowId> fresh_;        // started alone on all their links since the last settle
  std::vector<FlowEntry> started_;   // since the last settle
  std::vector<FlowEntry> unlisted_;  // other flows, in no list yet
  FlowId last_first_ = kNone,
         last_ = kNone;        // the last flow of this instant, and the flow that stands for it
  std::size_t flowing_ = 0;    // without the represented flows
  std::size_t outdated_ = 0;   // outdated ends in the queue since the last cleanup
  std::uint32_t instant_ = 1;  // number of the next settle
  bool shared_ = false, exact_ = true;
};

}  // namespace orrery
