#include "emu/engine/links/flow_rates.h"

#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNoise = 1e-11;  ///< rates that differ by no more of themselves are equal

bool is_near(double a, double b) {
  return std::abs(a - b) <= kNoise * b;
}

}  // namespace

void FlowRates::begin(Time now) {
  affected_.clear();
  levels_.resize(counts_.size());
  members_.resize(counts_.size());
  crossings_.resize(counts_.size());
  clocks_.resize(counts_.size());
  now_ = now;
  ++problem_;
}

void FlowRates::solve_all() {
  if (!solve_uniform()) solve_together();
}

/// Solves the problem if each affected flow has a link that is as full as the fullest of all, so
/// that all rates are equal. Returns whether it did.
bool FlowRates::solve_uniform() {
  double level = 0, least = kInfinite;
  bottlenecks_.clear();
  for (const Flow::Id f : affected_) {
    double share = 0;  // inverse, on its fullest link
    LinkSlot fullest = 0;
    for_each_link(route(f), [&](LinkSlot s) {
      const double other = counts_[s].flows * links_.cost(s);
      if (other > share) share = other, fullest = s;
    });
    level = std::max(level, share);
    least = std::min(least, share);
    bottlenecks_.push_back(fullest);
  }
  if (least < level * MaxMinSolver::kTogether) return false;
  solution_.assign(affected_.size(), level);
  return true;
}

void FlowRates::solve_together() {
  for (auto* const numbers : {&local_links_, &slots_, &multiplicity_}) numbers->clear();
  costs_.clear();
  offsets_.assign(1, 0);
  local_numbers_.resize(levels_.size());
  for (const Flow::Id f : affected_) {
    multiplicity_.push_back(flows_[f].multiplicity);
    for_each_level(f, [this](Level& level, LinkSlot s) {
      if (level.problem != problem_) {
        level.problem = problem_;
        local_numbers_[s] = static_cast<std::uint32_t>(slots_.size());
        slots_.push_back(s);
        costs_.push_back(links_.cost(s));
      }
      local_links_.push_back(local_numbers_[s]);
    });
    offsets_.push_back(static_cast<std::uint32_t>(local_links_.size()));
  }
  solution_.resize(affected_.size());
  bottlenecks_.resize(affected_.size());
  solver_.solve({costs_, offsets_, local_links_, multiplicity_}, solution_, bottlenecks_);
  for (LinkSlot& bottleneck : bottlenecks_) bottleneck = slots_[bottleneck];
}

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
  const ExactRate rate = is_bound ? levels_[flow.bottleneck].rate * flow.multiplicity : 0;
  for_each_level(e.flow, [&](Level& level, LinkSlot s) {
    if (members_[s].size() > 2 * std::size_t{counts_[s].flows} + 8) drop_ended(members_[s]);
    members_[s].push_back(e);
    if (s == flow.bottleneck) level.own += flow.multiplicity;
    if (s != flow.bottleneck) level.used += rate;
    if (is_bound) level.fastest = std::min(level.fastest, flow.ps_per_byte);
    if (!is_bound) {
      level.open += flow.multiplicity;
      set_due(level, s);
    }
  });
  if (!is_bound) return clocks_.hold(e.flow, now_);
  cross(e.flow, flow.bottleneck, 1);
  clocks_.enter(e.flow, flow.bottleneck);
}

void FlowRates::unlist(Flow::Id f, Time now) {
  Flow& flow = flows_[f];
  flow.listed = false;
  const ExactRate rate = levels_[flow.bottleneck].rate * flow.multiplicity;
  cross(f, flow.bottleneck, -1);
  for_each_level(f, [&](Level& level, LinkSlot s) {
    s == flow.bottleneck ? drop_own(level, s, flow.multiplicity) : void(level.used -= rate);
  });
  clocks_.end(f, now);
}

/// Removes `count` own flows of a link. REQUIRES that cross() has noted them.
void FlowRates::drop_own(Level& level, LinkSlot s, std::uint32_t count) {
  level.own -= count;
  if (level.own > 0) return;
  level.ps_per_byte = 0;
  level.rate = 0;
  level.is_open = false;
  crossings_[s].entries.clear();
  crossings_[s].merged = 0;
}

/// Calls act(level, slot, count) for each other link that `count` of a link's own flows cross.
template <class F>
void FlowRates::for_each_other(LinkSlot s, F&& act) {
  for (const CrossingFlows& c : crossings_[s].entries) act(levels_[c.link], c.link, c.flows);
}

