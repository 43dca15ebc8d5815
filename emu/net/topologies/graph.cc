#include "emu/net/topologies/graph.h"

#include <algorithm>
#include <map>
#include <utility>

#include "emu/base/check.h"

namespace orrery {

Graph::Graph(std::string spec, Nodes nodes, std::vector<Link> links, Routes routes)
    : spec_(std::move(spec)),
      nodes_(std::move(nodes)),
      links_(std::move(links)),
      routes_(std::move(routes)) {
  EMU_CHECK(std::int64_t{hosts()} * this->nodes() <= kMostDistances, hosts(), " hosts and ",
            this->nodes() - hosts(),
            " switches are too many for a graph from a file; expected at most ", kMostDistances,
            " pairs of a host and a node");
  list_neighbours();
  for (const Link& link : links_) {
    levels_ = std::max(levels_, link.level + 1);
    identical_links_ = identical_links_ && link.level == 0 && !link.bandwidth && !link.latency;
  }
  for (NodeId host = 0; host < hosts(); ++host)
    ports_ = std::max(ports_, static_cast<int>(leaving(host).size()));
  ways_.resize(static_cast<std::size_t>(hosts()) * nodes_.names.size());
  for (NodeId host = 0; host < hosts(); ++host) find_ways(host);
}

void Graph::list_neighbours() {
  first_.assign(nodes_.names.size() + 1, 0);
  for (LinkId id = 0; id < link_count(); ++id)
    ++first_[static_cast<std::size_t>(link(id).from) + 1];
  for (std::size_t n = 1; n < first_.size(); ++n) first_[n] += first_[n - 1];
  std::vector<std::size_t> end = first_;
  leaving_.resize(static_cast<std::size_t>(link_count()));
  for (LinkId id = 0; id < link_count(); ++id)
    leaving_[end[static_cast<std::size_t>(link(id).from)]++] = id;
  for (NodeId node = 0; node < nodes(); ++node) gather_parallel(node);
}

/// Moves the links to each neighbour together, to the position of the first.
void Graph::gather_parallel(NodeId node) {
  const auto links = leaving(node);
  std::map<NodeId, LinkId> first;  // to each neighbour
  for (const LinkId id : links) first.try_emplace(link(id).to, id);
  if (first.size() == links.size()) return;
  const auto begin =
      leaving_.begin() + static_cast<std::ptrdiff_t>(first_[static_cast<std::size_t>(node)]);
  std::stable_sort(begin, begin + static_cast<std::ptrdiff_t>(links.size()),
                   [&](LinkId a, LinkId b) { return first[link(a).to] < first[link(b).to]; });
}

std::span<const LinkId> Graph::leaving(NodeId node) const {
  const auto n = static_cast<std::size_t>(node);
  return std::span(leaving_).subspan(first_[n], first_[n + 1] - first_[n]);
}

/// Searches breadth-first from the host, back through nodes that forward; nodes of one distance are
/// complete before the next.
void Graph::find_ways(NodeId host) {
  const std::span row = std::span(ways_).subspan(
      static_cast<std::size_t>(host) * nodes_.names.size(), nodes_.names.size());
  row[static_cast<std::size_t>(host)] = {0, 1};
  std::vector<NodeId> queue{host};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] != host && !nodes_.forwards[static_cast<std::size_t>(queue[i])]) continue;
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
}

std::optional<std::pair<NodeId, NodeId>> Graph::unreached() const {
  for (NodeId to = 0; to < hosts(); ++to)
    for (NodeId from = 0; from < hosts(); ++from)
      if (ways(from, to).distance == kUnreached && own_routes(from, to) == nullptr)
        return std::pair(from, to);
  for (NodeId node = hosts(); node < nodes(); ++node) {
    bool found = false;
    for (NodeId to = 0; to < hosts() && !found; ++to) found = ways(node, to).distance != kUnreached;
    if (!found) return std::pair(node, NodeId{0});
  }
  return std::nullopt;
}

Link Graph::link(LinkId id) const {
  const Link& link = links_[static_cast<std::size_t>(id / 2)];
  if (id % 2 == 0) return link;
  Link back = link;
  std::swap(back.from, back.to);
  return back;
}

const std::vector<std::vector<LinkId>>* Graph::own_routes(NodeId from, NodeId to) const {
  const auto own = routes_.find({from, to});
  return own == routes_.end() ? nullptr : &own->second;
}

int Graph::path_count(NodeId src, NodeId dst, Routing routing) const {
  if (const auto* const own = own_routes(src, dst))
    return routing == Routing::kDimensionOrder ? 1 : static_cast<int>(own->size());
  return routing == Routing::kDimensionOrder || routing == Routing::kMinimal ? 1
                                                                             : ways(src, dst).paths;
}

bool Graph::leads_closer(LinkId id, NodeId to) const {
  const Link l = link(id);
  return (l.to == to || nodes_.forwards[static_cast<std::size_t>(l.to)]) &&
         ways(l.to, to).distance < ways(l.from, to).distance;
}

/// Returns how many of the links, from the first on, lead to the same neighbour.
std::size_t Graph::parallel(std::span<const LinkId> links) const {
  std::size_t n = 1;
  while (n < links.size() && link(links[n]).to == link(links[0]).to) ++n;
  return n;
}

void Graph::append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const {
  if (const auto* const own = own_routes(src, dst)) {
    const std::vector<LinkId>& links = (*own)[static_cast<std::size_t>(path)];
    out.insert(out.end(), links.begin(), links.end());
    return;
  }
  while (src != dst) {
    std::span<const LinkId> links = leaving(src);
    std::size_t n = 0;
    for (;; links = links.subspan(n)) {
      n = parallel(links);
      if (!leads_closer(links[0], dst)) continue;
      const int paths = ways(link(links[0]).to, dst).paths;  // over each of the n
      if (path < static_cast<int>(n) * paths) break;
      path -= static_cast<int>(n) * paths;
    }
    src = link(links[0]).to;
    const int paths = ways(src, dst).paths;
    out.push_back(links[static_cast<std::size_t>(path / paths + dst) % n]);
    path %= paths;
  }
}

}  // namespace orrery
