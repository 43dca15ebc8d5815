#include "emu/engine/links/flow_rates.h"

#include <cmath>
#include <limits>

namespace orrery::inline engine {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNoise = 1e-11;  ///< rates that differ by no more of themselves are equal
constexpr std::size_t kAhead = 12, kLinksAhead = 4,  ///< flows and links fetched before their turn
    kManyFills = 100;                                ///< of each link in one instant
constexpr double kSurely = 1 - 100 * kNoise;         ///< smaller by more than noise
constexpr double kFalls = 0.9;  ///< of a share that has fallen: it is likely to fall further

bool is_near(double a, double b) {
  return std::abs(a - b) <= kNoise * b;
}

}  // namespace

void FlowRates::begin(Time now) {
  levels_.resize(counts_.size());
  members_.resize(counts_.size());
  crossings_.resize(counts_.size());
  heap_.resize(counts_.size());
  bounds_.resize(flows_.size());
  clocks_.resize(counts_.size());
  opened_.clear();
  fills_ = 0, now_ = now;
  all_opened_ = false;
  ++problem_;
}

/// Calls act(level, slot, count) for each other link that `count` of a link's own flows cross.
template <class F>
void FlowRates::for_each_other(LinkSlot s, F&& act) {
  const std::span<const Crossings::Crossed> links = crossings_[s].links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (i + kLinksAhead < links.size())
      __builtin_prefetch(&levels_[links[i + kLinksAhead].link], 1);
    act(levels_[links[i].link], links[i].link, links[i].flows);
  }
}

/// Calls act(flow, bottleneck) for each flow on a link, and removes those that have ended.
template <class F>
void FlowRates::for_each_member(LinkSlot s, F&& act) {
  std::vector<FlowEntry>& members = members_[s];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i + kAhead < members.size()) __builtin_prefetch(&bounds_[members[i + kAhead].flow]);
    const FlowEntry e = members[i];
    const Bound bound = bounds_[e.flow];
    if (bound.life != e.life) continue;
    members[kept++] = e;
    act(e.flow, bound.bottleneck);
  }
  members.resize(kept);
}

void FlowRates::touch(LinkSlot s) {
  set_due(levels_[s], s);
}

/// Marks a link whose share may have changed; it waits no longer.
[[gnu::always_inline]] inline void FlowRates::reach(Level& level, LinkSlot s) {
  if (level.problem == problem_ && level.waits_until == 0) return;
  level.waits_until = 0;
  if (level.own + level.open > 0) set_due(level, s);
}

/// Marks a link whose share may have fallen.
[[gnu::always_inline]] inline void FlowRates::set_due(Level& level, LinkSlot s) {
  if (level.is_due) return;
  level.is_due = true;
  if (dues_ == due_.size()) [[unlikely]]
    due_.resize(2 * dues_ + 64);
  due_[dues_++] = s;
}

double FlowRates::inverse_share(Level& level, LinkSlot s) const {
  if (level.share != 0) return level.share;
  const double cost = links_.cost(s);
  const double free = 1 - cost * bytes_per_ps(level.used);
  return level.share = free > 0 ? (level.own + level.open) * cost / free : kInfinite;
}

/// Returns the inverse rate at which the link must be filled: when it is full, or when its own flows may begin to grow;
/// 0 if it has no flows, or has been filled since all were opened.
double FlowRates::key_of(Level& level, LinkSlot s) {
  if (level.own + level.open == 0) return 0;
  if (all_opened_ && !level.is_open && level.open == 0) return 0;
  const double share = inverse_share(level, s);
  if (share < level.awaited_until) wait_again(level, s, share);
  return level.is_open ? share : std::max(share, level.ps_per_byte);
}

/// Renews the keys of due links; other links may become due meanwhile.
void FlowRates::renew_keys() {
  for (std::size_t i = 0; i < dues_; ++i) {
    const LinkSlot s = due_[i];
    Level& level = levels_[s];
    level.is_due = false;
    level.problem = problem_;
    if (const double key = key_of(level, s); key > heap_.key(s)) heap_.raise(s, key);
  }
  dues_ = 0;
}

/// Fills the links that changed, the fullest first. Shares only grow, except those that set_due() marks: a key is
/// corrected when it comes to the top.
void FlowRates::fill_changed() {
  water_ = 0;
  for (const Flow::Id f : opened_) await_fullest(f);
  renew_keys();
  while (!heap_.empty()) {
    const auto [key, link] = heap_.top();
    const double now = key_of(levels_[link], link);
    if (now > 0 && now < key) {
      heap_.lower_top(now);
    } else {
      heap_.pop();
      if (now > 0) fill(link);
    }
    if (dues_ > 0) renew_keys();
  }
  clocks_.update(now_);
}

