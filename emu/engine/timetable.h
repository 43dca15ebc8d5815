#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "emu/base/units.h"
#include "emu/engine/replay.h"

namespace orrery {

/// A run at several sizes at once, where nobody meets anybody: no two messages are on a link, or hold a port, at one
/// time, and no processor is asked for two things. All times then follow from the order in which ranks ask, one after
/// the other, and there are no events. What meets at one size is lost for that size only.
class Timetable {
 public:
  /// REQUIRES what Replay::run() does, for a run of `from` bytes and for each of `sizes`.
  Timetable(const Replay& replay, const Network& network, const EngineOptions& options,
            std::int64_t from, const std::vector<std::int64_t>& sizes);

  /// What the run with so many bytes measures, without the table of rounds, if the one with `at` bytes measures that. Both
  /// are among the sizes. Nothing where that is not known: somebody met somebody, or other rounds overlap in time.
  std::optional<Metrics> metrics(std::int64_t bytes, std::int64_t at,
                                 const Metrics& measured) const;

 private:
  friend class Timekeeper;
  /// What one size comes to.
  struct Column {
    std::int64_t bytes = 0;
    std::int64_t unit = 0;  ///< of all amounts, in bytes
    bool lost = false;
    Time completion{0};
    std::uint64_t joins = 0;  ///< which rounds overlap, as Traffic::joins()
  };
  std::vector<Column> columns_;  // that of `from` first
};

}  // namespace orrery
