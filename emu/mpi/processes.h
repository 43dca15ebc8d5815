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

/// Real processes in place of emulated ranks. Of all the project only emu/mpi includes mpi.h, so
/// that what is above it is compiled once for all MPI libraries.
namespace orrery {

/// The processes that mpirun started, this one among them. One object in a program; calls that are
/// not const are collective unless they say otherwise, and wait without using the processor.
class Processes {
 public:
  /// MPI_Init. `program` is the name that messages begin with. THROWS LogicError for whatever MPI
  /// reports, as all calls do.
  Processes(int& argc, char**& argv, std::string program);
  /// MPI_Finalize.
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  int rank() const;
  int size() const;
  std::string library() const;  ///< "Open MPI 4.1.4"

  void barrier();
  /// For each i the largest of the processes' values[i].
  std::vector<double> largest(std::span<const double> values);
  /// Every process's text, by rank.
  std::vector<std::string> all(const std::string& own);
  /// The names of the processes' hosts, by rank.
  std::vector<std::string> hosts();

  /// Texts between two processes, in order. Not collective; to oneself neither.
  void send(int to, const std::string& text);
  /// The next text from any process, and its sender.
  std::pair<int, std::string> receive();
  /// The next text as receive() has it, or nothing if none comes for so long, or only its beginning.
  std::optional<std::pair<int, std::string>> receive_within(std::chrono::duration<double> time);

  /// Ends all processes with the exit code `code`. Says `message` once, even if several processes
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
/// standard-mode sends: a small message may leave without waiting for its receiver. Two things go
/// unnoticed that the emulator refuses: messages that are not received, and lanes(n) with different n.
/// sub() stops all lanes of the process until it has returned.
class MpiRank {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `store` holds the slices that programs get from elsewhere, and their scratch slices, which the
  /// next program gets again. A call that waits longer than `patience` ends all processes with
  /// `hang_code` and a report of the calls in which ranks wait. Collective. `processes` and `store` must
  /// outlive it.
  MpiRank(Processes& processes, RealStore& store, Seconds patience, int hang_code);
  ~MpiRank();
  MpiRank(const MpiRank&) = delete;
  MpiRank& operator=(const MpiRank&) = delete;

  /// Runs `program` on all processes, between two barriers. Returns how long this one took from the
  /// first barrier to its end. Collective. THROWS RankError for what `program` throws and for a
  /// misused call; the other processes then wait: Processes::fail is the way out.
  Seconds run(const std::function<void(Comm&)>& program);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orrery
