#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emu/net/topology.h"

namespace orrery {

/// Any graph of hosts and switches.
///
/// Links: link i of the list has 2i from its first node to its second, 2i + 1 back.
///
/// Routes are shortest by number of links, among those on which only forwarding nodes pass messages
/// on. At each node they take the first link of the list that leads closer; path i is the i-th
/// shortest path in that (lexicographic) order. Parallel links count as one entry in it; within
/// that entry the order begins with number (destination modulo their count): path 0 distributes
/// destinations over them.
class Graph final : public Topology {
 public:
  static constexpr std::int64_t kMostDistances = std::int64_t{1} << 26;  ///< hosts times nodes
  static constexpr int kMostLevels = 64;

  struct Nodes {
    int hosts = 0;
    std::vector<std::string> names;  ///< of hosts, then of switches
    std::vector<bool> forwards;      ///< by node: whether it forwards messages
  };
  /// Builds the graph. REQUIRES nodes of `links` in 0 .. nodes-1, levels in 0 .. kMostLevels-1, at
  /// least one host, and that a graph with unreached() is not used. THROWS std::invalid_argument
  /// for hosts * nodes > kMostDistances and for a route of 65535 links.
  Graph(std::string spec, Nodes nodes, std::vector<Link> links);

  /// Returns a host without a route to the other one, or a switch that no host reaches, and host 0.
  std::optional<std::pair<NodeId, NodeId>> unreached() const;

  std::string spec() const override { return spec_; }
  int hosts() const override { return nodes_.hosts; }
  int nodes() const override { return static_cast<int>(nodes_.names.size()); }
  LinkId link_count() const override { return 2 * static_cast<LinkId>(links_.size()); }
  Link link(LinkId id) const override;
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

 private:
  /// The routes from a node to a host.
  struct Ways {
    std::uint16_t distance = kUnreached;
    std::uint8_t paths = 0;  ///< number of shortest routes, at most kMostPaths
  };
  static constexpr std::uint16_t kUnreached = 0xffff;

  void list_neighbours();
  void find_ways(NodeId host);
  void gather_parallel(NodeId node);
  bool leads_closer(LinkId id, NodeId to) const;
  std::size_t parallel(std::span<const LinkId> links) const;
  /// Returns the links that leave a node, in the order of the list.
  std::span<const LinkId> leaving(NodeId node) const;
  const Ways& ways(NodeId from, NodeId to) const {
    return ways_[static_cast<std::size_t>(to) * nodes_.names.size() +
                 static_cast<std::size_t>(from)];
  }

  std::string spec_;
  Nodes nodes_;
  int ports_ = 0;
  int levels_ = 1;
  bool identical_links_ = true;
  std::vector<Link> links_;
  std::vector<std::size_t> first_;  ///< by node: its part of leaving_
  std::vector<LinkId> leaving_;     ///< parallel links consecutive, at the position of the first
  std::vector<Ways> ways_;          ///< by host, then by node
};

/// Creates a graph from TOML:
///
///   hosts = ["a", "b", "c"]
///   switches = ["s"]
///   links = [["a", "s"], ["b", "s", 1],
///            { ends = ["c", "s"], level = 1, bandwidth = "3.6Tb/s", latency = "50ns", count = 2 }]
///   no_forwarding = "hosts"       # or a list of names
///
/// Links go both ways; the number after the names is the level, default 0. `count` parallel links
/// are identical; a pair may be repeated if both entries have `count`. `name` is the file's name in
/// errors, `spec` is the result of spec(). THROWS std::invalid_argument with the place
/// ("file:line:column: links: ..."), the mistake and the expected form.
std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec);

}  // namespace orrery
