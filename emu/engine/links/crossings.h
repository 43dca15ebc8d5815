#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "emu/engine/links/link_table.h"

namespace orrery::inline engine {

/// Links that a bottleneck's own flows cross, each with the number of these flows; links without one are
/// removed.
class Crossings {
 public:
  struct Crossed {
    LinkSlot link = 0;
    std::uint32_t flows = 0;
  };

  std::span<const Crossed> links() const { return links_; }
  void add(LinkSlot s, std::uint32_t flows) {
    const std::uint32_t i = find(s);
    if (i < links_.size()) return void(links_[i].flows += flows);
    if (links_.capacity() == 0) links_.reserve(kFew);
    links_.push_back({s, flows});
    if (!places_.empty() || links_.size() > kFew) enter_last();
  }
  /// REQUIRES that as many flows cross the link.
  void remove(LinkSlot s, std::uint32_t flows) {
    const std::uint32_t i = find(s);
    links_[i].flows -= flows;
    if (links_[i].flows == 0) erase(i);
  }

 private:
  static constexpr std::size_t kFew = 8;  ///< found one by one
  static constexpr std::uint32_t kFree = 0xffffffff;

  std::size_t mask() const { return places_.size() - 1; }
  std::size_t home(LinkSlot s) const { return (s * 0x9e3779b1U >> 8) & mask(); }
  std::uint32_t find(LinkSlot s) const {
    if (!places_.empty()) {
      std::size_t p = home(s);
      while (places_[p] != kFree && links_[places_[p]].link != s) p = (p + 1) & mask();
      return places_[p];
    }
    std::uint32_t i = 0;
    while (i < links_.size() && links_[i].link != s) ++i;
    return i;
  }
  std::size_t place_of(std::uint32_t i) const {
    std::size_t p = home(links_[i].link);
    while (places_[p] != i) p = (p + 1) & mask();
    return p;
  }
  void enter(std::uint32_t i) {
    std::size_t p = home(links_[i].link);
    while (places_[p] != kFree) p = (p + 1) & mask();
    places_[p] = i;
  }
  void enter_last() {
    if (2 * links_.size() <= places_.size())
      return enter(static_cast<std::uint32_t>(links_.size() - 1));
    places_.assign(places_.empty() ? 4 * kFew : 2 * places_.size(), kFree);
    for (std::uint32_t i = 0; i < links_.size(); ++i) enter(i);
  }
  /// Moves the last one to its place.
  void erase(std::uint32_t i) {
    const auto last = static_cast<std::uint32_t>(links_.size() - 1);
    if (!places_.empty()) {
      free_place(place_of(i));
      if (i != last) places_[place_of(last)] = i;
    }
    links_[i] = links_[last];
    links_.pop_back();
  }
  /// Frees a place, and moves those after it that would no longer be found.
  void free_place(std::size_t p) {
    for (std::size_t next = p;;) {
      next = (next + 1) & mask();
      if (places_[next] == kFree) break;
      const std::size_t from = home(links_[places_[next]].link);
      if (((next - from) & mask()) < ((next - p) & mask())) continue;
      places_[p] = places_[next];
      p = next;
    }
    places_[p] = kFree;
  }

  std::vector<Crossed> links_;
  // Open addressing on the link: its number in links_. Empty while they are few.
  std::vector<std::uint32_t> places_;
};

}  // namespace orrery::inline engine
