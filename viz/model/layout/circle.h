#pragma once

#include <memory>
#include <vector>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Nodes on a circle, clockwise in rank order from the top; links are chords. Many nodes are
/// staggered over several concentric circles, so that rank order still is the angle. For fully
/// connected networks and for any graph that no other layout suits.
std::unique_ptr<Layout> makeCircleLayout(std::shared_ptr<const Topology> topology);

/// `count` points on one circle, or staggered between `inner` * radius and the radius where one
/// circle would be too crowded; neighbours are about 1 apart. Centre is (0, 0).
std::vector<QPointF> circlePoints(int count, double inner = 0.45);

}  // namespace orrery::viz
