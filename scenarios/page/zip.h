#pragma once

#include <string>
#include <vector>

namespace orrery::page {

struct ZipEntry {
  std::string name;  ///< ASCII
  std::string content;
};

/// Returns a zip archive in which all entries have the time 1980-01-01; the same bytes every time.
std::string zip_archive(const std::vector<ZipEntry>& entries);

}  // namespace orrery::page
