#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QLineF>
#include <QMarginsF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "emu/net/faults.h"
#include "emu/net/topology.h"

/// Places of a network's nodes and links in an abstract plane (y grows downwards). Pure geometry:
/// no time, no colours, no pixels.
namespace orrery::viz::inline model {

/// Course of a directed link from node centre to node centre: one segment, two where the link leaves
/// the picture on one side and comes back on another (a wrap-around link of a torus), or three where
/// it goes around the nodes between its ends.
struct LinkShape {
  std::array<QLineF, 3> segments;
  int count = 1;  ///< 1 .. 3

  /// Returns position and direction (unit length) after `fraction` (0 .. 1) of the link's drawn
  /// length.
  QLineF at(double fraction) const;
  double length() const;
};

/// Ground under a group of nodes: a plane of a stack, a group of a dragonfly.
struct Area {
  std::array<QPointF, 4> corners;  ///< in order around it
  QString name;                    ///< may be empty; stands in the lower left corner
  QPointF corner;                  ///< that corner
};

class Layout {
 public:
  virtual ~Layout() = default;
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  /// Returns the course of a link. REQUIRES 0 <= id < topology().link_count().
  virtual LinkShape link(LinkId id) const = 0;

  const Topology& topology() const { return *topology_; }
  /// Returns the links that differ from the usual ones, ascending.
  const std::vector<FaultyLink>& faults() const { return faults_; }
  /// Returns the fault of a link; null: none.
  const FaultyLink* faultOf(LinkId id) const;
  /// Returns the positions by NodeId: hosts first, then switches.
  const std::vector<QPointF>& nodes() const { return nodes_; }
  /// Returns disjoint areas; empty where no groups need to be told apart.
  const std::vector<Area>& areas() const { return areas_; }
  /// Returns the text at the open end of a link that leaves the picture on one side and comes back
  /// on another; nothing: the ranks that it leads to.
  virtual std::optional<QString> beyond(LinkId /*id*/) const { return std::nullopt; }
  /// Returns the height of the empty strip below the hosts, for ranks that have no room within.
  double roomBelow() const { return room_below_; }
  /// Returns a rectangle around all nodes and links.
  const QRectF& bounds() const { return bounds_; }
  /// Returns the distance of neighbouring nodes, the unit of all sizes in the picture. > 0.
  double pitch() const { return 1; }
  /// Returns the radius of a node that leaves enough room between nodes.
  double nodeRadius() const { return node_radius_; }

 protected:
  explicit Layout(std::shared_ptr<const Topology> topology)
      : topology_(std::move(topology)), faults_(faulty_links(*topology_)) {}
  /// Sets bounds to the nodes' bounding box widened by `margins`; for constructors, with neighbours
  /// 1 apart.
  void place(std::vector<QPointF> nodes, double node_radius, QMarginsF margins);
  void place(std::vector<QPointF> nodes, double node_radius, double margin) {
    place(std::move(nodes), node_radius, QMarginsF(margin, margin, margin, margin));
  }
  void setAreas(std::vector<Area> areas) { areas_ = std::move(areas); }
  void setRoomBelow(double height) { room_below_ = height; }

 private:
  std::shared_ptr<const Topology> topology_;
  std::vector<FaultyLink> faults_;
  std::vector<QPointF> nodes_;
  QRectF bounds_;
  std::vector<Area> areas_;
  double node_radius_ = 0.25;
  double room_below_ = 0;
};

/// Returns whether link `id` of a torus, from coordinate x to coordinate y of a ring of `side`,
/// closes the ring. Of the two links between the hosts of a ring of 2 it is the one in positive
/// direction from 1, or in negative direction from 0: their numbers differ by that of the hosts
/// (emu/net/topologies/grid.h).
bool closesRing(const Topology& topology, LinkId id, int side, int x, int y);

/// Returns the number of columns in which `count` equal cells make a picture of a usual shape with
/// few cells to spare. Cells are `width` x `height`, with the gaps between them.
int columnsOf(int count, double width, double height);

/// Makes the layout that suits the topology: a closed ring, a grid, a stack, groups, servers, a
/// tree in levels, or a circle.
std::unique_ptr<Layout> makeLayout(const std::shared_ptr<const Topology>& topology);

/// Returns position and direction (unit length) after `progress` (0 .. 1) of a route. Every link
/// counts the same. `trim` is the part of a link that each of its end nodes covers (as a fraction
/// of the pitch): positions lie between the rims, never upon a node. REQUIRES links not empty.
QLineF alongRoute(const Layout& layout, std::span<const LinkId> links, double progress,
                  double trim = 0);

}  // namespace orrery::viz::inline model
