#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "emu/engine/links/link_table.h"

namespace orrery {

/// Links by a key, the largest first, equal ones by number. Each is in it at most once.
class LinkHeap {
 public:
  struct Entry {
    double key = 0;
    LinkSlot link = 0;
  };

  static bool before(const Entry& a, const Entry& b) { return place(a) > place(b); }
  void resize(std::size_t links) { places_.resize(links, kAbsent); }
  bool empty() const { return entries_.empty(); }
  const Entry& top() const { return entries_.front(); }
  /// Returns the key of a link; 0 if it is absent.
  double key(LinkSlot s) const { return places_[s] == kAbsent ? 0 : entries_[places_[s]].key; }

  /// Adds a link, or gives it a larger key.
  void raise(LinkSlot s, double key) {
    if (places_[s] == kAbsent) {
      places_[s] = static_cast<std::uint32_t>(entries_.size());
      entries_.emplace_back();
    }
    rise(places_[s], {key, s});
  }
  /// Gives the first one a smaller key.
  void lower_top(double key) { sink({key, entries_.front().link}); }
  void pop() {
    places_[entries_.front().link] = kAbsent;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(last);
  }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffff;
  static constexpr std::size_t kChildren = 4;
  __extension__ using Place = unsigned __int128;

  /// Returns the place of an entry in the order of the heap, the largest first. Numbers >= 0 have the order of their bits.
  static Place place(const Entry& e) {
    return static_cast<Place>(std::bit_cast<std::uint64_t>(e.key)) << 64 | ~e.link;
  }
  void set(std::size_t i, const Entry& e) {
    entries_[i] = e;
    places_[e.link] = static_cast<std::uint32_t>(i);
  }
  void rise(std::size_t i, const Entry& e) {
    for (; i > 0 && before(e, entries_[(i - 1) / kChildren]); i = (i - 1) / kChildren)
      set(i, entries_[(i - 1) / kChildren]);
    set(i, e);
  }
  /// Puts an entry where the first one was.
  void sink(const Entry& e) {
    const Place own = place(e);
    std::size_t i = 0;
    for (std::size_t child = 1; child < entries_.size(); child = kChildren * i + 1) {
      const std::size_t end = std::min(child + kChildren, entries_.size());
      std::size_t first = child;
      Place most = place(entries_[child]);
      for (std::size_t c = child + 1; c < end; ++c) {
        const Place other = place(entries_[c]);
        first = other > most ? c : first;
        most = std::max(most, other);
      }
      if (most < own) break;
      set(i, entries_[first]);
      i = first;
    }
    set(i, e);
  }

  std::vector<Entry> entries_;         // a heap of four children
  std::vector<std::uint32_t> places_;  // by link
};

}  // namespace orrery
