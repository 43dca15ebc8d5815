#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <source_location>
#include <span>

#include "emu/base/handle.h"
#include "emu/base/units.h"
#include "emu/payload/slice.h"

/// The only header that an algorithm may include. The same calls run on emulated ranks and on real
/// processes; emulated_comm.h has the calls that need the emulator.
namespace orrery::inline comm {

/// One rank's view of a communicator. An empty Slice is neither sent nor received: the call (or its
/// half) does nothing. Messages match by (communicator, source, tag) in the order they were posted.
/// Self messages are allowed where one side is non-blocking. Ranks are numbers in this
/// communicator, 0 .. size()-1. THROWS std::invalid_argument for a rank out of range, slices of
/// different length, a handle waited for twice, a round that goes backwards.
class Comm {
 public:
  virtual ~Comm() = default;
  Comm() = default;
  Comm(const Comm&) = delete;
  Comm& operator=(const Comm&) = delete;

  virtual int size() const = 0;
  virtual int rank() const = 0;

  virtual void send(Slice what, int to, int tag = 0) = 0;
  virtual void recv(Slice into, int from,
                    int tag = 0) = 0;  ///< throws for a larger message, accepts a smaller one
  /// Sends and receives concurrently (Send ‖ Recv of the papers); returns when both are done.
  virtual void sendrecv(Slice out, int to, Slice in, int from, int tag = 0) = 0;

  virtual Handle isend(Slice what, int to, int tag = 0) = 0;
  virtual Handle irecv(Slice into, int from, int tag = 0) = 0;
  virtual void wait(Handle h) = 0;
  virtual void wait_all(std::span<const Handle> handles) = 0;

  virtual void reduce(Slice into, Slice from) = 0;  ///< computes into := into ⊕ from; γ per
                                                    ///< byte
  virtual void reduce_front(Slice into, Slice from) = 0;  ///< computes into := from ⊕ into; γ per
                                                          ///< byte
  virtual void copy(Slice into, Slice from) = 0;          ///< copies into := from; γ per byte

  /// Returns a buffer of this rank, contents undefined, that lives until the end of the run.
  virtual Slice scratch(std::int64_t elements) = 0;

  /// Returns the elements of `parts`, in order, as one slice: a message of separate blocks. Nothing
  /// is copied or charged; a real machine would use a derived datatype. Valid for ONE call that
  /// sends, receives, reduces or copies it; its parts have no parts themselves.
  virtual Slice join(std::span<const Slice> parts) = 0;

  /// Enters round k >= 0 of the algorithm; messages posted from here on belong to it. Rounds never
  /// go backwards. `where` is the calling line, shown with the rank.
  virtual void round(int k, std::source_location where = std::source_location::current()) = 0;

  /// Runs body(lane, i) for i = 0 .. n-1 concurrently, each on its own communicator over the same
  /// ranks; returns when all have returned. Collective: every rank of this communicator calls it
  /// with the same n, in the same order.
  virtual void lanes(int n, const std::function<void(Comm& lane, int i)>& body) = 0;

  /// Returns the communicator of the given ranks (of this one; all different; including this rank),
  /// numbered in that order. Collective over exactly those ranks, each passing the same list.
  virtual std::unique_ptr<Comm> sub(std::span<const int> ranks) = 0;
};

}  // namespace orrery::inline comm
