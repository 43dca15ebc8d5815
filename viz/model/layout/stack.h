#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

inline constexpr double kStackTurn = 0.07;  ///< of a whole turn: how a stack stands at first

/// Meshes and tori of three dimensions: the planes of the last two, seen from above at an angle,
/// stacked along the first; many planes make several stacks, from left to right. Wrap-around links leave their plane as a short stub and enter on the
/// opposite side. `turn`: of a whole turn about the vertical axis. REQUIRES isStack(*topology).
std::unique_ptr<Layout> makeStackLayout(std::shared_ptr<const Topology> topology,
                                        double turn = kStackTurn);

/// Whether such a layout suits the topology.
bool isStack(const Topology& topology);

}  // namespace orrery::viz
