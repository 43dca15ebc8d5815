// Topologies as networks that are written.
#include <tuple>

#include <fmt/format.h>

#include "emu/net/imports/formats.h"
#include "emu/net/topologies/graph.h"

namespace orrery::imports {
namespace {

/// The most hosts of a network whose routes are compared and written.
constexpr int kMostRouted = 256;

class Describer {
 public:
  Describer(const Topology& topology, const Costs* costs, Described routes)
      : topology_(topology), costs_(costs), routes_(routes) {}

  ImportedNetwork network() {
    for (NodeId node = 0; node < topology_.nodes(); ++node) add_node(node);
    network_.dims = topology_.dims();
    crossings_.resize(static_cast<std::size_t>(topology_.link_count()));
    for (const bool back : {false, true})
      for (LinkId id = 0; id < topology_.link_count(); ++id) add_link(id, back);
    const auto* const graph = dynamic_cast<const Graph*>(&topology_);
    if (graph != nullptr) network_.comments = graph->comments();
    if (topology_.hosts() <= kMostRouted && routes_ != Described::kNoRoutes)
      add_routes();
    else if (graph == nullptr && topology_.hosts() > kMostRouted)
      network_.leave_out("the choice among several shortest routes");
    return std::move(network_);
  }

 private:
  void add_node(NodeId node) {
    const std::string_view known = topology_.name_of(node);
    const bool is_host = node < topology_.hosts();
    const std::size_t number =
        network_.node(known.empty() ? fmt::format("{}{}", is_host ? 'h' : 's',
                                                  is_host ? node : node - topology_.hosts())
                                    : std::string(known));
    if (!is_host) network_.set_switch(number);
    if (node == 0) network_.hosts_forward = topology_.forwards(0);
    if (topology_.forwards(node) != (!is_host || network_.hosts_forward))
      network_.exceptions.insert(number);
  }

  /// Adds a link. Each direction is a link of the topology: links back are matched with links
  /// forth, in order.
  void add_link(LinkId id, bool back) {
    const Link link = topology_.link(id);
    if ((link.from > link.to) != back) return;
    const std::tuple key(std::min(link.from, link.to), std::max(link.from, link.to), link.level,
                         link.bandwidth, link.latency, link.width);
    RouteStep& crossing = crossings_[static_cast<std::size_t>(id)];
    auto& [entry, there, home] = known_[key];
    if (!back) {
      crossing = *network_.add(imported(link));
      entry = crossing.link, ++there;
      return;
    }
    if (home == there)
      return network_.leave_out("links with other costs in one direction than in the other");
    crossing = {entry, home++, true};
  }

  ImportedLink imported(const Link& link) {
    ImportedLink copy{static_cast<std::size_t>(link.from),
                      static_cast<std::size_t>(link.to),
                      link.bandwidth,
                      link.latency,
                      1,
                      link.level};
    if (costs_ != nullptr) {
      const LinkCost cost = costs_->of(link);
      copy.bandwidth = cost.bandwidth, copy.latency = cost.latency + costs_->hop_latency;
    } else if (link.width > 1) {
      copy.count = link.width;
      network_.leave_out("parallel links that act as one link of their total bandwidth");
    }
    return copy;
  }

  /// Adds the routes of all pairs, or only those that shortest paths of the graph would not give.
  void add_routes() {
    const auto graph = parse_graph(network_.toml(""), "network", "network");
    const std::vector<LinkId> first = network_.first_numbers();
    for (NodeId from = 0; from < topology_.hosts(); ++from)
      for (NodeId to = 0; to < topology_.hosts(); ++to) {
        if (from == to) continue;
        const auto ours = routes_between(from, to);
        if (routes_ == Described::kAllRoutes || ours.size() > 1 ||
            ImportedNetwork::numbers_of(ours[0], first) != graph_route(*graph, from, to))
          for (const ImportedRoute& route : ours) network_.add(route);
      }
  }
  static std::vector<LinkId> graph_route(const Topology& graph, NodeId from, NodeId to) {
    std::vector<LinkId> links;
    graph.append_route(from, to, 0, links);
    return links;
  }

  std::vector<ImportedRoute> routes_between(NodeId from, NodeId to) {
    std::vector<ImportedRoute> all;
    for (int path = 0; path < topology_.path_count(from, to, Routing::kMinimal); ++path) {
      std::vector<LinkId> links;
      NodeId at = from;
      topology_.append_route(from, to, path, links);
      all.push_back({static_cast<std::size_t>(from), static_cast<std::size_t>(to), {}});
      for (const LinkId id : links) {
        all.back().links.push_back(crossings_[static_cast<std::size_t>(id)]);
        network_.jumps = network_.jumps || topology_.link(id).from != at;
        at = topology_.link(id).to;
      }
    }
    return all;
  }

  struct Matched {
    std::size_t entry = 0;  ///< of links()
    int there = 0, home = 0;
  };
  using Key = std::tuple<NodeId, NodeId, int, std::optional<Bandwidth>, std::optional<Time>, int>;

  const Topology& topology_;
  const Costs* costs_;
  Described routes_;
  ImportedNetwork network_;
  std::map<Key, Matched> known_;
  std::vector<RouteStep> crossings_;  ///< by link
};

}  // namespace

ImportedNetwork described(const Topology& topology) {
  return Describer(topology, nullptr, Described::kOwnRoutes).network();
}

ImportedNetwork described(const Topology& topology, const Costs& costs, Described routes) {
  return Describer(topology, &costs, routes).network();
}

}  // namespace orrery::imports
