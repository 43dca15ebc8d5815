#pragma once

#include "viz/model/index/trace_index.h"

namespace orrery::viz {

/// Rows of a rank's lane that is `height` pixels high: in a schedule one for each thread block, where there is room,
/// behind them one for what other ranks' thread blocks put into its memory or fetch from there, and one for computing;
/// otherwise a single one.
int laneRows(const TraceIndex& index, int rank, double height, double least);

/// The row of `rows` in which a rank's message, sent or received, or computation is.
int laneRow(const TraceIndex& index, int rank, LaneIndex::Lane lane, std::uint32_t number,
            int rows);

}  // namespace orrery::viz
