#include "scenarios/run/sandbox/guardian.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <linux/magic.h>
#include <map>
#include <optional>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "scenarios/run/sandbox/file_rights.h"
#include "scenarios/run/sandbox/system_call_filter.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCannotBegin = 127;

void limit(__rlimit_resource what, std::int64_t most) {
  const rlimit value{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  setrlimit(what, &value);
}

void set_limits(const Guarded& g) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(g.limits.time).count();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, seconds + 1);
  limit(RLIMIT_AS, g.limits.memory);
  limit(RLIMIT_FSIZE, g.limits.largest_file);
  limit(RLIMIT_NOFILE, 256);
  if (g.kind != SandboxKind::kLimitsOnly) limit(RLIMIT_NPROC, g.limits.processes);
}

void replace_descriptors(int output) {
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  closefrom(STDERR_FILENO + 1);
}

std::vector<fs::path> readable_files(const Guarded& g) {
  std::vector<fs::path> all{
      "/usr",      "/bin",         "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache",
      "/dev/null", "/dev/urandom", g.input};
  all.insert(all.end(), g.job.readable.begin(), g.job.readable.end());
  return all;
}

/// Returns a folder's name as a variable of the environment.
std::string variable(const char* name, const fs::path& value) {
  return std::string(name) + '=' + value.string();
}

[[noreturn]] void become_command(const Guarded& g, const SandboxJob::Command& command) {
  setpgid(0, 0);  // all that it starts stays in this group (system_call_filter.cc)
  replace_descriptors(g.output);
  if (chdir(g.work.c_str()) != 0) _exit(kCannotBegin);
  if (g.kind == SandboxKind::kOtherUser && !confine_files(readable_files(g), {g.work, "/dev/null"}))
    _exit(kCannotBegin);
  std::vector<std::string> environment{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                       variable("HOME", g.work), variable("TMPDIR", g.work)};
  std::vector<char*> arguments, variables;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  for (std::string& text : environment) variables.push_back(text.data());
  arguments.push_back(nullptr), variables.push_back(nullptr);
  if (!restrict_build_calls()) _exit(kCannotBegin);
  set_limits(g);  // last: this program may need more memory than the command may have
  execve(arguments[0], arguments.data(), variables.data());
  _exit(kCannotBegin);
}

struct Usage {
  int processes = 0;
  std::int64_t memory = 0;  ///< without shared memory
  std::map<std::string, std::int64_t>
      shared{};  ///< sizes of writable shared mappings, by device and inode

  std::int64_t all_memory() const {
    std::int64_t all = memory;
    for (const auto& [file, size] : shared) all += size;
    return all;
  }
};

/// Adds the memory that a process shares with others, in full: released pages still exist, but are
/// in no count of its resident ones.
void add_shared(const std::string& number, Usage& sum) {
  std::ifstream maps("/proc/" + number + "/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uint64_t begin = 0, end = 0;
    char rights[5] = {}, device[16] = {};
    unsigned long long offset = 0, inode = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %4s %llx %15s %llu", &begin, &end, rights, &offset,
                    device, &inode) != 6 ||
        rights[1] != 'w' || rights[3] != 's')
      continue;
    std::int64_t& size = sum.shared[fmt::format("{} {}", device, inode)];
    size = std::max(size, static_cast<std::int64_t>(offset + end - begin));
  }
}

/// Adds the usage of a process if it belongs to this user, and is not this one.
void add_process(const std::string& number, Usage& sum) {
  if (number == std::to_string(getpid())) return;
  std::ifstream status("/proc/" + number + "/status");
  std::int64_t user = -1, resident = 0, kib = 0;
  for (std::string word; status >> word;) {
    if (word == "State:" && status >> word && word == "Z") return;  // it has ended
    if (word == "Uid:") status >> user;
    if ((word == "RssAnon:" || word == "RssFile:") && status >> kib) resident += kib;
  }
  if (user != getuid()) return;
  ++sum.processes;
  sum.memory += resident * 1024;
  add_shared(number, sum);
}

/// Returns the bytes in the file system of the folder, if it is in memory.
std::int64_t bytes_in_memory(const fs::path& folder) {
  struct statfs space {};
  if (statfs(folder.c_str(), &space) != 0 || space.f_type != TMPFS_MAGIC) return 0;
  return static_cast<std::int64_t>(space.f_blocks - space.f_bfree) * space.f_bsize;
}

