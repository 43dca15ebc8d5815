#pragma once

#include <span>
#include <string_view>

#include "scenarios/run/runner.h"

namespace orrery::inline run {

/// The time of a cell that counts in comparisons, among the times of its repeats.
struct Statistic {
  std::string_view name;   ///< "p90"
  std::string_view words;  ///< "90th percentile"
  Time TimeSpread::*member = nullptr;
};

/// Returns median, p10, p90, mean, least and most.
std::span<const Statistic> statistics();

/// Finds a statistic by its name; the median for an empty name. THROWS InputError naming `option`.
const Statistic& find_statistic(std::string_view name, std::string_view option);

/// Returns the time of a measured cell; its only one if it has no repeats.
Time time_by(const Statistic& statistic, const RunResult& result);
/// Returns the median time.
Time typical_time(const RunResult& result);

}  // namespace orrery::inline run
