#pragma once

#include <string>

#include "algorithms/algorithm.h"

namespace orrery {

/// Whom each of eight ranks sends to, round by round, as lines of text with a row for each rank; what is sent is seen
/// in a run with sizes only. Empty where the algorithm runs on no eight ranks, in a line or 2x4, or is from a plug-in.
std::string schedule_picture(const Algorithm& a);

}  // namespace orrery
