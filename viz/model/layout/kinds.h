#pragma once

#include <memory>
#include <vector>

#include "viz/model/layout/layout.h"

/// The layouts that makeLayout() chooses from, and their common parts.
namespace orrery::viz::inline model {

/// Places nodes on a circle, clockwise in rank order from the top; links are chords. Many nodes are
/// staggered over several concentric circles, so that rank order still is the angle. For fully
/// connected networks and for graphs without a better layout.
std::unique_ptr<Layout> makeCircleLayout(std::shared_ptr<const Topology> topology);

/// Returns `count` points on one circle, or staggered between `inner` * radius and the radius where
/// one circle would be too crowded; neighbours are about 1 apart. Centre is (0, 0).
std::vector<QPointF> circlePoints(int count, double inner = 0.45);

/// Places a one-dimensional torus on a circle, clockwise from the top. A long ring is folded into a
/// closed meander on a grid, so that its nodes stay far enough apart to be seen.
std::unique_ptr<Layout> makeRingLayout(std::shared_ptr<const Topology> topology);

/// Returns a link around the nodes between two of a row (above them) or a column (to the right):
/// the further apart its ends, the further away, from `nearest` on.
LinkShape besideShape(QPointF a, QPointF b, double nearest = 0.27);

/// Places a network whose hosts have coordinates. The last dimension runs to the right and the one
/// before it downwards; every further dimension repeats this plane in panels. Wrap-around links
/// leave the plane as a short stub and enter on the opposite side; links between panels are stubs
/// across the corner. A long mesh of one dimension is folded into rows.
///
/// Links over more than one step (HyperX) run beside their row or column. Unlinked neighbours (the
/// boards of HammingMesh) have a gap; switches stand at the end of their row or column, and their
/// links run beside it as on a bus.
std::unique_ptr<Layout> makeGridLayout(std::shared_ptr<const Topology> topology);

/// Places a mesh or torus of three dimensions: the planes of the last two, seen from above at an
/// angle, are stacked along the first, the plane of the lowest numbers at the bottom, in stacks
/// from left to right, as many as give a usual shape. Wrap-around links leave their plane as a
/// short stub and enter on the opposite side; so do links between stacks. Links between planes pass
/// beside the nodes of up to five rows. `turn`: further rotation about the vertical axis, in whole
/// turns. REQUIRES isStack(*topology).
std::unique_ptr<Layout> makeStackLayout(std::shared_ptr<const Topology> topology, double turn = 0);

/// Returns whether such a layout suits the topology.
bool isStack(const Topology& topology);

/// Places a network of groups: a row of switches each (dragonfly), with its hosts below, or spine
/// switches without hosts above a row of leaf switches (dragonfly+). Links between groups leave
/// theirs upwards as a short stub and enter the other from above, so that they do not cross the
/// whole picture. REQUIRES isGrouped(*topology).
std::unique_ptr<Layout> makeGroupsLayout(std::shared_ptr<const Topology> topology);

/// Returns whether such a layout suits the topology: the switches joined by links below the highest
/// level form at least three groups, or two if each has spines, and each has switches with hosts.
bool isGrouped(const Topology& topology);

/// Places servers with GPUs, each on ground of its own: the GPUs in a circle, their switch in the
/// middle, the network interfaces in columns on both sides or, if they are linked to the switch, on a
/// larger circle. The switches outside stand above, in rows by their distance from the servers.
/// REQUIRES topology->servers() != nullptr.
std::unique_ptr<Layout> makeServersLayout(std::shared_ptr<const Topology> topology);

/// Places up to 32 servers whose NICs of one number share a switch, their rail: servers are columns, rails are rows,
/// and the links of a rail run in parallel lanes to its switch on the left, so that none of them cross. Other switches
/// stand further to the left. REQUIRES isRailed(*topology).
std::unique_ptr<Layout> makeRailsLayout(std::shared_ptr<const Topology> topology);

/// Returns whether such a layout suits the topology.
bool isRailed(const Topology& topology);

/// Places a network with switches. A node's level is its distance from the nearest host. Switches
/// stand in a row for each level, hosts below their switch, in columns if they are many; the links
/// of a column share a lane beside it. Large trees have half of their parts above the highest level,
/// upside down. A single switch, and networks with links between switches of one level, are drawn
/// in circles instead, with the top level in the centre.
std::unique_ptr<Layout> makeTreeLayout(std::shared_ptr<const Topology> topology);

}  // namespace orrery::viz::inline model
