#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/trees/blocks.h"

/// Finds the best trees of few ranks by definition (Träff, Def. 1-3): tries all parents, and for
/// every rank all sequences of its children and its copy. It shares only the costs with the
/// library.
namespace orrery::trees::testing {

/// Times by root.
struct BruteTimes {
  std::vector<Cost> ordered, binary, weakly_ordered, any;
};

class BruteForce {
 public:
  explicit BruteForce(int p) : p_(p) {
    std::vector<int> parents(static_cast<std::size_t>(p), 0);
    list(parents, 0, -1);
  }

  BruteTimes best(const std::vector<std::int64_t>& sizes, const TreeCosts& costs) const {
    const std::vector<Cost> never(static_cast<std::size_t>(p_), INT64_MAX);
    BruteTimes best{never, never, never, never};
    for (const Shape& shape : shapes_) {
      const auto offer = [&](std::vector<Cost>& times, Cost time) {
        Cost& t = times[static_cast<std::size_t>(shape.root)];
        t = std::min(t, time);
      };
      const Cost any = time(shape, sizes, costs, false);
      offer(best.any, any);
      if (!shape.ranges) continue;
      offer(best.weakly_ordered, any);
      const Cost ordered = time(shape, sizes, costs, true);
      offer(best.ordered, ordered);
      if (shape.two) offer(best.binary, ordered);
    }
    return best;
  }

 private:
  /// A rank and its children, in rank order; the rank itself stands for its copy.
  struct Node {
    int rank;
    std::vector<int> steps;
    std::vector<int> below;  ///< all ranks of the subtree
  };
  struct Shape {
    int root;
    std::vector<Node> nodes;  ///< children before parents; leaves left out
    bool ranges = true;       ///< every subtree is a range of consecutive ranks
    bool two = true;          ///< no rank has more than two children
  };

  void list(std::vector<int>& parents, int r, int root) {
    if (r == p_) {
      if (root >= 0) add(parents, root);
      return;
    }
    for (int above = 0; above < p_; ++above) {
      if (above == r && root >= 0) continue;
      parents[static_cast<std::size_t>(r)] = above;
      list(parents, r + 1, above == r ? r : root);
    }
  }

  /// Returns the ranks below r, or nothing if there is a cycle.
  void collect(const std::vector<int>& parents, int r, Shape& shape, std::vector<int>& below) {
    Node node{r, {}, {r}};
    for (int c = 0; c < p_; ++c) {
      if (c == r)
        node.steps.push_back(r);
      else if (parents[static_cast<std::size_t>(c)] == r) {
        node.steps.push_back(c);
        collect(parents, c, shape, node.below);
      }
    }
    const auto [first, last] = std::ranges::minmax(node.below);
    if (last - first + 1 != static_cast<int>(node.below.size())) shape.ranges = false;
    if (node.steps.size() > 3) shape.two = false;
    below.insert(below.end(), node.below.begin(), node.below.end());
    if (node.steps.size() > 1 || p_ == 1) shape.nodes.push_back(std::move(node));
  }

  void add(const std::vector<int>& parents, int root) {
    Shape shape{root, {}};
    std::vector<int> reached;
    collect(parents, root, shape, reached);
    if (static_cast<int>(reached.size()) == p_) shapes_.push_back(std::move(shape));
  }

  /// Returns the time of the best sequence of each rank separately: a parent is never later if its
  /// child is earlier.
  Cost time(const Shape& shape, const std::vector<std::int64_t>& sizes, const TreeCosts& costs,
            bool rank_order) const {
    std::array<Cost, 8> ready{};
    std::array<Cost, 8> cost{};
    for (int r = 0; r < p_; ++r) {
      const std::int64_t m = sizes[static_cast<std::size_t>(r)];
      cost[static_cast<std::size_t>(r)] = m > 0 ? costs.alpha + costs.beta * m : 0;
    }
    for (const Node& node : shape.nodes) {
      const auto run = [&](const std::vector<int>& steps) {
        Cost t = 0;
        for (const int s : steps) {
          const auto at = static_cast<std::size_t>(s);
          t = s == node.rank ? t + costs.gamma * sizes[at] : std::max(t, ready[at]) + cost[at];
        }
        return t;
      };
      Cost best = run(node.steps);
      std::vector<int> steps = node.steps;
      while (!rank_order && std::next_permutation(steps.begin(), steps.end()))
        best = std::min(best, run(steps));
      std::int64_t sent = 0;
      for (const int r : node.below) sent += sizes[static_cast<std::size_t>(r)];
      ready[static_cast<std::size_t>(node.rank)] = best;
      cost[static_cast<std::size_t>(node.rank)] = sent > 0 ? costs.alpha + costs.beta * sent : 0;
    }
    return ready[static_cast<std::size_t>(shape.root)];
  }

  int p_;
  std::vector<Shape> shapes_;
};

}  // namespace orrery::trees::testing
