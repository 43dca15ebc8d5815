#include "emu/engine/links/fluid.h"

#include <algorithm>

#include "emu/engine/watch/observers.h"

namespace orrery {

namespace {

constexpr std::size_t kManyOutdated = 1 << 16;

}  // namespace

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
    schedule_end(f, now);
    fresh_.push_back(f);
  } else {
    for_each_link(route(f), [this](LinkSlot s) { mark_dirty(s); });
  }
}

/// Returns whether a flow is identical to the last one. A flow that started alone on its links
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

void Fluid::leave_links(FlowId first) {
  Flow& flow = flows_[first];
  ++flow.version;
  ++flow.life;
  --flowing_;
  for_each_link(route(first), [&](LinkSlot s) {
    state_[s].flows -= flow.multiplicity;
    if (state_[s].flows > 0) mark_dirty(s);
  });
  if (flow.listed) solver_.unlist(flow);
}

bool Fluid::all_started_now() {
  if (started_.size() < flowing_) return false;
  solver_.drop_ended(started_);
  return started_.size() == flowing_;
}

/// Solves the flows whose rate may change, and any others that must be solved with them.
void Fluid::solve() {
  solver_.begin();
  if (all_started_now()) {
    take_started();
    return solver_.solve_all();
  }
  for (std::vector<FlowEntry>* entries : {&unlisted_, &started_}) {
    for (const FlowEntry& e : *entries) {
      if (!solver_.is_flowing(e)) continue;
      solver_.list(e);
      if (flows_[e.flow].bottleneck == kNone) solver_.take(e.flow);
    }
    entries->clear();
  }
  for (const LinkSlot s : dirty_) solver_.take_bound(s);
  solver_.solve_beside_others(flowing_);
}

/// Adds the started flows that share links, where no other flow was before.
void Fluid::take_started() {
  for (const FlowEntry& e : started_)
    if (flows_[e.flow].ps_per_byte == 0 ||
        any_link(route(e.flow), [this](LinkSlot s) { return state_[s].dirty == instant_; }))
      solver_.take(e.flow);
}

void Fluid::tell_slowdowns(Time now) {
  for (std::size_t i = 0; i < solver_.solved(); ++i) {
    const FlowId first = solver_.flow(i);
    const Flow& flow = flows_[first];
    if (solver_.ps_per_byte(i) <= flow.alone * (1 + 1e-9)) continue;
    const LinkSlot link = solver_.bottleneck(i);
    const double end = static_cast<double>(now.count()) + left_of(flow, now) * flow.alone;
    for_each_identical(first,
                       [&](FlowId f) { slowdowns_->hold_up(f, flows_[f].owner, link, end); });
  }
}

/// Returns the bytes that have not passed yet.
double Fluid::left_of(const Flow& flow, Time now) {
  if (flow.ps_per_byte == 0) return flow.remaining;
  const auto passed = static_cast<double>((now - flow.since).count()) / flow.ps_per_byte;
  return std::max(0.0, flow.remaining - passed);
}

bool Fluid::set_rate(std::size_t solved, Time now) {
  const FlowId f = solver_.flow(solved);
  const double ps_per_byte = solver_.ps_per_byte(solved);
  Flow& flow = flows_[f];
  solver_.change(f, ps_per_byte, solver_.bottleneck(solved));
  if (flow.ps_per_byte == ps_per_byte) return false;
  if (flow.ps_per_byte != 0) ++outdated_;
  flow.remaining = left_of(flow, now);
  flow.since = now;
  flow.ps_per_byte = ps_per_byte;
  shared_ = shared_ || ps_per_byte > flow.alone * (1 + 1e-9);
  schedule_end(f, now);
  return true;
}

void Fluid::schedule_end(FlowId f, Time now) {
  Flow& flow = flows_[f];
  ++flow.version;
  const double left = flow.remaining * flow.ps_per_byte;
  const Time whole = round_to_ps(left);
  exact_ = exact_ && left == static_cast<double>(whole.count());
  events_.push(now + whole, {Event::Kind::kFlowEnd, f, flow.version});
}

void Fluid::finish_instant() {
  dirty_.clear();
  last_first_ = kNone;
  ++instant_;
  unlisted_.insert(unlisted_.end(), started_.begin(), started_.end());
  started_.clear();
  if (unlisted_.size() > 2 * flowing_ + 64) solver_.drop_ended(unlisted_);
  if (outdated_ > kManyOutdated + flowing_) drop_outdated_ends();
}

/// Removes outdated ends before they outnumber the flows: in crowded networks every flow that comes
/// or goes moves the ends of all others.
void Fluid::drop_outdated_ends() {
  events_.keep_if(
      [this](const Event& e) { return e.kind != Event::Kind::kFlowEnd || is_current(e); });
  outdated_ = 0;
}

}  // namespace orrery
