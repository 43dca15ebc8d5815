#include "scenarios/run/sandbox/file_rights.h"

#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

// The first version knows 13 rights; moving between folders and cutting off came later.
constexpr std::uint64_t kFirst = (std::uint64_t{1} << 13) - 1, kRefer = std::uint64_t{1} << 13,
                        kTruncate = std::uint64_t{1} << 14;
constexpr std::uint64_t kOfFiles = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                                   LANDLOCK_ACCESS_FS_READ_FILE | kTruncate;
constexpr std::uint64_t kReading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;

long version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/// Returns the rights that the kernel can refuse.
std::uint64_t rights_of(long version) {
  return kFirst | (version >= 2 ? kRefer : 0) | (version >= 3 ? kTruncate : 0);
}

void allow(int rules, const fs::path& path, std::uint64_t rights) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat status {};
  if (fstat(place, &status) == 0) {
    landlock_path_beneath_attr rule{};
    rule.parent_fd = place;
    rule.allowed_access = S_ISDIR(status.st_mode) ? rights : rights & kOfFiles;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(place);
}

}  // namespace

bool can_confine_files() {
  return version() >= 1;
}

bool confine_files(const std::vector<fs::path>& readable, const std::vector<fs::path>& writable) {
  if (!can_confine_files()) return false;
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = rights_of(version());
  const auto rules =
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return false;
  for (const fs::path& path : readable) allow(rules, path, kReading);
  for (const fs::path& path : writable) allow(rules, path, handled.handled_access_fs);
  const bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                    syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
}

}  // namespace orrery::inline run
