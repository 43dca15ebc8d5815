#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emu/net/topology.h"

namespace orrery {

/// Any connected graph of hosts and switches. Hosts may pass messages on.
///
/// Links: link i of the list has 2i from its first node to its second, 2i + 1 back.
///
/// Routes are shortest by number of links. At each node they take the first link of the list that
/// leads closer; path i is the i-th shortest path in that (lexicographic) order.
class Graph final : public Topology {
 public:
  static constexpr std::int64_t kMostDistances = std::int64_t{1} << 26;  ///< hosts times nodes
  static constexpr int kMostLevels = 64;

  /// REQUIRES a connected graph, nodes of `links` in 0 .. nodes-1, levels in 0 .. kMostLevels-1,
  /// 1 <= hosts <= nodes. THROWS std::invalid_argument for hosts * nodes > kMostDistances and for a
  /// way of 65535 links.
  Graph(std::string spec, int hosts, int nodes, std::vector<Link> links);

  std::string spec() const override { return spec_; }
  int hosts() const override { return hosts_; }
  int nodes() const override { return nodes_; }
  LinkId link_count() const override { return 2 * static_cast<LinkId>(links_.size()); }
  Link link(LinkId id) const override;
  int ports_per_host() const override { return ports_; }
  int levels() const override { return levels_; }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;

 private:
  /// From a node to a host.
  struct Ways {
    std::uint16_t distance = kUnreached;
    std::uint8_t paths = 0;  ///< shortest ones, at most kMostPaths
  };
  static constexpr std::uint16_t kUnreached = 0xffff;

  void list_neighbours();
  void find_ways(NodeId host);
  /// Links that leave a node, in the order of the list.
  std::span<const LinkId> leaving(NodeId node) const;
  const Ways& ways(NodeId from, NodeId to) const {
    return ways_[static_cast<std::size_t>(to) * static_cast<std::size_t>(nodes_) +
                 static_cast<std::size_t>(from)];
  }

  std::string spec_;
  int hosts_;
  int nodes_;
  int ports_ = 0;
  int levels_ = 1;
  std::vector<Link> links_;
  std::vector<std::size_t> first_;  ///< by node: its part of leaving_
  std::vector<LinkId> leaving_;
  std::vector<Ways> ways_;  ///< by host, then by node
};

/// A graph from TOML:
///
///   hosts = ["a", "b", "c"]
///   switches = ["s"]
///   links = [["a", "s"], ["b", "s"], ["c", "s", 1]]
///
/// Links go both ways; the number after the names is the level, 0 if there is none. `name` stands
/// for the file in errors, `spec` is what the graph's spec() returns. THROWS std::invalid_argument
/// saying where ("file:line:column: links: ..."), what, and what was expected.
std::unique_ptr<Topology> parse_graph(std::string_view text, const std::string& name,
                                      std::string spec);

}  // namespace orrery
