#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace orrery {

/// An empty folder that others can enter, but not list, and that is gone, with what is in it, when the
/// object is.
class TemporaryFolder {
 public:
  TemporaryFolder();  ///< THROWS std::runtime_error
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// A folder in it that belongs to `user`, as far as this process may give things away.
  void make(const std::string& name, uid_t user) const;

 private:
  std::filesystem::path path_;
};

}  // namespace orrery
