#include "emu/net/max_min.h"

#include <algorithm>
#include <numeric>

#include "emu/base/check.h"

/// Progressive filling. All rates grow together until links fill up; the flows on a full link keep
/// their rate, the others grow on. The next link l to fill up is the one with the smallest share of
/// its free capacity, (C_l - used_l) / open_l, and its share is the rate of its open flows. In
/// inverses, with cost c_l = 1 / C_l, it is the one with the largest
///
///     inverse share  =  open_l c_l / (1 - c_l used_l)      [ps/B]
///
/// which is exactly open_l c_l as long as none of its flows has stopped growing.
///
/// In a symmetric problem all links fill up at once. So the first level is found by scanning flows,
/// and only if flows are left they are grouped by link and the other levels found with a heap.
/// Shares only grow: an entry of the heap is corrected when it comes to the top, at most once for
/// each flow on that link. O(n log links), n = links.size().
namespace orrery::inline net {

struct MaxMinSolver::Problem : MaxMinProblem {
  std::span<double> ps_per_byte;         ///< 0 while a flow has no rate
  std::span<std::uint32_t> bottlenecks;  ///< empty if not needed

  void fix(std::size_t flow, double level, std::uint32_t link) const {
    ps_per_byte[flow] = level;
    if (!bottlenecks.empty()) bottlenecks[flow] = link;
  }

  std::span<const std::uint32_t> links_of(std::size_t flow) const {
    return links.subspan(offsets[flow], offsets[flow + 1] - offsets[flow]);
  }
  std::uint32_t count_of(std::size_t flow) const {
    return multiplicity.empty() ? 1 : multiplicity[flow];
  }
};

void MaxMinSolver::solve(const MaxMinProblem& flows, std::span<double> ps_per_byte,
                         std::span<std::uint32_t> bottlenecks) {
  const auto& [costs, offsets, links, multiplicity] = flows;
  EMU_ASSERT(offsets.size() == ps_per_byte.size() + 1 && offsets.back() == links.size() &&
                 (multiplicity.empty() || multiplicity.size() == ps_per_byte.size()),
             "max-min: ", offsets.size(), " offsets and ", multiplicity.size(), " counts for ",
             ps_per_byte.size(), " flows and ", links.size(), " links");
  const Problem problem{flows, ps_per_byte, bottlenecks};
  count_flows(problem);
  double level = 0;
  for (std::size_t l = 0; l < costs.size(); ++l) level = std::max(level, open_[l] * costs[l]);
  const std::size_t open_flows = fix_first_level(problem, level);
  if (open_flows == 0) return;
  release_fixed_flows(problem, level);
  index_open_flows(problem);
  fix_other_levels(problem, level, open_flows);
}

void MaxMinSolver::count_flows(const Problem& problem) {
  open_.assign(problem.costs.size(), 0);
  for (std::size_t flow = 0; flow < problem.ps_per_byte.size(); ++flow)
    for (const std::uint32_t link : problem.links_of(flow)) open_[link] += problem.count_of(flow);
}

/// Gives the flows on the first links to fill up their rate; returns how many others there are.
std::size_t MaxMinSolver::fix_first_level(const Problem& problem, double level) {
  std::size_t others = 0;
  for (std::size_t flow = 0; flow < problem.ps_per_byte.size(); ++flow) {
    const auto route = problem.links_of(flow);
    EMU_ASSERT(!route.empty(), "max-min: flow ", flow, " crosses no link");
    const auto full = std::find_if(route.begin(), route.end(), [&](std::uint32_t link) {
      return open_[link] * problem.costs[link] >= level * kTogether;
    });
    problem.ps_per_byte[flow] = 0;
    full != route.end() ? problem.fix(flow, level, *full) : void(++others);
  }
  return others;
}

/// Records that a flow has got its rate, in bytes per ps.
void MaxMinSolver::take_part(const Problem& problem, std::size_t flow, double rate) {
  const std::uint32_t count = problem.count_of(flow);
  for (const std::uint32_t link : problem.links_of(flow)) {
    open_[link] -= count;
    used_[link] += count * rate;
  }
}

/// Brings open_ and used_ up to date after the first level.
void MaxMinSolver::release_fixed_flows(const Problem& problem, double level) {
  used_.assign(problem.costs.size(), 0);
  const double rate = 1 / level;
  for (std::size_t flow = 0; flow < problem.ps_per_byte.size(); ++flow) {
    if (problem.ps_per_byte[flow] != 0) take_part(problem, flow, rate);
  }
}

void MaxMinSolver::index_open_flows(const Problem& problem) {
  first_flow_.assign(open_.size() + 1, 0);
  for (std::size_t flow = 0; flow < problem.ps_per_byte.size(); ++flow) {
    if (problem.ps_per_byte[flow] != 0) continue;
    for (const std::uint32_t link : problem.links_of(flow)) ++first_flow_[link];
  }
  std::partial_sum(first_flow_.begin(), first_flow_.end(), first_flow_.begin());
  flows_of_.resize(first_flow_.back());
  // Backwards, so that the ends become the starts and each group is in the order of the flows.
  for (auto flow = static_cast<std::uint32_t>(problem.ps_per_byte.size()); flow-- > 0;) {
    if (problem.ps_per_byte[flow] != 0) continue;
    for (const std::uint32_t link : problem.links_of(flow)) flows_of_[--first_flow_[link]] = flow;
  }
}

/// Orders the heap by inverse share, the largest first, ties by link so that the order is the same
/// everywhere.
bool MaxMinSolver::after(const Candidate& a, const Candidate& b) {
  return a.ps_per_byte != b.ps_per_byte ? a.ps_per_byte < b.ps_per_byte : a.link > b.link;
}

double MaxMinSolver::inverse_share(std::uint32_t link, const Problem& problem) const {
  const double cost = problem.costs[link];
  return open_[link] * cost / (1 - cost * used_[link]);
}

void MaxMinSolver::fix_other_levels(const Problem& problem, double level, std::size_t open_flows) {
  heap_.clear();
  for (std::uint32_t link = 0; link < open_.size(); ++link)
    if (open_[link] > 0) heap_.push_back({inverse_share(link, problem), link});
  std::make_heap(heap_.begin(), heap_.end(), after);
  while (open_flows > 0) {
    std::pop_heap(heap_.begin(), heap_.end(), after);
    const Candidate top = heap_.back();
    heap_.pop_back();
    if (open_[top.link] == 0) continue;
    const double now = inverse_share(top.link, problem);
    if (now < level * kTogether) {  // not full at this level
      if (now < top.ps_per_byte) {  // out of date: others may come first
        heap_.push_back({now, top.link});
        std::push_heap(heap_.begin(), heap_.end(), after);
        continue;
      }
      level = now;
    }
    open_flows -= fix_flows_of(top.link, problem, level);
  }
}

/// Gives the open flows of a full link their rate; returns how many they were.
std::size_t MaxMinSolver::fix_flows_of(std::uint32_t link, const Problem& problem, double level) {
  const double rate = 1 / level;
  std::size_t fixed = 0;
  for (std::uint32_t i = first_flow_[link]; i < first_flow_[link + 1]; ++i) {
    const std::uint32_t flow = flows_of_[i];
    if (problem.ps_per_byte[flow] != 0) continue;
    problem.fix(flow, level, link);
    ++fixed;
    take_part(problem, flow, rate);
  }
  return fixed;
}

}  // namespace orrery::inline net
