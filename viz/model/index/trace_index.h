#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emu/net/network.h"
#include "emu/trace/trace.h"
#include "scenarios/blocks/block_table.h"
#include "scenarios/cell/operation_rounds.h"
#include "viz/model/index/interval_index.h"
#include "viz/model/index/rate_index.h"
#include "viz/model/index/round_marks.h"
#include "viz/model/index/round_totals.h"
#include "viz/model/index/step_index.h"

namespace orrery::viz {

/// What every rank does over time: numbers of the messages it sends and receives of its
/// computations and of the rounds it enters, each in order of start. Immutable: safe to share between threads.
class LaneIndex {
 public:
  enum Lane { kSend, kReceive, kCompute, kRound, kLanes };

  LaneIndex() = default;
  LaneIndex(const Trace& trace, int ranks);

  std::span<const std::uint32_t> of(Lane lane, int rank) const;

 private:
  struct Lists {
    std::vector<std::size_t> offsets;  // of each rank
    std::vector<std::uint32_t> numbers;
  };
  Lists lists_[kLanes];
};

/// A trace on its network, prepared so that its state at any time is found quickly (see
/// frame_state.h). Immutable: safe to share between threads.
class TraceIndex {
 public:
  /// Neither is null. Messages that never ended are left out of the pictures. For `pieces` and
  /// `cargo` see BlockTable. Where the trace lacks messages `totals` stand for them, from `totals_from` on.
  /// `steps`: of a schedule that was run, or null. `operations`: whose rounds are whose. `stuck`: ranks that wait
  /// for ever.
  TraceIndex(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
             Pieces pieces = {}, std::shared_ptr<const Cargo> cargo = {},
             std::vector<RoundTotal> totals = {}, Time totals_from = Time::max(),
             std::shared_ptr<const StepIndex> steps = {}, OperationRounds operations = {},
             const std::vector<int>& stuck = {});
  /// What of `whole` has happened by the end of its first `rounds` rounds (by number): messages of later
  /// rounds are as if they never ended, and nothing tells how it goes on. Numbers of messages stay.
  TraceIndex(const TraceIndex& whole, int rounds);
  /// What of `whole` is seen until a moment: at no time up to it does anything look different, but that no rank is
  /// said to be finished. What is under way then ends later than end(). Numbers of messages stay.
  TraceIndex(const TraceIndex& whole, Time until);

  const Trace& trace() const { return *trace_; }
  const Network& network() const { return *network_; }
  const BlockTable& blocks() const { return blocks_; }
  /// A run without operations has none.
  const OperationRounds& operations() const { return operations_; }
  const std::vector<RoundMark>& rounds() const { return rounds_; }
  const IntervalIndex& transfers() const { return transfers_; }  ///< by message, start to end
  const IntervalIndex& computes() const { return computes_; }    ///< by compute event
  const RateIndex& rates() const { return rates_; }
  const LaneIndex& lanes() const { return lanes_; }
  /// Null unless the run was of a schedule, chunk by chunk.
  const StepIndex* steps() const { return steps_.get(); }
  std::shared_ptr<const StepIndex> sharedSteps() const { return steps_; }

  /// Numbers of the messages of a round that exists or not, in order of start.
  std::span<const std::uint32_t> messagesOf(int round) const;

  /// From when on only totals of rounds are known; later than end() if single messages always are.
  Time totalsFrom() const { return totals_from_; }
  /// What is known of a round of which not all messages are; null where all are.
  const RoundTotal* totalOf(int round) const;

  Time end() const { return end_; }  ///< of the last event, or the moment until which it is seen
  /// Whether this is the beginning of a run of which more is not to be seen.
  bool goesOn() const { return goes_on_; }
  /// When this rank's last transfer or computation ends; never for one that waits for ever.
  Time endOf(int rank) const { return rank_end_[static_cast<std::size_t>(rank)]; }
  double capacity(LinkId link) const;  ///< bytes per second

 private:
  void findEnds();
  void addTotals();
  void sortByRound();

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Network> network_;
  BlockTable blocks_;
  OperationRounds operations_;
  std::vector<RoundMark> rounds_;
  IntervalIndex transfers_;
  IntervalIndex computes_;
  RateIndex rates_;
  LaneIndex lanes_;
  std::vector<std::size_t> round_offsets_;  // into by_round_
  std::vector<std::uint32_t> by_round_;
  std::vector<Time> rank_end_;
  std::vector<RoundTotal> totals_;
  Time totals_from_;
  std::shared_ptr<const StepIndex> steps_;
  Time end_{0};
  bool goes_on_ = false;
};

}  // namespace orrery::viz
