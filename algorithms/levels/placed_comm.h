#pragma once

#include <memory>
#include <vector>

#include "emu/comm/comm.h"

namespace orrery::inline algorithms {

/// Consecutive slices that an algorithm uses as one vector.
using Slices = std::vector<Slice>;

/// Appends a slice; merges it with the last one if they are adjacent.
void append(Slices& all, Slice next);

/// A communicator for a part of an algorithm: its vector is in pieces in the rank's buffers, and
/// its rounds follow those of the previous parts. Nothing is copied: pieces that are sent or
/// reduced together are joined.
class PlacedComm final : public Comm {
 public:
  /// Prepares the part. `c` must outlive it.
  PlacedComm(Comm& c, Slices pieces, int first_round);

  /// Returns the vector of the part.
  Slice vector() const { return {buffer_, element_bytes_, 0, starts_.back()}; }

  int size() const override { return c_.size(); }
  int rank() const override { return c_.rank(); }
  void send(Slice what, int to, int tag) override { c_.send(placed(what), to, tag); }
  void recv(Slice into, int from, int tag) override { c_.recv(placed(into), from, tag); }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override;
  Handle isend(Slice what, int to, int tag) override { return c_.isend(placed(what), to, tag); }
  Handle irecv(Slice into, int from, int tag) override { return c_.irecv(placed(into), from, tag); }
  void wait(Handle h) override { c_.wait(h); }
  void wait_all(std::span<const Handle> handles) override { c_.wait_all(handles); }
  void reduce(Slice into, Slice from) override;
  void reduce_front(Slice into, Slice from) override;
  void copy(Slice into, Slice from) override;
  Slice scratch(std::int64_t elements) override { return c_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override;
  void round(int k, std::source_location where) override { c_.round(first_round_ + k, where); }
  void lanes(int n, const std::function<void(Comm& lane, int i)>& body) override;
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override;

 private:
  /// Returns the pieces of a slice; the slice itself if it is not in the vector.
  Slices pieces_of(Slice s) const;
  Slice placed(Slice s);
  Slice one(const Slices& pieces);

  Comm& c_;
  Slices pieces_;
  std::vector<std::int64_t> starts_;  ///< of each piece in the vector, and its end
  std::uint32_t buffer_;
  std::uint32_t element_bytes_;
  int first_round_;
  std::vector<std::unique_ptr<Comm>> subs_;
};

}  // namespace orrery::inline algorithms
