#pragma once

#include <string>
#include <vector>

namespace orrery::page {

struct ZipEntry {
  std::string name;  ///< ASCII
  std::string content;
};

/// A zip archive (PKWARE APPNOTE 6.3) whose entries are stored as they are; the
/// same bytes every time. REQUIRES less than 4 GiB.
std::string zip_archive(const std::vector<ZipEntry>& entries);

}  // namespace orrery::page
