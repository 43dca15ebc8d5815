#include "emu/engine/endpoint.h"

#include <algorithm>

#include "emu/base/call_checks.h"
#include "emu/base/check.h"
#include "emu/engine/engine.h"

namespace orrery::inline engine {

Endpoint::Endpoint(Engine& engine, Index task, int comm, int rank)
    : engine_(engine),
      task_(task),
      comm_(comm),
      rank_(rank),
      size_(engine.communicators().size(comm)) {}

Handle Endpoint::post_send(const char* call, Slice what, int to, int tag) {
  check_rank(call, to, size_);
  return engine_.post_send(task_, comm_, rank_, what, to, tag);
}

Handle Endpoint::post_receive(const char* call, Slice into, int from, int tag) {
  check_rank(call, from, size_);
  return engine_.post_receive(task_, comm_, rank_, into, from, tag);
}

void Endpoint::send(Slice what, int to, int tag) {
  if (!what.empty()) wait(post_send("send to", what, to, tag));
}

void Endpoint::recv(Slice into, int from, int tag) {
  if (!into.empty()) wait(post_receive("recv from", into, from, tag));
}

void Endpoint::sendrecv(Slice out, int to, Slice in, int from, int tag) {
  if (out.empty()) return recv(in, from, tag);
  if (in.empty()) return send(out, to, tag);
  check_rank("sendrecv to", to, size_);
  const Handle receive = post_receive("sendrecv from", in, from, tag);
  const Handle both[] = {receive, post_send("sendrecv to", out, to, tag)};
  wait_all(both);
}

Handle Endpoint::isend(Slice what, int to, int tag) {
  return what.empty() ? Handle() : post_send("isend to", what, to, tag);
}

Handle Endpoint::irecv(Slice into, int from, int tag) {
  return into.empty() ? Handle() : post_receive("irecv from", into, from, tag);
}

void Endpoint::wait(Handle h) {
  engine_.await(task_, {&h, 1});
}

void Endpoint::wait_all(std::span<const Handle> handles) {
  engine_.await(task_, handles);
}

Handle Endpoint::icompute(Time work, int processor) {
  EMU_CHECK(work >= Time(0), "icompute of ", work.count(), " ps");
  return engine_.post_work(task_, work, processor);
}

std::span<const Handle> Endpoint::wait_some() {
  return engine_.await_some(task_);
}

Time Endpoint::now() const {
  engine_.depend_on_order();
  return engine_.now();
}

bool Endpoint::has_content() const {
  return engine_.content() != nullptr;
}

void Endpoint::put_sum(Slice into, std::span<const Slice> from) {
  if (!has_content() || from.empty()) return;
  const std::int64_t n = std::min(into.count(), from.front().count());
  engine_.content()->copy(into.part(0, n), from.front().part(0, n));
  for (const Slice& s : from.subspan(1))
    engine_.content()->reduce(into.part(0, n), s.part(0, n), false);
}

void Endpoint::combine(Slice into, Slice from, bool from_first) {
  check_counts("reduce", into.count(), from.count());
  if (into.count() == 0) return;
  engine_.compute(task_, comm_, Operation::Kind::kReduce, into, from);
  if (engine_.content() != nullptr) engine_.content()->reduce(into, from, from_first);
  release(into);
  release(from);
}

void Endpoint::copy(Slice into, Slice from) {
  check_counts("copy", into.count(), from.count());
  if (into.count() == 0) return;
  engine_.compute(task_, comm_, Operation::Kind::kCopy, into, from);
  if (engine_.content() != nullptr && into != from) engine_.content()->copy(into, from);
  release(into);
  release(from);
}

void Endpoint::release(Slice s) {
  if (s.joined()) engine_.store()->release(s);
}

Slice Endpoint::scratch(std::int64_t elements) {
  check_scratch(elements);
  Store* const store = engine_.store();
  const Slice slice = store != nullptr ? store->allocate(elements) : Slice{0, 1, 0, elements};
  engine_.touch(task_, slice);
  return slice;
}

Slice Endpoint::join(std::span<const Slice> parts) {
  if (engine_.store() != nullptr) return engine_.store()->join(parts);
  std::int64_t total = 0;
  for (const Slice& part : parts) total += part.count();
  return {0, parts.empty() ? 1 : parts.front().element_bytes(), 0, total};
}

void Endpoint::round(int k, std::source_location where) {
  engine_.enter_round(task_, k, where);
}

void Endpoint::lanes(int n, const std::function<void(Comm&, int)>& body) {
  engine_.run_lanes(task_, comm_, rank_, n, body);
}

void Endpoint::ordered_lanes(std::span<const OrderedLane> lanes,
                             const std::function<void(Comm&, int)>& body) {
  engine_.run_ordered_lanes(task_, comm_, rank_, lanes, body);
}

std::unique_ptr<Comm> Endpoint::sub(std::span<const int> ranks) {
  EMU_CHECK(!engine_.has_representatives(),
            "sub() of ranks that others stand for; expected symmetry = off");
  const std::vector<int> list(ranks.begin(), ranks.end());
  const int rank = place_in_sub(list, rank_, size_);
  return std::make_unique<Endpoint>(engine_, task_, engine_.communicators().sub(comm_, rank_, list),
                                    rank);
}

}  // namespace orrery::inline engine
