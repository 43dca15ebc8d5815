#pragma once

#include <cstdint>
#include <vector>

namespace orrery {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffff;

/// A table whose entries are reused, the one given back last first; their indices are stable. Nothing
/// is allocated per entry once it has grown.
template <class T>
class Pool {
 public:
  Index take() {
    if (free_.empty()) return add();
    const Index i = free_.back();
    free_.pop_back();
    return i;
  }
  void give_back(Index i) { free_.push_back(i); }
  T& operator[](Index i) { return entries_[i]; }
  const T& operator[](Index i) const { return entries_[i]; }
  std::size_t size() const { return entries_.size(); }

 private:
  /// Not inlined: what it needs of the stack would be on that of every fiber that takes an entry.
  [[gnu::noinline]] Index add() {
    entries_.emplace_back();
    return static_cast<Index>(entries_.size() - 1);
  }

  std::vector<T> entries_;
  std::vector<Index> free_;
};

}  // namespace orrery
