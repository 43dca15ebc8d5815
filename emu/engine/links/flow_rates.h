#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/crossings.h"
#include "emu/engine/links/exact_rate.h"
#include "emu/engine/links/flow.h"
#include "emu/engine/links/flow_clocks.h"
#include "emu/engine/links/link_heap.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"

namespace orrery::inline engine {

/// Max-min fair rates of flows that begin and end at any time. Only a part of the network is solved
/// anew, by progressive filling. The level of a link is the rate of the flows whose bottleneck it
/// is. The links where flows began or ended are filled first, the fullest first, then the links that
/// these affect; all other levels stay. The bandwidth that a link gives to flows with another
/// bottleneck is an exact sum, so that a level depends on the present flows alone.
///
/// Most links on the route of a flow without a rate have room to spare. Such a link waits for the
/// flow's fullest link: it is filled only if it has flows of its own when the flow has its rate, or
/// if the share of the fullest link falls.
///
/// Example: links a (1 byte/ps) and b (4) carry flow 1 over both and flow 2 over b. a has the level
/// 1, b gives 1 to flow 1 and has the level 3. When flow 1 ends, a has no level and b the level 4.
///
/// Every link has a list of its flows. A flow that is not listed is in no list and in no sum.
class FlowRates {
 public:
  FlowRates(LinkTable& links, RouteStore& routes, std::vector<Flow>& flows,
            std::vector<LinkFlows>& counts, FlowClocks& clocks)
      : links_(links), routes_(routes), flows_(flows), counts_(counts), clocks_(clocks) {}

  /// Begins a problem: no link has changed.
  void begin(Time now);

  /// Enters the flow into the lists of its links. It keeps its rate and bottleneck, if any, until
  /// the next fill_changed().
  void list(const FlowEntry& e);
  /// Subtracts a listed flow that ends from the sums.
  void unlist(Flow::Id f, Time now);
  /// Marks a link on which flows have begun or ended.
  void touch(LinkSlot s);
  /// Gives all listed flows their rates, and bottlenecks, on the clocks.
  void fill_changed();

  bool is_flowing(const FlowEntry& e) const { return flows_[e.flow].life == e.life; }
  void drop_ended(std::vector<FlowEntry>& entries) const {
    std::erase_if(entries, [this](const FlowEntry& e) { return !is_flowing(e); });
  }

 private:
  /// The state of a link. Its own flows are those whose bottleneck it is. A flow that crosses it
  /// twice counts twice.
  struct alignas(64) Level {
    ExactRate used = 0;  // by flows that are neither its own nor open
    double fastest =
        std::numeric_limits<double>::infinity();  // no flow in `used` has a smaller inverse rate
    double waits_until = 0;  // inverse rate at which it may be full; 0 = it does not wait
    double share = 0;        // inverse; 0 = not computed since its flows changed
    double ps_per_byte = 0;  // inverse of `rate`; 0 = it has no flows of its own
    std::uint32_t own = 0;
    std::uint32_t open = 0;     // others on it that have no rate yet in this problem
    std::uint32_t problem = 0;  // number of the last one that reached it
    bool is_open = false;       // its own flows have no rate yet in this problem
    bool is_due = false;        // its key may have grown
    // Another cache line: used less often.
    ExactRate capacity = 0;    // 0 = not computed yet
    ExactRate rate = 0;        // of each of its own flows
    double awaited_until = 0;  // others wait for it as long as its inverse share is not smaller
  };
  /// The part of a flow that passing over the members of a link reads, close to that of others.
  struct Bound {
    std::uint32_t life = 0;
    LinkSlot bottleneck = Flow::kNone;
  };
  /// The link that will be full next, as the links that wait for it see it.
  struct Next {
    double share = 0;  // inverse, a little smaller than it is
    ExactRate rate = 0;
  };
  LinkRuns route(Flow::Id f) const { return routes_[flows_[f].route]; }
  template <class F>
  void for_each_level(Flow::Id f, F&& act) {
    for_each_link(route(f), [&](LinkSlot s) { act(levels_[s], s); });
  }
  template <class F>
  void for_each_member(LinkSlot s, F&& act);
  template <class F>
  void for_each_other(LinkSlot s, F&& act);
  void cross(Flow::Id f, LinkSlot bottleneck);
  void uncross(Flow::Id f, LinkSlot bottleneck);
  LinkSlot slowest_link(Flow::Id f) const;
  void reach(Level& level, LinkSlot s);
  void set_due(Level& level, LinkSlot s);
  double inverse_share(Level& level, LinkSlot s) const;
  double key_of(Level& level, LinkSlot s);
  void renew_keys();
  void fill(LinkSlot s);
  double level_of(Level& level, LinkSlot s);
  bool is_next(LinkSlot s, const Next& next);
  void open(LinkSlot s, const Next* next);
  void open_all();
  bool can_wait(Level& level, LinkSlot s, const Next& next, std::uint32_t more = 0,
                ExactRate freed = 0);
  static Next await(Level& level, double inverse_share);
  void await_fullest(Flow::Id f);
  void await_on(Flow::Id f, LinkSlot s, const Next& next);
  void wait_again(Level& level, LinkSlot s, double share);
  void open_flow(Flow::Id f);
  bool open_faster(LinkSlot s, double ps_per_byte);
  void find_faster(LinkSlot s, double ps_per_byte);
  void fix(LinkSlot s, double ps_per_byte);
  void bind_open(LinkSlot s);
  void bind(Flow::Id f, LinkSlot s);
  static void drop_own(Level& level, std::uint32_t count);

  LinkTable& links_;
  RouteStore& routes_;
  std::vector<Flow>& flows_;
  std::vector<LinkFlows>& counts_;  // by slot
  FlowClocks& clocks_;
  Time now_{0};

  std::vector<Level> levels_;  // by slot
  std::vector<std::vector<FlowEntry>>
      members_;                       // by slot: all that are listed, and some that have ended
  std::vector<Bound> bounds_;         // by flow that is listed
  std::vector<Crossings> crossings_;  // by slot
  LinkHeap heap_;                     // the fullest first
  std::vector<LinkSlot> due_;         // the first dues_
  std::size_t dues_ = 0;
  std::vector<Flow::Id> opened_;  // one by one
  std::uint32_t problem_ = 0;
  std::size_t fills_ = 0;    // since begin()
  bool all_opened_ = false;  // since begin()
  double water_ = 0;         // inverse rate that has been reached; 0 = none
};

}  // namespace orrery::inline engine
