#pragma once

#include <stdexcept>
#include <vector>

#include "emu/comm/comm.h"

namespace orrery {

/// A Comm on an emulated rank, with the calls that need its virtual clock: for who runs a graph of
/// operations, each as soon as it can begin. Lanes and subs of an EmulatedComm are such, too.
class EmulatedComm : public Comm {
 public:
  /// The rank's processor works for `work` >= 0, after what it has to do already; messages go on. All
  /// else that a processor does is done by number 0; another one >= 0 does nothing but this.
  virtual Handle icompute(Time work, int processor = 0) = 0;
  /// Waits until some of the handles that nobody waits for are done, and has then waited for these;
  /// empty if there are no handles. A rank that uses it does so from the start.
  virtual std::vector<Handle> wait_some() = 0;
  virtual Time now() const = 0;
  /// False: slices have sizes only, and `put_sum` need not be called.
  virtual bool has_content() const = 0;
  /// into := from[0] ⊕ from[1] ⊕ .., at once and free of charge: for who has let a processor work for it. The
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
