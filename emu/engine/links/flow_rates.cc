#include "emu/engine/links/flow_rates.h"

#include <cmath>
#include <limits>

namespace orrery {
namespace {

constexpr int kCrowded = 16;  ///< instants in which all flows are solved, after one in which most
                              ///< change
constexpr int kPasses = 4;    ///< afterwards a growing problem is likely to include most flows
constexpr double kNoise = 1e-11;  ///< rates with a smaller relative difference are equal

}  // namespace

void FlowRates::begin() {
  affected_.clear();
  members_.resize(counts_.size());
  ++visit_;
}

void FlowRates::take(Flow::Id f) {
  if (is_taken(f)) return;
  flows_[f].visit = visit_;
  affected_.push_back(f);
}

void FlowRates::take_bound(LinkSlot s) {
  LinkMembers& link = members_[s];
  if (link.bound == 0 || link.taken == visit_) return;
  link.taken = visit_;
  drop_ended(link.flows);
  for (const FlowEntry& e : link.flows)
    if (flows_[e.flow].bottleneck == s) take(e.flow);
}

/// Adds all flows that share links with affected ones, directly or through others.
void FlowRates::take_components() {
  found_links_.clear();
  const auto find = [this](LinkSlot s) {
    if (members_[s].visit == visit_) return;
    members_[s].visit = visit_;
    found_links_.push_back(s);
  };
  for (std::size_t i = 0; i < affected_.size(); ++i) for_each_link(route(affected_[i]), find);
  for (std::size_t i = 0; i < found_links_.size(); ++i) {
    std::vector<FlowEntry>& entries = members_[found_links_[i]].flows;
    drop_ended(entries);
    for (const FlowEntry& e : entries) {
      if (is_taken(e.flow)) continue;
      take(e.flow);
      for_each_link(route(e.flow), find);
    }
  }
}

/// Adds the flows outside the problem whose rates its solution contradicts; returns whether there
/// are any. They are those with more than their share of a link that is full now, and those whose
/// bottleneck is on the route of a flow with a new rate.
bool FlowRates::take_more() {
  const std::size_t taken = affected_.size();
  for (std::size_t i = 0; i < taken; ++i) {
    take_faster(bottlenecks_[i], solution_[i]);
    const Flow::Id f = affected_[i];
    if (flows_[f].ps_per_byte != solution_[i])
      for_each_link(route(f), [this](LinkSlot s) { take_bound(s); });
  }
  return affected_.size() > taken;
}

/// Adds the flows on a full link with more than `level` or a fair share of it.
void FlowRates::take_faster(LinkSlot s, double level) {
  LinkMembers& link = members_[s];
  if (link.searched == problem_) return;
  link.searched = problem_;
  const double fair = std::min(level, counts_[s].flows * links_.cost(s)) * (1 - kNoise);
  drop_ended(link.flows);
  for (const FlowEntry& e : link.flows)
    if (flows_[e.flow].ps_per_byte < fair) take(e.flow);
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

/// Lists a flow, and removes ended flows before they are many. A flow that has only started alone,
/// unsolved, has a bottleneck if that is its slowest link.
void FlowRates::list(const FlowEntry& e) {
  Flow& flow = flows_[e.flow];
  const ExactRate rate = exact_rate(flow);
  for_each_link(route(e.flow), [&](LinkSlot s) {
    LinkMembers& link = members_[s];
    if (link.flows.size() > 2 * std::size_t{counts_[s].flows} + 8) drop_ended(link.flows);
    link.flows.push_back(e);
    link.load += rate;
  });
  flow.listed = true;
  if (flow.ps_per_byte == 0) return;
  const LinkSlot bottleneck =
      flow.bottleneck != Flow::kNone ? flow.bottleneck : slowest_link(e.flow);
  const bool is_full =
      flow.bottleneck != Flow::kNone || flow.ps_per_byte == links_.cost(bottleneck);
  flow.bottleneck = Flow::kNone;
  if (is_full) bind(flow, bottleneck);
}

void FlowRates::unlist(Flow& flow) {
  flow.listed = false;
  const ExactRate rate = exact_rate(flow);
  for_each_link(routes_[flow.route], [&](LinkSlot s) { members_[s].load -= rate; });
  --members_[flow.bottleneck].bound;
}

void FlowRates::change(Flow::Id f, double ps_per_byte, LinkSlot bottleneck) {
  Flow& flow = flows_[f];
  if (!flow.listed) {
    flow.bottleneck = bottleneck;
    return;
  }
  bind(flow, bottleneck);
  if (flow.ps_per_byte == ps_per_byte) return;
  const ExactRate more = flow.multiplicity * exact_rate(ps_per_byte) - exact_rate(flow);
  for_each_link(route(f), [&](LinkSlot s) { members_[s].load += more; });
}

/// Makes the link the bottleneck of a listed flow.
void FlowRates::bind(Flow& flow, LinkSlot bottleneck) {
  if (flow.bottleneck != Flow::kNone) --members_[flow.bottleneck].bound;
  flow.bottleneck = bottleneck;
  ++members_[bottleneck].bound;
}

void FlowRates::solve_all() {
  if (!solve_uniform()) solve_affected(false);
}

void FlowRates::solve_beside_others(std::size_t flowing) {
  int passes = 0;
  do {
    const std::size_t most = passes++ < kPasses ? flowing / 2 : flowing / 4;
    if (crowded_ > 0 || affected_.size() > most) {
      crowded_ = crowded_ > 0 ? crowded_ - 1 : kCrowded;
      take_components();
      return solve_all();
    }
    solve_affected(true);
  } while (take_more());
}

/// Solves affected flows with equal rates: returns whether each has a link that is as full as the
/// fullest of all.
bool FlowRates::solve_uniform() {
  double level = 0, least = std::numeric_limits<double>::infinity();
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

/// Returns the number of the link in the current problem.
std::uint32_t FlowRates::local_number(LinkSlot s) {
  LinkMembers& link = members_[s];
  if (link.problem != problem_) {
    link.problem = problem_;
    link.local = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back(s);
    costs_.push_back(links_.cost(s));
  }
  return link.local;
}

/// Solves the affected flows within the limits of the others on their links.
void FlowRates::solve_affected(bool has_others) {
  ++problem_;
  solution_.resize(affected_.size());
  bottlenecks_.resize(affected_.size());
  if (has_others && affected_.size() == 1) return solve_one();
  make_problem(has_others);
  MaxMinProblem problem{costs_, offsets_, local_links_, multiplicity_};
  if (has_others) problem.used = used_;
  solver_.solve(problem, solution_, bottlenecks_);
  for (LinkSlot& bottleneck : bottlenecks_) bottleneck = slots_[bottleneck];
  if (has_others)
    for (std::size_t i = 0; i < affected_.size(); ++i)
      keep_if_equal(flows_[affected_[i]], solution_[i]);
}

/// Keeps the rate of a flow that is equal except for noise.
void FlowRates::keep_if_equal(const Flow& flow, double& solution) {
  const double before = flow.ps_per_byte;
  if (std::abs(solution - before) <= kNoise * before) solution = before;
}

/// Gives the only affected flow the rest of its links. It may cross a link several times, if that
/// represents others (Symmetry).
void FlowRates::solve_one() {
  const Flow::Id f = affected_[0];
  const Flow& flow = flows_[f];
  const ExactRate own = exact_rate(flow);
  for_each_link(route(f), [&](LinkSlot s) {
    LinkMembers& link = members_[s];
    if (link.problem != problem_) link.problem = problem_, link.local = 0;
    ++link.local;
    link.own += own;
  });
  double& slowest = solution_[0];
  slowest = 0;
  for_each_link(route(f), [&](LinkSlot s) {
    const LinkMembers& link = members_[s];
    const double cost = links_.cost(s), free = 1 - cost * bytes_per_ps(link.load - link.own);
    const double count = flow.multiplicity * link.local;
    const double share = free > 0 ? count * cost / free : std::numeric_limits<double>::infinity();
    if (share > slowest) slowest = share, bottlenecks_[0] = s;
  });
  for_each_link(route(f), [this](LinkSlot s) { members_[s].own = 0; });
  keep_if_equal(flow, slowest);
}

/// Collects the flows, their links, and the loads of other flows on these.
void FlowRates::make_problem(bool has_others) {
  for (auto* const numbers : {&local_links_, &slots_, &multiplicity_}) numbers->clear();
  costs_.clear();
  used_.clear();
  offsets_.assign(1, 0);
  for (const Flow::Id f : affected_) {
    const Flow& flow = flows_[f];
    multiplicity_.push_back(flow.multiplicity);
    for_each_link(route(f), [this](LinkSlot s) { local_links_.push_back(local_number(s)); });
    offsets_.push_back(static_cast<std::uint32_t>(local_links_.size()));
    if (!has_others || flow.ps_per_byte == 0) continue;
    const ExactRate own = exact_rate(flow);
    for_each_link(route(f), [&](LinkSlot s) { members_[s].own += own; });
  }
  for (std::size_t l = 0; l < slots_.size(); ++l) {
    LinkMembers& link = members_[slots_[l]];
    used_.push_back(bytes_per_ps(link.load - link.own));
    link.own = 0;
  }
}

}  // namespace orrery
