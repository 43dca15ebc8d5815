#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/links/flow.h"
#include "emu/engine/links/flow_clocks.h"
#include "emu/engine/links/link_table.h"
#include "emu/engine/links/route_store.h"
#include "emu/net/max_min.h"

namespace orrery {

/// Max-min fair rates of flows that begin and end at any time. Flows that begin and end together are
/// solved together (MaxMinSolver). If other flows continue, only a part of the network is solved
/// anew, by progressive filling. The level of a link is the rate of the flows whose bottleneck it
/// is. The links where flows began or ended are filled first, the fullest first, then the links that
/// these affect; all other levels stay. The bandwidth that a link gives to flows with another
/// bottleneck is an exact sum, so that a level depends on the present flows alone.
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

  /// Begins a problem: no flow is affected, no link has changed.
  void begin(Time now);

  /// Adds a flow to those that are solved together.
  void take(Flow::Id f) { affected_.push_back(f); }
  /// Solves the taken flows. REQUIRES that no other flow shares a link with them.
  void solve_all();
  /// Returns the number of solved flows. The next members give each flow, its inverse rate and the
  /// link that limits it.
  std::size_t solved() const { return affected_.size(); }
  Flow::Id flow(std::size_t i) const { return affected_[i]; }
  double ps_per_byte(std::size_t i) const { return solution_[i]; }
  LinkSlot bottleneck(std::size_t i) const { return bottlenecks_[i]; }

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
  /// A rate in whole multiples of 2^-100 bytes per ps: sums of up to 2^26 bytes per ps are exact, however often they
  /// change.
  __extension__ using ExactRate = __int128;
  static ExactRate exact_rate(double ps_per_byte) {
    return static_cast<ExactRate>(0x1p100 / ps_per_byte);
  }

  /// The state of a link. Its own flows are those whose bottleneck it is. A flow that crosses it
  /// twice counts twice.
  struct Level {
    ExactRate used = 0;      // by flows that are neither its own nor open
    ExactRate rate = 0;      // of each of its own flows
    double ps_per_byte = 0;  // inverse of that; 0 = it has no flows of its own
    double fastest =
        std::numeric_limits<double>::infinity();  // no flow in `used` has a smaller inverse rate
    double key = 0;                               // under which it is in the heap; 0 = it is not
    std::uint32_t own = 0;
    std::uint32_t open = 0;     // others on it that have no rate yet in this problem
    std::uint32_t problem = 0;  // number of the last one that reached it
    bool is_open = false;       // its own flows have no rate yet in this problem
    bool is_due = false;        // its key may have grown
  };
  /// A change in the number of a link's own flows that cross another link.
  struct CrossingFlows {
    LinkSlot link = 0;
    std::int32_t flows = 0;
  };
  /// The links that a link's own flows cross: a sum of entries, some of which cancel out.
  struct Crossings {
    std::vector<CrossingFlows> entries;
    std::size_t merged = 0;  // so many had links of their own when they were last added up
  };
  struct Candidate {
    double ps_per_byte = 0;
    LinkSlot link = 0;
  };

  static bool after(const Candidate& a, const Candidate& b) {
    return a.ps_per_byte != b.ps_per_byte ? a.ps_per_byte < b.ps_per_byte : a.link > b.link;
  }
  LinkRuns route(Flow::Id f) const { return routes_[flows_[f].route]; }
  template <class F>
  void for_each_level(Flow::Id f, F&& act) {
    for_each_link(route(f), [&](LinkSlot s) { act(levels_[s], s); });
  }
  template <class F>
  void for_each_other(LinkSlot s, F&& act);
  void cross(Flow::Id f, LinkSlot bottleneck, std::int32_t sign);
  static void merge(Crossings& crossings);
  bool solve_uniform();
  void solve_together();
  LinkSlot slowest_link(Flow::Id f) const;
  void reach(Level& level, LinkSlot s);
  void set_due(Level& level, LinkSlot s);
  double inverse_share(const Level& level, LinkSlot s) const;
  double key_of(const Level& level, LinkSlot s) const;
  void renew_keys();
  void fill(LinkSlot s);
  double level_of(const Level& level, LinkSlot s) const;
  void open(LinkSlot s);
  void open_flow(Flow::Id f);
  bool open_faster(LinkSlot s, double ps_per_byte);
  void fix(LinkSlot s, double ps_per_byte);
  void bind_open(LinkSlot s);
  void bind(Flow::Id f, LinkSlot s);
  void drop_own(Level& level, LinkSlot s, std::uint32_t count);

  LinkTable& links_;
  RouteStore& routes_;
  std::vector<Flow>& flows_;
  std::vector<LinkFlows>& counts_;  // by slot
  FlowClocks& clocks_;
  Time now_{0};

  // Solved together: flows, and by flow the solution; by link its number, if not ~0, and its cost.
  MaxMinSolver solver_;
  std::vector<Flow::Id> affected_;
  std::vector<double> solution_, costs_;
  std::vector<LinkSlot> bottlenecks_, slots_;
  std::vector<std::uint32_t> offsets_, multiplicity_, local_links_, local_numbers_;

  std::vector<Level> levels_;  // by slot
  std::vector<std::vector<FlowEntry>>
      members_;                       // by slot: all that are listed, and some that have ended
  std::vector<Crossings> crossings_;  // by slot
  std::vector<Candidate> heap_;       // the fullest first
  std::vector<LinkSlot> due_;
  std::uint32_t problem_ = 0;
  double water_ = 0;  // inverse rate that has been reached; 0 = none
};

}  // namespace orrery
