#include "scenarios/run/plugin/inside.h"

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include "emu/engine/fibers/fibers.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/sandbox/file_rights.h"

namespace orrery::inline run {

PluginLimits& plugin_limits() {
  static PluginLimits limits;
  return limits;
}

namespace {

constexpr rlim_t kMostOutput = 65536, kMostFiles = 16,
                 kStack = 280'000;  ///< at most (emu/engine/fibers/stacks.cc)

Mailbox* g_box = nullptr;  // for signal handlers

/// Handles a bad access: unreachable memory next to the stack pointer is the end of the stack.
void on_bad_access(int signal, siginfo_t* info, void* context) {
#if defined(__x86_64__)
  const auto* const machine = static_cast<const ucontext_t*>(context);
  const auto stack = static_cast<std::intptr_t>(machine->uc_mcontext.gregs[REG_RSP]);
  const auto address = reinterpret_cast<std::intptr_t>(info->si_addr);
  constexpr std::intptr_t kNear = 8192;
  g_box->stack_is_full = address > stack - kNear && address < stack + kNear;
#else
  static_cast<void>(info), static_cast<void>(context);
#endif
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // ends the process when this returns
}

/// Handles a forbidden call. AddressSanitizer would look for the stack before a function that does
/// not return, with calls that are forbidden here.
[[gnu::no_sanitize_address]] void on_bad_call(int /*signal*/, siginfo_t* info, void* /*context*/) {
  end_forbidden(info->si_syscall);
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

void handle_signals() {
  static char stack[65536];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS}) handle(signal, on_bad_access);
  handle(SIGSYS, on_bad_call);
  for (const int signal : {SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM, SIGCHLD})
    std::signal(signal, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);  // more output than is kept is lost
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, nullptr);
}

/// Replaces the descriptors: three remain, all others are gone, the plug-in's output is in a file.
void replace_descriptors(int output) {
  std::fflush(nullptr);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  closefrom(STDERR_FILENO + 1);
}

rlim_t address_space() {
  std::ifstream status("/proc/self/statm");
  rlim_t pages = 0;
  status >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

void limit(__rlimit_resource what, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(what, &value);
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLimitsMemory = false;  // AddressSanitizer has reserved more than any limit
#else
constexpr bool kLimitsMemory = true;
#endif

void set_limits(int ranks) {
  const PluginLimits& limits = plugin_limits();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, kMostOutput);
  limit(RLIMIT_NOFILE, kMostFiles);
  limit(RLIMIT_NPROC, 0);
  if (kLimitsMemory)
    limit(RLIMIT_AS, address_space() + static_cast<rlim_t>(limits.memory) +
                         static_cast<rlim_t>(ranks) * kStack);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.altogether).count();
  if (seconds > 0) limit(RLIMIT_CPU, static_cast<rlim_t>(seconds) + 1);
}

void give_up_rights(const Kept& kept) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  replace_descriptors(kept.output);
  handle_signals();
  set_limits(kept.ranks);
  if (!kept.readable.empty()) confine_files(kept.readable);
  std::set_new_handler(end_without_memory);
  restrict_system_calls();
}

/// A guard that notices a call of exit before all other destructors of the thread.
struct ExitGuard {
  bool armed = false;
  ~ExitGuard() {
    if (armed) _exit(kExitCodeExit);
  }
};

void arm_exit_guard() {
  { const Fibers older(1); }  // fibers must not go on when the thread ends
  static thread_local ExitGuard guard;
  guard.armed = true;
}

void answer(Mailbox& box, MailVerdict verdict, const char* text) {
  MailWriter mail(box, verdict);
  mail.put(std::string_view(text));
  mail.commit();
}

/// Answers one request; a code that has more answers never returns.
void run_code(Mailbox& box, const std::function<void(Mailbox&)>& code) {
  try {
    code(box);
  } catch (const PluginRefusal& e) {
    answer(box, MailVerdict::kRefused, e.what());
  } catch (const ForbiddenUse& e) {
    answer(box, MailVerdict::kForbidden, e.what());
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (const std::exception& e) {
    answer(box, MailVerdict::kThrew, e.what());
  } catch (...) {
    answer(box, MailVerdict::kThrew, "something that is not a std::exception");
  }
}

void wait_for_request(Mailbox& box, std::uint32_t heard) {
  while (box.asked.rings() == heard) box.asked.wait(heard, std::chrono::seconds(1));
}

}  // namespace

void run_inside(Mailbox& box, const Kept& kept, const std::function<void(Mailbox&)>& code) {
  g_box = &box;
  give_up_rights(kept);
  arm_exit_guard();
  wait_for_request(box, 0);
  run_code(box, code);
  for (;;) next_request(box);
}

void next_request(Mailbox& box) {
  std::fflush(nullptr);
  const std::uint32_t heard = box.asked.rings();
  box.answered.ring();
  wait_for_request(box, heard);
}

void end_without_memory() {
  _exit(kExitCodeMemory);
}

[[gnu::no_sanitize_address]] void end_forbidden(int what) {
  g_box->forbidden = what;
  _exit(kExitCodeForbidden);
}

}  // namespace orrery::inline run
