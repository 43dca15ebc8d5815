#include "algorithms/witness.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "emu/base/check.h"

namespace orrery::inline algorithms {

namespace {

void unite(void* into, const void* from, std::int64_t count, bool) {
  auto* const a = static_cast<std::byte*>(into);
  const auto* const b = static_cast<const std::byte*>(from);
  for (std::int64_t i = 0; i < count; ++i) a[i] |= b[i];
}

/// Returns the elements of a set of p ranks.
std::int64_t set_length(int p) {
  return (std::int64_t{p} + 7) / 8;
}

void contribute_rank(void* element, int rank, std::int64_t index) {
  *static_cast<std::byte*>(element) = rank / 8 == index ? std::byte{1} << rank % 8 : std::byte{0};
}

/// The knowledge of a rank, or a lane of it, and its pending messages.
struct Knowledge {
  struct Pending {
    Handle message, knowledge;
    Slice set;  ///< the sender's knowledge
    bool receives;
  };
  Slice known;
  std::vector<Pending> pending = {};  ///< by handle
  std::vector<Slice> spare = {};      ///< sets of completed messages
};

class Witness final : public Comm {
 public:
  Witness(Comm& c, std::shared_ptr<Knowledge> own) : c_(c), own_(std::move(own)) {}

  int size() const override { return c_.size(); }
  int rank() const override { return c_.rank(); }

  void send(Slice what, int to, int tag) override { wait(isend(what, to, tag)); }
  void recv(Slice into, int from, int tag) override { wait(irecv(into, from, tag)); }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    const Handle receive = irecv(in, from, tag);
    const Handle both[] = {receive, isend(out, to, tag)};
    wait_all(both);
  }
  Handle isend(Slice what, int to, int tag) override {
    if (what.empty()) return {};
    const Slice told = take_set();
    c_.copy(told, own_->known);
    const Handle message = c_.isend(what, to, tag);
    return add({message, c_.isend(told, to, tag), told, false});
  }
  Handle irecv(Slice into, int from, int tag) override {
    if (into.empty()) return {};
    const Slice heard = take_set();
    const Handle message = c_.irecv(into, from, tag);
    return add({message, c_.irecv(heard, from, tag), heard, true});
  }
  void wait(Handle h) override { wait_all({&h, 1}); }
  void wait_all(std::span<const Handle> handles) override {
    std::vector<Handle> all;
    for (const Handle h : handles)
      if (h.index != Handle::kNothing) {
        all.push_back(own_->pending.at(h.index).message);
        all.push_back(own_->pending.at(h.index).knowledge);
      }
    c_.wait_all(all);
    for (const Handle h : handles) {
      if (h.index == Handle::kNothing) continue;
      const Knowledge::Pending& done = own_->pending[h.index];
      if (done.receives) c_.reduce(own_->known, done.set);
      own_->spare.push_back(done.set);
    }
  }

  void reduce(Slice into, Slice from) override { c_.reduce(into, from); }
  void reduce_front(Slice into, Slice from) override { c_.reduce_front(into, from); }
  void copy(Slice into, Slice from) override { c_.copy(into, from); }
  Slice scratch(std::int64_t elements) override { return c_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return c_.join(parts); }
  void round(int k, std::source_location where) override { c_.round(k, where); }
  void lanes(int n, const std::function<void(Comm&, int)>& body) override {
    std::vector<Slice> known;  // by lane: knowledge that other lanes do not have
    for (int i = 0; i < n; ++i) c_.copy(known.emplace_back(take_set()), own_->known);
    c_.lanes(
        n, [&](Comm& lane, int i) { body(*witness(lane, known[static_cast<std::size_t>(i)]), i); });
    for (const Slice heard : known) {
      c_.reduce(own_->known, heard);
      own_->spare.push_back(heard);
    }
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    subs_.push_back(c_.sub(ranks));
    return std::make_unique<Witness>(*subs_.back(), own_);
  }

 private:
  Slice take_set() {
    if (own_->spare.empty()) return c_.scratch(own_->known.count());
    const Slice set = own_->spare.back();
    own_->spare.pop_back();
    return set;
  }
  Handle add(const Knowledge::Pending& pending) {
    own_->pending.push_back(pending);
    return {static_cast<std::uint32_t>(own_->pending.size() - 1), 0};
  }

  Comm& c_;
  std::shared_ptr<Knowledge> own_;  // subs of a communicator share it
  std::vector<std::unique_ptr<Comm>> subs_;
};

}  // namespace

const Op& rank_sets() {
  static constexpr Op kUnion{"union", "ranks", 1, true, unite, contribute_rank};
  return kUnion;
}

Slice set_of(int rank, int p, RealStore& store) {
  const Slice set = store.allocate(set_length(p));
  store.fill(set, {0, rank});
  return set;
}

std::unique_ptr<Comm> witness(Comm& c, Slice known) {
  EMU_CHECK(known.count() == set_length(c.size()), "a set of ", known.count(),
            " elements; expected ", set_length(c.size()));
  return std::make_unique<Witness>(c, std::make_shared<Knowledge>(Knowledge{known}));
}

std::optional<std::string> not_known(RealStore& store, Slice known, int rank, int p) {
  const std::byte* const set = store.data(known);
  for (int r = 0; r < p; ++r)
    if ((set[r / 8] >> r % 8 & std::byte{1}) == std::byte{0})
      return text_of("rank ", rank, " can leave before rank ", r, " has entered");
  return std::nullopt;
}

}  // namespace orrery::inline algorithms
