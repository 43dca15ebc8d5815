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

namespace orrery {

/// Turns a run into a schedule: what every rank does, and what of it must have ended before what else begins. Blocking
/// calls follow one another; what isend and irecv begin goes on until it is waited for; lanes go on beside each other.
/// The schedule depends on what the programs say alone, not on when anything happened. Of one run.
class Recording {
 public:
  enum class Of {
    kSizes,  ///< what does the run again at other sizes: rounds and bytes; lost where a rank might have asked for
             ///< something else at another time, has lanes, or does more than kMost things
    kTimes,  ///< what other programs run: computing takes its time with γ for each byte, and is left out if that is 0
    kData    ///< and all that is combined and copied, with where it lies
  };
  static constexpr std::size_t kMost = std::size_t{1} << 21;

  explicit Recording(Of what = Of::kSizes, CostPerByte gamma = {}) : what_(what), gamma_(gamma) {}

  /// Whether a run has told all that its ranks did.
  bool known() const { return known_; }
  /// Whether every rank does the same in `other`, but that all amounts of bytes are larger by the factor to / from.
  bool is_like(const Recording& other, std::int64_t from, std::int64_t to) const;

  /// A range of elements of a rank's vector, or of a scratch buffer of its own.
  struct Range {
    int scratch = -1;  ///< number of the buffer; -1: the vector
    std::int64_t first = 0, count = 0;
  };
  /// What an operation moves: a send `from`, a receive `into`; a computation both, and `adds` or replaces.
  struct Data {
    std::vector<Range> into = {}, from = {};
    bool adds = false;
    int communicator = 0;
  };
  /// By rank and operation, of kData.
  const std::vector<std::vector<Data>>& data() const { return data_; }
  const std::vector<RankSchedule>& ranks() const { return schedule_.ranks; }
  /// Elements of each rank's scratch buffers, of kData.
  const std::vector<std::vector<std::int64_t>>& scratch() const { return scratch_; }

  /// All of it, after the run. Communicators and their tags have become tags. That of kSizes is indexed, others are
  /// complete. REQUIRES known().
  Schedule schedule() const;

  // What a run tells. A task is a rank's program or one of its lanes; the first ones are the ranks, in their order.

  /// `store` knows what joined slices are made of; only kData needs it.
  void begin(int ranks, const Store* store);
  void lose();
  /// What a program does depends on what comes first.
  void depend_on_order();
  void enter_round(std::uint32_t task, int round);
  /// The program of a rank ends.
  void end(std::uint32_t task);
  /// A send or receive of `slice`; its peer is a rank of the world.
  void post(std::uint32_t task, Operation message, int communicator, Slice slice, Handle request);
  void compute(std::uint32_t task, Time work, int processor, Handle request);
  /// Combines, copies or uses new scratch (kReduce, kCopy, kTouch), and goes on when that is done.
  void work(std::uint32_t task, Operation::Kind kind, int communicator, Slice into, Slice from);
  void wait(std::uint32_t task, std::span<const Handle> requests);
  void allocate(std::uint32_t task, Slice scratch);
  /// The task has n lanes.
  void begin_lanes(std::uint32_t task, int n);
  /// Lane number i begins when those of numbers `after` have ended.
  void begin_lane(std::uint32_t lane, std::uint32_t task, std::span<const int> after);
  void end_lane(std::uint32_t lane, std::uint32_t task, int i);
  void end_lanes(std::uint32_t task);

 private:
  /// What must have ended before a task goes on.
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
  bool known_ = false;
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

}  // namespace orrery
