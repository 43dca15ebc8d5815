#pragma once

#include <memory>

#include "viz/model/layout/layout.h"

namespace orrery::viz {

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

}  // namespace orrery::viz
