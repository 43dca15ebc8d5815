#pragma once

#include "viz/model/index/frame_state.h"

namespace orrery::viz::inline model {

/// Returns where one path of a message is at a time between its start and its end.
MovingMessage movingOn(const TraceIndex& index, const Trace::Message& m, int path, Time t);

}  // namespace orrery::viz::inline model
