#pragma once

#include <chrono>
#include <cstdint>

namespace orrery::inline run {

/// The limits for the code of plug-ins. They hold for all plug-ins; set them before the first is
/// loaded.
struct PluginLimits {
  /// Processor time between two answers to this process: calls of a rank's Comm, mostly.
  std::chrono::milliseconds busy{10'000};
  /// Time between two answers, whether the code computes or waits.
  std::chrono::milliseconds silent{60'000};
  /// Time for one run, for loading and for a formula; zero: no limit.
  std::chrono::milliseconds altogether{0};
  /// Bytes that the process may take beyond its initial ones, and that its calls may take here.
  std::int64_t memory = std::int64_t{1} << 30;
  /// Whether looking for algorithms of the catalogue is refused.
  bool forbid_catalogue = false;
};
PluginLimits& plugin_limits();

}  // namespace orrery::inline run
