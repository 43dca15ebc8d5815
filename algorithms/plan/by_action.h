#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

/// Values of actions, stored contiguously: those of action i begin at first[i].
template <class T>
class ByAction {
 public:
  void clear(std::size_t actions) {
    all_.clear();
    first_.assign(1, 0);
    first_.reserve(actions + 1);
  }
  /// Adds a value to the action that is being added.
  void push_back(const T& what) { all_.push_back(what); }
  std::size_t count() const { return all_.size() - first_.back(); }
  void end_action() { first_.push_back(all_.size()); }
  std::span<const T> operator[](std::int64_t action) const {
    const auto [begin, end] = std::pair(first_[static_cast<std::size_t>(action)],
                                        first_[static_cast<std::size_t>(action) + 1]);
    return std::span(all_).subspan(begin, end - begin);
  }

 private:
  std::vector<T> all_;
  std::vector<std::size_t> first_;
};

}  // namespace orrery
