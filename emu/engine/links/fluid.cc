#include "emu/engine/links/fluid.h"

#include <algorithm>

#include "emu/engine/watch/observers.h"

namespace orrery::inline engine {

Fluid::FlowId Fluid::add(std::span<const LinkSlot> route, std::uint32_t owner,
                         std::span<const LinkSlot> ends) {
  if (free_.empty()) {
    flows_.emplace_back();
    free_.push_back(static_cast<FlowId>(flows_.size() - 1));
  }
  const FlowId f = free_.back();
  free_.pop_back();
  flows_[f].owner = owner;
  flows_[f].route = routes_.add(route, ends);
  return f;
}

void Fluid::mark_dirty(LinkSlot s) {
  if (state_[s].dirty == instant_) return;
  state_[s].dirty = instant_;
  dirty_.push_back(s);
}

void Fluid::start(FlowId f, double bytes, double alone, Time now, std::uint32_t multiplicity) {
  if (state_.size() < links_.size()) state_.resize(links_.size());
  Flow& flow = flows_[f];
  flow.next_identical = kNone;
  tell(slowdowns_, &Slowdowns::begin, f);
  flow.multiplicity = multiplicity;
  if (is_like_last(f, bytes, alone)) return join_last(f);
  flow.remaining = bytes;
  flow.since = now;
  flow.ps_per_byte = 0;
  flow.bottleneck = kNone;
  flow.alone = alone;
  last_first_ = last_ = f;
  ++flowing_;
  started_.push_back({f, flow.life});
  bool first = multiplicity == 1;
  for_each_link(route(f), [&](LinkSlot s) {
    first = state_[s].flows == 0 && first;
    state_[s].flows += multiplicity;
  });
  if (first) {
    flow.ps_per_byte = alone;
    clocks_.schedule(f, now);
    fresh_.push_back(f);
  } else {
    for_each_link(route(f), [this](LinkSlot s) { mark_dirty(s); });
  }
}

/// Returns whether a flow equals the last one. A flow that flows already, alone on its links,
/// represents no other.
bool Fluid::is_like_last(FlowId f, double bytes, double alone) const {
  if (last_first_ == kNone) return false;
  const Flow& first = flows_[last_first_];
  return first.remaining == bytes && first.alone == alone && first.ps_per_byte == 0 &&
         std::ranges::equal(route(f), route(last_first_));
}

void Fluid::join_last(FlowId f) {
  flows_[last_].next_identical = f;
  last_ = f;
  const std::uint32_t multiplicity = flows_[f].multiplicity;
  flows_[last_first_].multiplicity += multiplicity;
  for_each_link(route(f), [&](LinkSlot s) { state_[s].flows += multiplicity; });
}

void Fluid::leave_links(FlowId first, Time now) {
  Flow& flow = flows_[first];
  ++flow.version;
  ++flow.life;
  --flowing_;
  for_each_link(route(first), [&](LinkSlot s) {
    state_[s].flows -= flow.multiplicity;
    if (state_[s].flows > 0) mark_dirty(s);
  });
  if (flow.listed) rates_.unlist(first, now);
}

bool Fluid::all_started_now() {
  if (started_.size() < flowing_) return false;
  rates_.drop_ended(started_);
  return started_.size() == flowing_;
}

void Fluid::solve_changed(Time now) {
  if (dirty_.empty()) return;
  if (all_started_now()) return solve_started(now);
  rates_.begin(now);
  for (std::vector<FlowEntry>* entries : {&unlisted_, &started_}) {
    for (const FlowEntry& e : *entries)
      if (rates_.is_flowing(e)) rates_.list(e);
    entries->clear();
  }
  for (const LinkSlot s : dirty_) rates_.touch(s);
  rates_.fill_changed();
}

/// Solves flows that are in no list, together.
void Fluid::solve_started(Time now) {
  joint_rates_.begin();
  take_started();
  joint_rates_.solve();
  for (std::size_t i = 0; i < joint_rates_.solved(); ++i)
    clocks_.set_rate(joint_rates_.flow(i), joint_rates_.ps_per_byte(i), joint_rates_.bottleneck(i),
                     now);
}

/// Passes started flows without a rate, or over links that changed at this instant, to the joint
/// solution.
void Fluid::take_started() {
  for (const FlowEntry& e : started_)
    if (flows_[e.flow].ps_per_byte == 0 ||
        any_link(route(e.flow), [this](LinkSlot s) { return state_[s].dirty == instant_; }))
      joint_rates_.take(e.flow);
}

void Fluid::finish_instant() {
  fresh_.clear();
  dirty_.clear();
  last_first_ = kNone;
  ++instant_;
  unlisted_.insert(unlisted_.end(), started_.begin(), started_.end());
  started_.clear();
  if (unlisted_.size() > 2 * flowing_ + 64) rates_.drop_ended(unlisted_);
  clocks_.drop_outdated();
}

}  // namespace orrery::inline engine
