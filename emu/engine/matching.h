#pragma once

#include <cstdint>
#include <vector>

#include "emu/engine/fibers/pool.h"

namespace orrery::inline engine {

/// Matches messages with receives, those of one envelope in the order in which they were posted. Of
/// an envelope either messages or receives wait, never both.
class Matching {
 public:
  /// The properties in which a message and its receive agree.
  struct Envelope {
    Index place = 0;          ///< of the receiver (see Communicators)
    std::int32_t source = 0;  ///< sender's rank in the communicator
    std::int32_t tag = 0;
    bool operator==(const Envelope&) const = default;
  };

  /// Takes the waiting receive for `message` and returns it; kNone: the message waits.
  Index send(const Envelope& e, Index message) { return post(e, message, true); }
  /// Takes the waiting message for `request` and returns it; kNone: the receive waits.
  Index receive(const Envelope& e, Index request) { return post(e, request, false); }

  /// Calls f(envelope, message) for every waiting message, in no particular order.
  template <class F>
  void for_each_message(F&& f) const {
    for (const List& list : buckets_)
      for (Index i = list.first; i != kNone; i = entries_[i].next)
        if (entries_[i].is_message) f(entries_[i].envelope, entries_[i].what);
  }

 private:
  struct Entry {
    Envelope envelope;
    Index what = kNone;  // message or request
    Index next = kNone;
    bool is_message = false;
  };
  struct List {
    Index first = kNone, last = kNone;
  };

  Index post(const Envelope& e, Index what, bool is_message);
  /// Returns the bucket of an envelope. In a round of a regular algorithm the peers of all ranks
  /// are equally far away: neighbouring ranks use neighbouring buckets.
  List& bucket(const Envelope& e) {
    const std::uint64_t distance = static_cast<std::uint32_t>(e.source) - e.place;
    const std::uint64_t key = distance << 32 | static_cast<std::uint32_t>(e.tag);
    return buckets_[((key * 0x9e3779b97f4a7c15u >> 32) + e.place) & (buckets_.size() - 1)];
  }
  void append(List& list, Index i) {
    (list.last == kNone ? list.first : entries_[list.last].next) = i;
    list.last = i;
  }
  /// Removes entry i, which comes after `previous`, from its list and returns its message or
  /// request.
  Index take(List& list, Index previous, Index i) {
    const Entry& entry = entries_[i];
    (previous == kNone ? list.first : entries_[previous].next) = entry.next;
    if (entry.next == kNone) list.last = previous;
    --waiting_;
    entries_.give_back(i);
    return entry.what;
  }
  void grow();

  Pool<Entry> entries_;
  std::vector<List> buckets_{16};  // hash table; a power of two
  std::size_t waiting_ = 0;
};

}  // namespace orrery::inline engine
