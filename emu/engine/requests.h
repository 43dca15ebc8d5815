#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/handle.h"
#include "emu/engine/tasks.h"
#include "emu/payload/store.h"

namespace orrery {

/// A posted send or receive, or work of the processor, until it has been waited for. One line of cache memory.
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
      0};  ///< on UncontendedClock: when it was posted, and once it is done when it was
  Slice slice;
};

static_assert(sizeof(Request) == 64);

/// What tasks have begun and not yet waited for.
class Requests {
 public:
  /// `scratch` (null: none) is told when joined slices are no longer needed. Expects about so many at once.
  Requests(Tasks& tasks, Store* scratch, std::size_t expected) : tasks_(tasks), scratch_(scratch) {
    requests_.reserve(expected);
  }

  const Request& operator[](Index request) const { return requests_[request]; }
  std::size_t size() const { return requests_.size(); }
  /// True if its task goes on when it is done, or may.
  bool is_awaited(Index request) const {
    const Request& r = requests_[request];
    return r.awaited || tasks_[r.task].state == Task::State::kSomeRequest;
  }
  void prefetch(Index request) const { __builtin_prefetch(&requests_[request], 1); }

  /// A request in the task's round.
  Handle add(Index task, Request::Kind kind, int comm, int peer, int tag, Slice slice) {
    const Index i = requests_.take();
    Request& r = requests_[i];
    Task& t = tasks_[task];
    r = {kind,         task,  comm,  peer, tag,           t.round,
         r.generation, false, false, true, t.uncontended, slice};
    ++t.open;
    return {i, r.generation};
  }
  /// It is done, `uncontended` on UncontendedClock: the task goes on if it waits for nothing else.
  void complete(Index request, Time uncontended);

  // Called by a task, on its fiber.

  void await(Index task, std::span<const Handle> handles);
  /// Those that it has waited for; good until another is done.
  std::span<const Handle> await_some(Index task);
  /// THROWS RankError if there is one that the task, which ends, has not waited for.
  void check_all_awaited(Index task) const;

 private:
  void release(Index request);

  Tasks& tasks_;
  Store* scratch_;
  Pool<Request> requests_;
};

}  // namespace orrery
