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

namespace orrery::viz::inline model {

/// The activity of every rank over time: numbers of the messages that it sends and receives, of its
/// computations and of the rounds that it enters, each in order of start. Immutable: safe to share
/// between threads.
class LaneIndex {
 public:
  enum Lane { kSend, kReceive, kCompute, kRound, kLanes };

  LaneIndex() = default;
  LaneIndex(const Trace& trace, int ranks);

  std::span<const std::uint32_t> of(Lane lane, int rank) const;
  /// Returns whether any rank has something there.
  bool any(Lane lane) const { return !lists_[lane].numbers.empty(); }

 private:
  struct Lists {
    std::vector<std::size_t> offsets;  // of each rank
    std::vector<std::uint32_t> numbers;
  };
  Lists lists_[kLanes];
};

/// A trace on its network, indexed so that its state at any time is found quickly (see
/// frame_state.h). Immutable: safe to share between threads.
class TraceIndex {
 public:
  /// Indexes a trace; neither pointer is null. Messages that never ended are left out of the
  /// pictures. For `pieces` and `cargo` see BlockTable. Where the trace lacks messages, `totals`
  /// stand for them, from `totals_from` on. `steps`: of a schedule that was run, or null.
  /// `operations`: the operation of each round. `stuck`: ranks that wait for ever.
  TraceIndex(std::shared_ptr<const Trace> trace, std::shared_ptr<const Network> network,
             Pieces pieces = {}, std::shared_ptr<const Cargo> cargo = {},
             std::vector<RoundTotal> totals = {}, Time totals_from = Time::max(),
             std::shared_ptr<const StepIndex> steps = {}, OperationRounds operations = {},
             const std::vector<int>& stuck = {});
  /// Copies the part of `whole` up to the end of its first `rounds` rounds (by number): messages of
  /// later rounds look as if they never ended, and nothing reveals the rest of the run. Message numbers
  /// stay.
  TraceIndex(const TraceIndex& whole, int rounds);
  /// Copies the part of `whole` seen until a moment: at no time up to it does anything look
  /// different, except that no rank counts as finished. Messages under way then end later than
  /// end(). Message numbers stay.
  TraceIndex(const TraceIndex& whole, Time until);

  const Trace& trace() const { return *trace_; }
  const Network& network() const { return *network_; }
  const BlockTable& blocks() const { return blocks_; }
  /// Returns the rounds of operations; empty for a run without operations.
  const OperationRounds& operations() const { return operations_; }
  const std::vector<RoundMark>& rounds() const { return rounds_; }
  const IntervalIndex& transfers() const { return transfers_; }  ///< by message, start to end
  const IntervalIndex& computes() const { return computes_; }    ///< by compute event
  const RateIndex& rates() const { return rates_; }
  const LaneIndex& lanes() const { return lanes_; }
  /// Returns the steps; null unless the run was of a schedule, chunk by chunk.
  const StepIndex* steps() const { return steps_.get(); }
  std::shared_ptr<const StepIndex> sharedSteps() const { return steps_; }

  /// Returns the numbers of the messages of a round, existing or not, in order of start.
  std::span<const std::uint32_t> messagesOf(int round) const;
  /// Returns the numbers of the messages that carry a block; none for no block (-1).
  std::vector<std::uint32_t> carriersOf(int block) const;

  /// Returns the time from which only totals of rounds are known; later than end() if none are
  /// needed.
  Time totalsFrom() const { return totals_from_; }
  /// Returns the totals of a round with unknown messages; null where all are known.
  const RoundTotal* totalOf(int round) const;

  Time end() const { return end_; }  ///< of the last event, or the moment up to which it is seen
  /// Returns whether this is the beginning of a run whose rest is hidden.
  bool goesOn() const { return goes_on_; }
  /// Returns when this rank's last transfer or computation ends; never for one that waits for ever.
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

}  // namespace orrery::viz::inline model
