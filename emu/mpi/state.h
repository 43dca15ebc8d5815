#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "emu/mpi/control.h"
#include "emu/mpi/processes.h"
#include "emu/mpi/rank.h"

namespace orrery::inline mpi {

/// The shared state of the classes of processes.h and native.h.
struct Processes::State {
  explicit State(std::string program);

  /// Waits until `ready`, which makes progress when it is called. A patient wait sleeps if it takes
  /// long.
  template <class Ready>
  void wait_until(Ready&& ready, bool patient) {
    for (int polls = 0; !ready(); ++polls) pause(polls, patient);
  }
  void wait(MPI_Request request, bool patient);
  void pause(int polls, bool patient);
  void barrier(bool patient);

  /// Runs `action` between two barriers. Returns the time from the first barrier to its end.
  template <class Action>
  MpiRank::Seconds timed(Action&& action) {
    barrier(false);
    const auto start = std::chrono::steady_clock::now();
    action();
    const MpiRank::Seconds seconds = std::chrono::steady_clock::now() - start;
    barrier(true);
    return seconds;
  }

  Control control;
  OwnedComm harness;  ///< for barriers and all other communication outside programs
  Context world;
  std::string library;
  bool crowded;                                          ///< more processes than cores on this host
  std::vector<std::unique_ptr<std::string>> unfinished;  ///< texts whose senders died before the
                                                         ///< end
};

}  // namespace orrery::inline mpi
