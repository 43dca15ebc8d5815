#pragma once

#include <span>
#include <string>
#include <string_view>

namespace orrery {

/// A reader of files by users.
struct FileReader {
  std::string_view name;  ///< "network"
  /// Reads a file that has this text. THROWS std::invalid_argument or PlanError for a wrong one; anything else is
  /// a fault.
  void (*read)(const std::string& path, const std::string& text);
};

/// Returns the readers of networks, scenarios, lessons, schedules, measurements, decision tables and results.
std::span<const FileReader> file_readers();

/// Reads a file, and returns whether it was accepted.
bool accepts(const FileReader& reader, const std::string& path, const std::string& text);

}  // namespace orrery
