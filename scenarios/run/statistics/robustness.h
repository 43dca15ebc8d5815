#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/run/runner.h"

/// The effect of one slow rank, one slow link or one failed link on runs.
namespace orrery::inline run {

struct RobustnessRequest {
  enum class Of { kRank, kLink } of = Of::kRank;
  std::string which;  ///< a rank, or a link as slow_links names it; empty: rank 0, the busiest link
  std::vector<double> slowdowns{1.5, 2, 4, 8};  ///< each > 1
  int jobs = 1;
};

/// The results of one cell.
struct Robustness {
  RunResult perfect;  ///< without slow ranks and links
  std::string which;  ///< "rank 0", "link 3-4"; empty if the cell was not measured
  /// By slowdown: the result with the rank's processor slowed by it, or the link's bandwidth
  /// divided by it.
  std::vector<RunResult> slow;
  std::optional<RunResult>
      failed;  ///< for kLink: without the link; bad input if that cuts ranks apart

  /// Returns the completion time relative to the run without slow ranks and links; nothing if there
  /// is none.
  std::optional<double> growth(const RunResult& result) const;
};

/// Runs the cells, each unchanged and with one straggler or slow link. `progress` gets the number
/// of finished runs and of all runs. THROWS InputError for a rank or link that a cell does not
/// have.
std::vector<Robustness> robustness_of(
    const std::vector<RunSpec>& cells, const RobustnessRequest& request,
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

}  // namespace orrery::inline run
