#include "algorithms/common/pipeline.h"

#include <algorithm>
#include <cmath>

namespace orrery {

Time pipeline_time(const Problem& x, int n, PipelineRounds rounds) {
  return rounds(x, n) * x.cost.message(x.block(0, n));
}

int best_pipeline(const Problem& x, PipelineRounds rounds) {
  constexpr double kMostBlocks = 65536;  // α = 0 would ask for one block for each element
  const double most = std::clamp(static_cast<double>(x.count), 1.0, kMostBlocks);
  const auto each = static_cast<double>(rounds(x, 2) - rounds(x, 1)),
             rest = static_cast<double>(rounds(x, 1)) - each;
  const double volume = static_cast<double>(x.bytes().count()) * x.cost.beta.ps;
  const double startup = each * static_cast<double>(x.cost.alpha.count());
  if (rest <= 0) return 1;
  const double ideal = startup > 0 ? std::sqrt(rest * volume / startup) : most;
  int best = 0;
  for (const double n : {std::floor(ideal), std::ceil(ideal)}) {
    const int candidate = static_cast<int>(std::clamp(n, 1.0, most));
    if (best == 0 || pipeline_time(x, candidate, rounds) < pipeline_time(x, best, rounds))
      best = candidate;
  }
  return best;
}

}  // namespace orrery
