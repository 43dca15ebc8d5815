#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "emu/base/handle.h"
#include "emu/base/units.h"
#include "emu/payload/store.h"
#include "emu/schedule/schedule.h"

namespace orrery::inline schedule {

/// A recording of one run as a schedule: the operations of every rank and their requirements.
/// Blocking calls are sequential; a message of isend or irecv lasts until the rank waits for it;
/// lanes are concurrent. The schedule depends only on the calls of the programs, not on the times
/// of the run. Example: send, then isend, recv, wait is four operations, of which the second and
/// third require the first.
class Recording {
 public:
  enum class Of {
    kSizes,  ///< rounds and bytes, to run other sizes; invalidated by lanes, communicators, and calls whose results
             ///< depend on time or order
    kTimes,  ///< for export: a computation has its time with γ per byte, and is omitted if that is
             ///< 0
    kData    ///< as kTimes, with all reductions and copies, and the location of their data
  };
  /// The most operations of a recording of sizes; a longer one is invalidated.
  static constexpr std::size_t kMost = std::size_t{1} << 21;

  explicit Recording(Of what = Of::kSizes, CostPerByte gamma = {}) : what_(what), gamma_(gamma) {}

  /// Returns after the run whether the recording is still valid.
  bool valid() const { return valid_; }
  /// Returns whether `other` is this recording with all amounts of bytes multiplied by to / from.
  bool scales_to(const Recording& other, std::int64_t from, std::int64_t to) const;

  /// A range of elements of a rank's vector, or of a scratch buffer of its own.
  struct Range {
    int scratch = -1;  ///< number of the buffer; -1: the vector
    std::int64_t first = 0, count = 0;
  };
  /// The data of an operation: `from` of a send, `into` of a receive, both of a computation, which
  /// `adds` or replaces.
  struct Data {
    std::vector<Range> into = {}, from = {};
    bool adds = false;
    int communicator = 0;
  };
  /// Returns the data by rank and operation; only for kData, as scratch().
  const std::vector<std::vector<Data>>& data() const { return data_; }
  const std::vector<RankSchedule>& ranks() const { return schedule_.ranks; }
  /// Returns the element counts of each rank's scratch buffers.
  const std::vector<std::vector<std::int64_t>>& scratch() const { return scratch_; }

  /// Returns the schedule; its tags also distinguish communicators. That of kSizes is indexed,
  /// others are complete. REQUIRES valid().
  Schedule schedule() const;

  // Called by the engine. A task is a rank's program or one of its lanes; the first tasks are the
  // ranks.

  /// Begins the recording; `store` has the parts of joined slices, and may be null except for
  /// kData.
  void begin(int ranks, const Store* store);
  void invalidate();
  /// Notes that the calls of a program may depend on the order of events.
  void depend_on_order();
  void enter_round(std::uint32_t task, int round);
  /// Ends the program of a rank.
  void end(std::uint32_t task);
  /// Adds a send or receive of `slice`; its peer is a rank of the world.
  void post(std::uint32_t task, Operation message, int communicator, Slice slice, Handle request);
  void compute(std::uint32_t task, Time work, int processor, Handle request);
  /// Adds a reduction, a copy or the first use of scratch (kReduce, kCopy, kTouch), which has ended.
  void work(std::uint32_t task, Operation::Kind kind, int communicator, Slice into, Slice from);
  void wait(std::uint32_t task, std::span<const Handle> requests);
  void allocate(std::uint32_t task, Slice scratch);
  /// Begins n lanes of a task.
  void begin_lanes(std::uint32_t task, int n);
  /// Begins a lane after the lanes of numbers `after` have ended.
  void begin_lane(std::uint32_t lane, std::uint32_t task, std::span<const int> after);
  void end_lane(std::uint32_t lane, std::uint32_t task, int i);
  void end_lanes(std::uint32_t task);

 private:
  /// The operations that must have ended before a task continues.
  using Frontier = std::vector<std::int32_t>;

  bool takes_more();
  std::size_t rank_of(std::uint32_t task) const { return rank_of_[task]; }
  std::int32_t add(std::uint32_t task, const Operation& operation, int communicator, Data data);
  void join(std::size_t rank, Frontier& frontier);
  void pass(std::uint32_t task, std::span<const std::int32_t> ended);
  void mark_round(std::uint32_t task);
  void keep(Handle request, std::int32_t operation);
  std::vector<Range> ranges(std::size_t rank, Slice slice) const;
  void number_tags(Schedule& schedule) const;

  Of what_;
  CostPerByte gamma_;
  bool valid_ = false;
  std::size_t count_ = 0;  // of operations
  const Store* store_ = nullptr;
  Schedule schedule_;
  std::vector<std::size_t> rank_of_;                      // by task
  std::vector<Frontier> frontiers_;                       // by task
  std::map<std::uint32_t, std::vector<Frontier>> lanes_;  // by task: those of its lanes
  std::vector<std::int32_t> entered_;               // by task: a round that is not marked yet; -1
  std::vector<std::int32_t> operation_of_;          // by request
  std::vector<std::vector<int>> communicator_of_;   // by rank and operation, not of kSizes
  std::vector<std::vector<Data>> data_;             // by rank and operation
  std::vector<std::vector<std::int64_t>> scratch_;  // by rank
  std::vector<std::map<std::uint32_t, int>> scratch_number_;  // by rank and buffer
  std::vector<std::int32_t> ended_;                           // scratch of wait()
};

}  // namespace orrery::inline schedule
