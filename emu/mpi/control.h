#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "emu/mpi/mpi_library.h"

namespace orrery {

/// Lets other processes run for a moment: for one that has polled `polls` times in vain while there
/// are more processes than cores. First it only gives way; what then still has to wait sleeps, as
/// programs that are not part of the job would otherwise get whole slices of time.
void give_way(unsigned polls);

/// How processes that fail, or wait in vain, tell process 0, which speaks for all: one message
/// instead of one from each process. Works beside everything else, on a communicator of its own.
class Control {
 public:
  /// `program` is the name that messages begin with. Collective.
  Control(MPI_Comm world, std::string program);

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// To be called often by a process that waits. On process 0 ends all processes if another one has
  /// reported; `waiting` says in which calls this process waits, a line each (may be empty).
  void listen(const std::function<std::string()>& waiting);

  /// Ends all processes with the exit code `code` and `message`.
  [[noreturn]] void fail(int code, const std::string& message);
  /// As fail(), for a process that has waited for `seconds`; `waiting` as in listen(). The message
  /// has the lines of all that wait.
  [[noreturn]] void give_up(int code, double seconds, const std::string& waiting);

 private:
  struct Report;
  using Clock = std::chrono::steady_clock;
  bool receive(Report& report) const;
  void send(const Report& report) const;
  [[noreturn]] void end(int code, const std::string& message) const;
  [[noreturn]] void collect(const Report& first, const std::string& own);

  OwnedComm comm_;
  std::string program_;
  int rank_ = 0, size_ = 1;
};

}  // namespace orrery
