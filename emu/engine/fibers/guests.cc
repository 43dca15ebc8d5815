#include "emu/engine/fibers/guests.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <boost/context/detail/fcontext.hpp>

namespace orrery::inline engine {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

/// A stack of its own for the code that moves the frames of another stack.
struct Guests::Switchboard {
  explicit Switchboard(Guests& all) : guests(all) {
    const Stacks::Stack stack = guests.stacks_.take();
    context = make_fcontext(stack.top, stack.size, serve);
  }

  /// Switches threads. Called on the stack of both; returns when another fiber switches to the
  /// caller.
  void change(Id leaving, bool has_ended, Id coming) {
    from = leaving;
    to = coming;
    ended = has_ended;
    context = jump_fcontext(context, this).fctx;
  }

  static void serve(transfer_t caller) {
    Switchboard& self = *static_cast<Switchboard*>(caller.data);
    for (;;) {
      self.guests.move(self.from, self.ended ? nullptr : caller.fctx, self.to);
      caller = jump_fcontext(self.context_of(self.guests.threads_[self.to]), &self);
    }
  }

  static fcontext_t context_of(Thread& coming) {
    constexpr std::size_t kBeginning = 1024;  // make_fcontext() writes to less
    if (std::exchange(coming.fresh, false))
      coming.context = static_cast<std::byte*>(make_fcontext(coming.base, kBeginning, begin));
    return coming.context;
  }

  static void begin(transfer_t caller) {
    Switchboard& self = *static_cast<Switchboard*>(caller.data);
    self.context = caller.fctx;
    self.guests.body_(self.guests.body_context_, self.to);
  }

  Guests& guests;
  fcontext_t context = nullptr;
  Id from = kNone, to = kNone;
  bool ended = false;
};

Guests::Guests(Stacks& stacks, Body body, void* context)
    : stacks_(stacks), body_(body), body_context_(context) {}
Guests::~Guests() = default;

void Guests::add(Id guest, Id host, std::byte* frame) {
  constexpr std::uintptr_t kAlignment = 64;
  if (threads_.size() <= std::max(guest, host))
    threads_.resize(std::max(guest, host) + std::size_t{1});
  Thread& h = threads_[host];
  if (h.guests++ == 0) h.guest_base = frame - reinterpret_cast<std::uintptr_t>(frame) % kAlignment;
  Thread& g = threads_[guest];
  g.host = host;
  g.base = h.guest_base;
  g.fresh = true;
}

Guests::Id Guests::end(Id guest) {
  const Id host = threads_[guest].host;
  --threads_[host].guests;
  return host;
}

void Guests::switch_to(Id from, Id to) {
  if (switchboard_ == nullptr) switchboard_ = std::make_unique<Switchboard>(*this);
  switchboard_->change(from, false, to);
}

void Guests::leave(Id host, Id to) {
  switchboard_->change(host, true, to);
  __builtin_unreachable();
}

/// Returns the innermost common host; a thread counts as its own host.
Guests::Id Guests::common_host(Id a, Id b) const {
  const auto is_within = [this](Id thread, Id host) {
    while (thread != host && thread != kNone) thread = threads_[thread].host;
    return thread == host;
  };
  while (!is_within(a, b)) b = threads_[b].host;
  return b;
}

/// Moves the frames, on the switchboard. `context` is that of `from`; null if a guest of `from` has
/// ended and leaves.
void Guests::move(Id from, void* context, Id to) {
  const Id common = common_host(from, to);
  if (context != nullptr)
    take_away(from, context, common);
  else
    take_away_hosts(from, common);
  bring_back(to, common);
}

void Guests::take_away(Id from, void* context, Id common) {
  Thread& leaving = threads_[from];
  leaving.context = static_cast<std::byte*>(context);
  leaving.make_room(spare_);
  if (from == common) return leaving.keep(leaving.context, leaving.guest_base);
  leaving.keep(leaving.context, leaving.base);
  take_away_hosts(leaving.host, common);
}

/// Keeps the frames of hosts above their guests: only these are in place.
void Guests::take_away_hosts(Id from, Id common) {
  for (Id t = from; t != common; t = threads_[t].host)
    threads_[t].keep(threads_[t].guest_base, threads_[t].base);
}

void Guests::bring_back(Id to, Id common) {
  Thread& coming = threads_[to];
  coming.put_back(coming.context, to == common ? coming.guest_base : coming.base);
  spare_ = std::exchange(coming.kept, {});
  if (to == common) return;
  for (Id t = coming.host; t != common; t = threads_[t].host)
    threads_[t].put_back(threads_[t].guest_base, threads_[t].base);
}

/// Provides room for all frames from `context` on, in `spare` if that is large enough.
void Guests::Thread::make_room(Room& spare) {
  const std::byte* const end = host == kNone ? guest_base : base;
  if (context >= end) return;
  const auto bytes = static_cast<std::size_t>(end - context);
  kept = std::exchange(spare, {});
  if (kept.bytes < bytes) kept = {bytes, std::make_unique_for_overwrite<std::byte[]>(bytes)};
}

/// Copies frames aside. The frames of a host may end above the beginning of its guests.
void Guests::Thread::keep(std::byte* low, std::byte* high) {
  low = std::max(low, context);
  if (low < high)
    std::memcpy(kept.place.get() + (low - context), low, static_cast<std::size_t>(high - low));
}

void Guests::Thread::put_back(std::byte* low, std::byte* high) const {
  low = std::max(low, context);
  if (kept.place != nullptr && low < high)
    std::memcpy(low, kept.place.get() + (low - context), static_cast<std::size_t>(high - low));
}

}  // namespace orrery::inline engine
