#pragma once

#include "scenarios/report/plot/plot.h"

/// orrery-pictures.so: what draws for `orrery`, a library that is loaded when there is something to draw. Most commands
/// draw nothing, and start several times as fast without Qt. It is linked to nothing of emu, algorithms and scenarios,
/// and uses what the program has of them.

/// Makes them, for the caller to delete; messages of Qt begin with the program's name.
extern "C" orrery::Pictures* make_pictures(const char* program);
