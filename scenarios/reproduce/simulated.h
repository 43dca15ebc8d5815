#pragma once

#include <vector>

#include "scenarios/reproduce/goodput.h"

namespace orrery {

/// What the Swing paper's packet-level simulator gave, read off its plots (64x64 and 8x8 torus,
/// scenarios/papers/data/swing_goodput.csv): points of at least 1 Gb/s, under our names of the
/// algorithms. THROWS InputError if the file cannot be read.
std::vector<GoodputCurves> simulated_goodput();

}  // namespace orrery
