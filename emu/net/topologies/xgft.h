#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "emu/net/topology.h"

namespace orrery::inline net {

/// Parallel-ports generalised fat tree PGFT(h; m_1 .. m_h; w_1 .. w_h; p_1 .. p_h) with D-mod-k routing;
/// where all p_i are 1, it is the extended generalised fat tree XGFT(h; m_1 .. m_h; w_1 .. w_h).
/// Ref  S. Öhring, M. Ibel, S. Das, M. Kumar: On generalized fat trees, IPPS 1995 (the tree);
///      E. Zahavi: D-Mod-K routing providing non-blocking traffic for shift permutations on real
///      life fat trees, CCIT Report 776, Technion 2010 (the routing, and parallel links).
///
/// Level 0 has the hosts, level h the roots. A node of level i has m_i children and w_(i+1)
/// parents, and p_(i+1) parallel links to each of them. With M_i = m_1 .. m_i and W_i = w_1 .. w_i,
/// a node of level i is a pair (A, B):
///   A < hosts / M_i  is the subtree; host d is in subtree d / M_i
///   B < W_i          is its place among the W_i roots of that subtree
/// Its parents are the nodes (A / m_(i+1), B + W_i b) of level i+1, for b < w_(i+1).
/// Nodes are numbered by level, then by A, then by B.
///
/// Routes: up to the lowest common subtree and down again. The downward route to d from (A, B) is
/// unique; upwards every switch of level i picks parent b = d / W_i mod w_(i+1), hence B = d mod
/// W_i at every level: all traffic to d uses the same root of each subtree, and a shift permutation
/// loads no link of a full tree with more than one route. Of p parallel links between levels i and
/// i+1 it takes number d / W_(i+1) mod p, up as well as down. Path i < W_l goes up as if to host d
/// + i, where the lowest common subtree is of level l; i / W_l counts through the parallel links,
/// up and down, of each level.
///
/// Links: those between level i and i+1 (Link::level = i) are p up and p down for each subtree A of
/// level i and each B' < W_(i+1), joining (A, B' mod W_i) and (A / m_(i+1), B'); parallel links
/// have consecutive numbers.
class Xgft final : public Topology {
 public:
  static constexpr std::size_t kMaxHeight = 32;

  /// Builds the tree. `spec` is the result of spec(). REQUIRES children (the m_i), parents (the
  /// w_i) and parallel (the p_i; empty: 1 each) of equal length, 1 .. kMaxHeight, each entry >= 1.
  /// THROWS std::invalid_argument for more than 2^31-1 nodes or 2^63-1 links.
  Xgft(std::string spec, std::span<const int> children, std::span<const int> parents,
       std::span<const int> parallel = {});

  std::string spec() const override { return spec_; }
  int hosts() const override { return hosts_; }
  int nodes() const override { return nodes_; }
  LinkId link_count() const override { return link_count_; }
  Link link(LinkId id) const override;
  int ports_per_host() const override { return tiers_.front().roots * tiers_.front().parallel; }
  int levels() const override { return static_cast<int>(tiers_.size()); }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;
  /// Returns the translations of the tree. By number, the subtrees of the roots rotate if every
  /// switch keeps the parents that it picks. By exclusive or, subtrees and their roots change
  /// places if all numbers of children and parents are powers of two: a route to d XOR s picks B
  /// XOR s mod W_i where one to d picks B. A bit of s that moves hosts of a subtree but not its
  /// roots (W_(i+1) < M_i) would leave links in place, and stays 0.
  Translations translations(const SymmetricNumbering& numbering) const override;
  LinkId representative(LinkId id, const Translations& all) const override;

 private:
  /// The links between level i and level i+1.
  struct Tier {
    NodeId children = 0;     ///< m_(i+1)
    NodeId below = 0;        ///< M_i
    int parallel = 1;        ///< p_(i+1)
    NodeId lower_roots = 0;  ///< W_i
    NodeId roots = 0;        ///< W_(i+1)
    NodeId lower_first = 0;  ///< first node of level i
    NodeId upper_first = 0;  ///< first node of level i+1
    LinkId up = 0;           ///< first link up
    LinkId down = 0;         ///< first link down
  };

  void add_tier(const Tier& below, NodeId subtrees, int children, int parents, int parallel);

  NodeId roots_between(NodeId src, NodeId dst) const;
  const Tier& tier_of(LinkId id) const;
  Translations rotated_subtrees(int period) const;
  Translations exclusive_ors() const;

  std::string spec_;
  std::vector<Tier> tiers_;
  NodeId hosts_ = 0;
  NodeId nodes_ = 0;
  LinkId link_count_ = 0;
};

}  // namespace orrery::inline net
