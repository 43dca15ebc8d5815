#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

/// A torus of one dimension: a circle, clockwise from the top. A long ring is folded into a closed
/// meander on a grid, so that its nodes stay far enough apart to be seen.
std::unique_ptr<Layout> makeRingLayout(std::shared_ptr<const Topology> topology);

}  // namespace orrery::viz
