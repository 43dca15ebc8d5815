#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "emu/mpi/mpi_library.h"

namespace orrery::inline mpi {

/// Lets other processes run for a moment: for a process that has polled `polls` times without success while
/// there are more processes than cores. First it only yields; a longer wait sleeps, as unrelated
/// programs would otherwise get whole slices of time.
void give_way(unsigned polls);

/// Reports of failed and hanging processes to process 0, which prints one message for all. They use
/// a communicator of their own, separate from all other communication.
class Control {
 public:
  /// Creates the communicator. `program` is the first word of messages. Collective.
  Control(MPI_Comm world, std::string program);

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Checks for reports; a waiting process calls it often. On process 0 ends all processes if
  /// another one has reported; `waiting` returns the calls in which this process waits, a line each
  /// (may be empty).
  void listen(const std::function<std::string()>& waiting);

  /// Ends all processes with the exit code `code` and `message`.
  [[noreturn]] void fail(int code, const std::string& message);
  /// Fails like fail(), for a process that has waited for `seconds`; `waiting` as in listen(). The
  /// message has the lines of all waiting processes.
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

}  // namespace orrery::inline mpi
