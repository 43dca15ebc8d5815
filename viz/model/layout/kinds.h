#pragma once

#include <memory>
#include <vector>

#include "viz/model/layout/layout.h"

/// The layouts that makeLayout() chooses from, and what they share.
namespace orrery::viz {

/// Nodes on a circle, clockwise in rank order from the top; links are chords. Many nodes are
/// staggered over several concentric circles, so that rank order still is the angle. For fully
/// connected networks and for any graph that no other layout suits.
std::unique_ptr<Layout> makeCircleLayout(std::shared_ptr<const Topology> topology);

/// `count` points on one circle, or staggered between `inner` * radius and the radius where one
/// circle would be too crowded; neighbours are about 1 apart. Centre is (0, 0).
std::vector<QPointF> circlePoints(int count, double inner = 0.45);

/// A torus of one dimension: a circle, clockwise from the top. A long ring is folded into a closed
/// meander on a grid, so that its nodes stay far enough apart to be seen.
std::unique_ptr<Layout> makeRingLayout(std::shared_ptr<const Topology> topology);

/// Around the nodes between two of a row (above them) or a column (to the right): the further apart
/// the ends, the further away, from `nearest` on.
LinkShape besideShape(QPointF a, QPointF b, double nearest = 0.27);

/// Networks whose hosts have coordinates. The last dimension runs to the right and the one before it downwards; every
/// further dimension repeats this plane in panels. Wrap-around links leave the plane as a short
/// stub and enter on the opposite side; links between panels are stubs across the corner. A mesh of
/// one dimension is folded into rows when it is long.
///
/// Links over more than one step (HyperX) run beside their row or column. Where neighbours are not
/// linked (the boards of HammingMesh) there is a gap; switches stand at the end of their row or
/// column, and their links run beside it as on a bus.
std::unique_ptr<Layout> makeGridLayout(std::shared_ptr<const Topology> topology);

/// Meshes and tori of three dimensions: the planes of the last two, seen from above at an angle,
/// stacked along the first, the plane of the lowest numbers at the bottom, in as many stacks from left
/// to right as make a picture of a usual shape. Wrap-around links leave their plane as a short stub and
/// enter on the opposite side; so do links between stacks. They stand so that links between planes pass
/// beside the nodes of up to five rows. `turn`: how much further, of a whole turn about the vertical
/// axis. REQUIRES isStack(*topology).
std::unique_ptr<Layout> makeStackLayout(std::shared_ptr<const Topology> topology, double turn = 0);

/// Whether such a layout suits the topology.
bool isStack(const Topology& topology);

/// Networks of groups: a row of switches each (dragonfly), with its hosts below, or spine switches without
/// hosts above a row of leaf switches (dragonfly+). Links between groups leave theirs upwards as a short stub
/// and enter the other from above, so that they do not cross the whole picture. REQUIRES isGrouped(*topology).
std::unique_ptr<Layout> makeGroupsLayout(std::shared_ptr<const Topology> topology);

/// Whether such a layout suits the topology: those switches that links below the highest level join make three
/// groups or more, two where each has spines, and each has switches with hosts.
bool isGrouped(const Topology& topology);

/// Servers with GPUs, each on ground of its own: the GPUs in a circle, the switch that joins them in the middle,
/// the network interfaces on a larger circle at the edge, near their GPUs. The switches outside stand above, in
/// rows by their distance from the servers. REQUIRES topology->servers() != nullptr.
std::unique_ptr<Layout> makeServersLayout(std::shared_ptr<const Topology> topology);

/// Networks with switches. A node's level is its distance from the nearest host. Hosts stand in the
/// bottom row, grouped by their switch, and switches in rows above; a single switch, large networks
/// and those with links between switches of one level (dragonfly) are drawn in circles instead, with
/// the top level in the centre.
std::unique_ptr<Layout> makeTreeLayout(std::shared_ptr<const Topology> topology);

}  // namespace orrery::viz
