#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/grouped.h"
#include "emu/net/topology.h"

namespace orrery::inline net {

/// Lengths and numbers of the shortest routes of a graph, from any node to a host, over nodes that
/// forward. Routes to a host are found on the first request, and kept while there is room.
///
/// A host with one neighbour is at the edge: its ways are those of the neighbour and one link more. So a fat tree of
/// 100,000 hosts needs the ways between its switches only. Beyond kMostKept only the ways to the host that was asked
/// for last are known, in each thread, and only as far as they were asked for.
///
/// Example: a line of hosts a-b-c has edges a and c; from a to c there is 1 way of 2 links, from b to b (0) and one more
/// at each end.
class ShortestWays {
 public:
  static constexpr std::size_t kMostKept = std::size_t{1} << 26;  ///< entries of 4 bytes each

  struct Ways {
    std::uint32_t distance : 24 = kUnreached;
    std::uint32_t paths : 8 = 0;  ///< at most kMostPaths
  };
  static constexpr std::uint32_t kUnreached = (1U << 24) - 1;

  /// `links` go both ways; the first `hosts` nodes are hosts. REQUIRES fewer than kUnreached nodes.
  ShortestWays(int hosts, std::vector<bool> forwards, std::span<const Link> links,
               std::size_t most_kept = kMostKept);
  ~ShortestWays();
  ShortestWays(const ShortestWays&) = delete;
  ShortestWays& operator=(const ShortestWays&) = delete;

  Ways between(NodeId from, NodeId to) const;
  /// Returns the neighbour of a host at the edge; otherwise the node itself.
  NodeId beside(NodeId node) const { return beside_[static_cast<std::size_t>(node)]; }
  /// Returns whether `next`, a neighbour of `node`, is nearer to the host.
  bool is_nearer(NodeId next, NodeId node, NodeId to) const;

 private:
  using Row = std::vector<Ways>;  ///< by core node: its ways to one of them
  /// The row of a thread for paths that are not kept.
  struct Last {
    std::uint64_t of = 0;  ///< number of the ShortestWays
    std::size_t to = 0;
    Row row;
    std::vector<std::uint32_t> reached;  ///< in the order of distances
  };

  bool is_edge(NodeId node) const { return beside(node) != node; }
  Ways on(const Row& row, NodeId from, NodeId to) const;
  const Row& row_that_has(NodeId from, NodeId to) const;
  const Row& last_row(std::size_t to, std::size_t from) const;
  std::size_t core(NodeId node) const { return column_[static_cast<std::size_t>(beside(node))]; }
  void find_edges(int hosts, std::span<const Link> links);
  void list_neighbours(std::span<const Link> links);
  void search(std::size_t to, std::size_t stop_at, Row& row,
              std::vector<std::uint32_t>& reached) const;

  std::vector<bool> forwards_;
  std::vector<NodeId>
      beside_;  ///< by node: the neighbour of a host at the edge; of others themselves
  std::vector<std::uint8_t>
      width_;  ///< by node: links from the edge to that neighbour; of others 1
  std::vector<std::size_t> column_;  ///< by node that is not at the edge: its number among these
  std::vector<bool> passes_;         ///< by such number: whether the node forwards
  Grouped<std::uint32_t> next_;      ///< by such number: those of neighbours, one for each link
  mutable std::vector<std::atomic<const Row*>>
      rows_;  ///< by this number: paths to it; null: not kept
  mutable std::atomic<std::size_t> kept_ = 0;
  std::size_t most_kept_;
  std::uint64_t number_;
};

}  // namespace orrery::inline net
