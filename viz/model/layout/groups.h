#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Networks of groups: a row of switches each (dragonfly), with its hosts below, or spine switches without
/// hosts above a row of leaf switches (dragonfly+). Links between groups leave theirs upwards as a short stub
/// and enter the other from above, so that they do not cross the whole picture. REQUIRES isGrouped(*topology).
std::unique_ptr<Layout> makeGroupsLayout(std::shared_ptr<const Topology> topology);

/// Whether such a layout suits the topology: those switches that links below the highest level join make three
/// groups or more, two where each has spines, and each has switches with hosts.
bool isGrouped(const Topology& topology);

}  // namespace orrery::viz
