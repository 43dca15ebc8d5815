#pragma once

#include <memory>
#include <string>
#include <vector>

#include "emu/base/coordinates.h"
#include "emu/net/topology.h"

namespace orrery::inline net {

/// Cartesian product of one-dimensional networks ("lines"): hosts have coordinates, and a copy of
/// line i, switches included, joins the hosts that differ only in coordinate i.
///
/// Nodes: hosts row-major (the last dimension varies fastest), then the switches by dimension and
/// copy. Links: by dimension, copy, and number in the line. A link keeps its level in the line. The
/// copies of dimension i are numbered by the other coordinates, row-major.
///
/// Routes cross one line for each coordinate that differs, LAST dimension first: a projection of
/// any path to a dimension is a path of that line, hence minimal if the lines' routes are. The
/// other paths take the dimensions in other orders (emu/net/orders.h), and in each line its other
/// paths: the digits of a path's number are the order and the path in each line, last line first.
class Product : public Topology {
 public:
  /// Builds the product. REQUIRES lines not empty. `spec` is the result of spec(). THROWS
  /// std::invalid_argument for more than 2^31-1 nodes or 2^63-1 links.
  Product(std::string spec, std::vector<std::unique_ptr<Topology>> lines);

  std::string spec() const override { return spec_; }
  int hosts() const override { return hosts_; }
  int nodes() const override { return nodes_; }
  LinkId link_count() const override { return link_count_; }
  Link link(LinkId id) const override;
  std::vector<int> dims() const override;
  int ports_per_host() const override { return ports_; }
  int levels() const override { return levels_; }
  /// Returns true: routes turn from one line into the next at hosts.
  bool forwards(NodeId /*node*/) const override { return true; }
  int path_count(NodeId src, NodeId dst, Routing routing) const override;
  void append_route(NodeId src, NodeId dst, int path, std::vector<LinkId>& out) const override;
  /// Returns the translations; only the identity unless every line joins each host to each other.
  Translations translations(const SymmetricNumbering& numbering) const override;

 protected:
  /// A link: link `number` of a copy of an axis' line.
  struct Place {
    std::size_t axis = 0;
    LinkId copy = 0, number = 0;
  };

  Place place_of(LinkId id) const;
  LinkId link_at(const Place& place) const;
  /// Returns the host of a copy of the line with this coordinate on the axis, and the copy of a
  /// host.
  NodeId host_on(std::size_t axis, LinkId copy, NodeId coordinate) const;
  LinkId copy_of(std::size_t axis, NodeId host) const;
  NodeId coordinate(std::size_t axis, NodeId host) const { return axes_[axis].of(host); }

 private:
  struct Axis : Coordinate {
    std::unique_ptr<Topology> line;
    NodeId first_switch = 0;  ///< of copy 0
    LinkId first_link = 0;
  };

  /// A line that a route takes.
  struct Leg {
    const Axis* axis = nullptr;
    NodeId from = 0, to = 0;  ///< coordinates
    int path = 0;             ///< of the line
  };

  void add_axis(std::unique_ptr<Topology> line, const Coordinate& along);
  std::vector<Leg> legs(NodeId src, NodeId dst) const;
  void append_leg(const Leg& leg, NodeId& at, std::vector<LinkId>& out) const;

  std::string spec_;
  std::vector<Axis> axes_;
  int hosts_ = 1;
  int nodes_ = 0;
  int ports_ = 0;
  int levels_ = 1;
  LinkId link_count_ = 0;
};

}  // namespace orrery::inline net
