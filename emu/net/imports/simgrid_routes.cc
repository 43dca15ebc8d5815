// Routes of SimGrid platforms through zones: https://simgrid.org/doc/latest/Platform_routing.html
#include "emu/net/imports/simgrid_routes.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <queue>

#include "emu/net/imports/simgrid_platform.h"
#include "emu/net/topologies/graph.h"

namespace orrery::imports {
namespace {

std::string id_of(const pugi::xml_node& zone) {
  return zone.attribute("id").value();
}

/// Returns whether the routes of a zone are complete and used unchanged.
bool is_full(const pugi::xml_node& zone) {
  const std::string routing = small_letters(zone.attribute("routing").as_string("full"));
  return routing == "full" || routing == "none";
}

/// Returns the zones around a node, the outermost first.
std::vector<pugi::xml_node> around(pugi::xml_node zone) {
  std::vector<pugi::xml_node> all;
  for (; zone; zone = zone.parent()) all.push_back(zone);
  std::ranges::reverse(all);
  return all;
}

/// The shortest routes of a network.
class ShortestRoutes {
 public:
  explicit ShortestRoutes(const ImportedNetwork& network) {
    try {
      graph_ = parse_graph(network.toml(""), "network", "network");
    } catch (const std::invalid_argument&) {
      return;  // only some hosts are connected: none has a shortest route
    }
    for (NodeId node = 0; node < graph_->nodes(); ++node)
      numbers_[std::string(graph_->name_of(node))] = node;
  }

  /// Returns the links between two nodes, one of which is a host; none without a route.
  std::vector<LinkId> between(const std::string& from, const std::string& to) const {
    std::vector<LinkId> links;
    const auto a = numbers_.find(from), b = numbers_.find(to);
    if (a == numbers_.end() || b == numbers_.end()) return links;
    if (b->second < graph_->hosts()) {
      graph_->append_route(a->second, b->second, 0, links);
    } else if (a->second < graph_->hosts()) {
      graph_->append_route(b->second, a->second, 0, links);
      turn(links);
    }
    return links;
  }

  /// Makes of a route the one back.
  static void turn(std::vector<LinkId>& links) {
    std::ranges::reverse(links);
    for (LinkId& id : links) id ^= 1;
  }

