#pragma once

#include <cstdint>
#include <functional>
#include <source_location>
#include <span>
#include <vector>

#include "emu/base/handle.h"
#include "emu/base/units.h"
#include "emu/payload/slice.h"

namespace orrery {

class Engine;
class Store;

/// One task's view of one communicator: the engine's side of Comm (see emu/comm/comm.h, which
/// documents the calls). Only valid inside World::run, on the fiber it was given to.
class Endpoint {
 public:
  Endpoint(Engine& engine, std::uint32_t task, std::uint32_t comm, int rank, int size)
      : engine_(engine), task_(task), comm_(comm), rank_(rank), size_(size) {}

  int size() const { return size_; }
  int rank() const { return rank_; }
  int world_rank() const;

  void send(Slice what, int to, int tag);
  void recv(Slice into, int from, int tag);
  void sendrecv(Slice out, int to, Slice in, int from, int tag);
  Handle isend(Slice what, int to, int tag);
  Handle irecv(Slice into, int from, int tag);
  void wait(std::span<const Handle> handles);
  Handle icompute(Time work, int processor);
  std::vector<Handle> wait_some();
  void reduce(Slice into, Slice from, bool from_first);
  void copy(Slice into, Slice from);
  Slice scratch(std::int64_t elements);
  Slice join(std::span<const Slice> parts);
  void round(int k, std::source_location where = std::source_location::current());
  void lanes(int n, const std::function<void(Endpoint& lane, int i)>& body);
  Endpoint sub(std::span<const int> ranks);

 private:
  void release(Slice a, Slice b);
  Handle handle(std::uint32_t index) const;

  Engine& engine_;
  std::uint32_t task_;
  std::uint32_t comm_;
  int rank_;
  int size_;
};

}  // namespace orrery
