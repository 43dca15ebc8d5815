#include "scenarios/run/plugin/trial.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "emu/engine/fibers.h"
#include "scenarios/document/words.h"

namespace orrery {
namespace {

using std::chrono::milliseconds;

constexpr int kEnded = 42;  ///< exit code of a child that came to its end
constexpr int kThrew = 43;
constexpr int kExited = 44;
constexpr std::size_t kMostText = 400;

/// What parent and child share.
struct Shared {
  RankNote note;
  std::atomic<bool> stack_is_full = false;
  char exception[kMostText] = "";
};

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(
      fmt::format("a trial run is not possible: {}: {}", what, std::strerror(errno)));
}

/// Memory that parent and child both see.
class SharedMemory {
 public:
  SharedMemory()
      : memory_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                     -1, 0)) {
    if (memory_ == MAP_FAILED) fail("mmap");
    new (memory_) Shared;
  }
  ~SharedMemory() { munmap(memory_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  Shared* operator->() const { return static_cast<Shared*>(memory_); }

 private:
  void* memory_;
};

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

Shared* g_child = nullptr;  // for the child's signal handler

/// Memory next to the stack pointer that cannot be reached is the end of the stack.
void on_bad_access(int signal, siginfo_t* info, void* context) {
#if defined(__x86_64__)
  const auto* const machine = static_cast<const ucontext_t*>(context);
  const auto stack = static_cast<std::intptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
  const auto address = reinterpret_cast<std::intptr_t>(info->si_addr);
  constexpr std::intptr_t kNear = 8192;
  g_child->stack_is_full = address > stack - kNear && address < stack + kNear;
#else
  static_cast<void>(info), static_cast<void>(context);
#endif
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // ends the child when this returns
}

void prepare_child(Shared* shared, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  g_child = shared;
  static char stack[65536];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_bad_access;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
  for (const int signal : {SIGFPE, SIGILL, SIGABRT}) std::signal(signal, SIG_DFL);
}

/// Sees that somebody calls exit, before anything else that the thread leaves behind does.
struct ExitGuard {
  bool armed = false;
  ~ExitGuard() {
    if (armed) _exit(kExited);
  }
};

void arm_exit_guard() {
  { const Fibers older(1); }  // fibers must not go on when the thread ends
  static thread_local ExitGuard guard;
  guard.armed = true;
}

[[noreturn]] void run_child(Shared* shared, const std::function<void(RankNote*)>& code) {
  const auto tell = [&](const char* text) {
    std::strncpy(shared->exception, text, kMostText - 1);
    _exit(kThrew);
  };
  try {
    arm_exit_guard();
    code(&shared->note);
  } catch (const std::exception& e) {
    tell(e.what());
  } catch (...) {
    tell("something that is no std::exception");
  }
  _exit(kEnded);
}

milliseconds processor_time(pid_t child) {
  clockid_t clock = 0;
  timespec time{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return milliseconds(time.tv_sec * 1000 + time.tv_nsec / 1'000'000);
}

/// Waits for the child, or ends it. Returns which limit it was beyond; empty if none.
std::string watch(pid_t child, const RankNote& note) {
  const TrialLimits limits = trial_limits();
  const Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t turns = note.turns;
  milliseconds last_turn = processor_time(child);
  for (;;) {
    pollfd ended{process.get(), POLLIN, 0};
    if (poll(&ended, 1, 100) > 0) return {};
    if (limits.altogether.count() > 0 &&
        std::chrono::steady_clock::now() - start > limits.altogether)
      return fmt::format("did not come to its end within {} s",
                         static_cast<double>(limits.altogether.count()) / 1000);
    const milliseconds now = processor_time(child);
    if (turns != note.turns || note.rank < 0) turns = note.turns, last_turn = now;
    if (now - last_turn > limits.without_a_call)
      return fmt::format("computed for {} s without waiting for a message: an endless loop?",
                         static_cast<double>(limits.without_a_call.count()) / 1000);
  }
}

std::string_view meaning(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return "memory that is not its own";
    case SIGFPE:
      return "an integer division by zero or overflow";
    case SIGABRT:
      return "abort: an assertion, or an exception that nothing may catch";
    case SIGILL:
      return "an instruction that does not exist: a function without return?";
    case SIGKILL:
      return "killed from outside, perhaps for lack of memory";
    default:
      return strsignal(signal);
  }
}

std::string describe_end(int status, const Shared& shared) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* const name = sigabbrev_np(signal);
    return fmt::format("crashed with SIG{} ({})", name == nullptr ? "?" : name,
                       shared.stack_is_full
                           ? "its stack is full: recursion without end, or large local arrays"
                           : meaning(signal));
  }
  if (WEXITSTATUS(status) == kThrew) return fmt::format("threw: {}", shared.exception);
  if (WEXITSTATUS(status) == kExited) return "called exit";
  return fmt::format("ended the program: _exit({})", WEXITSTATUS(status));
}

std::string last_words(int errors) {
  const off_t size = lseek(errors, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::min<off_t>(size, kMostText)), '\0');
  const ssize_t n = pread(errors, text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return std::string(trimmed(text));
}

}  // namespace

TrialLimits& trial_limits() {
  static TrialLimits limits;
  return limits;
}

std::optional<std::string> trial(const std::function<void(RankNote*)>& code) {
  SharedMemory shared;
  const Descriptor errors(memfd_create("orrery-trial", MFD_CLOEXEC));
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    prepare_child(shared.operator->(), errors.get());
    run_child(shared.operator->(), code);
  }
  std::string end = watch(child, shared->note);
  const bool too_long = !end.empty();
  if (too_long) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!too_long && WIFEXITED(status) && WEXITSTATUS(status) == kEnded) return std::nullopt;
  if (!too_long) end = describe_end(status, *shared.operator->());
  if (const int rank = shared->note.rank; rank >= 0)
    end = fmt::format("rank {}, round {}: {}", rank, shared->note.round.load(), end);
  const std::string words = last_words(errors.get());
  return words.empty() ? end : fmt::format("{}; its last words: {}", end, words);
}

}  // namespace orrery
