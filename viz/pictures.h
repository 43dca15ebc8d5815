#pragma once

#include "scenarios/report/plot/plot.h"

/// orrery-pictures.so: the drawing part of `orrery`, a library that is loaded when it is needed.
/// Most commands draw nothing, and start several times as fast without Qt. It is not linked to emu,
/// algorithms and scenarios, but uses the program's copies.

/// Creates the pictures, for the caller to delete; messages of Qt begin with the program's name.
extern "C" orrery::Pictures* make_pictures(const char* program);
