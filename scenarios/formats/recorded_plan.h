#pragma once

#include "algorithms/plan/plan.h"
#include "emu/schedule/recording.h"
#include "scenarios/spec/scenario.h"

namespace orrery::inline formats {

/// Converts a recorded run of an algorithm into a plan: a thread block for each connection's sends,
/// for each one's receives, and for the computations of each communicator of a rank. A chunk is the
/// largest number of elements that divides all ranges; messages without data are left out.
/// `recording` has recorded data, and has not been taken yet. THROWS InputError: a collective that
/// plans do not support, unequal blocks.
Plan recorded_plan(const Recording& recording, const RunSpec& spec);

}  // namespace orrery::inline formats
