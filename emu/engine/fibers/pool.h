#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::inline engine {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffff;

/// A table whose entries are reused, the last returned first; their indices are stable. Allocates
/// nothing per entry once it has grown.
template <class T>
class Pool {
 public:
  Index take() { return free_count_ > 0 ? free_[--free_count_] : add(); }
  void give_back(Index i) { free_[free_count_++] = i; }
  /// Makes room for `entries` entries at a time.
  void reserve(std::size_t entries) {
    entries_.reserve(entries);
    make_room(entries);
  }
  T& operator[](Index i) { return entries_[i]; }
  const T& operator[](Index i) const { return entries_[i]; }
  std::size_t size() const { return entries_.size(); }

 private:
  /// Adds an entry. Not inlined, since every fiber that adds an entry would reserve its stack
  /// frame.
  [[gnu::noinline]] Index add() {
    entries_.emplace_back();
    if (entries_.size() > free_room_) make_room(2 * entries_.size());
    return static_cast<Index>(entries_.size() - 1);
  }
  void make_room(std::size_t entries) {
    if (entries <= free_room_) return;
    auto more = std::make_unique_for_overwrite<Index[]>(entries);
    std::copy_n(free_.get(), free_count_, more.get());
    free_ = std::move(more);
    free_room_ = entries;
  }

  std::vector<T> entries_;
  std::unique_ptr<Index[]> free_;  // with room for all entries
  std::size_t free_count_ = 0, free_room_ = 0;
};

/// A table that grows by pieces: entries keep their address, with little unused room.
template <class T>
class PiecewiseTable {
 public:
  explicit PiecewiseTable(T blank = {}) : blank_(blank) {}

  T& operator[](Index i) { return pieces_[i / kPiece][i % kPiece]; }
  const T& operator[](Index i) const { return pieces_[i / kPiece][i % kPiece]; }
  std::size_t size() const { return pieces_.size() * kPiece; }
  /// Returns the entry, with room made for it; a new one is blank.
  T& reach(Index i) {
    while (i >= size()) grow();
    return (*this)[i];
  }

 private:
  static constexpr std::size_t kPiece = 1024;

  [[gnu::noinline]] void grow() {
    pieces_.push_back(std::make_unique_for_overwrite<T[]>(kPiece));
    std::fill_n(pieces_.back().get(), kPiece, blank_);
  }

  std::vector<std::unique_ptr<T[]>> pieces_;
  T blank_;
};

}  // namespace orrery::inline engine
