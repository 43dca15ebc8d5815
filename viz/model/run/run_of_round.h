#pragma once

#include <memory>

#include "viz/model/run/finished_run.h"

namespace orrery::viz::inline model {

/// Runs one cell for a picture of round `round`. Of a symmetric run with more messages than are kept, it records only
/// the messages of this round and of rounds at the same time: a first run with representative ranks finds these rounds,
/// and the recording ends after them. The picture of RoundMark::view equals that of runCell(); other moments, and
/// `blocks`, are missing. All other runs are as from runCell().
std::shared_ptr<const FinishedRun> runOfRound(const RunSpec& spec, int round,
                                              const RunLimits& limits = {});

}  // namespace orrery::viz::inline model
