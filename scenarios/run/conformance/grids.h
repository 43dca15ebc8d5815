#pragma once

#include <vector>

#include "scenarios/spec/scenario.h"

/// Grids of ranks to try algorithms on.
namespace orrery {

using Sides = std::vector<int>;

/// All ways to write p as a product of at most `factors` numbers from 2 on, in every order.
std::vector<Sides> factorisations(int p, int factors);

/// All that collectives among neighbours are tried with on p ranks: grids, some with sides of one, with and without
/// ends, and which are neighbours.
std::vector<Overrides> neighborhoods(int p);

}  // namespace orrery
