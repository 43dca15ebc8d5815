#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/run/calibration/fit.h"
#include "scenarios/run/runner.h"

namespace orrery::inline run {

/// The runs of a sweep that differ in `bytes` alone, and the line time = α + β bytes that is nearest to them.
struct SizeFit {
  std::vector<std::pair<std::string, std::string>>
      series;     ///< the other swept keys and their values
  int sizes = 0;  ///< at least 3
  LineFit fit;    ///< its samples are sizes as in the key `bytes`
};

/// Returns a fit for each series with three sizes or more, in the order of the sweep.
std::vector<SizeFit> fits_over_sizes(const std::vector<RunResult>& results);

/// Returns whether a schedule from a file is among the runs: its file does not tell its cost by
/// size.
bool runs_schedules(const std::vector<RunResult>& results);

}  // namespace orrery::inline run
