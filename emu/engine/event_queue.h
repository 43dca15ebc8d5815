#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/place_heap.h"

namespace orrery::inline engine {

/// An event of an instant. `version` lets the owner of a re-scheduled event recognise the outdated
/// one; for work that an Executor schedules it is the operation of rank `index`.
struct Event {
  enum class Kind : std::uint8_t { kPortWish, kFlowStart, kFlowEnd, kTransferEnd, kWorkEnd, kWake };
  Kind kind;
  std::uint32_t index;
  std::uint32_t version;
  std::uint32_t timers_before = 0;  // that were set before it was added
};

/// Events in order of (time, order of insertion).
///
/// Collectives are symmetric: many events share an instant. Events of one time are collected in a
/// bucket, found through a small cache of recent times, and only buckets go through the heap. A
/// time that fell out of the cache gets a second bucket; buckets of equal time leave in order of
/// creation, and only the newest one still grows, so the order of insertion is kept.
///
/// A timer has one event, which often comes to another time. It then takes its turn among the events of that time as if
/// it were added then.
class EventQueue {
 public:
  bool empty() const { return heap_.empty() && timers_.empty(); }
  std::size_t size() const {
    return size_;
  }  ///< returns the number of events, without those of timers
  /// REQUIRES !empty().
  Time next_time() const {
    if (timers_.empty()) [[likely]]
      return heap_.front().time;
    return heap_.empty() ? time_of(timers_.top())
                         : std::min(time_of(timers_.top()), heap_.front().time);
  }

  void push(Time time, Event event) {
    event.timers_before = timers_set_;
    std::uint32_t& recent = recent_[slot(time)];
    if (recent == kNone || buckets_[recent].time != time) begin_bucket(time, recent);
    buckets_[recent].events.push_back(event);
    ++size_;
  }

  /// Gives a timer an event instead of the one it may have.
  void set_timer(std::uint32_t timer, Time time, const Event& event) {
    if (timer >= timed_.size()) {
      timed_.resize(2 * std::size_t{timer} + 64);
      timers_.resize(timed_.size());
    }
    timed_[timer] = event;
    const std::uint64_t order = std::uint64_t{++timers_set_} << 32 | timer;
    timers_.set(static_cast<PlaceHeap::Place>(time.count()) << 64 | order);
  }
  void stop_timer(std::uint32_t timer) {
    if (timers_.contains(timer)) timers_.erase(timer);
  }

  /// Moves the next bucket (some or all events of the earliest time) to `out`. REQUIRES one, and that no timer is
  /// earlier.
  void pop(std::vector<Event>& out) {
    const std::uint32_t b = heap_.front().bucket;
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
    std::uint32_t& recent = recent_[slot(buckets_[b].time)];
    if (recent == b) recent = kNone;
    out.clear();
    out.swap(buckets_[b].events);
    size_ -= out.size();
    free_.push_back(b);
    if (!heap_.empty()) __builtin_prefetch(buckets_[heap_.front().bucket].events.data());
  }

  /// Calls fire(events, i) for every event of the earliest time, in their order, including those
  /// added
  /// meanwhile; `events` are some of them, for looking ahead. REQUIRES !empty().
  template <class Fire>
  void fire_instant(Fire&& fire) {
    const Time instant = next_time();
    firing_.clear();
    for (std::size_t next = 0;;) {
      if (next == firing_.size() && !heap_.empty() && heap_.front().time == instant) {
        pop(firing_);
        next = 0;
      }
      const bool pushed = next < firing_.size();
      if (!timers_.empty() && is_due(instant, pushed ? firing_[next].timers_before : ~0U))
          [[unlikely]] {
        const std::uint32_t timer = PlaceHeap::number_of(timers_.top());
        const Event event = timed_[timer];
        timers_.erase(timer);
        fire(std::span<const Event>(&event, 1), std::size_t{0});
      } else if (pushed) {
        fire(std::span<const Event>(firing_), next++);
      } else {
        return;
      }
    }
  }

  /// Removes all events for which `keep` does not hold; the others keep their order.
  template <class Keep>
  void keep_if(Keep&& keep) {
    std::erase_if(heap_, [&](const Entry& e) {
      Bucket& bucket = buckets_[e.bucket];
      size_ -= std::erase_if(bucket.events, [&](const Event& event) { return !keep(event); });
      if (!bucket.events.empty()) return false;
      std::uint32_t& recent = recent_[slot(bucket.time)];
      if (recent == e.bucket) recent = kNone;
      bucket.events.clear();
      free_.push_back(e.bucket);
      return true;
    });
    std::make_heap(heap_.begin(), heap_.end(), later);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::size_t kRecent = 64;
  struct Bucket {
    Time time{0};
    std::vector<Event> events;
  };
  struct Entry {
    Time time;
    std::uint64_t order;
    std::uint32_t bucket;
  };
  static constexpr auto later = [](const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  };
  static Time time_of(PlaceHeap::Place place) {
    return Time(static_cast<std::int64_t>(place >> 64));
  }
  /// Returns whether a timer comes next at an instant: of those that were set up to the given one.
  bool is_due(Time instant, std::uint32_t last) const {
    const PlaceHeap::Place first = timers_.top();
    return time_of(first) == instant && static_cast<std::uint32_t>(first >> 32) <= last;
  }
  static std::size_t slot(Time t) {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(t.count()) * 0x9e3779b97f4a7c15u) >>
                                    58);
  }
  /// Adds a bucket, which becomes the recent one of its slot. Not inlined, since most events find one.
  [[gnu::noinline]] void begin_bucket(Time time, std::uint32_t& recent) {
    recent = new_bucket(time);
    heap_.push_back({time, next_order_++, recent});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  std::uint32_t new_bucket(Time time) {
    if (free_.empty()) {
      buckets_.emplace_back();
      free_.push_back(static_cast<std::uint32_t>(buckets_.size() - 1));
    }
    const std::uint32_t b = free_.back();
    free_.pop_back();
    buckets_[b].time = time;
    return b;
  }

  std::vector<Entry> heap_;
  std::vector<Bucket> buckets_;
  std::vector<std::uint32_t> free_;
  std::array<std::uint32_t, kRecent> recent_ = [] {
    std::array<std::uint32_t, kRecent> none{};
    none.fill(kNone);
    return none;
  }();
  std::uint64_t next_order_ = 0;
  std::size_t size_ = 0;
  std::vector<Event> firing_;
  PlaceHeap timers_;          // by time, number of times that one was set before, and timer
  std::vector<Event> timed_;  // by timer
  std::uint32_t timers_set_ = 0;
};

}  // namespace orrery::inline engine
