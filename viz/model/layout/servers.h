#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// Servers with GPUs, each on ground of its own: the GPUs in a circle, the switch that joins them in the middle,
/// the network interfaces on a larger circle at the edge, near their GPUs. The switches outside stand above, in
/// rows by their distance from the servers. REQUIRES topology->servers() != nullptr.
std::unique_ptr<Layout> makeServersLayout(std::shared_ptr<const Topology> topology);

}  // namespace orrery::viz
