#include "algorithms/common/packing_comm.h"

#include <algorithm>

namespace orrery {

namespace {

constexpr std::uint32_t kApart = 0xfffffffc;  ///< buffer of slices that are joined here

bool is_apart(Slice s) {
  return s.buffer() == kApart;
}

}  // namespace

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

}  // namespace orrery
