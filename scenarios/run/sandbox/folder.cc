#include "scenarios/run/sandbox/folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

/// Makes folders accessible that their owner made unreadable, so that they can be removed.
void open_all(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (fs::is_directory(it->symlink_status(error))) open_all(it->path());
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "orrery-XXXXXX").string();
  if (error || mkdtemp(name.data()) == nullptr)
    throw std::runtime_error("cannot make a temporary folder: " +
                             std::string(std::strerror(errno)));
  path_ = name;
  chmod(name.c_str(), 0711);
}

TemporaryFolder::~TemporaryFolder() {
  open_all(path_);
  std::error_code error;
  fs::remove_all(path_, error);
}

void TemporaryFolder::make(const std::string& name, uid_t user) const {
  const fs::path folder = path_ / name;
  fs::create_directory(folder);
  if (chmod(folder.c_str(), 0755) != 0 || chown(folder.c_str(), user, user) != 0) errno = 0;
}

bool write_system_file(const fs::path& file, const std::string& value) {
  std::ofstream out(file);
  return static_cast<bool>(out << value << std::flush);
}

}  // namespace orrery::inline run
