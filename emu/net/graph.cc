#include "emu/net/graph.h"

#include <algorithm>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

Graph::Graph(std::string spec, int hosts, int nodes, std::vector<Link> links)
    : spec_(std::move(spec)), hosts_(hosts), nodes_(nodes), links_(std::move(links)) {
  EMU_CHECK(std::int64_t{hosts} * nodes <= kMostDistances, hosts, " hosts and ", nodes - hosts,
            " switches are too many for a graph from a file; expected at most ", kMostDistances,
            " pairs of a host and a node");
  list_neighbours();
  for (const Link& link : links_) levels_ = std::max(levels_, link.level + 1);
  for (NodeId host = 0; host < hosts; ++host)
    ports_ = std::max(ports_, static_cast<int>(leaving(host).size()));
  ways_.resize(static_cast<std::size_t>(hosts) * static_cast<std::size_t>(nodes));
  for (NodeId host = 0; host < hosts; ++host) find_ways(host);
}

void Graph::list_neighbours() {
  first_.assign(static_cast<std::size_t>(nodes_) + 1, 0);
  for (LinkId id = 0; id < link_count(); ++id)
    ++first_[static_cast<std::size_t>(link(id).from) + 1];
  for (std::size_t n = 1; n < first_.size(); ++n) first_[n] += first_[n - 1];
  std::vector<std::size_t> end = first_;
  leaving_.resize(static_cast<std::size_t>(link_count()));
  for (LinkId id = 0; id < link_count(); ++id)
    leaving_[end[static_cast<std::size_t>(link(id).from)]++] = id;
}

std::span<const LinkId> Graph::leaving(NodeId node) const {
  const auto n = static_cast<std::size_t>(node);
  return std::span(leaving_).subspan(first_[n], first_[n + 1] - first_[n]);
}

/// Breadth-first from the host; nodes of one distance are complete before the next.
void Graph::find_ways(NodeId host) {
  const std::span row =
      std::span(ways_).subspan(static_cast<std::size_t>(host) * static_cast<std::size_t>(nodes_),
                               static_cast<std::size_t>(nodes_));
  row[static_cast<std::size_t>(host)] = {0, 1};
  std::vector<NodeId> queue{host};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Ways here = row[static_cast<std::size_t>(queue[i])];
    for (const LinkId id : leaving(queue[i])) {
      Ways& there = row[static_cast<std::size_t>(link(id).to)];
      if (there.distance == kUnreached) {
        check_topology(here.distance + 1 < kUnreached, "a way of more than ", kUnreached - 1,
                       " links");
        there.distance = static_cast<std::uint16_t>(here.distance + 1);
        queue.push_back(link(id).to);
      }
      if (there.distance == here.distance + 1)
        there.paths = static_cast<std::uint8_t>(std::min(kMostPaths, there.paths + here.paths));
    }
  }
  const auto lost = std::ranges::find(row, kUnreached, &Ways::distance);
  EMU_ASSERT(lost == row.end(), "node ", lost - row.begin(), " cannot be reached from node ", host);
}

Link Graph::link(LinkId id) const {
  const Link& link = links_[static_cast<std::size_t>(id / 2)];
  return id % 2 == 0 ? link : Link{.from = link.to, .to = link.from, .level = link.level};
}

int Graph::path_count(NodeId src, NodeId dst, Routing routing) const {
  return routing == Routing::kDimensionOrder || routing == Routing::kMinimal ? 1
                                                                             : ways(src, dst).paths;
}

void Graph::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  while (src != dst) {
    for (const LinkId id : leaving(src)) {
      const NodeId next = link(id).to;
      if (ways(next, dst).distance >= ways(src, dst).distance) continue;
      if (path >= ways(next, dst).paths) {
        path -= ways(next, dst).paths;
        continue;
      }
      out.push_back(id);
      src = next;
      break;
    }
  }
}

}  // namespace orrery