/// Fills a link that is full, or whose own flows may grow. After very many fills it opens all flows instead. Then the
/// links are filled from the fullest down, each once.
void FlowRates::fill(LinkSlot s) {
  Level& level = levels_[s];
  if (all_opened_) return fix(s, level_of(level, s));
  if (++fills_ > kManyFills * levels_.size()) return open_all();
  const double ps_per_byte = level_of(level, s);
  const bool stays = ps_per_byte == level.ps_per_byte;
  if (!level.is_open && level.own > 0) {
    if (stays && level.open == 0) return void(water_ = ps_per_byte);
    if (ps_per_byte < level.ps_per_byte) {
      const Next next = await(level, inverse_share(level, s));
      return is_next(s, next) ? fix(s, ps_per_byte) : open(s, &next);
    }
  }
  if (!level.is_open && !stays && open_faster(s, ps_per_byte)) return;
  fix(s, ps_per_byte);
}

/// Returns the link's share. If it differs only by rounding noise from the level of the link before, or from the link's
/// previous level, it returns that. When all flows were opened, rates only grow from link to link but for noise.
double FlowRates::level_of(Level& level, LinkSlot s) {
  double share = inverse_share(level, s);
  if (all_opened_) return water_ > 0 && share > water_ * (1 - kNoise) ? water_ : share;
  if (is_near(share, water_)) share = water_;
  if (level.ps_per_byte != 0 && is_near(share, level.ps_per_byte)) share = level.ps_per_byte;
  return share;
}

/// Returns whether the link certainly has enough room until the flows of `next` on it have a rate, at the inverse share
/// of `next` or a larger one. The link then waits: its key does not matter before. `more` of the flows that it has
/// given `freed` in all count as open.
[[gnu::always_inline]] inline bool FlowRates::can_wait(Level& level, LinkSlot s, const Next& next,
                                                       std::uint32_t more, ExactRate freed) {
  if (0 < level.waits_until && level.waits_until < next.share) return false;
  if (level.own > 0 && !level.is_open && level.ps_per_byte >= next.share) return false;
  if (level.capacity == 0) level.capacity = exact_rate(links_.cost(s));
  if (level.used - freed + next.rate * (level.own + level.open + more) >= level.capacity)
    return false;
  level.waits_until = next.share;
  return true;
}

/// Returns the entry of a link that is in the heap, or will be, for other links to wait for: until its share falls.
FlowRates::Next FlowRates::await(Level& level, double inverse_share) {
  const double share = inverse_share * kSurely;
  level.awaited_until = std::max(level.awaited_until, share);
  return {share, exact_rate(share)};
}

/// Lets the other links of an open flow wait for the fullest one.
void FlowRates::await_fullest(Flow::Id f) {
  double share = 0;
  LinkSlot fullest = 0;
  for_each_level(f, [&](Level& level, LinkSlot s) {
    if (const double other = inverse_share(level, s); other > share) share = other, fullest = s;
  });
  await_on(f, fullest, await(levels_[fullest], share));
}

/// Lets the other links of an open flow wait for one of them.
void FlowRates::await_on(Flow::Id f, LinkSlot s, const Next& next) {
  for_each_level(f, [&](Level& level, LinkSlot other) {
    if (other == s || !can_wait(level, other, next)) set_due(level, other);
  });
}

/// Checks the links that wait for a link whose share has fallen: they may become full before it, or before it has
/// fallen much further.
void FlowRates::wait_again(Level& level, LinkSlot s, double share) {
  level.awaited_until = 0;
  const Next next = await(level, share * kFalls);
  const auto again = [&](Level& other, LinkSlot o) {
    if (other.waits_until == 0 || can_wait(other, o, next)) return;
    other.waits_until = 0;
    set_due(other, o);
  };
  if (level.is_open)
    for_each_other(s, [&](Level& other, LinkSlot o, std::uint32_t) { again(other, o); });
  if (level.open == 0) return;
  for_each_member(s, [&](Flow::Id f, LinkSlot bottleneck) {
    if (bottleneck == Flow::kNone) for_each_level(f, again);
  });
}

/// Returns whether a link whose own flows are to grow would be the next full one if it were open; then it need not be
/// opened. The other links of its own flows wait for it if they can.
bool FlowRates::is_next(LinkSlot s, const Next& next) {
  Level& level = levels_[s];
  if (!heap_.empty() && LinkHeap::before(heap_.top(), {inverse_share(level, s), s})) return false;
  for (const Crossings::Crossed& c : crossings_[s].links())
    if (!can_wait(levels_[c.link], c.link, next, c.flows, level.rate * c.flows)) return false;
  return true;
}

/// Opens a link: its own flows have no rate until it is full. Their other links wait for `next` if they can.
void FlowRates::open(LinkSlot s, const Next* next) {
  Level& level = levels_[s];
  level.is_open = true;
  for_each_other(s, [&](Level& other, LinkSlot o, std::uint32_t count) {
    other.share = 0;
    other.used -= level.rate * count;
    other.open += count;
    if (next == nullptr || !can_wait(other, o, *next)) set_due(other, o);
  });
  set_due(level, s);
}

/// Opens all links: no flow has a rate, and no link waits. Links whose shares differ by little more than noise could
/// otherwise take flows from each other without end, as each may keep its previous level.
void FlowRates::open_all() {
  all_opened_ = true;
  water_ = 0;
  for (LinkSlot s = 0; s < levels_.size(); ++s) {
    Level& level = levels_[s];
    level.waits_until = 0, level.awaited_until = 0;
    level.own > 0 && !level.is_open ? open(s, nullptr) : set_due(level, s);
  }
}

