#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace orrery::inline base {

/// The numbers of lines by places in a text.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) {
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
      ends_.push_back(at);
  }
  /// Returns the line of the character at `offset`, from 1 on.
  std::size_t of(std::size_t offset) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(ends_, offset) - ends_.begin()) + 1;
  }

 private:
  std::vector<std::size_t> ends_;
};

}  // namespace orrery::inline base
