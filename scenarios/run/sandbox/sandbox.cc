#include "scenarios/run/sandbox/sandbox.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <grp.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "emu/engine/stop.h"
#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/sandbox/file_rights.h"
#include "scenarios/run/sandbox/folder.h"
#include "scenarios/run/sandbox/guardian.h"
#include "scenarios/run/sandbox/memory_group.h"
#include "scenarios/run/sandbox/room.h"
#include "scenarios/text/errors.h"
#include "scenarios/text/units_text.h"

namespace orrery::inline run {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostOutput = 65536;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(fmt::format("no sandbox: {}: {}", what, std::strerror(errno)));
}

bool is_root() {
  return geteuid() == 0;
}

bool become(uid_t user) {
  if (!is_root()) return true;
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
         setresuid(user, user, user) == 0;
}

/// A descriptor of memory or a file, closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number, const char* what) : number_(number) {
    if (number < 0) fail(what);
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

/// The new process, whose exit code states how it ended.
class Inside {
 public:
  Inside(const SandboxJob& job, const SandboxLimits& limits, SandboxKind kind, uid_t user,
         const TemporaryFolder& folder, int output, int result)
      : job_(job),
        limits_(limits),
        kind_(kind),
        user_(user),
        folder_(folder),
        output_(output),
        result_(result) {}

  [[noreturn]] void run() const {
    setsid();
    if (kind_ != SandboxKind::kLimitsOnly && !become(user_)) end(SandboxEnd::kBroken);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    if (kind_ == SandboxKind::kNamespaces) in_namespaces();
    end(guard({job_, limits_, kind_, job_.input, folder_.path() / "work", output_, result_}));
  }

 private:
  [[noreturn]] static void end(SandboxEnd how) { _exit(static_cast<int>(how)); }

  [[noreturn]] void in_namespaces() const {
    if (!enter_namespaces()) end(SandboxEnd::kBroken);
    const pid_t first = fork();
    if (first < 0) end(SandboxEnd::kBroken);
    if (first == 0) in_room();
    int status = 0;
    while (waitpid(first, &status, 0) < 0 && errno == EINTR) continue;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(SandboxEnd::kBroken));
  }

  [[noreturn]] void in_room() const {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!make_room(folder_.path() / "work", job_.input, job_.readable, limits_.disk))
      end(SandboxEnd::kBroken);
    end(guard({job_, limits_, kind_, "/input", "/work", output_, result_}));
  }

  const SandboxJob& job_;
  const SandboxLimits& limits_;
  SandboxKind kind_;
  uid_t user_;
  const TemporaryFolder& folder_;
  int output_, result_;
};

/// Waits for the guardian, which enforces the time limit. THROWS Stopped when the user wants to
/// stop.
SandboxEnd wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (g_stop_requested) {
      kill(-child, SIGKILL), kill(child, SIGKILL);
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
      check_stop();
    }
    usleep(5000);
  }
  return WIFEXITED(status) ? static_cast<SandboxEnd>(WEXITSTATUS(status)) : SandboxEnd::kBroken;
}

/// Ends another user's processes that may have outlived their guardian.
void end_all_of(uid_t user) {
  const pid_t child = fork();
  if (child == 0) {
    if (become(user)) end_all_others();
    _exit(0);
  }
  while (child > 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
}

std::string text_in(int memory) {
  std::string text(kMostOutput, '\0');
  const ssize_t n = pread(memory, text.data(), text.size(), 0);
  text.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return printable(text);
}

bool works(SandboxKind kind) {
  const TemporaryFolder input, result;
  SandboxJob job;
  job.input = input.path();
  job.commands = [](const fs::path&, const fs::path&) {
    return std::vector<SandboxJob::Command>{{"/usr/bin/touch", "tried.so"}};
  };
  job.ending = ".so";
  job.result = result.path() / "tried.so";
  return run_in_sandbox(job, {}, kind).end == SandboxEnd::kDone;
}

}  // namespace

std::string_view sandbox_name(SandboxKind kind) {
  constexpr std::array<std::string_view, 3> kNames{"namespaces", "other-user", "limits-only"};
  return kNames[static_cast<std::size_t>(kind)];
}

SandboxKind best_sandbox() {
  if (works(SandboxKind::kNamespaces)) return SandboxKind::kNamespaces;
  if (is_root() && can_confine_files() && works(SandboxKind::kOtherUser))
    return SandboxKind::kOtherUser;
  throw InputError(
      "--sandbox: this system has none to build in, neither user namespaces nor, for root, "
      "Landlock; expected limits-only where the machine is thrown away afterwards");
}

std::string SandboxResult::words() const {
  switch (end) {
    case SandboxEnd::kDone:
      return "built";
    case SandboxEnd::kFailed:
      return "a command failed";
    case SandboxEnd::kTime:
      return fmt::format("took longer than {} s", static_cast<double>(limits.time.count()) / 1000);
    case SandboxEnd::kMemory:
      return fmt::format("took more memory than {}", short_size(Bytes(limits.memory)));
    case SandboxEnd::kProcesses:
      return fmt::format("started more than {} processes", limits.processes);
    case SandboxEnd::kNoFile:
      return "made no shared library";
    case SandboxEnd::kManyFiles:
      return "made several shared libraries; expected one";
    case SandboxEnd::kTooLarge:
      return fmt::format("made a file larger than {}", short_size(Bytes(limits.largest_file)));
    case SandboxEnd::kBroken:
      break;
  }
  return "the sandbox could not be made";
}

SandboxResult run_in_sandbox(const SandboxJob& job, const SandboxLimits& limits, SandboxKind kind) {
  if (kind == SandboxKind::kOtherUser && !is_root())
    throw InputError("--sandbox: other-user is for root; expected namespaces, or auto");
  const uid_t user =  // root runs it as a user of its own
      is_root() ? kFirstSandboxUser + static_cast<uid_t>(getpid()) % kSandboxUsers : getuid();
  const TemporaryFolder folder;
  folder.make("work", user);
  const Descriptor output(memfd_create("orrery-build", MFD_CLOEXEC), "memfd_create");
  const Descriptor result(open(job.result.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644),
                          "open");
  const MemoryGroup group(limits.memory);
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    group.enter();
    Inside(job, limits, kind, user, folder, output.number(), result.number()).run();
  }
  SandboxResult done{.end = wait_for(child), .output = "", .limits = limits};
  if (kind == SandboxKind::kOtherUser) end_all_of(user);
  if (group.was_full()) done.end = SandboxEnd::kMemory;
  done.output = text_in(output.number());
  if (done.end != SandboxEnd::kDone) unlink(job.result.c_str());
  return done;
}

}  // namespace orrery::inline run
