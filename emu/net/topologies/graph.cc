#include "emu/net/topologies/graph.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>

#include "emu/base/check.h"

namespace orrery::inline net {

Graph::Graph(std::string spec, Nodes nodes, std::vector<Link> links, Routes routes)
    : spec_(std::move(spec)),
      nodes_(std::move(nodes)),
      links_(std::move(links)),
      routes_(std::move(routes)),
      ways_(nodes_.hosts, nodes_.forwards, links_) {
  list_neighbours();
  for (const Link& link : links_) {
    levels_ = std::max(levels_, link.level + 1);
    identical_links_ = identical_links_ && link.level == 0 && !link.bandwidth && !link.latency;
  }
  for (NodeId host = 0; host < hosts(); ++host)
    ports_ = std::max(ports_, static_cast<int>(leaving(host).size()));
}

void Graph::list_neighbours() {
  leaving_ = Grouped<LinkId>(nodes_.names.size(), [this](auto add) {
    for (LinkId id = 0; id < link_count(); ++id) add(static_cast<std::size_t>(link(id).from), id);
  });
  for (NodeId node = 0; node < nodes(); ++node) gather_parallel(node);
}

/// Moves the links to each neighbour together, to the position of the first.
void Graph::gather_parallel(NodeId node) {
  const std::span<LinkId> links = leaving_[static_cast<std::size_t>(node)];
  std::map<NodeId, LinkId> first;  // to each neighbour
  for (const LinkId id : links) first.try_emplace(link(id).to, id);
  if (first.size() == links.size()) return;
  std::ranges::stable_sort(links, {}, [&](LinkId id) { return first[link(id).to]; });
}

/// Returns whether each host is in a part of the graph within which messages are forwarded: the part with the most
/// hosts.
std::vector<bool> Graph::at_largest_part() const {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> part(nodes_.names.size(), kNone);
  std::vector<std::set<std::size_t>> of_host(static_cast<std::size_t>(hosts()));
  std::vector<int> count;
  for (std::size_t first = 0; first < part.size(); ++first) {
    if (part[first] != kNone || !nodes_.forwards[first]) continue;
    std::vector<std::size_t> queue{first};
    part[first] = count.size();
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const LinkId id : leaving(static_cast<NodeId>(queue[i])))
        if (const auto next = static_cast<std::size_t>(link(id).to);
            nodes_.forwards[next] && part[next] == kNone)
          part[next] = count.size(), queue.push_back(next);
    count.push_back(0);
  }
  for (NodeId host = 0; host < hosts(); ++host) {
    auto& touched = of_host[static_cast<std::size_t>(host)];
    if (forwards(host)) touched.insert(part[static_cast<std::size_t>(host)]);
    for (const LinkId id : leaving(host))
      if (forwards(link(id).to)) touched.insert(part[static_cast<std::size_t>(link(id).to)]);
    for (const std::size_t p : touched) ++count[p];
  }
  const auto largest = static_cast<std::size_t>(std::ranges::max_element(count) - count.begin());
  std::vector<bool> is_at;
  for (const auto& touched : of_host) is_at.push_back(touched.contains(largest));
  return is_at;
}

/// Returns a switch that is not reached from any host.
std::optional<NodeId> Graph::unreached_switch() const {
  std::vector<bool> reached(nodes_.names.size());
  std::vector<NodeId> queue(static_cast<std::size_t>(hosts()));
  std::iota(queue.begin(), queue.end(), 0);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] >= hosts() && !forwards(queue[i])) continue;
    for (const LinkId id : leaving(queue[i])) {
      const NodeId next = link(id).to;
      if (next < hosts() || reached[static_cast<std::size_t>(next)]) continue;
      reached[static_cast<std::size_t>(next)] = true;
      queue.push_back(next);
    }
  }
  for (NodeId node = hosts(); node < nodes(); ++node)
    if (!reached[static_cast<std::size_t>(node)]) return node;
  return std::nullopt;
}

std::optional<std::pair<NodeId, NodeId>> Graph::unreached() const {
  const std::vector<bool> at_largest = at_largest_part();
  std::vector<NodeId> all(static_cast<std::size_t>(hosts())), elsewhere;
  std::iota(all.begin(), all.end(), 0);
  std::ranges::copy_if(all, std::back_inserter(elsewhere),
                       [&](NodeId host) { return !at_largest[static_cast<std::size_t>(host)]; });
  for (const NodeId to : elsewhere.empty() ? elsewhere : all)
    for (const NodeId from : at_largest[static_cast<std::size_t>(to)] ? elsewhere : all)
      if (ways_.between(from, to).distance == ShortestWays::kUnreached &&
          own_routes(from, to) == nullptr)
        return std::pair(from, to);
  if (const auto node = unreached_switch()) return std::pair(*node, NodeId{0});
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
  return routing == Routing::kDimensionOrder || routing == Routing::kMinimal
             ? 1
             : static_cast<int>(ways_.between(src, dst).paths);
}

bool Graph::leads_closer(LinkId id, NodeId to) const {
  const Link l = link(id);
  return (l.to == to || nodes_.forwards[static_cast<std::size_t>(l.to)]) &&
         ways_.is_nearer(l.to, l.from, to);
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
    if (ways_.beside(dst) == src) {  // found from the host, however many links leave the switch
      const std::span<const LinkId> links = leaving(dst);
      return out.push_back(links[static_cast<std::size_t>(path + dst) % links.size()] ^ 1);
    }
    std::span<const LinkId> links = leaving(src);
    std::size_t n = 0;
    for (;; links = links.subspan(n)) {
      n = parallel(links);
      if (!leads_closer(links[0], dst)) continue;
      const auto paths =
          static_cast<int>(ways_.between(link(links[0]).to, dst).paths);  // over each of the n
      if (path < static_cast<int>(n) * paths) break;
      path -= static_cast<int>(n) * paths;
    }
    src = link(links[0]).to;
    const auto paths = static_cast<int>(ways_.between(src, dst).paths);
    out.push_back(links[static_cast<std::size_t>(path / paths + dst) % n]);
    path %= paths;
  }
}

}  // namespace orrery::inline net
