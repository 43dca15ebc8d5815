#include "algorithms/schedules/tori/torus.h"

#include <algorithm>

#include "algorithms/common/arithmetic.h"

namespace orrery::inline algorithms {

Torus::Torus(std::span<const int> dims) {
  for (std::size_t i = dims.size(); i-- > 0;) {
    if (dims[i] == 1) continue;
    sides_.push_back(dims[i]);
    coordinates_.push_back({dims[i], size_});
    size_ *= dims[i];
  }
  if (!sides_.empty()) return;
  sides_ = {1};
  coordinates_ = {{}};
}

int Torus::longest() const {
  return *std::max_element(sides_.begin(), sides_.end());
}

bool Torus::powers_of_two() const {
  return std::all_of(sides_.begin(), sides_.end(), is_power_of_two);
}

std::vector<DimensionStep> interleaved(std::span<const int> steps, int first) {
  std::vector<DimensionStep> order;
  const auto D = static_cast<int>(steps.size());
  for (int sigma = 0, before = -1; before != static_cast<int>(order.size()); ++sigma) {
    before = static_cast<int>(order.size());
    for (int j = 0; j < D; ++j) {
      const int i = (first + j) % D;
      if (sigma < steps[static_cast<std::size_t>(i)]) order.push_back({i, sigma});
    }
  }
  return order;
}

}  // namespace orrery::inline algorithms
