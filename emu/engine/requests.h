#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/handle.h"
#include "emu/engine/tasks.h"
#include "emu/payload/store.h"

namespace orrery::inline engine {

/// A posted send, receive or work of the processor, until it has been waited for. One cache line.
struct alignas(64) Request {
  enum class Kind : std::uint8_t { kSend, kReceive, kWork } kind = Kind::kSend;
  Index task = kNone;
  std::int32_t comm = 0;
  std::int32_t peer = 0;  ///< rank in the communicator
  std::int32_t tag = 0;
  std::int32_t round = 0;
  std::uint32_t generation = 0;
  bool done = false, awaited = false, live = false;
  Time uncontended{
      0};  ///< on UncontendedClock: the time of posting, and from completion on the time of
           ///< completion
  Slice slice;
};

static_assert(sizeof(Request) == 64);

/// The requests that tasks have begun and not yet waited for.
class Requests {
 public:
  /// Creates a table for about `expected` requests at a time. `scratch` (null: none) releases
  /// joined slices after use.
  Requests(Tasks& tasks, Store* scratch, std::size_t expected) : tasks_(tasks), scratch_(scratch) {
    requests_.reserve(expected);
  }

  const Request& operator[](Index request) const { return requests_[request]; }
  std::size_t size() const { return requests_.size(); }
  /// Returns whether the task resumes, or may resume, when the request is done.
  bool is_awaited(Index request) const {
    const Request& r = requests_[request];
    return r.awaited || tasks_[r.task].state == Task::State::kSomeRequest;
  }
  void prefetch(Index request) const { __builtin_prefetch(&requests_[request], 1); }

  /// Adds a request in the task's round.
  Handle add(Index task, Request::Kind kind, int comm, int peer, int tag, Slice slice) {
    const Index i = requests_.take();
    Request& r = requests_[i];
    Task& t = tasks_[task];
    r = {kind,         task,  comm,  peer, tag,           t.round,
         r.generation, false, false, true, t.uncontended, slice};
    ++t.open;
    return {i, r.generation};
  }
  /// Completes the request, at `uncontended` on UncontendedClock: the task resumes if it waits for
  /// nothing else.
  void complete(Index request, Time uncontended);

  // Called by a task, on its fiber.

  void await(Index task, std::span<const Handle> handles);
  /// Waits for some requests and returns their handles, valid until another is done.
  std::span<const Handle> await_some(Index task);
  /// Throws RankError if the task, which ends, has a request that it has not waited for.
  void check_all_awaited(Index task) const;

 private:
  void release(Index request);

  Tasks& tasks_;
  Store* scratch_;
  Pool<Request> requests_;
};

}  // namespace orrery::inline engine
