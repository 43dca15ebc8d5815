#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/schedules/trees/greedy.h"

/// Counted steps of the construction of schedules.
namespace orrery::inline reproduce {

/// Returns the steps of one construction for processor r.
using StepsOf = int (*)(const circulant::Skips&, int r);

/// Returns the steps that `construct` counts, without its schedule.
template <circulant::Schedule (*construct)(const circulant::Skips&, int, int*)>
int counted(const circulant::Skips& skips, int r) {
  int steps = 0;
  construct(skips, r, &steps);
  return steps;
}

/// The paper's Algorithms 4 and 5.
inline constexpr StepsOf kReceiveSteps = counted<circulant::greedy_receive_schedule>;
inline constexpr StepsOf kSendSteps = counted<circulant::greedy_send_schedule>;

/// The steps of all processors.
struct ConstructionSteps {
  int most = 0;
  std::int64_t sum = 0;
};

inline ConstructionSteps steps_of(int p, StepsOf count) {
  const circulant::Skips skips(p);
  ConstructionSteps steps;
  for (int r = 0; r < p; ++r) {
    const int n = count(skips, r);
    steps.most = std::max(steps.most, n);
    steps.sum += n;
  }
  return steps;
}

}  // namespace orrery::inline reproduce
