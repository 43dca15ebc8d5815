#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "emu/engine/watch/absences.h"
#include "emu/net/network.h"

namespace orrery::inline engine {

/// The processors of all ranks. Each does one piece of work after the other. Number 0 of a rank
/// runs its program and its messages; the others run only work that names them.
class Processors {
 public:
  explicit Processors(const Network& network)
      : costs_(network.costs),
        plain_(!network.costs.by_size()),
        has_overhead_(!plain_ || network.costs.overhead > Time(0)),
        crowding_(network.crowding()),
        absences_(Absences::of(network)),
        free_(network.host_of.size()) {}

  /// Returns the cost of starting a message between ranks of two hosts, with the per-byte costs of
  /// the ends and the costs within one host.
  Time alpha(int source, int destination, Bytes m) const {
    const Time start =
        plain_ ? costs_.alpha : costs_.alpha_of(m) + duration_of(m, costs_.beta_of(m));
    return stretched(start, crowding(source, destination));
  }
  Time host_alpha(int source, int destination) const {
    return stretched(costs_.host_alpha, crowding(source, destination));
  }
  CostPerByte host_beta(int source, int destination) const {
    return {costs_.host_beta.ps * crowding(source, destination)};
  }
  /// Returns how long the sender's processor is busy with a message to another host.
  Time overhead(int source, Bytes m) const {
    if (!has_overhead_) return Time(0);
    return time_of(source, plain_ ? costs_.overhead : costs_.overhead_of(m));
  }
  /// Returns the time of a rank's processor for `work`, which is the time on a core of its own.
  Time time_of(int rank, Time work) const { return stretched(work, crowding(rank)); }
  /// Returns the time to combine or copy `bytes`.
  Time time_of(int rank, Bytes bytes, bool reduction) const {
    return duration_of(bytes, {costs_.work_on(bytes, reduction).ps * crowding(rank)});
  }
  Time time_of_touch(int rank, Bytes bytes) const {
    return duration_of(bytes, {costs_.touch.ps * crowding(rank)});
  }
  /// Returns the processor's next turn: it begins `work` when it is free, and is busy until the
  /// end. Only number 0 is preempted by noise and by other ranks on the same core.
  Turn occupy(int rank, Time work, Time now, int processor = 0) {
    Time& free = processor == 0 ? free_[static_cast<std::size_t>(rank)] : more_[{rank, processor}];
    const Time start = std::max(now, free);
    const bool stays = absences_ == nullptr || processor != 0;
    free = stays ? start + work : absences_->finish(rank, start, work, now);
    return {start, free, free - start - work};
  }
  /// Returns, by rank, the time from which processor 0 is free.
  std::span<const Time> free() const { return free_; }
  /// Returns whether processor 0 finished work at `now` without being preempted.
  bool has_just_worked(int rank, Time now) const {
    return now > Time(0) && free_[static_cast<std::size_t>(rank)] == now;
  }
  /// Returns whether processors may be preempted; back() and preempted() require it.
  bool may_be_preempted() const { return absences_ != nullptr; }
  /// Returns when the processor is available again, from `now` on or some time `later`.
  Time back(int rank, Time now, Time later = Time(0)) {
    return absences_->back(rank, now + later, now);
  }
  /// Returns how long it is preempted during `work` that begins at `start`, apart from other work.
  Time preempted(int rank, Time start, Time work, Time now) {
    return absences_->finish(rank, start, work, now) - start - work;
  }

 private:
  /// Returns the factor by which sharing slows down the processors of a rank's host
  /// (Network::crowding).
  double crowding(int rank) const {
    return crowding_.empty() ? 1 : crowding_[static_cast<std::size_t>(rank)];
  }
  double crowding(int a, int b) const { return std::max(crowding(a), crowding(b)); }

  const Costs& costs_;
  bool plain_;                                // message costs do not depend on size
  bool has_overhead_;                         // starting a message may occupy the processor
  std::vector<double> crowding_;              // by rank; empty if no host has more ranks than cores
  std::unique_ptr<Absences> absences_;        // null if no processor is ever preempted
  std::vector<Time> free_;                    // by rank: the time from which number 0 is free
  std::map<std::pair<int, int>, Time> more_;  // by rank and processor > 0: the time from which it
                                              // is free
};

}  // namespace orrery::inline engine