/// Notes the links of a flow that has come to its bottleneck (sign 1), or has left it (-1).
void FlowRates::cross(Flow::Id f, LinkSlot bottleneck, std::int32_t sign) {
  Crossings& crossings = crossings_[bottleneck];
  const std::int32_t flows = sign * static_cast<std::int32_t>(flows_[f].multiplicity);
  for_each_link(route(f), [&](LinkSlot s) {
    if (s != bottleneck) crossings.entries.push_back({s, flows});
  });
  if (sign > 0 && crossings.entries.size() > 2 * crossings.merged + 64) merge(crossings);
}

/// Adds up the entries, so that one is left for each link that is crossed.
void FlowRates::merge(Crossings& crossings) {
  auto& entries = crossings.entries;
  std::ranges::sort(entries, {}, &CrossingFlows::link);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size();) {
    CrossingFlows sum{entries[i].link, 0};
    for (; i < entries.size() && entries[i].link == sum.link; ++i) sum.flows += entries[i].flows;
    if (sum.flows != 0) entries[kept++] = sum;
  }
  entries.resize(kept);
  crossings.merged = kept;
}

void FlowRates::touch(LinkSlot s) {
  set_due(levels_[s], s);
}

/// Marks a link whose share may have changed.
[[gnu::always_inline]] inline void FlowRates::reach(Level& level, LinkSlot s) {
  if (level.problem != problem_) set_due(level, s);
}

/// Marks a link whose share may have fallen.
[[gnu::always_inline]] inline void FlowRates::set_due(Level& level, LinkSlot s) {
  if (level.is_due) return;
  level.is_due = true;
  due_.push_back(s);
}

double FlowRates::inverse_share(const Level& level, LinkSlot s) const {
  const double cost = links_.cost(s);
  const double free = 1 - cost * (static_cast<double>(level.used) * 0x1p-100);
  return free > 0 ? (level.own + level.open) * cost / free : kInfinite;
}

/// Returns the inverse rate at which the link must be filled: when it is full, or when its own
/// flows may begin to grow.
double FlowRates::key_of(const Level& level, LinkSlot s) const {
  if (level.own + level.open == 0) return 0;
  const double share = inverse_share(level, s);
  return level.is_open ? share : std::max(share, level.ps_per_byte);
}

void FlowRates::renew_keys() {
  for (const LinkSlot s : due_) {
    Level& level = levels_[s];
    level.is_due = false;
    if (level.problem != problem_) {
      level.problem = problem_;
      level.key = 0;
    }
    const double key = key_of(level, s);
    if (key <= level.key) continue;
    level.key = key;
    heap_.push_back({key, s});
    std::ranges::push_heap(heap_, after);
  }
  due_.clear();
}

/// Fills the links that changed, the fullest first. Shares only grow, except those that set_due()
/// marks: a key is corrected when it comes to the top.
void FlowRates::fill_changed() {
  water_ = 0;
  renew_keys();
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_, after);
    const Candidate top = heap_.back();
    heap_.pop_back();
    Level& level = levels_[top.link];
    if (level.key != top.ps_per_byte) continue;
    level.key = 0;
    if (key_of(level, top.link) < top.ps_per_byte)
      set_due(level, top.link);
    else
      fill(top.link);
    renew_keys();
  }
  clocks_.update(now_);
}

/// Fills a link that is full, or whose own flows may grow.
void FlowRates::fill(LinkSlot s) {
  Level& level = levels_[s];
  const double ps_per_byte = level_of(level, s);
  const bool stays = ps_per_byte == level.ps_per_byte;
  if (!level.is_open && level.own > 0) {
    if (stays && level.open == 0) return void(water_ = ps_per_byte);
    if (ps_per_byte < level.ps_per_byte) return open(s);
  }
  if (!level.is_open && !stays && open_faster(s, ps_per_byte)) return;
  fix(s, ps_per_byte);
}

/// Returns the link's share. If it differs only by rounding noise from the level of the link
/// before, or from the link's previous level, it returns that.
double FlowRates::level_of(const Level& level, LinkSlot s) const {
  double share = inverse_share(level, s);
  if (is_near(share, water_)) share = water_;
  if (level.ps_per_byte != 0 && is_near(share, level.ps_per_byte)) share = level.ps_per_byte;
  return share;
}

