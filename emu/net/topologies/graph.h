#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/base/grouped.h"
#include "emu/net/topologies/shortest_ways.h"
#include "emu/net/topology.h"

namespace orrery::inline net {

/// Any graph of hosts and switches.
///
/// Links: entry i of the list is link 2i from its first node to its second, and link 2i + 1 back.
///
/// Routes are shortest by number of links; only nodes that forward lie on them. At each node a route
/// takes the first link of the list that leads closer: path i is the i-th shortest path in this
/// (lexicographic) order. Parallel links are one place in the order. Among n of them a path begins
/// with number (destination mod n), so that path 0 spreads destinations over them.
///
/// A pair of hosts may have given routes of any length instead: these are its paths, and with
/// kMinimal each carries an equal part.
class Graph final : public Topology {
 public:
  static constexpr int kMostLevels = 64;

  struct Nodes {
    int hosts = 0;
    std::vector<std::string> names;  ///< of hosts, then of switches
    std::vector<bool> forwards;      ///< by node: whether it forwards messages
    std::vector<int> dims = {};  ///< sides of the grid whose positions the hosts are; may be empty
    std::string no_dims = {};    ///< why hosts with positions have no dims, in words
    std::string comments = {};   ///< at the beginning of its file
  };
  /// Given routes, by source and destination: links that lead from one to the other, each once; at
  /// most kMostPaths for a pair.
  using Routes = std::map<std::pair<NodeId, NodeId>, std::vector<std::vector<LinkId>>>;
  /// Builds the graph. REQUIRES nodes of `links` in 0 .. nodes-1, levels in 0 .. kMostLevels-1, at
  /// least one host, and that a graph with unreached() is not used.
  Graph(std::string spec, Nodes nodes, std::vector<Link> links, Routes routes = {});

  /// Returns a host without a route to the other one, or a switch that no host reaches, and host 0.
  std::optional<std::pair<NodeId, NodeId>> unreached() const;

  std::string spec() const override { return spec_; }
  int hosts() const override { return nodes_.hosts; }
  int nodes() const override { return static_cast<int>(nodes_.names.size()); }
  LinkId link_count() const override { return 2 * static_cast<LinkId>(links_.size()); }
  Link link(LinkId id) const override;
  std::vector<int> dims() const override { return nodes_.dims; }
  const std::string& no_dims() const { return nodes_.no_dims; }
  const std::string& comments() const { return nodes_.comments; }
  int ports_per_host() const override { return ports_; }
  int levels() const override { return levels_; }
  bool has_identical_links() const override { return identical_links_; }
  std::string_view name_of(NodeId node) const override {
    return nodes_.names[static_cast<std::size_t>(node)];
  }
  bool forwards(NodeId node) const override {
    return nodes_.forwards[static_cast<std::size_t>(node)];
  }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;
  /// Returns the number of links of path 0, without the time that finding them takes.
  std::size_t distance(NodeId src, NodeId dst) const {
    const auto* const own = own_routes(src, dst);
    return own != nullptr ? own->front().size() : ways_.between(src, dst).distance;
  }

 private:
  void list_neighbours();
  void gather_parallel(NodeId node);
  bool leads_closer(LinkId id, NodeId to) const;
  std::size_t parallel(std::span<const LinkId> links) const;
  /// Returns the given routes of a pair; null if it has none.
  const std::vector<std::vector<LinkId>>* own_routes(NodeId from, NodeId to) const;
  /// Returns the links that leave a node, in the order of the list.
  std::span<const LinkId> leaving(NodeId node) const {
    return leaving_[static_cast<std::size_t>(node)];
  }
  std::vector<bool> at_largest_part() const;
  std::optional<NodeId> unreached_switch() const;

  std::string spec_;
  Nodes nodes_;
  int ports_ = 0;
  int levels_ = 1;
  bool identical_links_ = true;
  std::vector<Link> links_;
  Routes routes_;
  Grouped<LinkId> leaving_;  ///< by node; parallel ones follow the first of them
  ShortestWays ways_;
};

/// Reads a graph from TOML:
///
///   hosts = ["a", "b", "c"]
///   switches = ["s"]
///   links = [["a", "s"], ["b", "s", 1],
///            { ends = ["c", "s"], level = 1, bandwidth = "3.6Tb/s", latency = "50ns", count = 2 }]
///   no_forwarding = "hosts"       # or a list of names
///   routes = [["a", "c", [0, 5]]] # or a file with a line for each: a c 0 5
///   jumps = true  # a link of a route may begin elsewhere than the one before ends
///   dims = [3]  # hosts are the positions of a grid, the last dimension varying fastest; or each
///               # host has a position: hosts = [{ name = "a", at = [0] }, ..]
///
/// Without hosts, all ends of links that are not switches are hosts. Routes name links by number:
/// entry i of the list is 2i from its first end to its second, and 2i + 1 back; an entry with a
/// count counts as often. Links go both ways; the number after the names is
/// the level, default 0. `count` parallel links are identical; a pair may be repeated if both entries
/// have `count`. `name` is the file's name in errors, `spec` is the result of spec(). THROWS
/// std::invalid_argument with the place ("file:line:column: links: ..."), the mistake and the
/// expected form.
std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec);

// Files that a graph is read from.

/// Returns the contents of a file of at most 16 MiB. THROWS TopologyError and std::invalid_argument that name it.
std::string read_graph_file(const std::string& path);

/// Returns whether some line begins like one of a graph in TOML; other lines may be wrong.
bool has_key_of_a_network(std::string_view text);

}  // namespace orrery::inline net
