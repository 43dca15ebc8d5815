#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "emu/engine/watch/absences.h"
#include "emu/net/network.h"

namespace orrery {

/// The processors of all ranks. Each does one thing after the other. Number 0 of a rank runs its
/// program and its messages; others only work that names them.
class Processors {
 public:
  explicit Processors(const Network& network)
      : costs_(network.costs),
        plain_(!network.costs.by_size()),
        has_overhead_(!plain_ || network.costs.overhead > Time(0)),
        crowding_(network.crowding()),
        absences_(Absences::of(network)),
        free_(network.host_of.size()) {}

  /// The cost of starting a message between ranks of two hosts, with what its bytes cost at the ends, and
  /// what they pay within one.
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
  /// The sender's processor is busy with a message to another host for so long.
  Time overhead(int source, Bytes m) const {
    if (!has_overhead_) return Time(0);
    return time_of(source, plain_ ? costs_.overhead : costs_.overhead_of(m));
  }
  /// How long a rank's processor does what would take `work` if it had its core for itself.
  Time time_of(int rank, Time work) const { return stretched(work, crowding(rank)); }
  /// How long it combines or copies `bytes`, and how long it takes to use as much new scratch.
  Time time_of(int rank, Bytes bytes, bool reduction) const {
    return duration_of(bytes, {costs_.work_on(bytes, reduction).ps * crowding(rank)});
  }
  Time time_of_touch(int rank, Bytes bytes) const {
    return duration_of(bytes, {costs_.touch.ps * crowding(rank)});
  }
  /// The processor's next turn: it does `work` when it is free, and is busy with it until the end. Number 0 is the one
  /// that noise and others on the same core take.
  Turn occupy(int rank, Time work, Time now, int processor = 0) {
    Time& free = processor == 0 ? free_[static_cast<std::size_t>(rank)] : more_[{rank, processor}];
    const Time start = std::max(now, free);
    const bool stays = absences_ == nullptr || processor != 0;
    free = stays ? start + work : absences_->finish(rank, start, work, now);
    return {start, free, free - start - work};
  }
  /// By rank, from when on processor number 0 is free.
  std::span<const Time> free() const { return free_; }
  /// True if its processor number 0 has worked until now, and was there so long.
  bool has_just_worked(int rank, Time now) const {
    return now > Time(0) && free_[static_cast<std::size_t>(rank)] == now;
  }
  /// True if processors are preempted at times, for which the next two ask.
  bool may_be_preempted() const { return absences_ != nullptr; }
  /// When it is there again, from `now` on or some time `later`.
  Time back(int rank, Time now, Time later = Time(0)) {
    return absences_->back(rank, now + later, now);
  }
  /// For how long it is preempted while it does `work` from `start` on, whatever else it does.
  Time preempted(int rank, Time start, Time work, Time now) {
    return absences_->finish(rank, start, work, now) - start - work;
  }

 private:
  /// By which factor the processors of a rank's host are slower for sharing (Network::crowding).
  double crowding(int rank) const {
    return crowding_.empty() ? 1 : crowding_[static_cast<std::size_t>(rank)];
  }
  double crowding(int a, int b) const { return std::max(crowding(a), crowding(b)); }

  const Costs& costs_;
  bool plain_;                                // the costs of messages do not depend on size
  bool has_overhead_;                         // starting one may keep the processor busy
  std::vector<double> crowding_;              // by rank; empty if no host has more ranks than cores
  std::unique_ptr<Absences> absences_;        // null if no processor is ever preempted
  std::vector<Time> free_;                    // by rank: from when on number 0 is
  std::map<std::pair<int, int>, Time> more_;  // by rank and processor > 0: from when on it is free
};

}  // namespace orrery
