#pragma once

#include <string>
#include <vector>

#include "algorithms/levels/levels.h"

namespace orrery::inline algorithms {

/// The algorithms of a role.
struct Cast {
  const Algorithm* regular;
  const Algorithm* irregular;  ///< for blocks of different sizes; may be null
};

/// A composition created from its text, with the texts of its algorithm.
struct Composition {
  const LevelForm* form = nullptr;
  std::vector<Cast> casts;  ///< of each role
  std::string name, summary, formula;
  Algorithm algorithm;
};

/// Sets the run function and the costs in c.algorithm. Rounds and bytes are the sums over the
/// parts, rounds and times at the slowest group of each: times are upper bounds.
void say_costs(Composition& c);

}  // namespace orrery::inline algorithms
