#pragma once

#include "scenarios/reproduce/reproduction.h"

namespace orrery {

/// Every p and size of the paper, or a sixth of them.
enum class MapDensity { kFull, kThinned };

/// The four winner maps of the Sparbit paper beside what it says about them.
Evidence sparbit_maps(const Workshop& w, MapDensity density);

}  // namespace orrery
