#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Networks with switches. A node's level is its distance from the nearest host. Hosts stand in the
/// bottom row, grouped by their switch, and switches in rows above; a single switch, large networks
/// and those with links between switches of one level (dragonfly) are drawn in circles instead, with
/// the top level in the centre.
std::unique_ptr<Layout> makeTreeLayout(std::shared_ptr<const Topology> topology);

}  // namespace orrery::viz
