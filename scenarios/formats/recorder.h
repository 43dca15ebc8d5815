#pragma once

#include <map>
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
  /// γ sets how long computations take. With `data` those that take no time are there as well.
  Recorder(int ranks, CostPerByte gamma, bool data = false);

  /// A Comm that passes everything on to `comm`, the emulated world of a rank, and takes it down.
  std::unique_ptr<Comm> wrap(Comm& comm);

  /// A range of elements of a rank's vector, or of a scratch buffer of its own.
  struct Range {
    int scratch = -1;  ///< number of the buffer; -1: the vector
    std::int64_t first = 0, count = 0;
  };
  /// What an operation moves: a send `from`, a receive `into`; a computation both, and `adds` or replaces.
  struct Data {
    std::vector<Range> into, from;
    bool adds = false;
    int communicator = 0;
  };
  /// By rank and operation. Before take().
  const std::vector<std::vector<Data>>& data() const { return data_; }
  const std::vector<RankTasks>& tasks() const { return graph_.ranks; }
  /// Elements of each rank's scratch buffers.
  const std::vector<std::vector<std::int64_t>>& scratch() const { return scratch_; }

  /// All of it; communicators and their tags have become tags. Call it once, after the run.
  TaskGraph take();

 private:
  friend class RecordingComm;
  /// One thread of control of a rank: what must have ended before it goes on.
  using Frontier = std::vector<std::int32_t>;

  std::int32_t add(int rank, Operation operation, int communicator, Frontier& frontier, Data data);
  void require(int rank, std::int32_t later, const Frontier& frontier);
  void note_scratch(int rank, Slice s);
  void join(int rank, Frontier& frontier);
  void wait_for(int rank, Frontier& frontier, const std::vector<std::int32_t>& operations) const;

  TaskGraph graph_;
  CostPerByte gamma_;
  std::vector<std::vector<int>> communicator_of_;  // by rank and operation
  CommunicatorNumbers numbers_;
  bool records_data_;
  std::vector<std::vector<Data>> data_;
  std::vector<std::vector<std::int64_t>> scratch_;
  std::vector<std::map<std::uint32_t, int>> buffers_;  // number of a scratch buffer, by rank
  std::map<std::int64_t, std::vector<Slice>> joined_;  // parts, by what the joined slice is called
};

}  // namespace orrery
