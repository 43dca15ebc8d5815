#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Meshes and tori of three dimensions: the planes of the last two, seen from above at an angle,
/// stacked along the first, the plane of the lowest numbers at the bottom, in as many stacks from left
/// to right as make a picture of a usual shape. Wrap-around links leave their plane as a short stub and
/// enter on the opposite side; so do links between stacks. They stand so that links between planes pass
/// beside the nodes of up to five rows. `turn`: how much further, of a whole turn about the vertical
/// axis. REQUIRES isStack(*topology).
std::unique_ptr<Layout> makeStackLayout(std::shared_ptr<const Topology> topology, double turn = 0);

/// Whether such a layout suits the topology.
bool isStack(const Topology& topology);

}  // namespace orrery::viz