/// Opens a link: its own flows have no rate until it is full.
void FlowRates::open(LinkSlot s) {
  Level& level = levels_[s];
  level.is_open = true;
  for_each_other(s, [&](Level& other, LinkSlot o, std::int32_t count) {
    other.used -= level.rate * count;
    other.open += static_cast<std::uint32_t>(count);
    set_due(other, o);
  });
  set_due(level, s);
}

/// Opens a flow alone.
void FlowRates::open_flow(Flow::Id f) {
  Flow& flow = flows_[f];
  const LinkSlot bottleneck = flow.bottleneck;
  const ExactRate rate = levels_[bottleneck].rate * flow.multiplicity;
  clocks_.leave(f, now_);
  cross(f, bottleneck, -1);
  for_each_level(f, [&](Level& level, LinkSlot s) {
    s == bottleneck ? drop_own(level, s, flow.multiplicity) : void(level.used -= rate);
    level.open += flow.multiplicity;
    set_due(level, s);
  });
  flow.bottleneck = Flow::kNone;
}

/// Opens the flows that are faster than the link's new level; returns whether there are any.
bool FlowRates::open_faster(LinkSlot s, double ps_per_byte) {
  Level& level = levels_[s];
  const double slower = ps_per_byte * (1 - kNoise);
  if (level.fastest >= slower) return false;
  bool found = false;
  double fastest = kInfinite;
  drop_ended(members_[s]);
  for (const FlowEntry& e : members_[s]) {
    const LinkSlot b = flows_[e.flow].bottleneck;
    if (b == s || b == Flow::kNone || levels_[b].is_open) continue;
    const bool is_faster = levels_[b].ps_per_byte < slower;
    is_faster ? open_flow(e.flow) : void(fastest = std::min(fastest, levels_[b].ps_per_byte));
    found = found || is_faster;
  }
  level.fastest = fastest;
  return found;
}

/// Gives its own flows and the open ones on it their rate.
void FlowRates::fix(LinkSlot s, double ps_per_byte) {
  Level& level = levels_[s];
  const ExactRate rate = ps_per_byte == level.ps_per_byte ? level.rate : exact_rate(ps_per_byte);
  if (level.is_open) {
    for_each_other(s, [&](Level& other, LinkSlot o, std::int32_t count) {
      other.used += rate * count;
      other.fastest = std::min(other.fastest, ps_per_byte);
      other.open -= static_cast<std::uint32_t>(count);
      reach(other, o);
    });
  } else if (const ExactRate more = rate - level.rate; level.own > 0 && more != 0) {
    for_each_other(s, [&](Level& other, LinkSlot o, std::int32_t count) {
      other.used += more * count;
      other.fastest = std::min(other.fastest, ps_per_byte);
      reach(other, o);
    });
  }
  if (ps_per_byte != level.ps_per_byte) clocks_.change_rate(s, ps_per_byte, now_);
  level.ps_per_byte = ps_per_byte;
  level.rate = rate;
  level.is_open = false;
  water_ = ps_per_byte;
  if (level.open > 0) bind_open(s);
}

void FlowRates::bind_open(LinkSlot s) {
  drop_ended(members_[s]);
  for (const FlowEntry& e : members_[s]) {
    const LinkSlot b = flows_[e.flow].bottleneck;
    if (b == Flow::kNone || (b != s && levels_[b].is_open)) bind(e.flow, s);
  }
}

/// Makes the link the bottleneck of an open flow.
void FlowRates::bind(Flow::Id f, LinkSlot s) {
  Flow& flow = flows_[f];
  const LinkSlot before = flow.bottleneck;
  const std::uint32_t count = flow.multiplicity;
  if (before != Flow::kNone) {
    clocks_.leave(f, now_);
    cross(f, before, -1);
  }
  const ExactRate rate = levels_[s].rate * count;
  for_each_level(f, [&](Level& level, LinkSlot other) {
    if (other != before) level.open -= count;
    if (other == before) drop_own(level, other, count);
    other == s ? void(level.own += count) : void(level.used += rate);
    level.fastest = std::min(level.fastest, levels_[s].ps_per_byte);
    set_due(level, other);
  });
  flow.bottleneck = s;
  cross(f, s, 1);
  clocks_.join(f, s, now_);
}

}  // namespace orrery
