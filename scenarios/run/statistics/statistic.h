#pragma once

#include <span>
#include <string_view>

#include "scenarios/run/runner.h"

namespace orrery {

/// Which time of a cell counts where cells are compared: of its repeats, if it has some.
struct Statistic {
  std::string_view name;   ///< "p90"
  std::string_view words;  ///< "90th percentile"
  Time TimeSpread::*member = nullptr;
};

/// median, p10, p90, mean, least and most.
std::span<const Statistic> statistics();

/// By name; of none, the median. THROWS InputError naming `option`.
const Statistic& find_statistic(std::string_view name, std::string_view option);

/// The time of a measured cell; its only one where it has no repeats.
Time time_by(const Statistic& statistic, const RunResult& result);
/// By the median.
Time typical_time(const RunResult& result);

}  // namespace orrery
