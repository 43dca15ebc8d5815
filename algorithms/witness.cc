#include "algorithms/witness.h"

#include "emu/base/check.h"

namespace orrery {

namespace {

class Witness final : public Comm {
 public:
  Witness(Comm& c, Slice known) : c_(c), known_(known) {}

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
    const Slice told = c_.scratch(known_.count());
    c_.copy(told, known_);
    const Handle message = c_.isend(what, to, tag);
    return add({message, c_.isend(told, to, tag), {}});
  }
  Handle irecv(Slice into, int from, int tag) override {
    if (into.empty()) return {};
    const Slice heard = c_.scratch(known_.count());
    const Handle message = c_.irecv(into, from, tag);
    return add({message, c_.irecv(heard, from, tag), heard});
  }
  void wait(Handle h) override { wait_all({&h, 1}); }
  void wait_all(std::span<const Handle> handles) override {
    std::vector<Handle> all;
    for (const Handle h : handles)
      if (h.index != Handle::kNothing) {
        all.push_back(pending_.at(h.index).message);
        all.push_back(pending_.at(h.index).knowledge);
      }
    c_.wait_all(all);
    for (const Handle h : handles)
      if (h.index != Handle::kNothing && !pending_[h.index].heard.empty())
        c_.reduce(known_, pending_[h.index].heard);
  }

  void reduce(Slice into, Slice from) override { c_.reduce(into, from); }
  void reduce_front(Slice into, Slice from) override { c_.reduce_front(into, from); }
  void copy(Slice into, Slice from) override { c_.copy(into, from); }
  Slice scratch(std::int64_t elements) override { return c_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return c_.join(parts); }
  void round(int k, std::source_location where) override { c_.round(k, where); }
  void lanes(int n, const std::function<void(Comm&, int)>& body) override {
    c_.lanes(n, [&](Comm& lane, int i) {
      Witness witness(lane, known_);
      body(witness, i);
    });
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    subs_.push_back(c_.sub(ranks));
    return std::make_unique<Witness>(*subs_.back(), known_);
  }

 private:
  struct Pending {
    Handle message, knowledge;
    Slice heard;  ///< of a receive: the sender's knowledge
  };
  Handle add(const Pending& pending) {
    pending_.push_back(pending);
    return {static_cast<std::uint32_t>(pending_.size() - 1), 0};
  }

  Comm& c_;
  Slice known_;
  std::vector<Pending> pending_;
  std::vector<std::unique_ptr<Comm>> subs_;
};

}  // namespace

void run_witnessed(Comm& c, Slice known, const std::function<void(Comm&)>& program) {
  EMU_CHECK(known.count() == c.size(), "knowledge of ", known.count(), " ranks; expected ",
            c.size());
  Witness witness(c, known);
  program(witness);
}

}  // namespace orrery
