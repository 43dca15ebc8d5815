#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "emu/mpi/control.h"
#include "emu/mpi/processes.h"
#include "emu/mpi/rank.h"

namespace orrery {

/// What the classes of processes.h and native.h share.
struct Processes::State {
  explicit State(std::string program);

  /// Until `ready`, which makes progress when it is called. A patient one sleeps while it takes long.
  template <class Ready>
  void wait_until(Ready&& ready, bool patient) {
    for (int polls = 0; !ready(); ++polls) pause(polls, patient);
  }
  void wait(MPI_Request request, bool patient);
  void pause(int polls, bool patient);
  void barrier(bool patient);

  /// Runs `action` between two barriers. How long it took from the first barrier to its end.
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
  OwnedComm harness;  ///< for barriers and everything else that is not a program's
  Context world;
  std::string library;
  bool crowded;                                          ///< more processes than cores on this host
  std::vector<std::unique_ptr<std::string>> unfinished;  ///< texts whose senders died on the way
};

}  // namespace orrery
