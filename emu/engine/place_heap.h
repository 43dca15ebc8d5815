#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace orrery::inline engine {

/// Places in an order, by number: the least first. A place ends in the number (32 bits) that it belongs to. Each number is
/// in the heap at most once.
class PlaceHeap {
 public:
  __extension__ using Place = unsigned __int128;

  bool empty() const { return entries_.empty(); }
  Place top() const { return entries_.front(); }
  void resize(std::size_t numbers) { at_.resize(numbers, kAbsent); }
  bool contains(std::uint32_t number) const {
    return number < at_.size() && at_[number] != kAbsent;
  }
  /// REQUIRES contains(number).
  Place operator[](std::uint32_t number) const { return entries_[at_[number]]; }

  /// Adds a number at a place, or moves it there. REQUIRES a number below the size.
  void set(Place place) {
    const std::uint32_t i = at_[number_of(place)];
    if (i == kAbsent) {
      entries_.push_back(place);
      rise(entries_.size() - 1, place);
    } else if (place < entries_[i]) {
      rise(i, place);
    } else {
      sink(i, place);
    }
  }
  /// REQUIRES contains(number).
  void erase(std::uint32_t number) {
    const std::uint32_t i = std::exchange(at_[number], kAbsent);
    const Place last = entries_.back();
    entries_.pop_back();
    if (i == entries_.size()) return;
    i > 0 && last < entries_[(i - 1) / kChildren] ? rise(i, last) : sink(i, last);
  }
  static std::uint32_t number_of(Place place) { return static_cast<std::uint32_t>(place); }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffff;
  static constexpr std::size_t kChildren = 4;

  void put(std::size_t i, Place place) {
    entries_[i] = place;
    at_[number_of(place)] = static_cast<std::uint32_t>(i);
  }
  void rise(std::size_t i, Place place) {
    for (; i > 0 && place < entries_[(i - 1) / kChildren]; i = (i - 1) / kChildren)
      put(i, entries_[(i - 1) / kChildren]);
    put(i, place);
  }
  void sink(std::size_t i, Place place) {
    for (std::size_t child = kChildren * i + 1; child < entries_.size();
         child = kChildren * i + 1) {
      const std::size_t end = std::min(child + kChildren, entries_.size());
      std::size_t first = child;
      Place least = entries_[child];
      for (std::size_t c = child + 1; c < end; ++c) {
        first = entries_[c] < least ? c : first;
        least = std::min(least, entries_[c]);
      }
      if (place < least) break;
      put(i, least);
      i = first;
    }
    put(i, place);
  }

  std::vector<Place> entries_;     // a heap of four children
  std::vector<std::uint32_t> at_;  // by number
};

}  // namespace orrery::inline engine
