#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>

#include "algorithms/plugin_error.h"
#include "scenarios/run/plugin/limits.h"
#include "scenarios/run/plugin/mailbox.h"
#include "scenarios/run/plugin/task.h"

namespace orrery::inline run {

/// A copy of this process that runs untrusted code and ends, with all processes that it started, together
/// with this object. It has its own session, no descriptors but its own three, and the limits of
/// plugin_limits(); it can reach no other process and change no file (system_calls.h). Its output is kept.
/// Code in it may write anything to the mailbox: answers are claims.
class Contained {
 public:
  /// Starts the process. At the first request it runs `code`, which answers with a MailWriter; when it returns, the
  /// answer counts. `code` may call next_request() for more. The process has room for the stacks of `ranks` ranks. Not
  /// on a fiber. THROWS std::runtime_error if the system has no more processes or memory.
  explicit Contained(const std::function<void(Mailbox&)>& code, int ranks = 0);
  /// Starts a process for `task`. If plug-ins may not use the catalogue, it is not a copy of this one but orrery-host,
  /// which has neither the program's algorithms nor this process's memory, and reads only the library and the system's
  /// libraries.
  explicit Contained(const PluginTask& task, int ranks = 0);
  /// Gives the process another task of the same library, and begins its output anew. Returns false if it has no room
  /// for the stacks of `ranks` ranks. THROWS as ask.
  bool turn_to(const PluginTask& task, int ranks);
  ~Contained();
  Contained(const Contained&) = delete;
  Contained& operator=(const Contained&) = delete;

  struct Answer {
    MailReader mail;
    bool ended = false;  ///< the process has ended; the answer is its last commit
  };
  /// Resumes the process until it has an answer. THROWS PluginError if there is none, PluginRefusal
  /// (inside.h), Stopped.
  Answer ask(const TaskRequest& request = {});
  [[noreturn]] void fail(PluginError::Kind kind, const std::string& what) const;
  /// Returns the beginning of its output on stdout and stderr.
  std::string printed() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Unmap {
    void operator()(Mailbox* box) const;
  };

  Contained();
  /// Starts the process, which runs `inside`; `inside` never returns.
  void start(const std::function<void()>& inside);
  bool wait(const TaskRequest& request);
  void check(MailReader& mail) const;
  [[noreturn]] void fail();
  void end();
  bool has_ended();
  void check_time(Clock::time_point asked, std::chrono::milliseconds busy_before) const;
  std::string where() const;

  int memory_, output_;  // files in memory: the mailbox, and the output
  std::unique_ptr<Mailbox, Unmap> box_;
  Clock::time_point begun_ = Clock::now();
  pid_t child_ = -1;
  int status_ = 0;
  int room_ = 0;  ///< ranks
};

/// Returns "the 1 GiB that a plug-in may take", with the option that sets it.
std::string memory_of_plugins();

/// Makes one request. THROWS as Contained::ask.
MailReader ask_contained(const std::function<void(MailWriter&)>& code);

}  // namespace orrery::inline run
