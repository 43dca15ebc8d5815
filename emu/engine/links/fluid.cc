#include "emu/engine/links/fluid.h"

#include <algorithm>
#include <limits>

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

void Fluid::start(FlowId f, double bytes, double alone, Time now, std::uint32_t alike) {
  if (state_.size() < links_.size()) state_.resize(links_.size());
  Flow& flow = flows_[f];
  flow.next_alike = kNone;
  tell(slowdowns_, &Slowdowns::begin, f);
  flow.alike = alike;
  if (is_like_last(f, bytes, alone)) return join_last(f);
  flow.remaining = bytes;
  flow.since = now;
  flow.ps_per_byte = 0;
  flow.alone = alone;
  last_first_ = last_ = f;
  ++flowing_;
  started_.push_back({f, flow.life});
  bool first = alike == 1;
  for_each_link(route(f), [&](LinkSlot s) {
    first = state_[s].flows == 0 && first;
    state_[s].flows += alike;
  });
  if (first) {
    flow.ps_per_byte = alone;
    schedule_end(f, now);
    fresh_.push_back(f);
  } else {
    for_each_link(route(f), [this](LinkSlot s) { mark_dirty(s); });
  }
}

/// One that flows already, alone on its links, stands for no other.
bool Fluid::is_like_last(FlowId f, double bytes, double alone) const {
  if (last_first_ == kNone) return false;
  const Flow& first = flows_[last_first_];
  return first.remaining == bytes && first.alone == alone && first.ps_per_byte == 0 &&
         std::ranges::equal(route(f), route(last_first_));
}

void Fluid::join_last(FlowId f) {
  flows_[last_].next_alike = f;
  last_ = f;
  const std::uint32_t alike = flows_[f].alike;
  flows_[last_first_].alike += alike;
  for_each_link(route(f), [&](LinkSlot s) { state_[s].flows += alike; });
}

void Fluid::leave_links(FlowId first) {
  Flow& flow = flows_[first];
  ++flow.version;
  ++flow.life;
  --flowing_;
  for_each_link(route(first), [&](LinkSlot s) {
    if ((state_[s].flows -= flow.alike) > 0) mark_dirty(s);
  });
}

void Fluid::drop_ended(std::vector<Entry>& entries) const {
  std::erase_if(entries, [this](const Entry& e) { return !is_flowing(e); });
}

bool Fluid::all_started_now() {
  if (started_.size() < flowing_) return false;
  drop_ended(started_);
  return started_.size() == flowing_;
}

void Fluid::find_affected() {
  problem_.affected.clear();
  if (!all_started_now()) return find_in_lists();
  for (const Entry& e : started_)
    if (flows_[e.flow].ps_per_byte == 0 ||
        any_link(route(e.flow), [this](LinkSlot s) { return state_[s].dirty == instant_; }))
      problem_.affected.push_back(e.flow);
}

/// Breadth-first search from the links where something changed.
void Fluid::find_in_lists() {
  members_.resize(state_.size());
  for (std::vector<Entry>* entries : {&unlisted_, &started_}) {
    for (const Entry& e : *entries)
      if (is_flowing(e)) list(e);
    entries->clear();
  }
  ++visit_;
  problem_.found_links.clear();
  const auto visit = [this](LinkSlot s) {
    if (members_[s].visit == visit_) return;
    members_[s].visit = visit_;
    problem_.found_links.push_back(s);
  };
  for (const LinkSlot s : dirty_)
    if (state_[s].flows > 0) visit(s);
  for (std::size_t i = 0; i < problem_.found_links.size(); ++i) {
    std::vector<Entry>& entries = members_[problem_.found_links[i]].flows;
    drop_ended(entries);
    for (const Entry& e : entries) {
      if (flows_[e.flow].visit == visit_) continue;
      flows_[e.flow].visit = visit_;
      problem_.affected.push_back(e.flow);
      for_each_link(route(e.flow), visit);
    }
  }
}

/// Enters the flow into the lists of its links. Ended flows are removed before they are many.
void Fluid::list(const Entry& e) {
  for_each_link(route(e.flow), [&](LinkSlot s) {
    std::vector<Entry>& entries = members_[s].flows;
    if (entries.size() > 2 * std::size_t{state_[s].flows} + 8) drop_ended(entries);
    entries.push_back(e);
  });
}

