#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace orrery::inline base {

/// Values in groups 0, 1, .. that are stored contiguously, such as the links that leave each node. Example: 7 in group 1,
/// then 5 in group 0, then 9 in group 1 are stored as 5 | 7 9.
template <class T>
class Grouped {
 public:
  Grouped() = default;
  /// Sorts values into groups, where they keep their order. for_each(add) calls add(group, value)
  /// for each; it is called twice, and must do the same both times.
  template <class ForEach>
  Grouped(std::size_t groups, ForEach&& for_each) : first_(groups + 1) {
    for_each([this](std::size_t group, const T&) { ++first_[group + 1]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    values_.resize(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for_each([&](std::size_t group, const T& value) { values_[next[group]++] = value; });
  }

  /// Removes all, to add values group by group: those of group 0, end_group(), those of group 1, ..
  void clear(std::size_t groups) {
    values_.clear();
    first_.assign(1, 0);
    first_.reserve(groups + 1);
  }
  void push_back(const T& value) { values_.push_back(value); }
  void end_group() { first_.push_back(values_.size()); }
  /// Returns the number of values since the end of the last group.
  std::size_t since_end() const { return values_.size() - first_.back(); }

  std::size_t groups() const { return first_.size() - 1; }  ///< REQUIRES that they were made
  const std::vector<T>& values() const { return values_; }
  std::span<const T> operator[](std::size_t group) const {
    return std::span(values_).subspan(first_[group], first_[group + 1] - first_[group]);
  }
  std::span<T> operator[](std::size_t group) {
    return std::span(values_).subspan(first_[group], first_[group + 1] - first_[group]);
  }

 private:
  std::vector<std::size_t> first_;  // of each group in values_; one more at the end
  std::vector<T> values_;
};

}  // namespace orrery::inline base
