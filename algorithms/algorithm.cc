#include "algorithms/algorithm.h"

#include <array>

#include "algorithms/common/pipeline.h"
#include "algorithms/common/ranks_needed.h"

namespace orrery::inline algorithms {

const Algorithm& chosen(const Algorithm& a, const Problem& x) {
  return a.choice == nullptr ? a : a.choice(x);
}

std::string_view reproducible_name(Reproducible reproducible) {
  static constexpr std::array<std::string_view, 3> kNames{"neither", "same on all ranks",
                                                          "same as the order of ranks"};
  return kNames.at(static_cast<std::size_t>(reproducible));
}

std::optional<std::string> refusal(const Algorithm& a, const Problem& x) {
  if (a.needs_commutative && !x.commutative)
    return text_of(a.collective, " ", a.name,
                   " needs a commutative operator: it does not keep the ranks in order");
  if (a.needs_coordinates)
    if (auto reason = needs_coordinates(x, a.name)) return reason;
  if (a.unsupported != nullptr)
    if (auto reason = a.unsupported(x)) return reason;
  return bad_ranks(a.needs_ranks, x, a.name);
}

int blocks_for(const Algorithm& a, const Problem& x) {
  if (!a.pipelined) return 1;
  if (a.best_blocks == nullptr) return std::max(x.blocks, 1);
  return pipeline_blocks(x, a.best_blocks);
}

int radix_for(const Algorithm& a, const Problem& x) {
  if (!a.radixed || (x.radix == 0 && a.best_radix == nullptr)) return 2;
  return x.radix > 0 ? std::clamp(x.radix, 2, std::max(x.p, 2)) : a.best_radix(x);
}

Problem settled(const Algorithm& a, Problem x) {
  if (a.form != nullptr) return x;  // its parts settle theirs
  if (a.radixed) x.radix = radix_for(a, x);
  if (a.pipelined) x.blocks = blocks_for(a, x);
  return x;
}

}  // namespace orrery::inline algorithms
