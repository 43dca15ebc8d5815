#include "viz/paint/lanes/lane_rows.h"

namespace orrery::viz {

int laneRows(const TraceIndex& index, int rank, double height, double least) {
  if (index.steps() == nullptr) return 1;
  const auto blocks = static_cast<int>(index.steps()->blocksOf(rank).size());
  const int rows = blocks + (index.steps()->isReached(rank) ? 1 : 0) +
                   (index.lanes().of(LaneIndex::kCompute, rank).empty() ? 0 : 1);
  return blocks > 1 && height / rows >= least ? rows : 1;
}

int laneRow(const TraceIndex& index, int rank, LaneIndex::Lane lane, std::uint32_t number,
            int rows) {
  if (rows == 1) return 0;
  if (lane == LaneIndex::kCompute) return rows - 1;
  const std::int32_t step = index.steps()->of(number, lane == LaneIndex::kSend);
  if (step >= 0) return index.steps()->row(step);
  return index.steps()->isReached(rank) ? static_cast<int>(index.steps()->blocksOf(rank).size())
                                        : 0;
}

}  // namespace orrery::viz
