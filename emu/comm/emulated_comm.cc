#include "emu/comm/emulated_comm.h"

#include "emu/engine/endpoint.h"

namespace orrery {

namespace {

class EmulatedComm final : public Comm {
 public:
  explicit EmulatedComm(const Endpoint& endpoint) : endpoint_(endpoint) {}

  int size() const override { return endpoint_.size(); }
  int rank() const override { return endpoint_.rank(); }
  void send(Slice what, int to, int tag) override { endpoint_.send(what, to, tag); }
  void recv(Slice into, int from, int tag) override { endpoint_.recv(into, from, tag); }
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override {
    endpoint_.sendrecv(out, to, in, from, tag);
  }
  Handle isend(Slice what, int to, int tag) override { return endpoint_.isend(what, to, tag); }
  Handle irecv(Slice into, int from, int tag) override { return endpoint_.irecv(into, from, tag); }
  void wait(Handle h) override { endpoint_.wait({&h, 1}); }
  void wait_all(std::span<const Handle> handles) override { endpoint_.wait(handles); }
  Handle icompute(Time work, int processor) override { return endpoint_.icompute(work, processor); }
  std::vector<Handle> wait_some() override { return endpoint_.wait_some(); }
  void reduce(Slice into, Slice from) override { endpoint_.reduce(into, from, false); }
  void reduce_front(Slice into, Slice from) override { endpoint_.reduce(into, from, true); }
  void copy(Slice into, Slice from) override { endpoint_.copy(into, from); }
  Slice scratch(std::int64_t elements) override { return endpoint_.scratch(elements); }
  Slice join(std::span<const Slice> parts) override { return endpoint_.join(parts); }
  void round(int k, std::source_location where) override { endpoint_.round(k, where); }
  void lanes(int n, const std::function<void(Comm&, int)>& body) override {
    endpoint_.lanes(n, [&body](Endpoint& lane, int i) {
      EmulatedComm comm(lane);
      body(comm, i);
    });
  }
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override {
    return std::make_unique<EmulatedComm>(endpoint_.sub(ranks));
  }

 private:
  Endpoint endpoint_;
};

}  // namespace

std::unique_ptr<Comm> make_comm(Endpoint& endpoint) {
  return std::make_unique<EmulatedComm>(endpoint);
}

}  // namespace orrery
