#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace orrery {

/// An empty folder that other users can enter, but not list. The destructor removes it with its
/// contents.
class TemporaryFolder {
 public:
  TemporaryFolder();  ///< THROWS std::runtime_error
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Creates a folder in it that belongs to `user`, if this process may change owners.
  void make(const std::string& name, uid_t user) const;

 private:
  std::filesystem::path path_;
};

}  // namespace orrery
