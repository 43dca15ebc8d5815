#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery::inline algorithms {

/// The last writer of each cell of memory, and its readers since. Actions are numbers of at least
/// 0.
class CellHistory {
 public:
  explicit CellHistory(std::int64_t cells)
      : writer_(static_cast<std::size_t>(cells), -1),
        first_reader_(static_cast<std::size_t>(cells), -1) {}

  /// Records a read, and calls f(earlier, whether it wrote) for each action that `action` must not
  /// overtake.
  template <class F>
  void read(std::int32_t action, std::int64_t cell, F&& f) {
    const auto i = static_cast<std::size_t>(cell);
    if (writer_[i] >= 0) f(writer_[i], true);
    readers_.push_back({action, first_reader_[i]});
    first_reader_[i] = static_cast<std::int32_t>(readers_.size() - 1);
  }

  /// Records a write, and calls f in the same way.
  template <class F>
  void write(std::int32_t action, std::int64_t cell, F&& f) {
    const auto i = static_cast<std::size_t>(cell);
    if (writer_[i] >= 0) f(writer_[i], true);
    for (std::int32_t r = first_reader_[i]; r >= 0; r = readers_[static_cast<std::size_t>(r)].next)
      f(readers_[static_cast<std::size_t>(r)].action, false);
    first_reader_[i] = -1;
    writer_[i] = action;
  }

 private:
  struct Reader {
    std::int32_t action, next;
  };
  std::vector<std::int32_t> writer_, first_reader_;
  std::vector<Reader> readers_;  // as lists
};

}  // namespace orrery::inline algorithms
