#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "emu/engine/links/link_table.h"

namespace orrery::inline engine {

/// Links first, first + step, first + 2 step, ... (modulo 2^32): a route along one dimension of a
/// torus.
struct LinkRun {
  LinkSlot first = 0;
  std::uint32_t step = 0;
  std::uint32_t count = 0;
  friend bool operator==(const LinkRun&, const LinkRun&) = default;
};

/// The links of a route, in order.
using LinkRuns = std::span<const LinkRun>;

/// Calls f(slot) for every link of the route until one returns true; returns whether one did.
template <class F>
bool any_link(LinkRuns route, F&& f) {
  for (const LinkRun& run : route) {
    LinkSlot s = run.first;
    for (std::uint32_t i = 0; i < run.count; ++i, s += run.step)
      if (f(s)) return true;
  }
  return false;
}

template <class F>
void for_each_link(LinkRuns route, F&& f) {
  any_link(route, [&f](LinkSlot s) {
    f(s);
    return false;
  });
}

/// Routes as runs of equally spaced links: a long route through a torus takes no more memory than a
/// short one. The memory of released routes is reused.
class RouteStore {
 public:
  struct Route {
    std::uint32_t begin = 0;
    std::uint32_t runs = 0;
  };

  /// Stores a route. REQUIRES links not empty. Each of `ends` is a separate run after them.
  [[gnu::always_inline]] Route add(std::span<const LinkSlot> links,
                                   std::span<const LinkSlot> ends = {}) {
    if (const LinkRun only{links[0], 0, 1}; links.size() + ends.size() == 1) return add({&only, 1});
    compress(links);
    for (const LinkSlot s : ends) scratch_.push_back({s, 0, 1});
    return add(scratch_);
  }
  void release(Route route) { free_[size_class(route.runs)].push_back(route.begin); }
  LinkRuns operator[](Route route) const { return {runs_.data() + route.begin, route.runs}; }

 private:
  [[gnu::always_inline]] Route add(LinkRuns route) {
    const auto runs = static_cast<std::uint32_t>(route.size());
    std::vector<std::uint32_t>& unused = free_[size_class(runs)];
    if (unused.empty()) {
      unused.push_back(static_cast<std::uint32_t>(runs_.size()));
      runs_.resize(runs_.size() + (std::size_t{1} << size_class(runs)));
    }
    const std::uint32_t begin = unused.back();
    unused.pop_back();
    std::copy(route.begin(), route.end(), runs_.begin() + begin);
    return {begin, runs};
  }
  /// Returns the class of a route's size. Routes of up to 2^i runs are in class i.
  static std::size_t size_class(std::uint32_t runs) {
    return static_cast<std::size_t>(std::bit_width(runs - 1));
  }
  void compress(std::span<const LinkSlot> links) {
    scratch_.clear();
    for (const LinkSlot s : links) {
      if (!scratch_.empty()) {
        LinkRun& last = scratch_.back();
        if (last.count == 1) last.step = s - last.first;
        if (s == last.first + last.step * last.count) {
          ++last.count;
          continue;
        }
      }
      scratch_.push_back({s, 0, 1});
    }
  }

  std::vector<LinkRun> runs_;
  std::array<std::vector<std::uint32_t>, 33> free_;  // by class: positions of unused memory
  std::vector<LinkRun> scratch_;
};

}  // namespace orrery::inline engine
