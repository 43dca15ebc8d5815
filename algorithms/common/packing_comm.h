#pragma once

#include <memory>
#include <vector>

#include "emu/comm/comm.h"

namespace orrery {

/// A communicator that packs: the blocks of a message that has several are copied into one buffer and sent from there,
/// and what has come is copied to its places. Each copy costs as Comm::copy does, at either end. Rank 3 that
/// sends blocks 0 and 2 of 1 KiB copies 2 KiB and sends them; its receiver copies 2 KiB.
class PackingComm final : public Comm {
 public:
  /// `c` must outlive it.
  explicit PackingComm(Comm& c) : c_(c) {}

  int size() const override { return c_.size(); }
  int rank() const override { return c_.rank(); }
  void send(Slice what, int to, int tag) override;
  void recv(Slice into, int from, int tag) override;
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override;
  Handle isend(Slice what, int to, int tag) override;
  Handle irecv(Slice into, int from, int tag) override;
  void wait(Handle h) override;
  void wait_all(std::span<const Handle> handles) override;
  void reduce(Slice into, Slice from) override { c_.reduce(plain(into), plain(from)); }
  void reduce_front(Slice into, Slice from) override { c_.reduce_front(plain(into), plain(from)); }
  void copy(Slice into, Slice from) override { c_.copy(plain(into), plain(from)); }
  Slice scratch(std::int64_t elements) override { return c_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override;
  void round(int k, std::source_location where) override { c_.round(k, where); }
  void lanes(int n, const std::function<void(Comm& lane, int i)>& body) override;
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override;

 private:
  /// A message whose bytes pass through a buffer.
  struct Passing {
    Handle handle;
    Slice buffer;
    Slice into = {};  ///< where it goes when it has come; nothing: it is sent
  };

  /// A slice for one call that packs nothing.
  Slice plain(Slice s);
  Slice take_buffer(std::int64_t elements);
  /// Ends the passing of a message that has been waited for.
  void settle(Handle h);

  Comm& c_;
  std::vector<std::vector<Slice>> joined_;  // by offset of the slice
  std::vector<std::size_t> unused_;         // of these
  std::vector<Slice> spare_;
  std::vector<Passing> pending_;
  std::vector<std::unique_ptr<Comm>> subs_;
};

}  // namespace orrery
