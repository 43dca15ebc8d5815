#pragma once

#include "scenarios/reproduce/reproduction.h"
#include "scenarios/reproduce/sparbit_paper.h"

namespace orrery {

/// The four winner maps of the Sparbit paper beside what it says about them.
Evidence sparbit_maps(const Workshop& w, MapDensity density);

}  // namespace orrery
