#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// The largest flow from one node of a graph to another, and the smallest cut between them.
namespace orrery::inline net {

/// Dinic's algorithm (Dinic, Soviet Math. Doklady 11, 1970): flow along shortest paths, level by
/// level. Capacities are real numbers: values below `kNothing` of the largest one are rounding
/// noise.
class MaxFlow {
 public:
  static constexpr double kNothing = 1e-12;
  using Node = std::int32_t;

  /// Creates a graph without edges. REQUIRES nodes >= 2.
  explicit MaxFlow(Node nodes);

  /// Adds a directed edge. REQUIRES nodes in range, capacity >= 0.
  void add_edge(Node from, Node to, double capacity);

  /// Returns the largest flow. REQUIRES source != sink. May be called once. Deterministic.
  double solve(Node source, Node sink);

  /// Returns whether the node is on the source's side of the smallest cut, the one nearest to the
  /// source. Valid after solve().
  bool on_source_side(Node node) const { return level_[index(node)] >= 0; }

 private:
  struct Edge {
    Node to = 0;
    double left = 0;  ///< unused capacity
  };
  static std::size_t index(Node node) { return static_cast<std::size_t>(node); }

  bool find_levels(Node source, Node sink);
  double push();
  bool leads_on(std::uint32_t edge, Node from) const;
  bool advance(Node& at);

  std::vector<Edge> edges_;  ///< edge 2i and its reverse 2i + 1
  std::vector<std::vector<std::uint32_t>> leaving_;
  std::vector<std::int32_t> level_;
  std::vector<std::size_t> next_;  ///< by node: the first of its edges that may still be useful
  std::vector<std::uint32_t> way_;
  double noise_ = 0;
};

}  // namespace orrery::inline net