void Fluid::solve() {
  problem_.solution.resize(problem_.affected.size());
  problem_.bottlenecks.clear();
  if (!solve_uniform()) solve_in_general();
}

/// True if all affected flows have a link that is as full as the fullest of all: their rates are
/// then equal.
bool Fluid::solve_uniform() {
  double level = 0, least = std::numeric_limits<double>::infinity();
  for (const FlowId f : problem_.affected) {
    double share = 0;  // inverse, on its fullest link
    for_each_link(route(f),
                  [&](LinkSlot s) { share = std::max(share, state_[s].flows * links_.cost(s)); });
    level = std::max(level, share);
    least = std::min(least, share);
  }
  if (least < level * MaxMinSolver::kTogether) return false;
  std::fill(problem_.solution.begin(), problem_.solution.end(), level);
  return true;
}

void Fluid::solve_in_general() {
  members_.resize(state_.size());
  ++visit_;
  problem_.local_cost.clear();
  problem_.local_links.clear();
  problem_.local_slots.clear();
  problem_.alike.clear();
  problem_.offsets.assign(1, 0);
  for (const FlowId f : problem_.affected) {
    problem_.alike.push_back(flows_[f].alike);
    for_each_link(route(f), [this](LinkSlot s) {
      LinkMembers& link = members_[s];
      if (link.visit != visit_) {
        link.visit = visit_;
        link.local = static_cast<std::uint32_t>(problem_.local_cost.size());
        problem_.local_cost.push_back(links_.cost(s));
        problem_.local_slots.push_back(s);
      }
      problem_.local_links.push_back(link.local);
    });
    problem_.offsets.push_back(static_cast<std::uint32_t>(problem_.local_links.size()));
  }
  if (slowdowns_ != nullptr) problem_.bottlenecks.resize(problem_.affected.size());
  solver_.solve({problem_.local_cost, problem_.offsets, problem_.local_links, problem_.alike},
                problem_.solution, problem_.bottlenecks);
}

/// The first, if several are equally full.
LinkSlot Fluid::fullest_link(FlowId f) const {
  LinkSlot fullest = route(f).front().first;
  double most = 0;
  for_each_link(route(f), [&](LinkSlot s) {
    const double share = state_[s].flows * links_.cost(s);
    if (share * MaxMinSolver::kTogether > most) most = share, fullest = s;
  });
  return fullest;
}

void Fluid::tell_slowdowns(Time now) {
  for (std::size_t i = 0; i < problem_.affected.size(); ++i) {
    const FlowId first = problem_.affected[i];
    const Flow& flow = flows_[first];
    if (problem_.solution[i] <= flow.alone * (1 + 1e-9)) continue;
    const LinkSlot link = problem_.bottlenecks.empty()
                              ? fullest_link(first)
                              : problem_.local_slots[problem_.bottlenecks[i]];
    const double end = static_cast<double>(now.count()) + left_of(flow, now) * flow.alone;
    for_each_alike(first, [&](FlowId f) { slowdowns_->hold_up(f, flows_[f].owner, link, end); });
  }
}

/// Bytes that have not passed yet.
double Fluid::left_of(const Flow& flow, Time now) {
  if (flow.ps_per_byte == 0) return flow.remaining;
  const auto passed = static_cast<double>((now - flow.since).count()) / flow.ps_per_byte;
  return std::max(0.0, flow.remaining - passed);
}

bool Fluid::set_rate(FlowId f, double ps_per_byte, Time now) {
  Flow& flow = flows_[f];
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
  if (unlisted_.size() > 2 * flowing_ + 64) drop_ended(unlisted_);
  if (outdated_ > kManyOutdated + flowing_) drop_outdated_ends();
}

/// Before they are many more than the flows: in crowded networks every flow that comes or goes moves the ends of
/// all others.
void Fluid::drop_outdated_ends() {
  events_.keep_if(
      [this](const Event& e) { return e.kind != Event::Kind::kFlowEnd || is_current(e); });
  outdated_ = 0;
}

}  // namespace orrery
