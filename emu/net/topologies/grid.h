#pragma once

#include <string>
#include <vector>

#include "emu/base/coordinates.h"
#include "emu/net/topology.h"

namespace orrery::inline net {

/// Torus (every dimension closes to a ring) or mesh (none does) of any dimension; hosts route,
/// there are no switches. Hosts are row-major: the last dimension varies fastest, torus:8x8 has (i,
/// j) at 8 i + j.
///
/// Links join neighbours, one in each direction. A ring of 2 has two parallel links in each
/// direction between its hosts, unless `one_link` is set: then that dimension equals that of a
/// mesh. A dimension of size 1 has no links.
///
/// Routes are dimension-ordered, LAST dimension first, in the shorter direction of each. In a ring
/// of even size d, two hosts that are exactly d/2 apart have two equal directions ("tied"). Then
/// there are two paths, sharing the links of the other dimensions: path 0 takes the positive
/// direction in every tied dimension, path 1 the negative one. The other paths take the dimensions
/// in other orders (emu/net/orders.h): path 2i, 2i+1 in order i; path i without a tie.
class Grid final : public Topology {
 public:
  enum class Shape { kTorus, kMesh };

  /// Builds the grid. `one_link`: between the two hosts of a ring of 2. REQUIRES sizes not empty,
  /// each >= 1. THROWS std::invalid_argument for more than 2^31-1 hosts.
  Grid(Shape shape, std::vector<int> sizes, bool one_link = false);

  std::string spec() const override;
  int hosts() const override { return hosts_; }
  LinkId link_count() const override { return link_count_; }
  Link link(LinkId id) const override;
  std::vector<int> dims() const override { return sizes_; }
  int ports_per_host() const override { return ports_; }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;
  Translations translations(const SymmetricNumbering& numbering) const override;
  LinkId representative(LinkId id, const Translations& all) const override;

 private:
  /// A dimension of size > 1. Its positive links come first, then its negative ones, each in the
  /// order of their hosts: in a ring the source host, otherwise the lower one of the two. So the
  /// numbers of the two links between hosts of a ring of 2 differ by hosts().
  struct Axis : Coordinate {
    bool ring = false;
    LinkId positive = 0;  ///< first link
    LinkId negative = 0;
  };

  const Axis& axis_of(LinkId id) const;
  bool is_tied(NodeId src, NodeId dst) const;
  void append_last_first(NodeId src, NodeId dst, bool positive, std::vector<LinkId>& out) const;
  void append_in_order(NodeId src, NodeId dst, int order, bool positive,
                       std::vector<LinkId>& out) const;
  void append_axis(const Axis& axis, NodeId above, NodeId x, NodeId y, bool positive, NodeId& at,
                   std::vector<LinkId>& out) const;
  void append_line(const Axis& axis, LinkId origin, NodeId from, NodeId to, bool positive,
                   std::vector<LinkId>& out) const;

  Shape shape_;
  bool one_link_ = false;  ///< one link between the hosts of a ring of 2
  std::vector<int> sizes_;
  std::vector<Axis> axes_;
  int hosts_ = 1;
  int ports_ = 0;
  LinkId link_count_ = 0;
  bool has_ties_ = false;  ///< whether some ring has even size
};

}  // namespace orrery::inline net
