#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/fibers/pool.h"
#include "emu/engine/links/link_table.h"

namespace orrery::inline engine {

/// The delays of flows by sharing, and the links that caused them: to explain a run. Most flows
/// have one bottleneck for their whole life: it causes all of their delay, and only its link is
/// kept.
class Slowdowns {
 public:
  using FlowId = std::uint32_t;
  struct Part {
    LinkSlot link = 0;  ///< the flow's bottleneck
    double ps = 0;      ///< delay of the flow by it
  };
  /// Returns when the flow of an owner would have ended if it had always been alone, in ps.
  using IdealEnd = std::function<double(std::uint32_t owner)>;

  void set_ideal_end(IdealEnd ideal_end) { ideal_end_ = std::move(ideal_end); }

  void begin(FlowId f) { flows_.reach(f) = kNever; }
  /// Notes that from now on the flow is slower than alone, because of `link`. `end` is its end if
  /// it were alone from now on.
  void hold_up(FlowId f, std::uint32_t owner, LinkSlot link, double end) {
    if (flows_[f] == kNever) flows_[f] = link;
    if (flows_[f] != link) hold_up_again(f, owner, link, end);
  }
  /// Returns whether a link delayed the flow; false without contention.
  bool was_held_up(FlowId f) const { return f < flows_.size() && flows_[f] < kEnded; }
  /// Forgets a flow that has ended before another flow of its message.
  void forget(FlowId f) {
    if (is_split(f)) splits_.give_back(split_of(f));
    flows_[f] = kEnded;
  }
  /// Divides the total delay of an ended flow, `lost` ps, into `parts`. REQUIRES was_held_up(f).
  void end(FlowId f, double lost, std::vector<Part>& parts);

 private:
  /// A flow that several links delayed.
  struct Split {
    LinkSlot link = 0;   ///< the current link
    double charged = 0;  ///< ps, already in `parts`
    std::vector<Part> parts;

    void charge(double lost);
  };

  bool is_split(FlowId f) const { return flows_[f] < kEnded && flows_[f] >= kFirstSplit; }
  Index split_of(FlowId f) const { return flows_[f] - kFirstSplit; }
  Index new_split(LinkSlot link);
  void hold_up_again(FlowId f, std::uint32_t owner, LinkSlot link, double end);

  // By flow: the link, kFirstSplit + the number of a split, or one of these.
  static constexpr std::uint32_t kNever = 0xffffffff, kEnded = 0xfffffffe, kFirstSplit = 0x80000000;
  PiecewiseTable<std::uint32_t> flows_{kNever};
  Pool<Split> splits_;
  IdealEnd ideal_end_;
};

}  // namespace orrery::inline engine
