#include "scenarios/run/sandbox/memory_group.h"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "scenarios/run/sandbox/folder.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

/// Returns whether a file of words, or of words and numbers, has this word; the number after it is then in `number`.
bool find(const fs::path& file, std::string_view wanted, std::int64_t* number = nullptr) {
  std::ifstream in(file);
  for (std::string word; in >> word;)
    if (word == wanted) return number == nullptr || static_cast<bool>(in >> *number);
  return false;
}

/// Returns the folder of the group above this process's own; that of its own if there is none above. Empty without
/// cgroup v2.
fs::path group_above() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/")) return fs::path("/sys/fs/cgroup" + line.substr(3)).parent_path();
  return {};
}

}  // namespace

MemoryGroup::MemoryGroup(std::int64_t most) {
  const fs::path above = group_above();
  if (above.empty() || !find(above / "cgroup.subtree_control", "memory")) return;
  const fs::path folder = above / fmt::format("orrery-{}", getpid());
  std::error_code error;
  if (!fs::create_directory(folder, error)) return;
  folder_ = folder;
  write_system_file(folder / "memory.swap.max", "0");  // missing where the kernel has no swap
  if (!write_system_file(folder / "memory.max", std::to_string(most))) {
    fs::remove(folder, error);
    folder_.clear();
  }
}

MemoryGroup::~MemoryGroup() {
  if (!exists()) return;
  write_system_file(folder_ / "cgroup.kill", "1");
  std::error_code error;
  for (int tries = 0; tries < 1000 && !fs::remove(folder_, error); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void MemoryGroup::enter() const {
  if (exists()) write_system_file(folder_ / "cgroup.procs", "0");
}

bool MemoryGroup::was_full() const {
  std::int64_t ended = 0;
  return exists() && find(folder_ / "memory.events", "oom_kill", &ended) && ended > 0;
}

}  // namespace orrery::inline run
