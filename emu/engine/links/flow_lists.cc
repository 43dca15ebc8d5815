#include <algorithm>

#include "emu/engine/links/flow_rates.h"

// The lists and sums of links that flows enter and leave.
namespace orrery::inline engine {

/// Returns the first of the flow's links with the least bandwidth.
LinkSlot FlowRates::slowest_link(Flow::Id f) const {
  LinkSlot slowest = route(f).front().first;
  double most = 0;
  for_each_link(route(f), [&](LinkSlot s) {
    if (links_.cost(s) > most) most = links_.cost(s), slowest = s;
  });
  return slowest;
}

/// Lists a flow, and removes ended flows before they are many. If the flow was only started alone,
/// not solved, its slowest link is its bottleneck. A flow without a bottleneck is open.
void FlowRates::list(const FlowEntry& e) {
  Flow& flow = flows_[e.flow];
  flow.listed = true;
  if (flow.bottleneck == Flow::kNone && flow.ps_per_byte != 0)
    if (const LinkSlot s = slowest_link(e.flow); flow.ps_per_byte == links_.cost(s))
      flow.bottleneck = s;
  if (flow.bottleneck != Flow::kNone) {
    Level& level = levels_[flow.bottleneck];
    if (level.own == 0) {
      level.ps_per_byte = flow.ps_per_byte;
      level.rate = exact_rate(flow.ps_per_byte);
    }
    if (level.ps_per_byte != flow.ps_per_byte) flow.bottleneck = Flow::kNone;
  }
  const bool is_bound = flow.bottleneck != Flow::kNone;
  bounds_[e.flow] = {e.life, flow.bottleneck};
  const ExactRate rate = is_bound ? levels_[flow.bottleneck].rate * flow.multiplicity : 0;
  for_each_level(e.flow, [&](Level& level, LinkSlot s) {
    constexpr std::size_t kEnded = 8;  // flows that have ended, among few others
    std::vector<FlowEntry>& members = members_[s];
    if (members.capacity() == 0) members.reserve(kEnded + 4);
    if (members.size() > 2 * std::size_t{counts_[s].flows} + kEnded) drop_ended(members);
    members.push_back(e);
    level.share = 0;
    if (s == flow.bottleneck) level.own += flow.multiplicity;
    if (s != flow.bottleneck) level.used += rate;
    if (is_bound) level.fastest = std::min(level.fastest, flow.ps_per_byte);
    if (!is_bound) level.open += flow.multiplicity;
  });
  if (!is_bound) {
    opened_.push_back(e.flow);
    return clocks_.hold(e.flow, now_);
  }
  cross(e.flow, flow.bottleneck);
  clocks_.enter(e.flow, flow.bottleneck);
}

void FlowRates::unlist(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  flow.listed = false;
  bounds_[f].life = flow.life;
  const ExactRate rate = levels_[flow.bottleneck].rate * flow.multiplicity;
  uncross(f, flow.bottleneck);
  for_each_level(f, [&](Level& level, LinkSlot s) {
    level.share = 0;
    s == flow.bottleneck ? drop_own(level, flow.multiplicity) : void(level.used -= rate);
  });
  clocks_.end(f, now);
}

/// Removes `count` own flows of a link.
void FlowRates::drop_own(Level& level, std::uint32_t count) {
  level.own -= count;
  if (level.own > 0) return;
  level.ps_per_byte = 0;
  level.rate = 0;
  level.is_open = false;
}

/// Notes where a flow passes that has come to its bottleneck, or is leaving it.
void FlowRates::cross(Flow::Id f, LinkSlot bottleneck) {
  for_each_link(route(f), [&](LinkSlot s) {
    if (s != bottleneck) crossings_[bottleneck].add(s, flows_[f].multiplicity);
  });
}

void FlowRates::uncross(Flow::Id f, LinkSlot bottleneck) {
  for_each_link(route(f), [&](LinkSlot s) {
    if (s != bottleneck) crossings_[bottleneck].remove(s, flows_[f].multiplicity);
  });
}

}  // namespace orrery::inline engine
