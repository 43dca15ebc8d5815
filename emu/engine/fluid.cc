#include "emu/engine/fluid.h"

#include <algorithm>

namespace orrery {

Fluid::FlowId Fluid::add(std::span<const LinkSlot> route, std::uint32_t owner) {
  if (free_.empty()) {
    flows_.emplace_back();
    free_.push_back(static_cast<FlowId>(flows_.size() - 1));
  }
  const FlowId f = free_.back();
  free_.pop_back();
  flows_[f].owner = owner;
  flows_[f].route.assign(route.begin(), route.end());
  return f;
}

void Fluid::mark_dirty(LinkSlot s) {
  if (state_[s].dirty) return;
  state_[s].dirty = true;
  dirty_.push_back(s);
}

void Fluid::start(FlowId f, double bytes, double alone, Time now) {
  if (state_.size() < links_.size()) state_.resize(links_.size());
  Flow& flow = flows_[f];
  flow.remaining = bytes;
  flow.since = now;
  flow.ps_per_byte = 0;
  flow.alone = alone;
  flow.position.resize(flow.route.size());
  bool first = true;
  for (std::uint32_t hop = 0; hop < flow.route.size(); ++hop) {
    const LinkSlot s = flow.route[hop];
    std::vector<Crossing>& crossings = state_[s].crossings;
    first = first && crossings.empty();
    flow.position[hop] = static_cast<std::uint32_t>(crossings.size());
    crossings.push_back({f, hop});
  }
  if (first) {
    flow.ps_per_byte = alone;
    schedule_end(f, now);
    fresh_.push_back(f);
  } else {
    for (const LinkSlot s : flow.route) mark_dirty(s);
  }
}

void Fluid::stop(FlowId f) {
  Flow& flow = flows_[f];
  ++flow.version;
  for (std::uint32_t hop = 0; hop < flow.route.size(); ++hop) {
    const LinkSlot s = flow.route[hop];
    std::vector<Crossing>& crossings = state_[s].crossings;
    const Crossing last = crossings.back();
    crossings[flow.position[hop]] = last;
    flows_[last.flow].position[last.hop] = flow.position[hop];
    crossings.pop_back();
    if (!crossings.empty()) mark_dirty(s);
  }
}

void Fluid::visit_link(LinkSlot s) {
  LinkState& link = state_[s];
  if (link.visit == visit_) return;
  link.visit = visit_;
  link.local = static_cast<std::uint32_t>(component_links_.size());
  component_links_.push_back(s);
  local_cost_.push_back(links_.cost(s));
}

void Fluid::collect_component() {
  ++visit_;
  component_.clear();
  component_links_.clear();
  local_cost_.clear();
  local_links_.clear();
  offsets_.assign(1, 0);
  for (const LinkSlot s : dirty_) {
    state_[s].dirty = false;
    if (!state_[s].crossings.empty()) visit_link(s);
  }
  dirty_.clear();
  for (std::size_t i = 0; i < component_links_.size(); ++i)
    for (const Crossing& c : state_[component_links_[i]].crossings) {
      Flow& flow = flows_[c.flow];
      if (flow.visit == visit_) continue;
      flow.visit = visit_;
      component_.push_back(c.flow);
      for (const LinkSlot s : flow.route) {
        visit_link(s);
        local_links_.push_back(state_[s].local);
      }
      offsets_.push_back(static_cast<std::uint32_t>(local_links_.size()));
    }
  solution_.resize(component_.size());
}

bool Fluid::set_rate(FlowId f, double ps_per_byte, Time now) {
  Flow& flow = flows_[f];
  if (flow.ps_per_byte == ps_per_byte) return false;
  if (flow.ps_per_byte > 0)
    flow.remaining = std::max(
        0.0, flow.remaining - static_cast<double>((now - flow.since).count()) / flow.ps_per_byte);
  flow.since = now;
  flow.ps_per_byte = ps_per_byte;
  shared_ = shared_ || ps_per_byte > flow.alone * (1 + 1e-9);
  schedule_end(f, now);
  return true;
}

void Fluid::schedule_end(FlowId f, Time now) {
  Flow& flow = flows_[f];
  ++flow.version;
  events_.push(now + round_to_ps(flow.remaining * flow.ps_per_byte),
               {Event::Kind::kFlowEnd, f, flow.version});
}

}  // namespace orrery
