#include "algorithms/plan/memory.h"

#include <algorithm>

#include "emu/base/check.h"

namespace orrery::inline algorithms {

PlanMemory::PlanMemory(const Plan& plan, bool in_place) {
  constexpr std::int64_t kMostCells = std::int64_t{1} << 27;
  const bool shares =
      in_place && plan.demand->shared_at != nullptr && plan.demand->name != "custom";
  for (std::int32_t r = 0; r < plan.setting.ranks; ++r) {
    const auto rank = static_cast<std::size_t>(r);
    const std::int64_t input = plan.input[rank], output = plan.output[rank];
    firsts_.push_back(cells_);
    Starts s{cells_, cells_ + input, cells_ + input + output};
    if (shares) {
      const std::int64_t inner = plan.demand->shared_at(plan.setting, r) * plan.parts;
      s.input = cells_ + (input < output ? inner : 0);
      s.output = cells_ + (output < input ? inner : 0);
      s.scratch = cells_ + std::max(input, output);
    }
    starts_.push_back(s);
    cells_ = s.scratch + plan.scratch[rank];
  }
  firsts_.push_back(cells_);
  wire_ = cells_;
  cells_ += plan.wire;
  if (cells_ > kMostCells)
    throw PlanError(Fault::kStructure, {},
                    text_of("its buffers have ", cells_, " chunks; expected at most ", kMostCells));
}

}  // namespace orrery::inline algorithms
