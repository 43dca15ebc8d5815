#pragma once

#include "algorithms/plan/plan.h"
#include "emu/schedule/recording.h"
#include "scenarios/spec/scenario.h"

namespace orrery {

/// A recorded run of an algorithm as a plan: a thread block for each connection's sends, for each one's receives, and
/// for what each communicator of a rank computes. A chunk is the largest number of elements that all ranges are
/// multiples of; messages without data are left out. `recording` recorded data, and is not taken yet. THROWS InputError: a collective that plans do not
/// know, blocks that are not equal.
Plan recorded_plan(const Recording& recording, const RunSpec& spec);

}  // namespace orrery
