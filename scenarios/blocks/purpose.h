#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/collective.h"
#include "emu/schedule/schedule_data.h"

namespace orrery {

/// What a run is about: what ranks have in their vectors before it, and what they are to end with.
struct RunPurpose {
  int ranks = 0;         ///< 0: it is not known
  bool reduces = false;  ///< whether data of several ranks become one
  std::function<std::vector<Piece>(int rank)> before, after;
};

/// The purpose of a collective that exists.
RunPurpose purpose_of(const Collective& collective, const Problem& problem);

/// The purpose of operations whose data are known, in units of so many elements.
RunPurpose purpose_of(ScheduleData data, std::int64_t unit_elements, bool reduces);

}  // namespace orrery
