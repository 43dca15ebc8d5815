#include "scenarios/run/plugin/contained.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "emu/base/printable.h"
#include "emu/engine/stop.h"
#include "scenarios/run/plugin/host.h"
#include "scenarios/run/plugin/inside.h"
#include "scenarios/text/units_text.h"
#include "scenarios/text/words.h"

namespace orrery::inline run {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostPrinted = 4096, kMostWords = 400;
constexpr int kFewestRanks = 64;  ///< for which a process has room, so that it can serve others

[[noreturn]] void fail_to_start(const char* what) {
  throw std::runtime_error(
      fmt::format("no process for a plug-in: {}: {}", what, std::strerror(errno)));
}

int new_memory(const char* name) {
  const int memory = memfd_create(name, MFD_CLOEXEC);
  if (memory < 0) fail_to_start("memfd_create");
  return memory;
}

Mailbox* new_mailbox(int memory) {
  if (ftruncate(memory, sizeof(Mailbox)) != 0) fail_to_start("ftruncate");
  void* const address =
      mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (address == MAP_FAILED) fail_to_start("mmap");
  // Default, not value: the answer's pages are taken when they are written.
  return new (address) Mailbox;
}

milliseconds processor_time(pid_t child) {
  clockid_t clock = 0;
  timespec time{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return milliseconds(time.tv_sec * 1000 + time.tv_nsec / 1'000'000);
}

double seconds(milliseconds time) {
  return static_cast<double>(time.count()) / 1000;
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

std::string signal_text(int signal, bool stack_is_full) {
  const char* const name = sigabbrev_np(signal);
  return fmt::format("crashed with SIG{} ({})", name == nullptr ? "?" : name,
                     stack_is_full
                         ? "its stack is full: recursion without end, or large local arrays"
                         : meaning(signal));
}

constexpr const char* kStarts = "made a system call that starts a thread or a process";

std::string forbidden_text(int what) {
  const std::string name = system_call_name(what);
  if (name.starts_with("clone")) return kStarts;
  return fmt::format("made the system call {}, which could do harm outside of it", name);
}

}  // namespace

std::string memory_of_plugins() {
  const PluginLimits& limits = plugin_limits();
  return fmt::format("the {} that a plug-in may take{}", short_size(Bytes(limits.memory)),
                     limits.forbid_catalogue ? "" : " (--plugin-memory)");
}

void Contained::Unmap::operator()(Mailbox* box) const {
  munmap(box, sizeof *box);
}

Contained::Contained()
    : memory_(new_memory("orrery-mailbox")),
      output_(new_memory("orrery-plugin")),
      box_(new_mailbox(memory_)) {}

Contained::Contained(const std::function<void(Mailbox&)>& code, int ranks) : Contained() {
  start([&] { run_inside(*box_, {output_, ranks}, code); });
}

Contained::Contained(const PluginTask& task, int ranks) : Contained() {
  if (!plugin_limits().forbid_catalogue) {
    room_ = std::max(ranks, kFewestRanks);
    start([&] { run_inside(*box_, {output_, room_}, [&](Mailbox& box) { do_task(box, task); }); });
    return;
  }
  put_orders(*box_, {plugin_limits(), ranks, task});
  child_ = start_host(memory_, output_);
  if (child_ < 0) fail_to_start("posix_spawn");
}

bool Contained::turn_to(const PluginTask& task, int ranks) {
  if (ranks > room_) return false;
  // The process writes to the same open file, at the same place.
  if (ftruncate(output_, 0) != 0 || lseek(output_, 0, SEEK_SET) != 0) return false;
  begun_ = Clock::now();
  put_orders(*box_, {plugin_limits(), ranks, task});
  ask({.question = Question::kTask});
  return true;
}

void Contained::start(const std::function<void()>& inside) {
  child_ = fork();
  if (child_ == 0) inside();
  if (child_ < 0) fail_to_start("fork");
}

Contained::~Contained() {
  end();
  close(output_);
  close(memory_);
}

/// Its session, which it cannot leave, goes with it.
void Contained::end() {
  if (child_ <= 0) return;
  kill(-child_, SIGKILL);
  kill(child_, SIGKILL);
  while (waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
}

bool Contained::has_ended() {
  siginfo_t info{};
  if (child_ > 0 &&
      (waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
       info.si_pid == 0))
    return false;
  end();
  return true;
}

void Contained::check_time(Clock::time_point asked, milliseconds busy_before) const {
  const PluginLimits& limits = plugin_limits();
  const auto too_long = [&](const std::string& what) { fail(PluginError::Kind::kLimit, what); };
  const Clock::time_point now = Clock::now();
  if (limits.altogether.count() > 0 && now - begun_ > limits.altogether)
    too_long(fmt::format("did not end within {} s", seconds(limits.altogether)));
  if (processor_time(child_) - busy_before > limits.busy)
    too_long(fmt::format("computed for {} s without waiting for a message: an endless loop?",
                         seconds(limits.busy)));
  if (now - asked > limits.silent)
    too_long(fmt::format("did nothing for {} s: does it wait for something outside of Orrery?",
                         seconds(limits.silent)));
}

/// Waits for an answer; returns false if the process has ended instead.
bool Contained::wait(const TaskRequest& request) {
  constexpr milliseconds kStep{20};
  if (child_ == 0) return false;
  const Clock::time_point asked = Clock::now();
  const milliseconds busy_before = processor_time(child_);
  box_->size = 0;
  box_->request = request;
  const std::uint32_t heard = box_->answered.rings();
  box_->asked.ring();
  for (check_time(asked, busy_before); box_->answered.rings() == heard;) {
    box_->answered.wait(heard, kStep);
    check_stop();
    if (box_->answered.rings() != heard) break;
    if (has_ended()) return false;
    check_time(asked, busy_before);
  }
  return true;
}

Contained::Answer Contained::ask(const TaskRequest& request) {
  const bool ended = !wait(request);
  std::vector<std::byte> copy(std::min<std::size_t>(box_->size.exchange(0), Mailbox::kCapacity));
  if (copy.empty()) fail();
  std::memcpy(copy.data(), box_->answer, copy.size());
  Answer answer{MailReader(std::move(copy)), ended};
  check(answer.mail);
  return answer;
}

void Contained::check(MailReader& mail) const {
  using enum PluginError::Kind;
  switch (mail.get<MailVerdict>()) {
    case MailVerdict::kDone:
      return;
    case MailVerdict::kRefused:
      throw PluginRefusal(mail.text());
    case MailVerdict::kForbidden:
      fail(kForbidden, mail.text());
    case MailVerdict::kThrew:
      fail(kCrashed, "threw: " + mail.text());
  }
  fail(kCrashed, "sent an invalid answer: it overwrote the shared memory");
}

void Contained::fail() {
  using enum PluginError::Kind;
  if (child_ > 0) fail(kCrashed, "answered nothing");
  // The handler that knows its number is not called while signals are blocked.
  if (WIFSIGNALED(status_) && WTERMSIG(status_) == SIGSYS) fail(kForbidden, kStarts);
  if (WIFSIGNALED(status_)) fail(kCrashed, signal_text(WTERMSIG(status_), box_->stack_is_full));
  switch (WEXITSTATUS(status_)) {
    case kExitCodeForbidden:
      fail(kForbidden, forbidden_text(box_->forbidden));
    case kExitCodeMemory:
      fail(kLimit, "needs more memory than " + memory_of_plugins());
    case kExitCodeExit:
      fail(kCrashed, "called exit");
    default:
      fail(kCrashed, fmt::format("ended the program: _exit({})", WEXITSTATUS(status_)));
  }
}

void Contained::fail(PluginError::Kind kind, const std::string& what) const {
  const std::string words = printed();
  const std::size_t begin = words.size() > kMostWords ? words.size() - kMostWords : 0;
  const std::string last(trimmed(std::string_view(words).substr(begin)));
  throw PluginError(kind, where() + what + (last.empty() ? "" : "; its last words: " + last));
}

std::string Contained::where() const {
  const int rank = box_->rank;
  return rank < 0 ? "" : fmt::format("rank {}, round {}: ", rank, box_->round.load());
}

std::string Contained::printed() const {
  std::string text(kMostPrinted, '\0');
  const ssize_t n = pread(output_, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  return printable(text);
}

MailReader ask_contained(const std::function<void(MailWriter&)>& code) {
  Contained process([&](Mailbox& box) {
    MailWriter answer(box);
    code(answer);
    answer.commit();
  });
  return std::move(process.ask().mail);
}

}  // namespace orrery::inline run
