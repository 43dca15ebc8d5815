#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace orrery::inline run {

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

/// Writes a value to a file that the system offers, in /proc or of a control group. Returns false if the system refuses.
bool write_system_file(const std::filesystem::path& file, const std::string& value);

}  // namespace orrery::inline run
