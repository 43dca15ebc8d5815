/// Messages that their senders copy away (EngineOptions::eager_limit).
#include <utility>

#include "emu/engine/engine.h"

namespace orrery::inline engine {

/// Copies the message away on the sender's processor, which releases the sender.
void Engine::buffer(Index transfer) {
  Transfer& t = transfers_[transfer];
  const Bytes bytes = t.from.bytes();
  const Time copying = processors_.time_of(t.source, duration_of(bytes, network_.costs.eager_copy));
  const Turn copied = processors_.occupy(t.source, copying, now_),
             turned = processors_.occupy(t.source, processors_.overhead(t.source, bytes), now_);
  t.buffered = true;
  uncontended_.lose();
  t.ready = copied.end;
  const Index send = std::exchange(t.send, kNone);
  tell(causes_, &Causes::buffer, send, transfer, t, copied, turned);
  events_.push(turned.end, {Event::Kind::kWorkEnd, send, 0});
  if (content_ == nullptr) return;
  const Slice kept = content_->allocate(t.from.count());
  content_->copy(kept, t.from);
  kept_[transfer] = kept;
}

/// Delivers the message; the receiver resumes when its processor has done its part.
void Engine::take_buffered(Index transfer, const Ended& by) {
  const Transfer& t = transfers_[transfer];
  if (const auto kept = kept_.find(transfer); kept != kept_.end()) {
    deliver(kept->second, t.receive);
    kept_.erase(kept);
  }
  const Costs& costs = network_.costs;
  const Time overhead = processors_.time_of(t.destination, costs.receive_overhead);
  const Time work = processors_.time_of(
      t.destination, costs.receive_overhead + duration_of(t.from.bytes(), costs.eager_copy));
  if (work == Time(0)) return complete(t.receive, by, now_);
  const Turn turned = processors_.occupy(t.destination, overhead, now_),
             copied = processors_.occupy(t.destination, work - overhead, now_);
  tell(causes_, &Causes::unpack, t, by, turned, copied);
  events_.push(copied.end, {Event::Kind::kWorkEnd, t.receive, 0});
}

}  // namespace orrery::inline engine
