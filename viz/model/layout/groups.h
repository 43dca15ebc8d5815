#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Networks of groups (dragonfly): a row of switches each, with its hosts below. Links between groups
/// leave theirs upwards as a short stub and enter the other from above, so that they do not cross the
/// whole picture. REQUIRES isGrouped(*topology).
std::unique_ptr<Layout> makeGroupsLayout(std::shared_ptr<const Topology> topology);

/// Whether such a layout suits the topology: all switches have hosts, and those that links below the
/// highest level join make three groups or more.
bool isGrouped(const Topology& topology);

}  // namespace orrery::viz
