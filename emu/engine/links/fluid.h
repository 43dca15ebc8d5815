#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/engine/links/slowdowns.h"
#include "emu/net/max_min.h"

namespace orrery {

/// The flows that are in the network now, at max-min fair rates. Flows start and stop at instants;
/// settle() then gives the affected flows their new rates, once per instant, and schedules their
/// ends (Event::Kind::kFlowEnd with the flow's version).
///
/// Only the connected components (flows that share links, directly or through others) around links
/// where something changed are solved again. To find them, every link has a list of its flows. In a
/// round of a symmetric algorithm all flows start together and end together, and no list is needed:
/// a flow enters the lists when others change while it flows.
///
/// Flows that start at one instant, one after the other, over one route and with as many bytes are alike for
/// as long as they last: the first one stands for all of them in the lists, the problem and the events.
class Fluid {
 public:
  using FlowId = std::uint32_t;

  /// `slowdowns`, who is told what held flows up, may be null.
  Fluid(LinkTable& links, EventQueue& events, Slowdowns* slowdowns)
      : links_(links), events_(events), slowdowns_(slowdowns) {}

  /// Prepares a flow over `route` (not empty), which is copied, and over `ends`, each a run of its own
  /// behind it. Flow ids are reused after release().
  FlowId add(std::span<const LinkSlot> route, std::uint32_t owner,
             std::span<const LinkSlot> ends = {});
  LinkRuns route(FlowId f) const { return routes_[flows_[f].route]; }
  std::uint32_t owner(FlowId f) const { return flows_[f].owner; }
  void release(FlowId f) {
    routes_.release(flows_[f].route);
    free_.push_back(f);
  }

  /// The flow's bytes (> 0) start to flow; `alone` is the inverse of its rate when its transfer is
  /// alone in the network. It can stand for several that are alike from the first.
  void start(FlowId f, double bytes, double alone, Time now, std::uint32_t alike = 1);
  void prefetch(FlowId f) const { __builtin_prefetch(&flows_[f], 1); }
  /// True if the event is about the flow's current end, not an outdated one.
  bool is_current(const Event& e) const { return flows_[e.index].version == e.version; }
  /// The flow of an end that is current has ended, and all that are like it. Calls on_end(flow) for each,
  /// which may release it.
  template <class OnEnd>
  void stop(FlowId first, OnEnd&& on_end) {
    leave_links(first);
    for_each_alike(first, on_end);
  }
  /// Brings all rates up to date. Calls on_rate(flow, ps_per_byte) for each flow whose rate
  /// changed.
  template <class OnRate>
  void settle(Time now, OnRate&& on_rate) {
    for (const FlowId f : fresh_) on_rate(f, flows_[f].ps_per_byte);
    fresh_.clear();
    if (!dirty_.empty()) {
      find_affected();
      solve();
      if (slowdowns_ != nullptr) tell_slowdowns(now);
      for (std::size_t i = 0; i < problem_.affected.size(); ++i)
        if (set_rate(problem_.affected[i], problem_.solution[i], now))
          for_each_alike(problem_.affected[i], [&](FlowId f) { on_rate(f, problem_.solution[i]); });
    }
    finish_instant();
  }
  /// True if some flow was once slower than its transfer would be alone.
  bool shared() const { return shared_; }
  /// True if the end of every flow was a whole number of picoseconds.
  bool exact() const { return exact_; }

 private:
  struct Flow {
    std::uint32_t owner = 0;
    std::uint32_t version = 0;
    std::uint32_t life = 0;   // how many flows of this id have ended
    std::uint32_t visit = 0;  // number of the last search that found it
    double remaining = 0;     // bytes left at `since`
    double ps_per_byte = 0;   // inverse of the current rate; 0 = no rate yet
    double alone = 0;         // ps per byte if no other transfer flows
    Time since{0};
    RouteStore::Route route;
    FlowId next_alike = kNone;
    std::uint32_t alike = 1;  // flows that it stands for, with itself
  };
  /// A flow that may have ended since.
  struct Entry {
    FlowId flow;
    std::uint32_t life;
  };
  struct LinkState {
    std::uint32_t flows = 0;
    std::uint32_t dirty = 0;  // the instant in which something changed here
  };
  struct LinkMembers {
    std::vector<Entry> flows;  // all that are listed, and some that have ended
    std::uint32_t visit = 0;
    std::uint32_t local = 0;  // number in the problem being solved
  };
  /// The flows that get new rates, and what is solved for them.
  struct Problem {
    std::vector<FlowId> affected;
    std::vector<LinkSlot> found_links;
    std::vector<double> local_cost, solution;
    std::vector<std::uint32_t> offsets, local_links, alike;
    // For slowdowns_: the links of the problem, and for each flow the number of its bottleneck; empty if all
    // flows have a link that is as full.
    std::vector<LinkSlot> local_slots;
    std::vector<std::uint32_t> bottlenecks;
  };

  static constexpr FlowId kNone = 0xffffffff;
  template <class F>
  void for_each_alike(FlowId first, F&& f) const {
    for (FlowId next, i = first; i != kNone; i = next) {
      next = flows_[i].next_alike;
      f(i);
    }
  }
  bool is_flowing(const Entry& e) const { return flows_[e.flow].life == e.life; }
  void mark_dirty(LinkSlot s);
  bool is_like_last(FlowId f, double bytes, double alone) const;
  void join_last(FlowId f);
  void leave_links(FlowId first);
  void drop_ended(std::vector<Entry>& entries) const;
  bool all_started_now();
  void find_affected();
  void find_in_lists();
  void list(const Entry& e);
  void solve();
  bool solve_uniform();
  void solve_in_general();
  LinkSlot fullest_link(FlowId f) const;
  void tell_slowdowns(Time now);
  static double left_of(const Flow& flow, Time now);
  bool set_rate(FlowId f, double ps_per_byte, Time now);
  void schedule_end(FlowId f, Time now);
  void finish_instant();
  void drop_outdated_ends();

  LinkTable& links_;
  EventQueue& events_;
  Slowdowns* slowdowns_;
  RouteStore routes_;
  MaxMinSolver solver_;
  std::vector<Flow> flows_;
  std::vector<FlowId> free_;
  std::vector<LinkState> state_;      // by slot
  std::vector<LinkMembers> members_;  // by slot
  std::vector<LinkSlot> dirty_;
  std::vector<FlowId> fresh_;    // started alone on all their links since the last settle
  std::vector<Entry> started_;   // since the last settle
  std::vector<Entry> unlisted_;  // others that are in no list yet
  FlowId last_first_ = kNone,
         last_ = kNone;        // the last flow of this instant, and who stands for it
  std::size_t flowing_ = 0;    // without those that another stands for
  std::size_t outdated_ = 0;   // ends that were scheduled again since outdated ones were taken out
  std::uint32_t instant_ = 1;  // number of the next settle
  std::uint32_t visit_ = 0;
  bool shared_ = false, exact_ = true;
  Problem problem_;
};

}  // namespace orrery