/// Opens a flow alone.
void FlowRates::open_flow(Flow::Id f) {
  Flow& flow = flows_[f];
  const LinkSlot bottleneck = flow.bottleneck;
  const ExactRate rate = levels_[bottleneck].rate * flow.multiplicity;
  clocks_.leave(f, now_);
  uncross(f, bottleneck);
  for_each_level(f, [&](Level& level, LinkSlot s) {
    level.share = 0;
    s == bottleneck ? drop_own(level, flow.multiplicity) : void(level.used -= rate);
    level.open += flow.multiplicity;
  });
  flow.bottleneck = bounds_[f].bottleneck = Flow::kNone;
}

/// Opens the flows that are faster than the link's new level; returns whether there are any.
bool FlowRates::open_faster(LinkSlot s, double ps_per_byte) {
  Level& level = levels_[s];
  if (level.fastest >= ps_per_byte * (1 - kNoise)) return false;
  find_faster(s, ps_per_byte);
  if (opened_.empty()) return false;
  for (const Flow::Id f : opened_)
    if (bounds_[f].bottleneck != Flow::kNone) open_flow(f);  // it may cross the link twice
  const Next next = await(level, inverse_share(level, s));
  for (const Flow::Id f : opened_) await_on(f, s, next);
  return true;
}

/// Collects the flows with other bottlenecks that are faster than the level the link will have when all of these are
/// open. A flow that is slower than this level keeps its rate, which raises the level for the rest.
///
/// Example: a link of 12 bytes/ps has 1 own flow, and others at 5, 4 and 2. The level without them is 1; with all of
/// them, 3; with those at 5 and 4, 10/3: these two are faster.
void FlowRates::find_faster(LinkSlot s, double ps_per_byte) {
  Level& level = levels_[s];
  opened_.clear();
  level.fastest = kInfinite;
  double slower = ps_per_byte * (1 - kNoise);
  const auto is_slower = [&](LinkSlot bottleneck) {
    const double its = levels_[bottleneck].ps_per_byte;
    if (its >= slower) level.fastest = std::min(level.fastest, its);
    return its >= slower;
  };
  for_each_member(s, [&](Flow::Id f, LinkSlot b) {
    if (b != s && b != Flow::kNone && !levels_[b].is_open && !is_slower(b)) opened_.push_back(f);
  });
  do {
    Level with = level;
    for (const Flow::Id f : opened_) {
      with.used -= levels_[bounds_[f].bottleneck].rate * flows_[f].multiplicity;
      with.open += flows_[f].multiplicity;
    }
    with.share = 0;
    slower = inverse_share(with, s) * (1 - kNoise);
  } while (std::erase_if(opened_, [&](Flow::Id f) { return is_slower(bounds_[f].bottleneck); }) >
           0);
}

/// Gives its own flows and the open ones on it their rate.
void FlowRates::fix(LinkSlot s, double ps_per_byte) {
  Level& level = levels_[s];
  const ExactRate rate = ps_per_byte == level.ps_per_byte ? level.rate : exact_rate(ps_per_byte);
  const std::uint32_t opened = level.is_open ? 1 : 0;
  const ExactRate more = level.is_open ? rate : rate - level.rate;
  if (level.own > 0 && more != 0)
    for_each_other(s, [&](Level& other, LinkSlot o, std::uint32_t count) {
      other.share = 0;
      other.used += more * count;
      other.fastest = std::min(other.fastest, ps_per_byte);
      other.open -= opened * count;
      reach(other, o);
    });
  if (ps_per_byte != level.ps_per_byte) clocks_.change_rate(s, ps_per_byte, now_);
  level.ps_per_byte = ps_per_byte;
  level.rate = rate;
  level.is_open = false;
  level.awaited_until = 0;
  water_ = ps_per_byte;
  if (level.open > 0) bind_open(s);
}

void FlowRates::bind_open(LinkSlot s) {
  for_each_member(s, [&](Flow::Id f, LinkSlot b) {
    if (b == Flow::kNone || (b != s && levels_[b].is_open)) bind(f, s);
  });
}

/// Makes the link the bottleneck of an open flow.
void FlowRates::bind(Flow::Id f, LinkSlot s) {
  Flow& flow = flows_[f];
  const LinkSlot before = flow.bottleneck;
  const std::uint32_t count = flow.multiplicity;
  if (before != Flow::kNone) {
    clocks_.leave(f, now_);
    uncross(f, before);
  }
  const ExactRate rate = levels_[s].rate * count;
  for_each_level(f, [&](Level& level, LinkSlot other) {
    level.share = 0;
    if (other != before) level.open -= count;
    if (other == before) drop_own(level, count);
    other == s ? void(level.own += count) : void(level.used += rate);
    level.fastest = std::min(level.fastest, levels_[s].ps_per_byte);
    level.waits_until = 0;
    if (level.own + level.open > 0) set_due(level, other);
  });
  flow.bottleneck = bounds_[f].bottleneck = s;
  cross(f, s);
  clocks_.join(f, s, now_);
}

}  // namespace orrery::inline engine
