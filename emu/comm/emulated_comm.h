#pragma once

#include <stdexcept>
#include <vector>

#include "emu/comm/comm.h"

namespace orrery {

/// A Comm on an emulated rank, with the calls that need its virtual clock: for programs that run a graph of
/// operations, each as soon as it can begin. Lanes and subs of an EmulatedComm are such, too.
class EmulatedComm : public Comm {
 public:
  /// One of the lanes of ordered_lanes().
  struct OrderedLane {
    bool takes_part = true;       ///< whether this rank does; it need not be so on every rank
    int first_round = 0;          ///< its round k is round first_round + k of the run
    std::vector<int> after = {};  ///< lanes that must have ended on this rank before it begins
  };
  /// Runs body(lane, i) for every lane in which the rank takes part, each on a communicator of its own over the same
  /// ranks, as soon as those that it comes after have ended; returns when all have. One in which the rank takes no part
  /// ends as soon as it could begin. Collective: every rank calls it once, before all else, with as many lanes of the
  /// same first rounds, which ascend from 0. Each lane is measured by itself (Metrics::lanes). REQUIRES lanes that do
  /// not come after themselves.
  virtual void ordered_lanes(std::span<const OrderedLane> lanes,
                             const std::function<void(Comm& lane, int i)>& body) = 0;
  /// The rank's processor works for `work` >= 0, after what it has to do already; messages go on. All
  /// else that a processor does is done by number 0; another one >= 0 does nothing but this.
  virtual Handle icompute(Time work, int processor = 0) = 0;
  /// Waits for any pending handle (MPI_Waitsome); the handles it returns are complete,
  /// empty if there are no handles. What it returns is good until the next call of anything. A rank that
  /// uses it does so from the start.
  virtual std::span<const Handle> wait_some() = 0;
  virtual Time now() const = 0;
  /// False: slices have sizes only, and `put_sum` need not be called.
  virtual bool has_content() const = 0;
  /// into := from[0] ⊕ from[1] ⊕ .., at once and free of charge: after a processor has worked for it. The
  /// slices do not overlap; those of `from` may be shorter than `into`, or longer.
  virtual void put_sum(Slice into, std::span<const Slice> from) = 0;
};

/// What a program that runs in the emulator only was given. THROWS std::invalid_argument if it runs
/// elsewhere.
inline EmulatedComm& emulated(Comm& c) {
  auto* const comm = dynamic_cast<EmulatedComm*>(&c);
  if (comm == nullptr) throw std::invalid_argument("this program runs in the emulator only");
  return *comm;
}

}  // namespace orrery
