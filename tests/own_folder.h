#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace orrery {

/// Returns a folder that no other process uses, not even a concurrent test. It is removed with the
/// process.
inline const std::filesystem::path& own_folder() {
  static const struct Folder {
    Folder() {
      std::string name = (std::filesystem::temp_directory_path() / "orrery-XXXXXX").string();
      if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
      path = name;
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  } folder;
  return folder.path;
}

}  // namespace orrery
