#pragma once

#include <bit>
#include <cstdint>

#include "emu/engine/links/link_table.h"
#include "emu/engine/place_heap.h"

namespace orrery::inline engine {

/// Links by a key >= 0, the largest first, equal ones by number. Each is in it at most once.
class LinkHeap {
 public:
  struct Entry {
    double key = 0;
    LinkSlot link = 0;
  };

  static bool before(const Entry& a, const Entry& b) { return place(a) < place(b); }
  void resize(std::size_t links) { heap_.resize(links); }
  bool empty() const { return heap_.empty(); }
  Entry top() const { return {key_of(heap_.top()), PlaceHeap::number_of(heap_.top())}; }
  /// Returns the key of a link; 0 if it is absent.
  double key(LinkSlot s) const { return heap_.contains(s) ? key_of(heap_[s]) : 0; }

  /// Adds a link, or gives it a larger key.
  void raise(LinkSlot s, double key) { heap_.set(place({key, s})); }
  /// Gives the first one a smaller key.
  void lower_top(double key) { heap_.set(place({key, top().link})); }
  void pop() { heap_.erase(top().link); }

 private:
  /// Returns the place of an entry. Numbers >= 0 have the order of their bits.
  static PlaceHeap::Place place(const Entry& e) {
    return static_cast<PlaceHeap::Place>(~std::bit_cast<std::uint64_t>(e.key)) << 64 | e.link;
  }
  static double key_of(PlaceHeap::Place place) {
    return std::bit_cast<double>(~static_cast<std::uint64_t>(place >> 64));
  }

  PlaceHeap heap_;
};

}  // namespace orrery::inline engine
