#include "emu/engine/requests.h"

#include <algorithm>

#include "emu/base/call_checks.h"

namespace orrery::inline engine {

void Requests::complete(Index request, Time uncontended) {
  Request& r = requests_[request];
  r.done = true;
  r.uncontended = uncontended;
  Task& t = tasks_[r.task];
  if (r.awaited) {
    t.uncontended = std::max(t.uncontended, uncontended);
    if (--t.pending == 0) tasks_.wake(r.task);
  } else if (t.collects) {
    t.done.push_back({request, r.generation});
    if (t.state == Task::State::kSomeRequest) tasks_.wake(r.task);
  }
}

/// Releases a request that has been waited for; its task no longer counts it as open.
[[gnu::always_inline]] inline void Requests::release(Index request) {
  Request& r = requests_[request];
  if (r.slice.joined() && scratch_ != nullptr) scratch_->release(r.slice);
  ++r.generation;
  r.live = false;
  requests_.give_back(request);
}

void Requests::await(Index task, std::span<const Handle> handles) {
  std::int32_t pending = 0;
  Task& t = tasks_[task];
  for (const Handle h : handles) {
    if (h.index == Handle::kNothing) continue;
    EMU_CHECK(h.index < requests_.size(), "wait: no such handle");
    Request& r = requests_[h.index];
    check_handle(r.live && r.generation == h.generation && !r.awaited, r.task == task);
    r.awaited = true;
    if (!r.done) {
      ++pending;
      continue;
    }
    t.uncontended = std::max(t.uncontended, r.uncontended);
    if (t.collects) std::erase(t.done, h);
  }
  t.pending = pending;
  if (pending > 0) tasks_.suspend(task, Task::State::kRequests);
  std::int32_t released = 0;
  for (const Handle h : handles) {
    if (h.index == Handle::kNothing) continue;
    release(h.index);
    ++released;
  }
  tasks_[task].open -= released;
}

std::span<const Handle> Requests::await_some(Index task) {
  Task& before = tasks_[task];
  before.collects = true;
  before.done.erase(before.done.begin(), before.done.begin() + before.told);
  before.told = 0;
  if (before.open > 0 && before.done.empty()) tasks_.suspend(task, Task::State::kSomeRequest);
  Task& t = tasks_[task];
  for (const Handle h : t.done) release(h.index);
  t.open -= static_cast<std::int32_t>(t.done.size());
  t.told = static_cast<std::int32_t>(t.done.size());
  return t.done;
}

void Requests::check_all_awaited(Index task) const {
  if (tasks_[task].open == 0) return;
  for (Index i = 0; i < requests_.size(); ++i) {
    const Request& r = requests_[i];
    if (r.live && r.task == task)
      fail_rank(tasks_[task].rank,
                r.kind == Request::Kind::kWork
                    ? text_of("ended without waiting for its icompute (round ", r.round, ")")
                    : not_waited_text(r.kind == Request::Kind::kSend, r.peer, r.tag, r.round));
  }
}

}  // namespace orrery::inline engine
