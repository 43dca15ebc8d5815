#include "algorithms/instance.h"

#include <algorithm>
#include <memory>

#include "algorithms/common/skips.h"
#include "emu/comm/comm.h"

namespace orrery::inline algorithms {
namespace {

/// A communicator that packs: the blocks of a message with several are copied into one buffer and
/// sent from there, and received messages are copied to their places. Each copy costs as Comm::copy
/// does, at either end. Rank 3 that sends blocks 0 and 2 of 1 KiB copies 2 KiB and sends them; its
/// receiver copies 2 KiB.
class PackingComm final : public Comm {
 public:
  /// Wraps `c`, which must outlive it.
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
  /// A message whose bytes are copied through a buffer.
  struct Passing {
    Handle handle;
    Slice buffer;
    Slice into = {};  ///< its destination after arrival; empty for a send
  };

  /// Returns a slice for one call that needs no packing.
  Slice plain(Slice s);
  Slice take_buffer(std::int64_t elements);
  /// Ends the passage of a message that has been waited for.
  void settle(Handle h);

  Comm& c_;
  std::vector<std::vector<Slice>> joined_;  // by offset of the slice
  std::vector<std::size_t> unused_;         // of these
  std::vector<Slice> spare_;
  std::vector<Passing> pending_;
  std::vector<std::unique_ptr<Comm>> subs_;
};

constexpr std::uint32_t kApart = 0xfffffffc;  ///< buffer of slices that are joined here

bool is_apart(Slice s) {
  return s.buffer() == kApart;
}

Slice PackingComm::join(std::span<const Slice> parts) {
  std::vector<Slice> all;
  std::int64_t elements = 0;
  for (const Slice& part : parts) {
    elements += part.count();
    if (part.count() > 0) all.push_back(part);
  }
  if (all.size() <= 1) return all.empty() ? Slice() : all.front();
  if (unused_.empty()) {
    unused_.push_back(joined_.size());
    joined_.emplace_back();
  }
  const std::size_t i = unused_.back();
  unused_.pop_back();
  joined_[i] = std::move(all);
  return {kApart, joined_[i].front().element_bytes(), static_cast<std::int64_t>(i), elements};
}

Slice PackingComm::plain(Slice s) {
  if (!is_apart(s)) return s;
  const auto i = static_cast<std::size_t>(s.offset());
  unused_.push_back(i);
  return c_.join(joined_[i]);
}

Slice PackingComm::take_buffer(std::int64_t elements) {
  const auto fits =
      std::ranges::find_if(spare_, [&](const Slice& s) { return s.count() >= elements; });
  if (fits == spare_.end()) return c_.scratch(elements);
  const Slice buffer = *fits;
  spare_.erase(fits);
  return buffer;
}

void PackingComm::send(Slice what, int to, int tag) {
  wait(isend(what, to, tag));
}

void PackingComm::recv(Slice into, int from, int tag) {
  wait(irecv(into, from, tag));
}

void PackingComm::sendrecv(Slice out, int to, Slice in, int from, int tag) {
  if (!is_apart(out) && !is_apart(in)) return c_.sendrecv(out, to, in, from, tag);
  const Handle receive = irecv(in, from, tag);
  const Handle both[] = {receive, isend(out, to, tag)};
  wait_all(both);
}

Handle PackingComm::isend(Slice what, int to, int tag) {
  if (!is_apart(what)) return c_.isend(what, to, tag);
  const Slice buffer = take_buffer(what.count()), message = buffer.part(0, what.count());
  c_.copy(message, plain(what));
  pending_.push_back({c_.isend(message, to, tag), buffer});
  return pending_.back().handle;
}

Handle PackingComm::irecv(Slice into, int from, int tag) {
  if (!is_apart(into)) return c_.irecv(into, from, tag);
  const Slice buffer = take_buffer(into.count());
  pending_.push_back({c_.irecv(buffer.part(0, into.count()), from, tag), buffer, into});
  return pending_.back().handle;
}

void PackingComm::settle(Handle h) {
  const auto message = std::ranges::find(pending_, h, &Passing::handle);
  if (message == pending_.end()) return;
  const Passing done = *message;
  pending_.erase(message);
  if (const std::int64_t n = done.into.count(); n > 0)
    c_.copy(plain(done.into), done.buffer.part(0, n));
  spare_.push_back(done.buffer);
}

void PackingComm::wait(Handle h) {
  c_.wait(h);
  settle(h);
}

void PackingComm::wait_all(std::span<const Handle> handles) {
  c_.wait_all(handles);
  for (const Handle h : handles) settle(h);
}

void PackingComm::lanes(int n, const std::function<void(Comm&, int)>& body) {
  c_.lanes(n, [&](Comm& lane, int i) {
    PackingComm packing(lane);
    body(packing, i);
  });
}

std::unique_ptr<Comm> PackingComm::sub(std::span<const int> ranks) {
  subs_.push_back(c_.sub(ranks));
  return std::make_unique<PackingComm>(*subs_.back());
}

}  // namespace

Instance::Instance(const Algorithm& a, const Problem& x)
    : algorithm_(chosen(a, x)),
      collective_(find_collective(a.collective)),
      problem_(settled(algorithm_, x)),
      length_(collective_.vector_length(problem_)),
      blocks_(blocks_for(algorithm_, problem_)),
      partition_(blocks_of(collective_, x)),
      skips_(x.skips.empty() ? circulant::halving_skips(x.p) : x.skips) {}

void Instance::fill(Store& store, Slice v, int rank) const {
  for (const Piece& piece : collective_.before(problem_, rank))
    store.fill(v.part(piece.offset, piece.count), piece.content);
}

/// Copies the input, to the place of the result if that is as long, otherwise to scratch. For the
/// check of contents, v has the copy afterwards.
void Instance::keep_input(Comm& c, Slice v) const {
  std::int64_t result = 0;
  for (const Piece& piece : collective_.after(problem_, c.rank())) result += piece.count;
  c.copy(result == v.count() ? v : c.scratch(v.count()), v);
}

void Instance::run(Comm& c, Slice v) const {
  if (problem_.separate_buffers && collective_.reduces) keep_input(c, v);
  const Call call{v, partition_, problem_.root, blocks_, skips_, problem_};
  if (!problem_.packs) return algorithm_.run(c, call);
  PackingComm packing(c);
  algorithm_.run(packing, call);
}

std::optional<std::string> Instance::mismatch(const Store& store, Slice v, int rank) const {
  for (const Piece& piece : collective_.after(problem_, rank))
    if (auto difference = store.mismatch(v.part(piece.offset, piece.count), piece.content))
      return text_of("rank ", rank, ": ", *difference);
  return std::nullopt;
}

std::vector<Program::Barrier> Instance::barriers() const {
  if (!collective_.synchronises) return {};
  return {{this, problem_.p}};
}

}  // namespace orrery::inline algorithms
