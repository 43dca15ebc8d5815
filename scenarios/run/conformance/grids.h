#pragma once

#include <vector>

#include "scenarios/spec/scenario.h"

/// Grids of ranks to try algorithms on.
namespace orrery::inline run {

using Sides = std::vector<int>;

/// Returns all products of at most `factors` numbers from 2 on that are p, in every order.
std::vector<Sides> factorisations(int p, int factors);

/// Returns all cases of collectives among neighbours on p ranks: grids, some with sides of one,
/// with and without ends, and both neighborhoods.
std::vector<Overrides> neighborhoods(int p);

}  // namespace orrery::inline run
