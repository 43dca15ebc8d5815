#pragma once

#include <stdexcept>
#include <vector>

#include "emu/comm/comm.h"

namespace orrery::inline comm {

/// A Comm on an emulated rank, with the calls that need its virtual clock: for programs that run a
/// graph of operations, each as soon as it can begin. Lanes and subs of an EmulatedComm are
/// EmulatedComms, too.
class EmulatedComm : public Comm {
 public:
  /// One of the lanes of ordered_lanes().
  struct OrderedLane {
    bool takes_part = true;       ///< whether this rank takes part; other ranks may differ
    int first_round = 0;          ///< its round k is round first_round + k of the run
    std::vector<int> after = {};  ///< lanes that must have ended on this rank before it begins
  };
  /// Runs body(lane, i) for every lane in which the rank takes part, each on its own communicator
  /// over the same ranks, as soon as its predecessors (`after`) have ended; returns when all have.
  /// A lane in which the rank takes no part ends as soon as it could begin. Collective: every rank
  /// calls it once, before any other call, with the same number of lanes and the same first rounds,
  /// which ascend from 0. Each lane has metrics of its own (Metrics::lanes). REQUIRES lanes without
  /// cyclic dependencies.
  virtual void ordered_lanes(std::span<const OrderedLane> lanes,
                             const std::function<void(Comm& lane, int i)>& body) = 0;
  /// Occupies the rank's processor for `work` >= 0, after its earlier work; messages continue.
  /// Processor 0 does all other work of the rank; another processor (> 0) does only this.
  virtual Handle icompute(Time work, int processor = 0) = 0;
  /// Waits for any pending handle (MPI_Waitsome); the returned handles are complete, empty if there
  /// are no handles. The result is valid until the next call of any function. A rank that uses
  /// wait_some() does so from the start.
  virtual std::span<const Handle> wait_some() = 0;
  virtual Time now() const = 0;
  /// Returns whether slices have contents. False: they have sizes only, and `put_sum` may be
  /// skipped.
  virtual bool has_content() const = 0;
  /// Computes into := from[0] ⊕ from[1] ⊕ .. immediately, without virtual time, which the processor
  /// has already spent. The slices do not overlap; those of `from` may be shorter than `into`, or
  /// longer.
  virtual void put_sum(Slice into, std::span<const Slice> from) = 0;
};

/// Returns the EmulatedComm of a program that runs only in the emulator. THROWS
/// std::invalid_argument if it runs elsewhere.
inline EmulatedComm& emulated(Comm& c) {
  auto* const comm = dynamic_cast<EmulatedComm*>(&c);
  if (comm == nullptr) throw std::invalid_argument("this program runs in the emulator only");
  return *comm;
}

}  // namespace orrery::inline comm
