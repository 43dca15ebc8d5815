#include "emu/engine/links/flow_clocks.h"

#include <algorithm>

#include "emu/engine/watch/observers.h"

namespace orrery::inline engine {
namespace {

constexpr std::size_t kManyOutdated = 1 << 10;
constexpr double kSlower = 1 + 1e-9;  ///< by more than rounding

}  // namespace

void FlowClocks::schedule(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  ++flow.version;
  const double left = flow.remaining * flow.ps_per_byte;
  const Time whole = round_to_ps(left);
  exact_ = exact_ && left == static_cast<double>(whole.count());
  events_.push(now + whole, {Event::Kind::kFlowEnd, f, flow.version});
}

void FlowClocks::set_rate(Flow::Id f, double ps_per_byte, LinkSlot bottleneck, Time now) {
  Flow& flow = flows_[f];
  tell_rate(f, flow.left(now), ps_per_byte, bottleneck, now);
  flow.bottleneck = bottleneck;
  if (flow.ps_per_byte == ps_per_byte) return;
  hold(f, now);
  flow.ps_per_byte = ps_per_byte;
  schedule(f, now);
}

void FlowClocks::hold(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  if (notes_changes_) changes_.emplace_back(f, flow.ps_per_byte);
  flow.remaining = flow.left(now);
  flow.since = now;
  if (flow.ps_per_byte == 0) return;
  flow.ps_per_byte = 0;
  ++flow.version;
  ++outdated_;
}

void FlowClocks::add(Clock& clock, Flow::Id f) {
  Flow& flow = flows_[f];
  clock.members.push_back({0, f, ++flow.stamp});
  if (clock.ps_per_byte == 0) clock.ps_per_byte = flow.ps_per_byte;
}

/// Reports a flow's new rate to the observer, before the flow has it.
void FlowClocks::tell_rate(Flow::Id f, double left, double ps_per_byte, LinkSlot s, Time now) {
  const Flow& flow = flows_[f];
  if (ps_per_byte <= flow.alone * kSlower) return;
  shared_ = true;
  if (slowdowns_ == nullptr) return;
  const double end = static_cast<double>(now.count()) + left * flow.alone;
  for (Flow::Id i = f; i != Flow::kNone; i = flows_[i].next_identical)
    slowdowns_->hold_up(i, flows_[i].owner, s, end);
}

void FlowClocks::join(Flow::Id f, LinkSlot s, Time now) {
  Clock& clock = clocks_[s];
  Flow& flow = flows_[f];
  tell_rate(f, flow.remaining, clock.ps_per_byte, s, now);
  add(clock, f);
  if (clock.runs) {
    put_on(clock, clock.members.back(), now);
    std::ranges::push_heap(clock.members, later);
    return mark(s);
  }
  flow.ps_per_byte = clock.ps_per_byte;
  schedule(f, now);
}

void FlowClocks::put_on(Clock& clock, Member& m, Time now) {
  Flow& flow = flows_[m.flow];
  m.target = served(clock, now) + flow.left(now);
  if (flow.ps_per_byte != 0) ++outdated_;
  m.version = ++flow.version;
  flow.on_clock = true;
  if (targets_.size() <= m.flow) targets_.resize(flows_.size());
  targets_[m.flow] = m.target;
}

/// Takes a flow off its clock, and removes entries of flows that have left before there are many.
void FlowClocks::take_off(Flow::Id f) {
  Flow& flow = flows_[f];
  Clock& clock = clocks_[flow.bottleneck];
  ++flow.stamp;
  flow.on_clock = false;
  clock.first_left |= clock.members.front().flow == f;
  if (++clock.left == clock.members.size()) {
    events_.stop_timer(flow.bottleneck);
    clock.members.clear();
    clock.runs = false;
    clock.left = 0;
    clock.ps_per_byte = 0;
  } else if (clock.left > clock.members.size() / 2) {
    std::erase_if(clock.members, [this](const Member& m) { return !is_member(m); });
    if (clock.runs) std::ranges::make_heap(clock.members, later);
    clock.left = 0;
  }
}

void FlowClocks::leave(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  Clock& clock = clocks_[flow.bottleneck];
  if (flow.on_clock) {
    const long double left = targets_[f] - served(clock, now);
    flow.remaining = std::max(0.0, static_cast<double>(left));
    flow.ps_per_byte = 0;
    flow.since = now;
    mark(flow.bottleneck);
  }
  if (notes_changes_) changes_.emplace_back(f, clock.ps_per_byte);
  take_off(f);
  hold(f, now);
}

/// Ends a flow. The next flow of the clock may end at the same instant.
void FlowClocks::end(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  Clock& clock = clocks_[flow.bottleneck];
  if (flow.on_clock) mark(flow.bottleneck);
  take_off(f);
  if (!clock.runs) return;
  if (end_of(clock, first(clock)) <= now) schedule_first(flow.bottleneck, now);
}

void FlowClocks::change_rate(LinkSlot s, double ps_per_byte, Time now) {
  Clock& clock = clocks_[s];
  if (notes_changes_)
    for_each_member(s, [&](Flow::Id f) { changes_.emplace_back(f, this->ps_per_byte(f)); });
  if (!clock.members.empty() && !clock.runs) start(clock, now);
  if (clock.runs) {
    clock.served = served(clock, now);
    mark(s);
  }
  clock.since = now;
  if (!shared_ || slowdowns_ != nullptr)
    for (const Member& m : clock.members)
      if (is_member(m))
        tell_rate(m.flow, static_cast<double>(m.target - clock.served), ps_per_byte, s, now);
  clock.ps_per_byte = ps_per_byte;
}

/// Puts its flows on the clock, from zero.
void FlowClocks::start(Clock& clock, Time now) {
  std::erase_if(clock.members, [this](const Member& m) { return !is_member(m); });
  clock.left = 0;
  clock.served = 0;
  clock.since = now;
  for (Member& m : clock.members) put_on(clock, m, now);
  std::ranges::make_heap(clock.members, later);
  clock.runs = true;
}

void FlowClocks::mark(LinkSlot s) {
  Clock& clock = clocks_[s];
  if (clock.changed) return;
  clock.changed = true;
  changed_.push_back(s);
}

/// Returns the first member. REQUIRES that the clock runs.
const FlowClocks::Member& FlowClocks::first(Clock& clock) {
  while (clock.first_left && !is_member(clock.members.front())) {
    std::ranges::pop_heap(clock.members, later);
    clock.members.pop_back();
    --clock.left;
  }
  clock.first_left = false;
  return clock.members.front();
}

Time FlowClocks::end_of(const Clock& clock, const Member& m) {
  const auto left =
      static_cast<double>(std::max(0.0L, m.target - clock.served) * clock.ps_per_byte);
  const Time whole = round_to_ps(left);
  exact_ = exact_ && left == static_cast<double>(whole.count());
  return clock.since + whole;
}

void FlowClocks::schedule_first(LinkSlot s, Time now) {
  Clock& clock = clocks_[s];
  if (!clock.runs) return;
  const Member& m = first(clock);
  events_.set_timer(s, std::max(now, end_of(clock, m)), {Event::Kind::kFlowEnd, m.flow, m.version});
}

void FlowClocks::update(Time now) {
  for (const LinkSlot s : changed_) {
    schedule_first(s, now);
    clocks_[s].changed = false;
  }
  changed_.clear();
}

std::vector<std::pair<Flow::Id, double>> FlowClocks::take_changes() {
  std::ranges::stable_sort(changes_, {}, &std::pair<Flow::Id, double>::first);
  const auto again = std::ranges::unique(changes_, {}, &std::pair<Flow::Id, double>::first);
  changes_.erase(again.begin(), again.end());
  std::erase_if(changes_, [this](const auto& c) { return ps_per_byte(c.first) == c.second; });
  return std::exchange(changes_, {});
}

/// Drops outdated entries: in crowded networks every flow that begins or ends changes the ends of
/// many others.
void FlowClocks::drop_outdated() {
  if (2 * outdated_ <= kManyOutdated + events_.size()) return;
  events_.keep_if([this](const Event& e) {
    return e.kind != Event::Kind::kFlowEnd || flows_[e.index].version == e.version;
  });
  outdated_ = 0;
}

}  // namespace orrery::inline engine