 private:
  std::unique_ptr<Topology> graph_;
  std::map<std::string, NodeId> numbers_;
};

/// Returns links by their numbers in a network.
std::vector<RouteStep> steps_of(const std::vector<LinkId>& links,
                                const std::vector<LinkId>& first) {
  std::vector<RouteStep> steps;
  for (const LinkId id : links) {
    const auto entry = std::prev(std::ranges::upper_bound(first, id));
    steps.push_back({static_cast<std::size_t>(entry - first.begin()),
                     static_cast<int>((id - *entry) / 2), id % 2 != 0});
  }
  return steps;
}

}  // namespace

void ZoneRoutes::add(const Node& zone, Given route) {
  Edges& edges = edges_[zone.hash_value()];
  if (route.is_bypass) {
    bypasses_.try_emplace({route.member, route.other}, given_.size());
    if (route.both_ways) bypasses_.try_emplace({route.other, route.member}, given_.size());
  } else {
    const auto enter = [&](const std::string& from, const Edge& edge) {
      edges[from].push_back(edge);
      direct_.try_emplace({zone.hash_value(), from, edge.to}, edge);
    };
    enter(route.member, {route.other, given_.size(), false});
    if (route.both_ways) enter(route.other, {route.member, given_.size(), true});
  }
  given_.push_back(std::move(route));
}

std::optional<std::vector<ZoneRoutes::Part>> ZoneRoutes::between(const std::string& from,
                                                                 const std::string& to) {
  std::vector<Part> parts;
  if (!append(from, to, parts, 0)) return std::nullopt;
  return parts;
}

/// Returns the innermost zone around both, and its members that are or contain them.
ZoneRoutes::Meeting ZoneRoutes::meeting_of(const std::string& from, const std::string& to) const {
  const auto a = around(zones_.at(from)), b = around(zones_.at(to));
  std::size_t common = 0;
  while (common < std::min(a.size(), b.size()) && a[common] == b[common]) ++common;
  return {a[common - 1], common == a.size() ? from : id_of(a[common]),
          common == b.size() ? to : id_of(b[common])};
}

/// Appends the parts of a route, `depth` routes within others. Returns false if the file has none.
bool ZoneRoutes::append(const std::string& from, const std::string& to, std::vector<Part>& parts,
                        int depth) {
  // Gateways of a wrong file may lead round in a circle; zones lie at most 64 deep.
  constexpr std::size_t kMostParts = 1000;
  constexpr int kDeepest = 200;
  if (from == to) return true;
  if (depth > kDeepest || parts.size() > kMostParts || !knows(from) || !knows(to)) return false;
  if (const auto bypass = bypasses_.find({from, to}); bypass != bypasses_.end()) {
    parts.push_back({bypass->second, given_[bypass->second].member != from, from, to});
    return true;
  }
  const Meeting meeting = meeting_of(from, to);
  if (!edges_.contains(meeting.zone.hash_value())) {
    parts.push_back({std::nullopt, false, from, to});
    return true;
  }
  std::string at = from;
  for (const Edge& leg : legs(meeting)) {
    const Given& route = given_[leg.given];
    const std::string &begin = leg.back ? route.to : route.from,
                      &end = leg.back ? route.from : route.to;
    // A gateway outside of its zone would lead back to the same meeting.
    if (at != begin && (!knows(begin) || meeting_of(at, begin).zone == meeting.zone)) return false;
    if (!append(at, begin, parts, depth + 1)) return false;
    parts.push_back({leg.given, leg.back, begin, end});
    at = end;
  }
  if (at == from || !knows(at)) return false;
  return at == to || (meeting_of(at, to).zone != meeting.zone && append(at, to, parts, depth + 1));
}

/// Returns the routes of a zone that lead from one of its members to another; none without one.
std::vector<ZoneRoutes::Edge> ZoneRoutes::legs(const Meeting& meeting) {
  if (const auto direct = direct_.find({meeting.zone.hash_value(), meeting.from, meeting.to});
      is_full(meeting.zone) && direct != direct_.end())
    return {direct->second};
  std::vector<Edge> legs;
  const Tree& tree = tree_from(meeting.zone, meeting.from);
  for (std::string at = meeting.to; at != meeting.from;) {
    const auto before = tree.find(at);
    if (before == tree.end()) return {};
    legs.push_back(before->second.second);
    at = before->second.first;
  }
  std::ranges::reverse(legs);
  return legs;
}

/// Finds sequences of routes with the fewest links from a member of a zone (Dijkstra's algorithm).
const ZoneRoutes::Tree& ZoneRoutes::tree_from(const Node& zone, const std::string& member) {
  constexpr std::size_t kMostKept = 1 << 20;
  if (kept_ > kMostKept) trees_.clear(), kept_ = 0;
  const auto [entry, is_new] = trees_.try_emplace({zone.hash_value(), member});
  Tree& tree = entry->second;
  if (!is_new) return tree;
  const Edges& edges = edges_[zone.hash_value()];
  std::map<std::string, std::size_t> links{{member, 0}};
  using Reached = std::tuple<std::size_t, std::size_t, std::string>;  // links, order, member
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
  queue.emplace(0, 0, member);
  for (std::size_t order = 1; !queue.empty();) {
    const auto [so_far, number, at] = queue.top();
    queue.pop();
    const auto leaving = edges.find(at);
    if (so_far != links[at] || leaving == edges.end()) continue;
    for (const Edge& edge : leaving->second) {
      const std::size_t there = so_far + given_[edge.given].links;
      const auto [known, first] = links.try_emplace(edge.to, there);
      if (!first && known->second <= there) continue;
      known->second = there;
      tree[edge.to] = {at, edge};
      queue.emplace(there, order++, edge.to);
    }
  }
  kept_ += tree.size();
  reached_ += tree.size();
  return tree;
}

/// Returns the pairs of hosts whose routes are compared with shortest ones: all in a small network,
/// otherwise those with a route of their own.
std::vector<std::pair<std::string, std::string>> PlatformReader::pairs_with_routes() const {
  constexpr std::size_t kMostHosts = 256;
  std::vector<std::pair<std::string, std::string>> pairs;
  std::vector<std::string> hosts;
  for (std::size_t i = 0; i < network_.nodes(); ++i)
    if (!network_.is_switch(i)) hosts.push_back(network_.name(i));
  if (hosts.size() <= kMostHosts) {
    for (const std::string& from : hosts)
      for (const std::string& to : hosts)
        if (from != to) pairs.emplace_back(from, to);
    return pairs;
  }
  for (const SharedLinks::Route& route : shared_.routes())
    if (!routers_.contains(route.from) && !routers_.contains(route.to))
      pairs.insert(pairs.end(), {{route.from, route.to}, {route.to, route.from}});
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Adds the routes that the shortest ones of the graph are not. In a tree there are none.
void PlatformReader::add_routes() {
  const std::vector<LinkId> first = network_.first_numbers();
  if (first.back() / 2 + 1 <= static_cast<LinkId>(network_.nodes())) return;
  const ShortestRoutes shortest(network_);
  constexpr std::size_t kMostParts = 1 << 22;  // a few seconds
  std::size_t composed = 0;
  for (const auto& [from, to] : pairs_with_routes()) {
    const auto parts = zone_routes_.between(from, to);
    if (!parts) continue;
    composed += parts->size();
    if (composed + zone_routes_.reached() > kMostParts)
      return network_.leave_out(
          fmt::format("routes with more than {} parts together: here shortest routes", kMostParts));
    std::vector<LinkId> links;
    bool is_known = true;
    for (const ZoneRoutes::Part& part : *parts) {
      std::vector<LinkId> more =
          part.given ? ImportedNetwork::numbers_of({0, 0, steps_[*part.given]}, first)
                     : shortest.between(part.from, part.to);
      is_known = is_known && !more.empty();
      if (part.back) ShortestRoutes::turn(more);
      links.insert(links.end(), more.begin(), more.end());
    }
    if (is_known && links != shortest.between(from, to))
      network_.add(ImportedRoute{network_.node(from), network_.node(to), steps_of(links, first)});
  }
}

}  // namespace orrery::imports
