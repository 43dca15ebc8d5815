#include "emu/net/max_flow.h"

#include <algorithm>
#include <limits>

#include "emu/base/check.h"

namespace orrery::inline net {

MaxFlow::MaxFlow(Node nodes) : leaving_(index(nodes)), level_(index(nodes)), next_(index(nodes)) {
  EMU_ASSERT(nodes >= 2, "a flow among ", nodes, " nodes");
}

void MaxFlow::add_edge(Node from, Node to, double capacity) {
  leaving_[index(from)].push_back(static_cast<std::uint32_t>(edges_.size()));
  edges_.push_back({to, capacity});
  leaving_[index(to)].push_back(static_cast<std::uint32_t>(edges_.size()));
  edges_.push_back({from, 0});
  noise_ = std::max(noise_, capacity * kNothing);
}

double MaxFlow::solve(Node source, Node sink) {
  double flow = 0;
  while (find_levels(source, sink)) {
    std::ranges::fill(next_, 0);
    for (Node at = source; advance(at);)
      if (at == sink) flow += push(), at = source;
  }
  return flow;
}

/// Takes a step towards the sink, or one back if no edge leads there; returns false if no step back
/// is possible either.
bool MaxFlow::advance(Node& at) {
  std::size_t& next = next_[index(at)];
  const auto& edges = leaving_[index(at)];
  while (next < edges.size() && !leads_on(edges[next], at)) ++next;
  if (next < edges.size()) {
    way_.push_back(edges[next]);
    at = edges_[edges[next]].to;
    return true;
  }
  if (way_.empty()) return false;
  at = edges_[way_.back() ^ 1].to;
  way_.pop_back();
  ++next_[index(at)];
  return true;
}

/// Finds the distance of each node from the source along edges with capacity left; -1: unreachable.
/// Returns whether the sink is reachable.
bool MaxFlow::find_levels(Node source, Node sink) {
  std::ranges::fill(level_, -1);
  std::vector<Node> reached{source};
  level_[index(source)] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const std::uint32_t e : leaving_[index(reached[i])]) {
      const Edge& edge = edges_[e];
      if (edge.left <= noise_ || level_[index(edge.to)] >= 0) continue;
      level_[index(edge.to)] = level_[index(reached[i])] + 1;
      reached.push_back(edge.to);
    }
  return level_[index(sink)] >= 0;
}

bool MaxFlow::leads_on(std::uint32_t edge, Node from) const {
  const Edge& e = edges_[edge];
  return e.left > noise_ && level_[index(e.to)] == level_[index(from)] + 1;
}

/// Sends as much as the path to the sink can take, and clears the path.
double MaxFlow::push() {
  double most = std::numeric_limits<double>::infinity();
  for (const std::uint32_t e : way_) most = std::min(most, edges_[e].left);
  for (const std::uint32_t e : way_) edges_[e].left -= most, edges_[e ^ 1].left += most;
  way_.clear();
  return most;
}

}  // namespace orrery::inline net
