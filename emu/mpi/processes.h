#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emu/comm/comm.h"
#include "emu/payload/real_store.h"

/// Real processes in place of emulated ranks. Only emu/mpi includes mpi.h, so all code above it is
/// compiled once for all MPI libraries.
namespace orrery::inline mpi {

/// The processes started by mpirun, including this one. One object in a program; calls that are not
/// const are collective unless stated otherwise, and wait without using the processor.
class Processes {
 public:
  /// Calls MPI_Init. `program` is the first word of messages. THROWS LogicError for every error of
  /// MPI, as all calls do.
  Processes(int& argc, char**& argv, std::string program);
  /// Calls MPI_Finalize.
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  int rank() const;
  int size() const;
  std::string library() const;  ///< returns "Open MPI 4.1.4"

  void barrier();
  /// Returns for each i the largest of the processes' values[i].
  std::vector<double> largest(std::span<const double> values);
  /// Returns the texts of all processes, by rank.
  std::vector<std::string> all(const std::string& own);
  /// Returns the names of the processes' hosts, by rank.
  std::vector<std::string> hosts();

  /// Sends a text to another process; texts between two processes stay in order. Not collective,
  /// and not to the process itself.
  void send(int to, const std::string& text);
  /// Returns the next text from any process, and its sender. Not collective.
  std::pair<int, std::string> receive();
  /// Returns the next text like receive(); nullopt if none, or only its beginning, arrives within
  /// `time`.
  std::optional<std::pair<int, std::string>> receive_within(std::chrono::duration<double> time);

  /// Ends all processes with the exit code `code`. Prints `message` once, even if several processes
  /// fail at the same time. Not collective.
  [[noreturn]] void fail(int code, const std::string& message);

 private:
  friend class MpiRank;
  friend class NativeCollective;
  struct State;
  std::unique_ptr<State> state_;
};

/// This process as rank number Processes::rank() of a communicator of all processes: runs programs
/// with a Comm over MPI point-to-point messages. Blocking calls of a rank's lanes wait for each
/// other in turns of one thread. MPI limits tags to 0 .. MPI_TAG_UB (32,767 at least) and has
/// standard-mode sends: a small message may leave without waiting for its receiver. Two errors that
/// the emulator reports stay unnoticed: messages that are not received, and lanes(n) with different
/// n. sub() stops all lanes of the process until it has returned.
class MpiRank {
 public:
  using Seconds = std::chrono::duration<double>;

  /// Creates the rank. `store` has the slices that programs receive from outside, and their scratch
  /// slices, which the next program reuses. A call that waits longer than `patience` ends all
  /// processes with `hang_code` and a report of the calls in which ranks wait. Collective.
  /// `processes` and `store` must outlive it.
  MpiRank(Processes& processes, RealStore& store, Seconds patience, int hang_code);
  ~MpiRank();
  MpiRank(const MpiRank&) = delete;
  MpiRank& operator=(const MpiRank&) = delete;

  /// Runs `program` on all processes, between two barriers. Returns the time of this process from
  /// the first barrier to its end. Collective. THROWS RankError for exceptions of `program` and for
  /// a misused call; the other processes then wait: only Processes::fail ends them.
  Seconds run(const std::function<void(Comm&)>& program);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orrery::inline mpi
