#pragma once

#include "emu/comm/emulated_comm.h"
#include "emu/engine/fibers/pool.h"

namespace orrery::inline engine {

class Engine;

/// One task's view of one communicator: forwards its calls to the engine. Only valid inside
/// World::run, on the fiber of its task.
class Endpoint final : public EmulatedComm {
 public:
  Endpoint(Engine& engine, Index task, int comm, int rank);

  int size() const override { return size_; }
  int rank() const override { return rank_; }
  void send(Slice what, int to, int tag) override;
  void recv(Slice into, int from, int tag) override;
  void sendrecv(Slice out, int to, Slice in, int from, int tag) override;
  Handle isend(Slice what, int to, int tag) override;
  Handle irecv(Slice into, int from, int tag) override;
  void wait(Handle h) override;
  void wait_all(std::span<const Handle> handles) override;
  Handle icompute(Time work, int processor) override;
  std::span<const Handle> wait_some() override;
  Time now() const override;
  bool has_content() const override;
  void put_sum(Slice into, std::span<const Slice> from) override;
  void reduce(Slice into, Slice from) override { combine(into, from, false); }
  void reduce_front(Slice into, Slice from) override { combine(into, from, true); }
  void copy(Slice into, Slice from) override;
  Slice scratch(std::int64_t elements) override;
  Slice join(std::span<const Slice> parts) override;
  void round(int k, std::source_location where) override;
  void lanes(int n, const std::function<void(Comm&, int)>& body) override;
  void ordered_lanes(std::span<const OrderedLane> lanes,
                     const std::function<void(Comm&, int)>& body) override;
  std::unique_ptr<Comm> sub(std::span<const int> ranks) override;

 private:
  Handle post_send(const char* call, Slice what, int to, int tag);
  Handle post_receive(const char* call, Slice into, int from, int tag);
  void combine(Slice into, Slice from, bool from_first);
  void release(Slice s);

  Engine& engine_;
  Index task_;
  int comm_;
  int rank_;
  int size_;
};

}  // namespace orrery::inline engine
