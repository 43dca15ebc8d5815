#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "emu/engine/fibers/pool.h"
#include "emu/engine/links/slowdowns.h"
#include "emu/engine/watch/absences.h"
#include "emu/engine/watch/step_log.h"

namespace orrery {

struct Transfer;

/// Watches a run that is to be explained: what every message and every piece of work could begin after.
///
/// Nothing happens without something that ended at the very same instant. So every task has what it
/// waited for last, `Ended`, and gives it on to what it begins there. How waits end, and which rank ended them:
///
///     a message starts       its sender, or its receiver where that posted later; then ports
///     a message's turn       what the sender's processor was busy with until then: where it is buffered, with
///                            copying it
///     work begins            its task, or what the processor was busy with
///     a processor is back    what its task, its work or its message had waited for until then
///     requests               the message or work that completed last of those that the task waits for
///     lanes                  the lane that ended last, by what that waited for
///     a barrier of rounds    what happened last in the whole run
///
/// If several end at the same instant, a receive counts before a send, and otherwise the first to be
/// processed. The others are counted as ties.
class Causes {
 public:
  explicit Causes(int ranks)
      : tasks_(static_cast<std::size_t>(ranks)), busy_with_(static_cast<std::size_t>(ranks)) {}

  Slowdowns* slowdowns() { return &slowdowns_; }
  void set_ideal_end(const Slowdowns::IdealEnd& ideal_end) { slowdowns_.set_ideal_end(ideal_end); }
  StepLog& log() { return log_; }
  /// What the last program to end waited for last.
  const Ended& completion() const { return completion_; }

  // Tasks, and what they wait for.

  void begin_lane(Index lane, Index task) {
    const Ended begun = tasks_[task];
    at(tasks_, lane) = begun;
  }
  void end_lane(Index lane, Index task) { release(task, tasks_[lane]); }
  void end_rank(Index task) { join(completion_, tasks_[task]); }
  /// What the task waited for last.
  Ended of(Index task) { return tasks_[task]; }
  /// Something ended that the task waits for.
  void release(Index task, const Ended& by) { join(tasks_[task], by); }
  void pass_barrier(Index task) { tasks_[task] = latest_; }

  // Messages. A transfer of this number may have been before.

  void send(Index transfer, Index task) {
    after_.reach(transfer) = tasks_[task].bits();
    when_.reach(transfer) = kPosted;
  }
  /// The receive of the task meets the message, whose sender posted it at `posted`, before it has started.
  /// `waited`: it could not start before.
  void meet(Index transfer, const Transfer& t, Index task, Time posted, bool waited);
  /// Notes how a buffered send ends: the sender's processor copies the message away until t.ready, and then turns to it.
  void buffer(Index send, Index transfer, const Transfer& t, const Turn& copying,
              const Turn& overhead);
  void start_buffered(Index transfer, const Transfer& t);
  /// The receiver's processor turns to a buffered message, which has arrived `by`, and copies it: so its receive
  /// ends.
  void unpack(const Transfer& t, const Ended& by, const Turn& overhead, const Turn& copying);
  /// The message starts, and the sender's processor takes its turn with it.
  void start(Index transfer, const Transfer& t, const Turn& turn);
  /// The sender's processor is preempted while it starts the message up, which has started.
  void start_preempted(Index transfer, const Transfer& t, Time preempted);
  /// One of its flows has ended before the others.
  void forget(Slowdowns::FlowId flow) { slowdowns_.forget(flow); }
  Ended end(Index transfer, const Transfer& t, std::span<const Slowdowns::FlowId> flows, Time now);

  // Work of processors.

  /// The task waits for its processor, which works for it in that turn.
  void compute(Index task, int rank, int round, const Turn& turn) {
    tasks_[task] = work(task, rank, round, 0, turn);
  }
  /// Notes how a request of work ends: a processor works for the task in that turn.
  void post_work(Index request, Index task, int rank, int round, int processor, const Turn& turn) {
    at(work_, request) = work(task, rank, round, processor, turn);
  }
  /// The task can go on now, but its processor is preempted until `back`.
  void be_preempted(Index task, int rank, int round, Time now, Time back);
  Ended end_work(Index request) { return latest_ = at(work_, request); }
  void wake(Index task) { latest_ = tasks_[task]; }

 private:
  /// What the begin of a message and its send came after.
  struct Begun {
    Ended after, sender;
  };
  /// What is known of a message under way, in few bytes: the bits of Begun::after, and when that ended.
  enum When : std::uint32_t {
    kPosted = 0xffffffff,  // when it was posted, by its sender
    kTurned = 0xfffffffe,  // when it started: its sender's processor had turned to it
    kLogged = 0xfffffffd   // its step is in the log, and is `after`
  };                       // otherwise the number of what its sender posted it after

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
  std::vector<Ended> tasks_;             // by task: what it waited for last
  std::vector<Ended> work_;              // by request: how it will end
  PiecewiseTable<std::uint64_t> after_;  // by transfer: they may be many at once
  PiecewiseTable<std::uint32_t> when_;   // by transfer
  Pool<Ended> senders_;                  // of messages that were posted before they could begin
  std::vector<StepPlace> busy_with_;     // by rank: the last that its processor does, or has done
  std::map<std::pair<int, int>, StepPlace> more_busy_;  // other processors
  Ended latest_, completion_;
  std::vector<LoggedStep::Slowed> slowed_;  // scratch, as the next
  std::vector<Slowdowns::Part> parts_;
};

}  // namespace orrery
