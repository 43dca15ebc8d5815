#pragma once

#include <memory>
#include <vector>

#include "algorithms/task_graph/task_graph.h"
#include "emu/comm/communicator_numbers.h"
#include "emu/comm/emulated_comm.h"
#include "emu/net/network.h"

namespace orrery {

/// Turns a run into a schedule: what every rank does, and what of it must have ended before what
/// else begins. Blocking calls follow one another; what isend and irecv begin goes on until it is
/// waited for; lanes go on beside each other. The schedule depends on what the program says alone,
/// not on when anything happened. One run; it must outlive it.
class Recorder {
 public:
  /// γ sets how long computations take.
  Recorder(int ranks, CostPerByte gamma);

  /// A Comm that passes everything on to `comm`, the emulated world of a rank, and takes it down.
  std::unique_ptr<Comm> wrap(Comm& comm);

  /// All of it; communicators and their tags have become tags. Call it once, after the run.
  TaskGraph take();

 private:
  friend class RecordingComm;
  /// One thread of control of a rank: what must have ended before it goes on.
  using Frontier = std::vector<std::int32_t>;

  std::int32_t add(int rank, Operation operation, int communicator, Frontier& frontier);
  void require(int rank, std::int32_t later, const Frontier& frontier);
  void join(int rank, Frontier& frontier);
  void wait_for(int rank, Frontier& frontier, const std::vector<std::int32_t>& operations) const;

  TaskGraph graph_;
  CostPerByte gamma_;
  std::vector<std::vector<int>> communicator_of_;  // by rank and operation
  CommunicatorNumbers numbers_;
};

}  // namespace orrery
