#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/event_queue.h"
#include "emu/engine/links/flow.h"
#include "emu/engine/links/slowdowns.h"

namespace orrery::inline engine {

/// When flows end. A flow has an end of its own as long as it keeps its rate. All flows with one bottleneck have the same
/// rate: when that changes, they come to a virtual clock of the link, which counts the bytes that have passed of each of
/// them, as in fair queueing. A flow ends when the clock reaches its target, and only the first one has an event. So
/// a new rate costs the same for any number of flows, and an end O(log flows).
class FlowClocks {
 public:
  FlowClocks(EventQueue& events, std::vector<Flow>& flows, Slowdowns* slowdowns)
      : events_(events), flows_(flows), slowdowns_(slowdowns) {}

  /// Schedules the end of a flow that has its rate (Event::Kind::kFlowEnd with its version).
  void schedule(Flow::Id f, Time now);
  /// Gives a flow that is on no clock another rate, and its end.
  void set_rate(Flow::Id f, double ps_per_byte, LinkSlot bottleneck, Time now);
  /// Stops the flow at its present position: it has no rate and no end.
  void hold(Flow::Id f, Time now);

  void resize(std::size_t links) { clocks_.resize(links); }
  /// Enters a flow that has the rate of the link.
  void enter(Flow::Id f, LinkSlot s) { add(clocks_[s], f); }
  /// Gives a held flow the rate of the link, which is its bottleneck now.
  void join(Flow::Id f, LinkSlot s, Time now);
  /// Removes a flow from its bottleneck at its present position.
  void leave(Flow::Id f, Time now);
  /// Takes off a flow that has ended.
  void end(Flow::Id f, Time now);
  /// Gives all flows of the link another rate.
  void change_rate(LinkSlot s, double ps_per_byte, Time now);
  /// Schedules the first end of each clock that has changed.
  void update(Time now);
  /// Takes out ends that flows would have had at earlier rates before they are most of all events.
  void drop_outdated();

  template <class F>
  void for_each_member(LinkSlot s, F&& f) const {
    for (const Member& m : clocks_[s].members)
      if (is_member(m)) f(m.flow);
  }
  double ps_per_byte(Flow::Id f) const {
    const Flow& flow = flows_[f];
    return flow.on_clock ? clocks_[flow.bottleneck].ps_per_byte : flow.ps_per_byte;
  }

  /// Notes from now on each flow that gets another rate, with its present one.
  void note_changes(bool on) { notes_changes_ = on; }
  std::vector<std::pair<Flow::Id, double>> take_changes();

  bool shared() const { return shared_; }
  bool exact() const { return exact_; }

 private:
  struct Member {
    long double target = 0;
    Flow::Id flow = 0;
    std::uint32_t stamp = 0;
    std::uint32_t version = 0;  // of its end
  };
  struct Clock {
    std::vector<Member> members;  // and some that have left; a heap while it runs
    long double served = 0;       // bytes of each flow at `since`, since it runs
    Time since{0};
    double ps_per_byte = 0;
    std::uint32_t left = 0;   // members that have left
    bool first_left = false;  // perhaps, while it runs
    bool runs = false, changed = false;
  };

  static constexpr auto later = [](const Member& a, const Member& b) {
    return a.target != b.target ? a.target > b.target : a.flow > b.flow;
  };
  bool is_member(const Member& m) const { return flows_[m.flow].stamp == m.stamp; }
  static long double served(const Clock& clock, Time now) {
    return clock.served + static_cast<long double>((now - clock.since).count()) / clock.ps_per_byte;
  }
  void add(Clock& clock, Flow::Id f);
  void put_on(Clock& clock, Member& m, Time now);
  void start(Clock& clock, Time now);
  void take_off(Flow::Id f);
  void mark(LinkSlot s);
  const Member& first(Clock& clock);
  Time end_of(const Clock& clock, const Member& m);
  void schedule_first(LinkSlot s, Time now);
  void tell_rate(Flow::Id f, double left, double ps_per_byte, LinkSlot s, Time now);

  EventQueue& events_;
  std::vector<Flow>& flows_;
  Slowdowns* slowdowns_;
  std::vector<Clock> clocks_;         // by slot
  std::vector<long double> targets_;  // by flow
  std::vector<LinkSlot> changed_;
  std::vector<std::pair<Flow::Id, double>> changes_;
  std::size_t outdated_ = 0;  // ends that were scheduled again since outdated ones were taken out
  bool notes_changes_ = false, shared_ = false, exact_ = true;
};

}  // namespace orrery::inline engine
