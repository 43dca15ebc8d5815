#pragma once

#include <chrono>
#include <cstdint>

namespace orrery {

/// What the code of plug-ins may take. For all plug-ins; set it before the first is loaded.
struct PluginLimits {
  /// Processor time between two answers to this process: calls of a rank's Comm, mostly.
  std::chrono::milliseconds busy{10'000};
  /// Time between two answers, whatever the code waits for.
  std::chrono::milliseconds silent{60'000};
  /// Time for one run, for loading and for a formula; zero: no limit.
  std::chrono::milliseconds altogether{0};
  /// Bytes that the process may take on top of what it begins with, and that its calls may take here.
  std::int64_t memory = std::int64_t{1} << 30;
  /// Whether looking for algorithms of the catalogue is refused.
  bool forbid_catalogue = false;
};
PluginLimits& plugin_limits();

}  // namespace orrery
