#pragma once

#include <string>
#include <vector>

#include "algorithms/levels/levels.h"

namespace orrery {

/// Who plays a role.
struct Cast {
  const Algorithm* regular;
  const Algorithm* irregular;  ///< for blocks that differ in size; may be null
};

/// A composition made from its text, with the texts that its algorithm points to.
struct Composition {
  const LevelForm* form = nullptr;
  std::vector<Cast> casts;  ///< of each role
  std::string name, summary, formula;
  Algorithm algorithm;
};

/// Puts what `c` does, and what that costs, into c.algorithm. Rounds and bytes are the sums over the parts, rounds and
/// times at the slowest group of each: times are what it takes at most.
void say_costs(Composition& c);

}  // namespace orrery
