#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"

/// What one slow rank, one slow link or one that failed does to runs.
namespace orrery {

struct RobustnessRequest {
  enum class Of { kRank, kLink } of = Of::kRank;
  std::string
      which;  ///< a rank, or a link as slow_links names it; empty: rank 0, the link that carries most
  std::vector<double> slowdowns{1.5, 2, 4, 8};  ///< each > 1
  int jobs = 1;
};

/// What became of one cell.
struct Robustness {
  RunResult perfect;  ///< without slow ranks and links
  std::string which;  ///< "rank 0", "link 3-4"; empty if the cell was not measured
  /// By slowdown: the result with the rank's processor slower by it, or the link's bandwidth divided by it.
  std::vector<RunResult> slow;
  std::optional<RunResult>
      failed;  ///< for kLink: without the link; bad input where that cuts ranks apart

  /// The completion time over that without slow ranks and links; nothing where there is none.
  std::optional<double> growth(const RunResult& result) const;
};

/// Runs the cells, each as it is and with one straggler or slow link. `progress` is told how many runs are done, of
/// how many. THROWS InputError for a rank or link that a cell does not have.
std::vector<Robustness> robustness_of(
    const std::vector<RunSpec>& cells, const RobustnessRequest& request,
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace orrery
