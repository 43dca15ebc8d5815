#pragma once

#include <cstdint>
#include <vector>

#include "emu/payload/store.h"

/// What the operations of a Schedule move, where that is known.
namespace orrery {

/// Units `into` .. `into`+count-1 of a rank's memory become the sums of those from each of `from` on.
struct UnitSum {
  std::int32_t into = 0, count = 0;
  std::vector<std::int32_t> from;  ///< at least one
};

/// Units of a rank's memory and what they hold; logical indices are in units, too.
struct UnitPiece {
  std::int64_t first = 0, count = 0;
  Content content;
};

/// One rank's part.
struct RankData {
  /// By operation: the first unit of the memory that is sent or received into; of computing an index into `sums`.
  /// -1: nowhere.
  std::vector<std::int32_t> place;
  /// By operation: units that it moves; a message of packets has twice their bytes.
  std::vector<std::int32_t> count;
  std::vector<UnitSum> sums;
  std::vector<UnitPiece> before, after;  ///< what the memory holds, and what it must hold
};

struct ScheduleData {
  std::int64_t units = 0;  ///< of every rank's memory
  std::int64_t unit_bytes = 1;
  bool is_verified = false;  ///< whether anything must be there afterwards
  std::vector<RankData> ranks;
};

}  // namespace orrery
