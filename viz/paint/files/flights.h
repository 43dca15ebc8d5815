#pragma once

#include <vector>

#include "viz/paint/stage/stage_painter.h"

namespace orrery::viz::inline paint {

/// Path of a message's ball over a picture. Between two places the ball moves evenly; two places at the same time are
/// the sides of a node that it crosses.
struct Flight {
  struct At {
    Time time{0};
    QPointF at;
  };
  std::int64_t message = 0;
  std::vector<At> way;  ///< at least two, in order of time
};

/// Returns the paths of all messages that ended, in their order, as paintBlocks() draws them.
std::vector<Flight> flightsOf(const View& view, const Picture& picture);

}  // namespace orrery::viz::inline paint