/// Returns the usage of all visible processes of this user except this one; of a group of them, if
/// that is not 0.
Usage usage(pid_t group = 0) {
  Usage sum;
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos &&
        (group == 0 || getpgid(std::stoi(name)) == group))
      add_process(name, sum);
  }
  return sum;
}

class Guardian {
 public:
  explicit Guardian(const Guarded& g)
      : g_(g), end_(Clock::now() + g.limits.time), before_(bytes_in_memory(g.work)) {}

  SandboxEnd run() {
    for (const SandboxJob::Command& command : g_.job.commands(g_.input, g_.work))
      if (const SandboxEnd end = run(command); end != SandboxEnd::kDone) return end;
    return hand_over();
  }

 private:
  SandboxEnd run(const SandboxJob::Command& command) {
    const pid_t child = fork();
    if (child < 0) return SandboxEnd::kBroken;
    if (child == 0) become_command(g_, command);
    const SandboxEnd end = watch(child);
    kill(-child, SIGKILL);
    if (g_.kind != SandboxKind::kLimitsOnly) end_all_others();
    while (waitpid(-1, nullptr, 0) > 0) continue;
    return end;
  }

  SandboxEnd watch(pid_t child) {
    constexpr std::chrono::milliseconds kStep{10};
    for (;; std::this_thread::sleep_for(kStep)) {
      int status = 0;
      for (pid_t ended = 1; ended > 0;) {
        ended = waitpid(-1, &status, WNOHANG);
        if (ended == child)
          return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? SandboxEnd::kDone
                                                               : failure(status);
      }
      if (const auto end = beyond_limits(child)) return *end;
    }
  }

  static SandboxEnd failure(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? SandboxEnd::kTime
                                                              : SandboxEnd::kFailed;
  }

  /// Returns the limit that the command exceeds, if any; `group` is its process group, which none
  /// of its processes can leave.
  std::optional<SandboxEnd> beyond_limits(pid_t group) const {
    if (Clock::now() > end_) return SandboxEnd::kTime;
    const Usage now = usage(g_.kind == SandboxKind::kLimitsOnly ? group : 0);
    const std::int64_t written = std::max<std::int64_t>(0, bytes_in_memory(g_.work) - before_);
    if (now.all_memory() + written > g_.limits.memory) return SandboxEnd::kMemory;
    if (now.processes > g_.limits.processes) return SandboxEnd::kProcesses;
    return std::nullopt;
  }

  bool is_wanted(const fs::directory_entry& entry) const {
    std::error_code error;
    return entry.path().filename().string().ends_with(g_.job.ending) &&
           fs::is_regular_file(entry.symlink_status(error));
  }

  /// Hands the file over to the calling user. Links are not followed.
  SandboxEnd hand_over() const {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::recursive_directory_iterator it(g_.work, error), end; !error && it != end;
         it.increment(error))
      if (is_wanted(*it)) found.push_back(it->path());
    if (found.empty()) return SandboxEnd::kNoFile;
    if (found.size() > 1) return SandboxEnd::kManyFiles;
    return copy(open(found.front().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  }

  SandboxEnd copy(int from) const {
    char buffer[65536];
    std::int64_t sum = 0;
    for (ssize_t n = 1; n > 0; sum += n) {
      n = read(from, buffer, sizeof buffer);
      if (n < 0) return SandboxEnd::kNoFile;
      if (sum + n > g_.limits.largest_file) return SandboxEnd::kTooLarge;
      if (write(g_.result, buffer, static_cast<std::size_t>(n)) != n) return SandboxEnd::kBroken;
    }
    close(from);
    return SandboxEnd::kDone;
  }

  const Guarded& g_;
  Clock::time_point end_;
  std::int64_t before_;  ///< bytes in memory where the commands write
};

}  // namespace

/// Ends the others. The result of kill() is ignored: it succeeds even where it may not signal.
void end_all_others() {
  const bool is_sandbox_user =
      getuid() >= kFirstSandboxUser && getuid() - kFirstSandboxUser < kSandboxUsers;
  if (getpid() != 1 && !is_sandbox_user) return;
  do {
    kill(-1, SIGKILL);
    while (waitpid(-1, nullptr, WNOHANG) > 0) continue;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  } while (usage().processes > 0);
}

SandboxEnd guard(const Guarded& guarded) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_DUMPABLE, 0);
  return Guardian(guarded).run();
}

}  // namespace orrery::inline run
