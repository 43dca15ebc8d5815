#pragma once

#include <cstdint>
#include <vector>

#include "emu/payload/store.h"

/// The data that the operations of a Schedule move, if known.
namespace orrery::inline schedule {

/// Units `into` .. `into`+count-1 of a rank's memory become the sums of the units from each entry
/// of `from` on.
struct UnitSum {
  std::int32_t into = 0, count = 0;
  std::vector<std::int32_t> from;  ///< at least one
};

/// Units of a rank's memory and their contents; logical indices are in units, too.
struct UnitPiece {
  std::int64_t first = 0, count = 0;
  Content content;
};

/// The data of one rank.
struct RankData {
  /// By operation: the first unit of the memory that is sent or received into; for computation an
  /// index into `sums`. -1: none.
  std::vector<std::int32_t> place;
  /// By operation: the number of units that it moves; a message of packets has twice their bytes.
  std::vector<std::int32_t> count;
  std::vector<UnitSum> sums;
  std::vector<UnitPiece> before, after;  ///< contents of the memory at the beginning, and required
                                         ///< contents at the end
};

struct ScheduleData {
  std::int64_t units = 0;  ///< of every rank's memory
  std::int64_t unit_bytes = 1;
  bool is_verified = false;  ///< whether any content is required afterwards
  std::vector<RankData> ranks;
};

}  // namespace orrery::inline schedule
