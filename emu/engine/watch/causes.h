#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "emu/engine/fibers/pool.h"
#include "emu/engine/links/slowdowns.h"
#include "emu/engine/watch/absences.h"
#include "emu/engine/watch/step_log.h"

namespace orrery::inline engine {

struct Transfer;

/// A watcher that records, for every message and every piece of work, the event that enabled it.
///
/// Every event begins at the instant in which another one ends. So every task keeps its last wait,
/// an `Ended`, and passes it to the events that it begins. A wait ends with an event of these:
///
///     a message starts       its sender, or its receiver if that posted later; then ports
///     a message's turn       the previous work of the sender's processor; for a buffered message,
///                            the copy
///     work begins            its task, or the previous work of the processor
///     a processor is back    the previous wait of its task, work or message
///     requests               the last message or work to complete among the awaited requests
///     lanes                  the last wait of the lane that ended last
///     a barrier of rounds    the last event of the whole run
///
/// If several events end at the same instant, a receive counts before a send, and otherwise the
/// first to be processed. The others are counted as ties.
class Causes {
 public:
  explicit Causes(int ranks)
      : tasks_(static_cast<std::size_t>(ranks)), busy_with_(static_cast<std::size_t>(ranks)) {}

  Slowdowns* slowdowns() { return &slowdowns_; }
  void set_ideal_end(const Slowdowns::IdealEnd& ideal_end) { slowdowns_.set_ideal_end(ideal_end); }
  StepLog& log() { return log_; }
  /// Returns the last wait of the program that ended last.
  const Ended& completion() const { return completion_; }

  // Tasks, and their waits.

  void begin_lane(Index lane, Index task) {
    const Ended begun = tasks_[task];
    at(tasks_, lane) = begun;
  }
  void end_lane(Index lane, Index task) { release(task, tasks_[lane]); }
  void end_rank(Index task) { join(completion_, tasks_[task]); }
  /// Returns the last wait of the task.
  Ended of(Index task) { return tasks_[task]; }
  /// Records the end of an event that the task waits for.
  void release(Index task, const Ended& by) { join(tasks_[task], by); }
  void pass_barrier(Index task) { tasks_[task] = latest_; }

  // Messages. Numbers of transfers are reused.

  void send(Index transfer, Index task) {
    after_.reach(transfer) = tasks_[task].bits();
    when_.reach(transfer) = kPosted;
  }
  /// Records that the task's receive meets the message, which its sender posted at `posted`, before
  /// it has started. `waited`: it could not start before.
  void meet(Index transfer, const Transfer& t, Index task, Time posted, bool waited);
  /// Records the end of a buffered send: the sender's processor copies the message away until
  /// t.ready, and then turns to it.
  void buffer(Index send, Index transfer, const Transfer& t, const Turn& copying,
              const Turn& overhead);
  void start_buffered(Index transfer, const Transfer& t);
  /// Records that the receiver's processor turns to a buffered message, which has arrived `by`, and
  /// copies it: the end of its receive.
  void unpack(const Transfer& t, const Ended& by, const Turn& overhead, const Turn& copying);
  /// Records the start of the message and the turn of the sender's processor.
  void start(Index transfer, const Transfer& t, const Turn& turn);
  /// Records the preemption of the sender's processor while it starts up the message, which has
  /// started.
  void start_preempted(Index transfer, const Transfer& t, Time preempted);
  /// Forgets a flow that has ended before the others of its message.
  void forget(Slowdowns::FlowId flow) { slowdowns_.forget(flow); }
  Ended end(Index transfer, const Transfer& t, std::span<const Slowdowns::FlowId> flows, Time now);

  // Work of processors.

  /// Records that the task waits for its processor, which works for it in that turn.
  void compute(Index task, int rank, int round, const Turn& turn) {
    tasks_[task] = work(task, rank, round, 0, turn);
  }
  /// Records the end of a work request: a processor works for the task in that turn.
  void post_work(Index request, Index task, int rank, int round, int processor, const Turn& turn) {
    at(work_, request) = work(task, rank, round, processor, turn);
  }
  /// Records that the task can resume, but its processor is preempted until `back`.
  void be_preempted(Index task, int rank, int round, Time now, Time back);
  Ended end_work(Index request) { return latest_ = at(work_, request); }
  void wake(Index task) { latest_ = tasks_[task]; }

 private:
  /// The predecessors of a message's beginning and of its send.
  struct Begun {
    Ended after, sender;
  };
  /// Compact state of a message under way: the bits of Begun::after, and the time of its end.
  enum When : std::uint32_t {
    kPosted = 0xffffffff,  // when its sender posted it
    kTurned = 0xfffffffe,  // when it started: its sender's processor had turned to it
    kLogged = 0xfffffffd   // its step is in the log, and is `after`
  };                       // otherwise the number of the sender's predecessor, in senders_

  static Ended& at(std::vector<Ended>& table, Index i) {
    if (i >= table.size()) table.resize(i + std::size_t{1});
    return table[i];
  }
  Begun begun(Index transfer, const Transfer& t) const;
  void note(Index transfer, std::uint64_t after, std::uint32_t when);
  std::uint32_t keep(const Ended& sender);
  static void join(Ended& known, const Ended& by);
  Ended work(Index task, int rank, int round, int processor, const Turn& turn);
  void start_within(Index transfer, const Transfer& t, const Turn& turn);
  LoggedStep begin_step(LoggedStep::Kind kind, Index transfer, const Transfer& t) const;
  void absent_before(LoggedStep& step, Time preempted, Time back);
  Ended occupy(LoggedStep::Kind kind, const Transfer& t, int rank, const Ended& begun,
               const Turn& turn);
  void share_out(LoggedStep& step);
  StepPlace& busy_with(int rank, int processor) {
    return processor == 0 ? busy_with_[static_cast<std::size_t>(rank)]
                          : more_busy_[{rank, processor}];
  }

  StepLog log_;
  Slowdowns slowdowns_;
  std::vector<Ended> tasks_;             // by task: its last wait
  std::vector<Ended> work_;              // by request: its future end
  PiecewiseTable<std::uint64_t> after_;  // by transfer: they may be many at once
  PiecewiseTable<std::uint32_t> when_;   // by transfer
  Pool<Ended> senders_;                  // of messages posted before they could begin
  std::vector<StepPlace> busy_with_;     // by rank: the processor's current or last work
  std::map<std::pair<int, int>, StepPlace> more_busy_;  // other processors
  Ended latest_, completion_;
  std::vector<LoggedStep::Slowed> slowed_;  // scratch, as the next
  std::vector<Slowdowns::Part> parts_;
};

}  // namespace orrery::inline engine
