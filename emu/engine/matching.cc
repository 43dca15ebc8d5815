#include "emu/engine/matching.h"

namespace orrery::inline engine {

Index Matching::post(const Envelope& e, Index what, bool is_message) {
  List& list = bucket(e);
  Index previous = kNone;
  for (Index i = list.first; i != kNone; previous = i, i = entries_[i].next) {
    if (entries_[i].envelope != e) continue;
    if (entries_[i].is_message == is_message) break;
    return take(list, previous, i);
  }
  const Index i = entries_.take();
  entries_[i] = {e, what, kNone, is_message};
  append(list, i);
  if (++waiting_ > buckets_.size()) grow();
  return kNone;
}

void Matching::grow() {
  std::vector<List> old(buckets_.size() * 4);
  old.swap(buckets_);
  for (const List& list : old)
    for (Index i = list.first, next; i != kNone; i = next) {
      next = entries_[i].next;
      entries_[i].next = kNone;
      append(bucket(entries_[i].envelope), i);
    }
}

}  // namespace orrery::inline engine
