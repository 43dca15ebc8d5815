#include "scenarios/run/sandbox/room.h"

#include <fcntl.h>
#include <fstream>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "scenarios/run/sandbox/folder.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

/// Returns the path below the new root.
fs::path below(const fs::path& root, const fs::path& path) {
  return root / path.relative_path();
}

bool make_place_for(const fs::path& what, const fs::path& place) {
  std::error_code error;
  fs::create_directories(fs::is_directory(what, error) ? place : place.parent_path(), error);
  if (error) return false;
  if (!fs::is_directory(what, error)) std::ofstream(place).flush();
  return true;
}

/// Makes `what` visible at `place`, too; read-only unless `writable`.
bool show(const fs::path& what, const fs::path& place, bool writable = false) {
  if (!make_place_for(what, place) ||
      ::mount(what.c_str(), place.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0)
    return false;
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_NOSUID | (writable ? 0 : MOUNT_ATTR_RDONLY);
  return mount_setattr(AT_FDCWD, place.c_str(), AT_RECURSIVE, &attributes, sizeof attributes) == 0;
}

/// Makes a path visible below the new root; missing ones are left out; a link, such as /bin, stays
/// a link.
bool show_as_it_is(const fs::path& what, const fs::path& root) {
  std::error_code error;
  const fs::path place = below(root, what);
  if (fs::is_symlink(what, error)) {
    fs::create_symlink(fs::read_symlink(what, error), place, error);
    return !error;
  }
  return !fs::exists(what, error) || show(what, place);
}

bool furnish(const fs::path& root, const fs::path& input, const std::vector<fs::path>& readable) {
  for (const char* what :
       {"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"})
    if (!show_as_it_is(what, root)) return false;
  for (const char* device : {"/dev/null", "/dev/urandom"})
    if (!show(device, below(root, device), true)) return false;
  for (const fs::path& what : readable)
    if (!show(what, below(root, what))) return false;
  return show(input, root / "input");
}

bool turn_to(const fs::path& root) {
  std::error_code error;
  fs::create_directories(root / "work", error);
  fs::create_directories(root / "proc", error);
  fs::create_directories(root / ".old", error);
  if (::mount("proc", (root / "proc").c_str(), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) !=
      0)
    return false;
  return syscall(SYS_pivot_root, root.c_str(), (root / ".old").c_str()) == 0 &&
         chdir("/work") == 0 && umount2("/.old", MNT_DETACH) == 0 && rmdir("/.old") == 0;
}

}  // namespace

bool enter_namespaces() {
  const std::string user = std::to_string(getuid()), group = std::to_string(getgid());
  prctl(PR_SET_DUMPABLE, 1);  // /proc/self now belongs to this user
  return ::unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
                   CLONE_NEWUTS) == 0 &&
         write_system_file("/proc/self/setgroups", "deny") &&
         write_system_file("/proc/self/uid_map", user + ' ' + user + " 1") &&
         write_system_file("/proc/self/gid_map", group + ' ' + group + " 1");
}

bool make_room(const fs::path& place, const fs::path& input, const std::vector<fs::path>& readable,
               long long disk) {
  const std::string size = "mode=755,nr_inodes=20000,size=" + std::to_string(disk);
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("tmpfs", place.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, size.c_str()) == 0 &&
         furnish(place, input, readable) && turn_to(place);
}

}  // namespace orrery::inline run
